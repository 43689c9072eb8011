"""Settings: typed, frozen, unknown keys refused, units in the names."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.errors import ConfigError
from config.format import Side, first_fault, yaml_fault


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Hearing(_Section):
    """The recogniser. `auto` takes faster-whisper if `model` can be loaded, else the embedded one.

    `captions`: take the exact words of an opponent that is an agent and publishes its own captions.
    """

    engine: Literal["auto", "whisper", "pocketsphinx"] = "auto"
    model: str = "base.en"
    device: str = "auto"
    compute_type: str = "default"
    download: bool = False
    captions: bool = True
    lanes: int = Field(default=2, ge=1, le=8)
    vad_aggressiveness: int = Field(default=2, ge=0, le=3)


class RemoteVoice(_Section):
    """An OpenAI-compatible `/v1/audio/speech`; the key comes from OPENAI_API_KEY, never from a file."""

    model: str = ""
    base_url: str | None = None
    response_format: Literal["pcm", "wav"] = "pcm"
    rate: int = Field(default=24_000, ge=8_000, le=48_000)
    timeout_seconds: float = Field(default=8.0, gt=0, le=60)


class Speaking(_Section):
    """A voice for each side: `auto`, `flite:NAME`, `espeak:NAME` or `openai:NAME` (by `remote`)."""

    voices: dict[Side, str] = {Side.PRO: "auto", Side.CON: "auto"}
    remote: RemoteVoice = RemoteVoice()
    lead_seconds: float = Field(default=2.5, gt=0, le=10)


class Room(_Section):
    """LiveKit. Key and secret come from LIVEKIT_API_KEY and LIVEKIT_API_SECRET, never from a file."""

    server: str = "livekit-server"
    url: str = ""
    start_timeout_seconds: float = Field(default=30.0, gt=0)


class Role(StrEnum):
    """What a language model is asked to be; each may be another model at another temperature."""

    PROPOSER = "proposer"  # claims and counter-arguments of the rehearsal trees
    EXTRACTOR = "extractor"  # what was heard, as actions
    WRITER = "writer"
    AUDIENCE = "audience"
    JUDGE = "judge"
    SCORER = "scorer"  # the impact of an argument


class Settings(_Section):
    """Everything that can be set; the defaults work offline."""

    hearing: Hearing = Hearing()
    speaking: Speaking = Speaking()
    room: Room = Room()
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


def cache_folder() -> Path:
    """Where converted models are kept: $ROSTRUM_CACHE, else the user's cache folder."""
    if folder := os.environ.get("ROSTRUM_CACHE"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rostrum"
