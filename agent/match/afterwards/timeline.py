"""Between two clocks: a turn's own, which stands in pauses, and the match's `at`, which never does. Pure.

Events give a turn's times by its own clock. Whoever lays them beside each other, the recording of the whole match, its
captions, its traces, needs them in seconds since the match began.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from agent.match.events import (
    INTERRUPTED,
    LEFT_OFF,
    ClockPaused,
    ClockResumed,
    Event,
    MatchEnded,
    TurnEnded,
    TurnStarted,
)
from config.format import Side


@dataclass
class Stand:
    """The clock of a turn stood at `clock` seconds from `began` to `ended` (of the match; None: it still does).

    `interrupted`: nobody wanted a pause; the match went on in another process.
    """

    clock: float
    began: float
    ended: float | None = None
    interrupted: bool = False


@dataclass
class TurnTimes:
    """When a turn was: `started` and `ended` (None: not yet) in seconds of the match, and where its clock stood."""

    turn: int
    side: Side
    started: float
    ended: float | None = None
    stands: list[Stand] = field(default_factory=list)

    def at(self, clock: float) -> float:
        """The second of the match in which the turn's clock came to show `clock`; beyond its end it would go on."""
        stood = sum((one.ended or one.began) - one.began for one in self.stands if one.clock < clock)
        return self.started + clock + stood

    def clock(self, at: float) -> float:
        """What the turn's clock shows in that second of the match; after its end, how long it was."""
        at = at if self.ended is None else min(at, self.ended)
        stood = sum(max(0.0, min(at, one.ended or at) - one.began) for one in self.stands)
        return max(0.0, at - self.started - stood)

    def since(self, clock: float, at: float) -> float:
        """Seconds of the match from when the turn's clock showed `clock` to `at`, without the pauses that are over."""
        began = self.at(clock)
        over = (one for one in self.stands if one.ended is not None and began <= one.began and one.ended <= at)
        return at - began - sum((one.ended or 0.0) - one.began for one in over)


class Timeline:
    """The turns of a match by both clocks, from the events so far."""

    def __init__(self) -> None:
        self.turns: list[TurnTimes] = []
        self.at = 0.0  # of the last event
        self.ended: float | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> Self:
        timeline = cls()
        for event in events:
            timeline.push(event)
        return timeline

    def push(self, event: Event) -> None:
        """The next event that the match has accepted."""
        self.at = event.at
        match event:
            case TurnStarted():
                self.turns.append(TurnTimes(event.turn, event.side, event.at))
            case ClockPaused() if event.turn is not None:
                course = self.turns[event.turn]
                interrupted = event.reason in (INTERRUPTED, LEFT_OFF)
                course.stands.append(Stand(course.clock(event.at), event.at, interrupted=interrupted))
            case ClockResumed():
                self._go(event.at)
            case TurnEnded():
                self._go(event.at)
                self.turns[event.turn].ended = event.at
            case MatchEnded():
                self._go(event.at)
                self.ended = event.at
                if self.turns and self.turns[-1].ended is None:
                    self.turns[-1].ended = event.at

    def _go(self, at: float) -> None:
        """A pause that was on within a turn is over."""
        if self.turns and self.turns[-1].stands and self.turns[-1].stands[-1].ended is None:
            self.turns[-1].stands[-1].ended = at
