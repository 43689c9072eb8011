"""A YAML file as a pydantic model, or one line that says what is wrong with it and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from config.errors import ConfigError, first_fault, yaml_fault

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
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error
