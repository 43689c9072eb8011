"""The match as a state machine: `Match.apply(event) -> commands`. Pure.

`rules` says when an event may come, where it leads and what it does (`effects`). Anything else is a RuleError and
changes nothing. Replaying a log through `Match.replay` gives the state the live match had.
"""

from __future__ import annotations

from collections.abc import Iterable

from agent.match.commands import Command
from agent.match.events import Event
from agent.match.records.match import MatchRecord, Phase
from agent.match.records.turn import TurnRecord
from agent.match.rules import Leads, rule
from config.errors import RuleError

__all__ = ["Match", "Phase", "TurnRecord"]


class Match(MatchRecord):
    """The state of one match, moved on by its events."""

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Match:
        """The state after these events."""
        match = cls()
        for event in events:
            match.apply(event)
        return match

    def apply(self, event: Event) -> list[Command]:
        """Take the next event.

        Raises:
            RuleError: it is not allowed now; the state is as before.
        """
        if event.seq != self.seq:
            raise RuleError(f"event {event.seq} came where {self.seq} was due")
        if event.at < self.at:
            raise RuleError(f"event {event.seq} goes back in time, to {event.at:.3f} s")
        row = rule(event)
        if self.phase not in row.leads:
            raise RuleError(f"{event.type} is not allowed while the match is {self.phase.value}")
        commands = row.effect(self, event)
        self._go(row.leads)
        self.seq, self.at = event.seq + 1, event.at
        return commands

    def _go(self, leads: Leads) -> None:
        """To the phase that the table says; back to the interrupted one where it says more than one."""
        after = leads[self.phase]
        back = self.interrupted
        self.phase = after[0] if len(after) == 1 else next(phase for phase in after if phase is back)
        if self.phase is not Phase.PAUSED:
            self.interrupted = None
