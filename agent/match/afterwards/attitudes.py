"""Where people stand towards a motion on five levels, and how they move: the one definition of opinion shift. Pure.

A shift is counted in two ways. Who stands nearer to a side than before has *moved* towards it, by however little. Who
stands on a side on which they did not stand before has *changed sides*, from undecided too. Those who do neither are
counted with them: shares are of all people who were asked both times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from config.format import Side

Pair = tuple[int, int]  # before and after, each from -2 (strongly against the motion) to 2 (strongly for it)


class Moved(BaseModel):
    """Of those who voted both times: how many came to a side, or nearer to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pro: int
    con: int
    stayed: int

    def share(self, side: Side) -> float | None:
        """Of all of them; None where nobody was asked."""
        people = self.pro + self.con + self.stayed
        return (self.pro if side is Side.PRO else self.con) / people if people else None


def moved(pairs: Iterable[Pair]) -> Moved:
    """Any move towards a side."""
    return _counted(after - before for before, after in pairs)


def changed_sides(pairs: Iterable[Pair]) -> Moved:
    """Who stands on a side on which they did not stand before; who is left undecided has changed to none."""
    return _counted(0 if _sign(before) == _sign(after) else _sign(after) for before, after in pairs)


def _counted(ways: Iterable[int]) -> Moved:
    signs = [_sign(way) for way in ways]
    return Moved(pro=signs.count(1), con=signs.count(-1), stayed=signs.count(0))


def _sign(way: int) -> int:
    return (way > 0) - (way < 0)


class PolledAudience(NamedTuple):
    """Those who heard one debate on a motion, in which the contestant in question debated on `stance`."""

    motion: str
    stance: Side
    pairs: Sequence[Pair]


class Shifts(NamedTuple):
    """The mean share of an audience that came over to a contestant, by any move and by change of side.

    Over people, then over both stances, then over motions. `motions`: those that count; `one_sided`: those heard in one
    stance only, which do not, for where one stance wins whoever has it they would measure the motion.
    """

    moved: float | None
    changed: float | None
    motions: tuple[str, ...]
    one_sided: tuple[str, ...]


def shifts(audiences: Iterable[PolledAudience]) -> Shifts:
    """How many came over to a contestant, over all debates of it."""
    heard: dict[str, dict[Side, list[Pair]]] = {}
    for one in audiences:
        heard.setdefault(one.motion, {}).setdefault(one.stance, []).extend(one.pairs)
    asked = {motion: {side: some for side, some in by_side.items() if some} for motion, by_side in heard.items()}
    both = {motion: by_side for motion, by_side in asked.items() if len(by_side) == len(Side)}
    return Shifts(
        _mean([_of_both(by_side, moved) for by_side in both.values()]),
        _mean([_of_both(by_side, changed_sides) for by_side in both.values()]),
        tuple(both),
        tuple(motion for motion in asked if motion not in both),
    )


def _of_both(by_side: Mapping[Side, Sequence[Pair]], counted: Callable[[Iterable[Pair]], Moved]) -> float:
    return fmean(counted(pairs).share(side) or 0.0 for side, pairs in by_side.items())


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
