"""Round robin: everybody meets everybody once, by the circle method. Pure.

One stays where it is and the others go round (Kirkman 1850), with the sides of the tables that Berger printed for
chess: nobody leads by more than two on the way, nor by more than one at the end. A number that is odd leaves one out in
each round.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.tournament.core.events import Drawn
from agent.tournament.draw.contenders import Contender, Draw, numbered
from config.errors import RuleError


def circle(names: Sequence[str | None], number: int) -> list[tuple[str | None, str | None]]:
    """Pairs (pro, con) of round `number`, from 0, of an even number of places."""
    count = len(names)
    last, ring = count - 1, count - 1
    found: list[tuple[str | None, str | None]] = []
    at = (number * (count // 2)) % ring
    pair = (names[at], names[last])
    found.append(pair if number % 2 == 0 else pair[::-1])
    for step in range(1, count // 2):
        found.append((names[(at + step) % ring], names[(at - step) % ring]))
    return found


def round_robin(contenders: Sequence[Contender], number: int, label: str) -> Draw:
    """Round `number`, from 0. `contenders`: in the same order in every round.

    Raises:
        RuleError: there are not so many rounds.
    """
    names: list[str | None] = [one.name for one in contenders]
    if len(names) % 2:
        names.append(None)
    if number >= len(names) - 1:
        raise RuleError(f"{len(contenders)} teams meet in {len(names) - 1} rounds; there is no round {number + 1}")
    drawn, byes = [], []
    for pro, con in circle(names, number):
        if pro is None or con is None:
            byes.append(pro or con or "")
        else:
            drawn.append(Drawn(id="-", teams=(pro, con), why=(f"round {number + 1} of the circle",)))
    return Draw(numbered(label, drawn), byes=tuple(byes))
