"""All sections together, as one YAML file has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from config.errors import ConfigError
from config.format import first_fault, yaml_fault
from config.settings.arguments import Embedding, Scoring
from config.settings.evidence import EvidenceFrom
from config.settings.hearing import Hearing
from config.settings.models import Models
from config.settings.room import Devices, Room
from config.settings.section import Section
from config.settings.speaking import Speaking
from config.settings.thinking import Thinking


class Settings(Section):
    """Everything that can be set; the defaults work offline."""

    hearing: Hearing = Hearing()
    speaking: Speaking = Speaking()
    devices: Devices = Devices()
    room: Room = Room()
    thinking: Thinking = Thinking()
    models: Models = Models()
    embedding: Embedding = Embedding()
    impact: Scoring = Scoring()
    evidence: EvidenceFrom = EvidenceFrom()
    library: tuple[Path, ...] = ()
    matches: Path = Path("matches")
    seed: str = ""


def load_settings(path: Path | None) -> Settings:
    """Settings from a YAML file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or a key or value is wrong: with its place.
    """
    if path is None:
        return Settings()
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        raw = {} if raw is None else raw
        return Settings.model_validate(raw)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error
