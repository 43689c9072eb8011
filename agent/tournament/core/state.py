"""The tournament as a state machine: `Tournament.apply(event)`. Pure.

`rules` says when an entry may come, where it leads and what it does. Anything else is a RuleError and changes nothing.
Replaying a log gives the state that the live tournament had.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace

from agent.tournament.core.events import Event, Undone
from agent.tournament.core.records import RoundPhase, TournamentPhase, TournamentRecord
from agent.tournament.core.rules import RULES
from config.errors import RostrumError, RuleError

__all__ = ["RoundPhase", "Tournament", "TournamentPhase"]


@dataclass
class Tournament(TournamentRecord):
    """The state of one tournament, moved on by its entries. `log`: all of them; two are equal by what they came to."""

    log: list[Event] = field(default_factory=list, compare=False, repr=False)

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Tournament:
        """The state after these entries."""
        made = cls()
        for event in events:
            made.apply(event)
        return made

    def copied(self) -> Tournament:
        """The same state, on which something can be tried: neither sees what the other becomes."""
        return replace(
            self,
            institutions={**self.institutions},
            teams={**self.teams},
            adjudicators={**self.adjudicators},
            rooms={**self.rooms},
            motions={**self.motions},
            away={**self.away},
            there={kind: {*names} for kind, names in self.there.items()},
            rounds=[one.copied() for one in self.rounds],
            breaks={**self.breaks},
            break_remarks={**self.break_remarks},
            hidden={**self.hidden},
            log=[*self.log],
        )

    @property
    def seq(self) -> int:
        """The number that the next entry has."""
        return len(self.log)

    def apply(self, event: Event) -> None:
        """Take the next entry. Raises RuleError, UnknownName: it is not allowed now; the state is as before."""
        if event.seq != self.seq:
            raise RuleError(f"entry {event.seq} came where {self.seq} was due")
        if isinstance(event, Undone):
            self._undo(event)
        else:
            self._take(event)
        self.log.append(event)

    def _take(self, event: Event) -> None:
        row = RULES[type(event)]
        if self.phase not in row.phases:
            raise RuleError(f"{event.type} is not allowed while the tournament is {self.phase.value}")
        if row.rounds is None:
            row.effect(self, event)
            return
        one = self.round(getattr(event, "round"))  # noqa: B009  (rows with rounds are of entries that have one)
        if one.phase not in row.rounds:
            raise RuleError(f"{event.type} is not allowed while {one.plan.name} is {one.phase.value}")
        leads = row.rounds[one.phase]
        row.effect(self, event)
        one.phase = leads

    def _undo(self, event: Undone) -> None:
        if not 0 < event.of < self.seq:
            raise RuleError(f"entry {event.of} cannot be undone; entries 1 to {self.seq - 1} can")
        if event.of in undone(self.log):
            raise RuleError(f"entry {event.of} has been undone")
        again = Tournament()
        for entry in effective([*self.log, event]):
            try:
                again._take(entry)
            except RostrumError as error:
                told = f"entry {entry.seq} ({entry.type}) builds on it: {error}"
                raise RuleError(f"entry {event.of} cannot be undone, for {told}") from error
        for one in fields(TournamentRecord):
            setattr(self, one.name, getattr(again, one.name))


def undone(log: Sequence[Event]) -> set[int]:
    """The entries that do not count any more: an undoing that was undone itself undoes nothing."""
    gone: set[int] = set()
    for event in reversed(log):
        if isinstance(event, Undone) and event.seq not in gone:
            gone.add(event.of)
    return gone


def effective(log: Sequence[Event]) -> list[Event]:
    """The entries that count, undoings left out."""
    gone = undone(log)
    return [event for event in log if event.seq not in gone and not isinstance(event, Undone)]
