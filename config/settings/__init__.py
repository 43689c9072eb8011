"""Settings, as one YAML file has them: typed, frozen, unknown keys refused, units in the names. A file a subject."""

from __future__ import annotations

import os
from pathlib import Path

from config.role import Role
from config.settings.judging import Judging
from config.settings.methods import Agent4DebateTeam, Methods, PlainSpeech
from config.settings.models import Embedding, Endpoint, Models, Scoring
from config.settings.seats import AiSeat, SeatSettings
from config.settings.section import Section
from config.settings.serving import Broadcast, RoomSettings, Serving, Telemetry
from config.settings.sound import (
    Controller,
    Devices,
    Hearing,
    NeuralVoices,
    Recording,
    RemoteRecognizer,
    RemoteVoice,
    Speaking,
)
from config.settings.thinking import EvidenceFrom, Tavily, Thinking
from config.yaml_file import read_yaml

# fmt: off
__all__ = [
    "Agent4DebateTeam", "AiSeat", "Broadcast", "Controller", "Devices", "Embedding", "Endpoint", "EvidenceFrom",
    "Hearing", "Judging", "Methods", "Models", "NeuralVoices", "PlainSpeech", "Recording", "RemoteRecognizer",
    "RemoteVoice", "Role", "RoomSettings", "Scoring", "SeatSettings", "Serving", "Settings", "Speaking", "Tavily",
    "Telemetry", "Thinking", "cache_folder", "comparisons_folder", "corpus_folder", "library_folder",
    "load_settings", "verified_folder",
]
# fmt: on


class Settings(Section):
    """Everything that can be set; the defaults work offline."""

    hearing: Hearing = Hearing()
    speaking: Speaking = Speaking()
    devices: Devices = Devices()
    room: RoomSettings = RoomSettings()
    recording: Recording = Recording()
    broadcast: Broadcast = Broadcast()
    telemetry: Telemetry = Telemetry()
    thinking: Thinking = Thinking()
    methods: Methods = Methods()
    models: Models = Models()
    embedding: Embedding = Embedding()
    impact: Scoring = Scoring()
    evidence: EvidenceFrom = EvidenceFrom()
    judging: Judging = Judging()
    serving: Serving = Serving()
    seats: SeatSettings = SeatSettings()
    library: tuple[Path, ...] = ()
    matches: Path = Path("matches")
    seed: str = ""

    def asking(self, model: str) -> Settings:
        """With the language models of that name under `serving`, or a model of that name at the default's server.

        What limits the calls of this run limits theirs.

        Raises:
            ConfigError: a cost is limited that cannot be known.
        """
        own = self.models
        chosen = (self.serving.models.get(model) or own.everywhere(model)).limited(own.max_calls, own.max_cost)
        names = ("call_seconds", "tokens_per_second")
        counted = {name: value for name in names if (value := getattr(own, name)) is not None}
        return self.model_copy(update={"models": chosen.model_copy(update=counted)})


def load_settings(path: Path | None) -> Settings:
    """Settings from a YAML file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or a key or value is wrong: with its place.
    """
    return Settings() if path is None else read_yaml(path, Settings)


def cache_folder() -> Path:
    """Where converted models are kept: $ROSTRUM_CACHE, else the user's cache folder."""
    if folder := os.environ.get("ROSTRUM_CACHE"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rostrum"


def library_folder() -> Path:
    """Where grown rehearsal trees are kept and looked for: $ROSTRUM_LIBRARY, else in the user's data folder."""
    return _data_folder("ROSTRUM_LIBRARY", "rehearsals")


def comparisons_folder() -> Path:
    """Where comparisons of documents are kept: $ROSTRUM_COMPARISONS, else in the user's data folder."""
    return _data_folder("ROSTRUM_COMPARISONS", "comparisons")


def corpus_folder() -> Path:
    """Where debates that a user has added for the audience are kept: $ROSTRUM_CORPUS, else in the data folder."""
    return _data_folder("ROSTRUM_CORPUS", "corpus")


def verified_folder() -> Path:
    """Where verified claims are kept: $ROSTRUM_VERIFIED, else in the user's data folder."""
    return _data_folder("ROSTRUM_VERIFIED", "verified")


def _data_folder(variable: str, name: str) -> Path:
    if folder := os.environ.get(variable):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rostrum" / name
