"""British Parliamentary: rooms of four by points, positions as even as can be. Pure.

Teams and places in rooms are an assignment problem: a place costs a team what its positions would then be off from
even, n (2 - H) bits raised to an exponent, where H is the entropy of its n positions (the measure of Tabbycat's
documentation), and nothing else, so that opponents in a bracket are by lot as WUDC has it. A bracket that does not fill
its rooms takes teams from the next one, into any of its rooms.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from agent.tournament.core.events import Drawn
from agent.tournament.core.lots import lots
from agent.tournament.core.plan import DrawRules, How, Style
from agent.tournament.draw.assignment import assigned
from agent.tournament.draw.contenders import Contender, Draw, numbered
from config.errors import RuleError

SIZE = Style.BP.size
APART = 1e9  # what a place outside its brackets costs


def rooms_of_four(contenders: Sequence[Contender], how: How, rules: DrawRules, label: str, seed: str) -> Draw:
    """A round of debates of four.

    Raises:
        RuleError: they do not fill rooms of four.
    """
    if len(contenders) % SIZE or not contenders:
        lacking = -len(contenders) % SIZE
        raise RuleError(
            f"{len(contenders)} teams do not fill rooms of four: {lacking} more are needed, such as swing teams"
        )
    lot = lots(seed, label)
    ranked = sorted(contenders, key=lambda one: one.rank)
    levels = [0.0] * len(ranked) if how is How.RANDOM else [one.points for one in ranked]
    of_room = _brackets(levels)
    uneven = np.array([unevenness(one.sides, rules.position_exponent) for one in ranked])
    taken = _assigned(levels, of_room, uneven, lot)
    drawn = []
    for room in range(len(ranked) // SIZE):
        four = [taken[room * SIZE + place] for place in range(SIZE)]
        top = max(levels[number] for number in four)
        drawn.append(
            Drawn(
                id="-",
                teams=tuple(ranked[number].name for number in four),
                bracket=top,
                pulled=tuple(ranked[number].name for number in four if levels[number] < top),
                why=tuple(_why(ranked[number], place, uneven[number]) for place, number in enumerate(four)),
            )
        )
    total = float(sum(uneven[number, slot % SIZE] for slot, number in enumerate(taken)))
    order = sorted(drawn, key=lambda one: -one.bracket)
    return Draw(numbered(label, order), cost=total)


def unevenness(positions: Sequence[int], exponent: float) -> npt.NDArray[np.float64]:
    """(4,): what each position would come to next."""
    after = np.array(positions, float)[None, :] + np.eye(SIZE)
    total = after.sum(axis=1, keepdims=True)
    share = after / total
    entropy = -(share * np.log2(np.where(share > 0, share, 1.0))).sum(axis=1)
    return np.asarray((total[:, 0] * (2.0 - entropy)) ** exponent)


def _brackets(levels: Sequence[float]) -> list[set[float]]:
    """For each room, from the top, of which points its teams may be: those that fill the brackets in order."""
    counts = [(level, len(list(some))) for level, some in groupby(levels)]
    rooms: list[set[float]] = []
    number, left = 0, [count for _, count in counts]
    while number < len(counts):
        wanted = -(-left[number] // SIZE) * SIZE
        allowed: set[float] = set()
        filled, at = 0, number
        while filled < wanted:
            took = min(left[at], wanted - filled)
            if took:
                allowed.add(counts[at][0])
            left[at] -= took
            filled += took
            at += left[at] == 0
        rooms += [allowed] * (wanted // SIZE)
        while number < len(counts) and left[number] == 0:
            number += 1
    return rooms


def _assigned(
    levels: Sequence[float],
    of_room: Sequence[set[float]],
    uneven: npt.NDArray[np.float64],
    lot: np.random.Generator,
) -> list[int]:
    """Who (by number) has each place: room by room, position by position. Equal ones by lot."""
    may = np.array([[level in allowed for allowed in of_room] for level in levels])
    cost = np.tile(uneven, (1, len(of_room))) + np.where(np.repeat(may, SIZE, axis=1), 0.0, APART)
    rows, columns = lot.permutation(len(cost)), lot.permutation(len(cost))
    found_rows, found_columns = assigned(cost[np.ix_(rows, columns)])
    taken = [0] * len(cost)
    for row, column in zip(rows[found_rows], columns[found_columns], strict=True):
        taken[int(column)] = int(row)
    return taken


def _why(one: Contender, place: int, uneven: npt.NDArray[np.float64]) -> str:
    position = Style.BP.sides[place]
    before = one.sides[place]
    told = "never before" if not before else "once before" if before == 1 else f"{before} times before"
    better = [
        Style.BP.sides[other] for other in range(SIZE) if uneven[other] < uneven[place] - 1e-9
    ]  # fmt: skip
    rest = f"; {' or '.join(better)} would be fairer to it, and worse for the others" if better else ""
    return f"{one.name}: {position}, {told}{rest}"
