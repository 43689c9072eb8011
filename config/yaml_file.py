"""A YAML file as a pydantic model, or one line that says what is wrong with it and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from config.errors import ConfigError, first_fault

Model = TypeVar("Model", bound=BaseModel)


def read_yaml(path: Path, model: type[Model]) -> Model:
    """The file's content; an empty file is an empty mapping.

    Raises:
        ConfigError: the file cannot be read, or a key or value is wrong: with its place.
    """
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return model.model_validate({} if raw is None else raw)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {_syntax_fault(error)}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error


def write_yaml(told: BaseModel, path: Path) -> None:
    """What was said of it, without defaults, so that `read_yaml` reads it again. Makes the folder.
    Raises ConfigError: it cannot be written."""
    text = yaml.safe_dump(told.model_dump(mode="json", exclude_unset=True), sort_keys=False, allow_unicode=True)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path.parent}: cannot be written: {error.strerror}") from error


def placed(file: Path, where: str, named: Path | None) -> Path | None:
    """A path that a file names at that place, taken from the file's folder. Raises ConfigError: there is none."""
    if named is None:
        return None
    found = file.resolve().parent / named.expanduser()
    if not found.exists():
        raise ConfigError(f"{file}: {where}: there is no {named}")
    return found


def _syntax_fault(error: Exception) -> str:
    """Where and why a text is not YAML, in one line."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    place = f"line {mark.line + 1} column {mark.column + 1}: " if mark else ""
    return f"{place}not YAML: {problem or error.__class__.__name__}"
