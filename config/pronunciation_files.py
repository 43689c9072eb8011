"""The shipped pronunciations, `config/pronunciation.yaml`, and the user's own on top of them."""

from __future__ import annotations

from pathlib import Path

from pydantic import ConfigDict, RootModel

from config.pronunciation import Pronunciation
from config.yaml_file import read_yaml

SHIPPED = Path(__file__).parent / "pronunciation.yaml"


class _File(RootModel[dict[str, Pronunciation]]):
    model_config = ConfigDict(frozen=True)


def load_pronunciations(path: Path | None = None) -> dict[str, Pronunciation]:
    """What is shipped, and the file's entries in place of those or beside them.

    Raises:
        ConfigError: the file cannot be read or an entry is wrong, with its place.
    """
    own = read_yaml(path.expanduser(), _File).root if path is not None else {}
    return read_yaml(SHIPPED, _File).root | own
