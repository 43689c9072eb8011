"""How the recordings of the turns are laid out in the one recording of a match. Pure.

As far as it can be, second s of the file is second s (`at`) of the match. Two things move them apart, each told by the
stretches: waiting (between turns, or while the clock stands) of more than LONGEST_WAIT_SECONDS is cut down to that; and
what was recorded after the last line of a log that another process went on from is kept, though the clock was set
back by it. A turn of which nothing was recorded is silence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.match.afterwards.timeline import Timeline, TurnTimes

LONGEST_WAIT_SECONDS = 10.0
GRAIN_SECONDS = 0.001  # shorter stretches are none
LATE_SECONDS = 0.5  # that a recording over a network may lack at its end


@dataclass(frozen=True)
class Stretch:
    """From second `file` of the file on, `seconds` of what was heard from second `at` of the match on.

    `turn` and `part`: the recording it is from, the `part`-th of that turn, from its second `start` on; `turn` is None
    for silence. `extra`: the clock of the match stood still meanwhile.
    """

    at: float
    seconds: float
    turn: int | None = None
    part: int = 0
    start: float = 0.0
    extra: bool = False
    file: float = 0.0


@dataclass(frozen=True)
class Layout:
    """The whole file, stretch by stretch."""

    stretches: tuple[Stretch, ...]

    @property
    def seconds(self) -> float:
        return self.stretches[-1].file + self.stretches[-1].seconds if self.stretches else 0.0

    @property
    def second_for_second(self) -> bool:
        """Whether every second of the file is that second of the match."""
        return all(abs(one.file - one.at) < GRAIN_SECONDS for one in self.stretches)

    def file(self, at: float) -> float:
        """Where in the file that second of the match is; the end of what is left of it, where waiting was cut."""
        lived = [one for one in self.stretches if not one.extra]
        place = bisect_right(lived, at + GRAIN_SECONDS, key=lambda one: one.at) - 1
        if place < 0:
            return 0.0
        one = lived[place]
        return one.file + max(0.0, at - one.at if place == len(lived) - 1 else min(at - one.at, one.seconds))


@dataclass(frozen=True)
class _Span:
    """From `begin` to `end` of a turn's clock, `part` holds its sound from `start` on, and `surplus` after it."""

    begin: float
    end: float
    part: int
    start: float
    surplus: float


def lay_out(timeline: Timeline, recorded: Mapping[int, Sequence[float]]) -> Layout:
    """Where everything goes.

    `recorded`: for each turn how many seconds its recordings hold, in order; more than one where it was interrupted.
    """
    stretches: list[Stretch] = []
    file = 0.0
    for one in _in_order(timeline, recorded):
        if one.seconds < GRAIN_SECONDS:
            continue
        if stretches and _goes_on(stretches[-1], one):
            stretches[-1] = replace(stretches[-1], seconds=stretches[-1].seconds + one.seconds)
        else:
            stretches.append(replace(one, file=file))
        file += one.seconds
    return Layout(tuple(stretches))


def _goes_on(before: Stretch, one: Stretch) -> bool:
    """Whether it is the same recording, without a break on any clock."""
    same = (before.turn, before.part, before.extra) == (one.turn, one.part, one.extra) and one.turn is not None
    gaps = (one.at - before.at, one.start - before.start)
    return same and all(abs(gap - before.seconds) < GRAIN_SECONDS for gap in gaps)


def _in_order(timeline: Timeline, recorded: Mapping[int, Sequence[float]]) -> Iterator[Stretch]:
    now = 0.0
    for course in timeline.turns:
        seconds = course.clock(timeline.at)
        spans = _spans(course, seconds, recorded.get(course.turn, ()))
        yield _wait(now, course.started)
        for span in spans[:-1]:
            yield from _heard(course, span)
            yield replace(_after(span, course), at=course.at(span.end), extra=True)
        yield from _heard(course, spans[-1], last=True)
        end = timeline.at if course.ended is None else course.ended
        yield replace(_after(spans[-1], course), at=end)
        now = end + spans[-1].surplus
    yield _wait(now, timeline.ended or timeline.at)


def _after(span: _Span, course: TurnTimes) -> Stretch:
    """What was recorded after the end of a span."""
    return Stretch(0.0, span.surplus, course.turn, span.part, span.start + span.end - span.begin)


def _heard(course: TurnTimes, span: _Span, *, last: bool = False) -> Iterator[Stretch]:
    """The sound of a span with the pauses in it; one at its very end is the next one's, unless it is the last."""
    clock = span.begin
    for stand in course.stands:
        if span.begin <= stand.clock < span.end or (last and stand.clock == span.end):
            yield _sound(course, span, clock, stand.clock)
            yield _wait(stand.began, stand.ended or stand.began)
            clock = stand.clock
    yield _sound(course, span, clock, span.end)


def _sound(course: TurnTimes, span: _Span, begin: float, end: float) -> Stretch:
    return Stretch(course.at(end) - (end - begin), end - begin, course.turn, span.part, span.start + begin - span.begin)


def _spans(course: TurnTimes, seconds: float, recorded: Sequence[float]) -> list[_Span]:
    """What each recording holds of the turn's clock."""
    cuts = [one.clock for one in course.stands if one.interrupted]
    if len(recorded) == 1 and cuts:  # it was gone on with
        surplus = max(0.0, recorded[0] - seconds)
        return [_Span(0.0, cuts[-1], 0, 0.0, surplus), _Span(cuts[-1], seconds, 0, cuts[-1] + surplus, 0.0)]
    if len(recorded) != len(cuts) + 1:
        cuts = _likely(course, seconds, recorded)
    edges = [0.0, *cuts, seconds]
    return [
        _Span(begin, end, part, 0.0, max(0.0, length - (end - begin)))
        for part, ((begin, end), length) in enumerate(zip(pairwise(edges), recorded or (0.0,), strict=True))
    ]


def _likely(course: TurnTimes, seconds: float, recorded: Sequence[float]) -> list[float]:
    """Where each recording but the last most likely ended, where the log does not say: the clock stood then.

    A process that dies in a pause leaves no other trace of it.
    """
    cuts: list[float] = []
    for length in recorded[:-1]:
        begin = cuts[-1] if cuts else 0.0
        reached = [one.clock for one in course.stands if begin <= one.clock <= begin + length + LATE_SECONDS]
        cuts.append(max(reached, default=min(begin + length, seconds)))
    return cuts


def _wait(begin: float, end: float) -> Stretch:
    return Stretch(begin, min(max(0.0, end - begin), LONGEST_WAIT_SECONDS))
