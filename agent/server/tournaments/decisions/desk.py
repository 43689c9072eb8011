"""An order that is being carried out, under the log's lock; whether it is kept says who called."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agent.server.tournaments.telling.scene import MatchFact
from agent.tournament.core.events import (
    Event,
)
from agent.tournament.core.records import DebateRecord
from agent.tournament.core.state import Tournament
from agent.tournament.log.entry_log import Writing
from config.format import Side


@dataclass(frozen=True)
class MatchAct:
    """Something to be done in a match of this server once the entries are kept. `what`: pause, resume, end, or free,
    which puts out whoever sits on `side`."""

    what: str
    match: str
    side: Side | None = None


@dataclass
class Desk:
    """An order that is being carried out. `matches`: those of this server; `new_match`: an id for one more; `most`:
    matches that this server holds at once; `server`: id of the one that runs the rooms.

    `effects` and `warnings`: what is told; `acts`: what is to be done.
    """

    writing: Writing
    by: str
    matches: Mapping[str, MatchFact]
    new_match: Callable[[], str]
    most: int = 0
    server: str = ""
    effects: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    acts: list[MatchAct] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    round: int | None = None

    @property
    def state(self) -> Tournament:
        return self.writing.state

    def add(self, event: Event) -> Event:
        made = self.writing.add(event)
        self.entries.append(made.seq)
        return made

    def tell(self, line: str) -> None:
        self.effects.append(line)

    def debate(self, round: int, id: str) -> DebateRecord:
        self.round = round
        return self.state.round(round).debate(id)

    def fact(self, debate: DebateRecord) -> MatchFact | None:
        return self.matches.get(debate.matches[-1]) if debate.running else None

    def end_match(self, debate: DebateRecord) -> None:
        """Its match, if it is being held here, is ended."""
        fact = self.fact(debate)
        if fact is not None and not fact.state.over:
            self.acts.append(MatchAct("end", debate.matches[-1]))
            self.tell(f"{debate.id}: its match is ended")

    @property
    def digest(self) -> str:
        """Of all that is told; the same wherever the same would follow."""
        told = "\n".join((*self.effects, "", *self.warnings))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def held_on_server(record: Tournament, debate: DebateRecord) -> bool:
    """Whether a debate is one for a match of this server: of two sides, at least one of them people."""
    return len(debate.teams) == len(Side) and any(not record.teams[name].seat for name in debate.teams)
