"""All sections together, as one YAML file has them."""

from __future__ import annotations

from pathlib import Path

from config.settings.arguments import Embedding, Scoring
from config.settings.evidence import EvidenceFrom
from config.settings.hearing import Hearing
from config.settings.judging import Judging
from config.settings.models import Models
from config.settings.recording import Broadcast, Recording
from config.settings.room import Devices, Room
from config.settings.seats import Seats
from config.settings.section import Section
from config.settings.serving import Serving
from config.settings.speaking import Speaking
from config.settings.telemetry import Telemetry
from config.settings.thinking import Thinking
from config.yaml_file import read_yaml


class Settings(Section):
    """Everything that can be set; the defaults work offline."""

    hearing: Hearing = Hearing()
    speaking: Speaking = Speaking()
    devices: Devices = Devices()
    room: Room = Room()
    recording: Recording = Recording()
    broadcast: Broadcast = Broadcast()
    telemetry: Telemetry = Telemetry()
    thinking: Thinking = Thinking()
    models: Models = Models()
    embedding: Embedding = Embedding()
    impact: Scoring = Scoring()
    evidence: EvidenceFrom = EvidenceFrom()
    judging: Judging = Judging()
    serving: Serving = Serving()
    seats: Seats = Seats()
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
        counted = {"call_seconds": own.call_seconds} if own.call_seconds is not None else {}
        return self.model_copy(update={"models": chosen.model_copy(update=counted)})


def load_settings(path: Path | None) -> Settings:
    """Settings from a YAML file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or a key or value is wrong: with its place.
    """
    return Settings() if path is None else read_yaml(path, Settings)
