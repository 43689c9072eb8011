"""What a view is made from: the record, and how its matches stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from agent.server.contracts.matches import MatchState, TurnView
from agent.tournament.core.records import DebateRecord, RoundRecord
from agent.tournament.core.state import Tournament
from agent.tournament.standings.tally import published
from config.format import Side


@dataclass(frozen=True)
class MatchFact:
    """A match of this server. `turns`: that have begun; `turn_name`: of the one that is on. `entered`: sides whose
    person has come, `people`: sides for whom one has to. `whole`: whether every turn of the format was held."""

    state: MatchState
    reason: str = ""
    turn: TurnView | None = None
    turn_name: str = ""
    turns: int = 0
    people: frozenset[Side] = frozenset()
    entered: frozenset[Side] = frozenset()
    whole: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What it is told anew for; a clock goes on by itself."""
        return self.state, self.reason, self.turn.index if self.turn else None, self.entered


UNOPENED = "its room is about to be opened"


@dataclass(frozen=True)
class Scene:
    """One moment of a tournament. `matches`: those of this server, by id; `all`: whether what is not public is told;
    `elsewhere`: address of another server that runs the rooms."""

    id: str
    record: Tournament
    matches: Mapping[str, MatchFact] = field(default_factory=dict)
    all: bool = True
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    elsewhere: str = ""

    def fact(self, debate: DebateRecord) -> MatchFact | None:
        """Of the match that it is, or was last, held as on this server."""
        return self.matches.get(debate.matches[-1]) if debate.matches else None

    def unopened(self) -> str:
        """What is told of a room that is not here."""
        return f"its room is on the server at {self.elsewhere}" if self.elsewhere else UNOPENED

    def results_of(self, one: RoundRecord) -> bool:
        """Whether what came of a round may be told."""
        return self.all or published(one)


def by_people(scene: Scene, debate: DebateRecord) -> bool:
    """Whether somebody sits in it who is no AI."""
    return any(not scene.record.teams[name].seat for name in debate.teams)
