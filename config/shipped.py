"""What is shipped as YAML beside the code, and the user's own in its place: formats, pronunciations, phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from pydantic import ConfigDict, RootModel, ValidationError

from config.errors import ConfigError, UnknownName, first_fault, yaml_fault
from config.format import Format
from config.pronunciation import Pronunciation
from config.yaml_file import read_yaml

FOLDER = Path(__file__).parent
FORMATS = FOLDER / "formats"
PRONUNCIATIONS = FOLDER / "pronunciation.yaml"
PHRASES = FOLDER / "phrases.yaml"  # the frames around prepared sentences
EXCHANGES = FOLDER / "exchange_phrases.yaml"  # of questions and answers
ALTERNATIVES = re.compile(r"\[([^\]]*)\]")

Banks = Mapping[str, tuple[str, ...]]
"""Phrases by the name of their bank."""


def format_names() -> list[str]:
    return sorted(path.stem for path in FORMATS.glob("*.yaml"))


def load_format(name: str) -> Format:
    """The shipped format of that name, or the one in the YAML file at that path.

    Raises:
        UnknownName: no such format. ConfigError: the file is not a format.
    """
    path = Path(name) if name.endswith((".yaml", ".yml")) else FORMATS / f"{name}.yaml"
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnknownName("format", name, format_names()) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    try:
        return Format.model_validate(raw)
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error


class _Pronunciations(RootModel[dict[str, Pronunciation]]):
    model_config = ConfigDict(frozen=True)


def load_pronunciations(path: Path | None = None) -> dict[str, Pronunciation]:
    """What is shipped, and the file's entries in place of those or beside them.

    Raises:
        ConfigError: the file cannot be read or an entry is wrong, with its place.
    """
    own = read_yaml(path.expanduser(), _Pronunciations).root if path is not None else {}
    return read_yaml(PRONUNCIATIONS, _Pronunciations).root | own


@cache
def load_phrases(path: Path = PHRASES) -> Banks:
    """The phrases of each bank, in the file's order, with each alternative in brackets a phrase of its own.

    Raises:
        ConfigError: the file cannot be read, or is no table of lists of phrases.
    """
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    if not isinstance(raw, dict):
        raise ConfigError(f"{path}: not a table of phrases")
    for bank, phrases in raw.items():
        if not isinstance(phrases, list) or not phrases or not all(isinstance(one, str) for one in phrases):
            raise ConfigError(f"{path}: {bank}: not a list of phrases")
    return MappingProxyType({str(bank): tuple(chain.from_iterable(map(_each, raw[bank]))) for bank in raw})


def _each(phrase: str) -> Iterator[str]:
    """A phrase with every choice of its alternatives: `[Take|Weigh] this.`"""
    parts = [part.split("|") if place % 2 else [part] for place, part in enumerate(ALTERNATIVES.split(phrase))]
    return ("".join(chosen) for chosen in product(*parts))
