"""Knockouts: the best seed meets the last, and winners go on where the picture of the bracket says. Pure.

Two teams: seats are as many as the next power of two; seat s meets seat M + 1 - s, and where that one is empty goes on
without a debate. The winner takes the better seat, so that the first two seeds can meet in the final only. Four teams:
of 4, 8, 16 ... a fold into rooms of four, of which two go on; of 6, 12, 24 ... the best third goes on without a debate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.tournament.core.events import Drawn
from agent.tournament.core.lots import lots
from agent.tournament.core.plan import DrawRules, Style
from agent.tournament.draw.contenders import Contender, Draw, numbered
from agent.tournament.draw.sides import sided
from config.errors import RuleError


def knockout(
    alive: Mapping[int, str],
    size: int,
    contenders: Mapping[str, Contender],
    rules: DrawRules,
    style: Style,
    label: str,
    seed: str,
    locked: Mapping[frozenset[str], str] | None = None,
) -> Draw:
    """A round of a knockout.

    Args:
        alive: who is still in, by seat from 1.
        size: seats of this round; of four teams not used.
        locked: who is pro, of two whose sides are settled by how they met before.

    Raises:
        RuleError: one is left, or so many cannot be drawn.
    """
    if len(alive) < 2:
        raise RuleError(f"{next(iter(alive.values()), 'nobody')} has won already: there is nobody to meet")
    if style is Style.BP:
        return _of_four(alive, label, seed)
    lot = lots(seed, label)
    drawn, through = [], []
    for seat in range(1, size // 2 + 1):
        one, other = alive.get(seat), alive.get(size + 1 - seat)
        if one is None or other is None:
            through += [team for team in (one, other) if team is not None]
            continue
        pro, con, why = sided(contenders[one], contenders[other], rules.sides, lot)
        if (settled := (locked or {}).get(frozenset((one, other)))) is not None:
            pro, con, why = settled, other if settled == one else one, "sides are changed from when they met"
        told = f"seat {seat} meets seat {size + 1 - seat}"
        met = contenders[one].met.get(other, 0)
        again = (f"they have met {'once' if met == 1 else f'{met} times'}: a knockout does not mind",) if met else ()
        drawn.append(Drawn(id="-", teams=(pro, con), seat=seat, importance=2, why=(told, *again, why)))
    remarks = tuple(f"{name} goes on without a debate" for name in through)
    return Draw(numbered(label, drawn), through=tuple(through), remarks=remarks)


def seats(first: int, number: int) -> int:
    """Of round `number`, from 0, of a knockout that `first` teams began."""
    power = 1
    while power < first:
        power *= 2
    return power >> number


def _of_four(alive: Mapping[int, str], label: str, seed: str) -> Draw:
    ranked = [alive[seat] for seat in sorted(alive)]
    count = len(ranked)
    bypass = count // 3 if count % 3 == 0 and _power(count // 6) else 0
    field = ranked[bypass:]
    rooms = len(field) // 4
    if len(field) % 4 or not _power(rooms):
        raise RuleError(f"{count} teams are no knockout of four: 4, 8, 16 and so on are, or 6, 12, 24 and so on")
    lot = lots(seed, label)
    drawn = []
    for room in range(rooms):
        places = (room, 2 * rooms - 1 - room, 2 * rooms + room, 4 * rooms - 1 - room)
        four: Sequence[str] = [field[place] for place in places]
        order = lot.permutation(4)
        told = f"seeds {', '.join(str(place + bypass + 1) for place in places)} of those who are in; positions by lot"
        teams = tuple(four[place] for place in order)
        drawn.append(Drawn(id="-", teams=teams, seat=room + 1, importance=2, why=(told,)))
    through = tuple(ranked[:bypass])
    return Draw(
        numbered(label, drawn), through=through, remarks=tuple(f"{name} goes on without a debate" for name in through)
    )


def _power(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
