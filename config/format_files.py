"""The formats that are shipped, `config/formats/*.yaml`, and those in files of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from config.errors import ConfigError, UnknownName, first_fault, yaml_fault
from config.format import Format

FORMATS = Path(__file__).parent / "formats"


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
