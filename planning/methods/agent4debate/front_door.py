"""Agent4Debate's front door: the team of a seat, made of what is handed in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from config.errors import UsageError
from config.settings import Settings
from planning.debate.motion import Motion
from planning.methods.agent4debate import NAME
from planning.methods.agent4debate.hearing import Encoding
from planning.methods.agent4debate.method import UNLIMITED_SECONDS, Agent4Debate, Room
from planning.methods.agent4debate.table import Teammate
from planning.methods.agent4debate.team import role_of
from planning.methods.common.keeping import FlowKeeper
from planning.methods.common.research import Patience, Searcher
from planning.methods.common.sources import evidence_for
from planning.methods.contract import Method
from planning.methods.door import Door, Parts, Position

TEMPERATURE, TOP_P = 0.2, 0.75  # of the paper's models
NO_MODEL = (
    "the method agent4debate needs a language model: name one under models in the settings, with its base_url or "
    "its key in the environment, or in the seat (`agent4debate,model=NAME`)"
)


class Agent4DebateDoor:
    """See `Door`. It prepares itself for a motion when the debate is about to begin."""

    name = NAME
    keeps_flow = True
    exchanges = False
    parts: Mapping[str, str] = MappingProxyType(
        {
            Teammate.SEARCHER: "search, and the base of knowledge with it",
            Teammate.ANALYZER: "notes while the other side speaks, and the outline: the Writer works from the words",
            Teammate.REVIEWER: "review: the first script is spoken",
        }
    )

    def motion(self, wanted: str, settings: Settings) -> Motion | None:
        return None

    def admit(self, motion: Motion, settings: Settings, *, writes: bool, without: Collection[str] = ()) -> None:
        if not writes:
            raise UsageError(NO_MODEL)

    def method(self, position: Position, parts: Parts) -> Method:
        """Raises UsageError: no model writes."""
        settings, limits = position.settings.methods.agent4debate, position.settings.thinking
        model = parts.model(*map(role_of, Teammate))
        if model is None:
            raise UsageError(NO_MODEL)
        live = settings.mode == "live"
        asked = model if live else model.sampled(TEMPERATURE, TOP_P)
        embedder = parts.embedder()
        keeper = FlowKeeper(position.side, position.format, embedder)
        patience = Patience(limits.search_seconds, limits.select_seconds if live else UNLIMITED_SECONDS)
        searcher = Searcher(
            asked,
            role_of(Teammate.SEARCHER),
            position.motion.text,
            evidence_for(parts, embedder),
            parts.offload,
            patience,
            parts.on_trouble,
        )
        room = Room(asked, searcher, keeper, Encoding(keeper, embedder, parts.offload))
        return Agent4Debate(room, position, settings, limits, parts.on_trouble)


DOOR: Door = Agent4DebateDoor()
