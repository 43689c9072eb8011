"""Debates of two teams by points: power pairing in brackets, Swiss, and the first round by lot. Pure.

Brackets and pull-ups are made by their rule first; then all pairs at once by the least cost, so that a rematch in the
bottom bracket may move a pair in the middle. A Swiss draw has no brackets: the nearer in points, the better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from agent.tournament.core.events import Drawn
from agent.tournament.core.lots import lots
from agent.tournament.core.plan import DrawRules, How, Order
from agent.tournament.draw.brackets import brackets
from agent.tournament.draw.contenders import Contender, Draw, numbered
from agent.tournament.draw.matching import matched
from agent.tournament.draw.penalties import BracketPlace, costs, penalties, places
from agent.tournament.draw.reasons import Reasons
from agent.tournament.draw.rising import Rising
from agent.tournament.draw.sides import sided


def power_pairing(
    contenders: Sequence[Contender], how: How, rules: DrawRules, label: str, seed: str, step: float = 0.0
) -> Draw:
    """A round of debates of two.

    Args:
        how: by power, rising, Swiss or by lot.
        label: of the round, for the ids of its debates.
        step: of rising rounds, how many have gone by, from 0 to below 1.

    Raises:
        RuleError: nobody can be paired.
    """
    lot = lots(seed, label)
    ranked = sorted(contenders, key=lambda one: one.rank)
    if how is How.RANDOM:
        ranked = [replace(one, points=0.0) for one in ranked]
    field, bye = without_bye(ranked, rules, lot)
    order = Order.RANDOM if how is How.RANDOM else rules.order
    if how is How.SWISS:
        order = Order.ADJACENT
        standing = {one.name: BracketPlace(-one.points, place, len(field)) for place, one in enumerate(field)}
        pulled: list[str] = []
    else:
        made, pulled = brackets(field, rules.pull_up, lot)
        standing = places(made)
    named = penalties(field, standing, rules, order)
    if how is How.SWISS:
        rank = np.arange(len(field))
        named["pairing"] = rules.penalties.pairing * (np.abs(rank[:, None] - rank[None, :]) - 1.0).clip(0)
    rising = Rising.of(field, step) if how is How.RISING else None
    if rising is not None:
        rising.weigh(named, rules.penalties.rising)
    pairs = matched(costs(named, lot))
    partner = {end: other for one, two in pairs for end, other in ((one, two), (two, one))}
    reasons = Reasons(field, named, partner, order, pulled, rising)
    drawn = [_drawn(field, one, other, reasons, rules, lot) for one, other in pairs]
    total = float(sum(array[one, other] for array in named.values() for one, other in pairs))
    return Draw(numbered(label, drawn), byes=bye, cost=total)


def without_bye(
    ranked: Sequence[Contender], rules: DrawRules, lot: np.random.Generator
) -> tuple[list[Contender], tuple[str, ...]]:
    """An even number, and who meets nobody: of those with the fewest byes the last by rank, or one by lot."""
    if len(ranked) % 2 == 0:
        return list(ranked), ()
    fewest = min(one.byes for one in ranked)
    free = [one for one in ranked if one.byes == fewest]
    out = free[-1] if rules.bye == "lowest" else free[int(lot.integers(len(free)))]
    return [one for one in ranked if one is not out], (out.name,)


def _drawn(
    field: Sequence[Contender], one: int, other: int, reasons: Reasons, rules: DrawRules, lot: np.random.Generator
) -> Drawn:
    pro, con, why = sided(field[one], field[other], rules.sides, lot)
    points = max(field[one].points, field[other].points)
    below = [team.name for team in (field[one], field[other]) if team.points < points]
    return Drawn(
        id="-",
        teams=(pro, con),
        bracket=points,
        pulled=tuple(below),
        why=(*reasons.of(one, other), why),
    )
