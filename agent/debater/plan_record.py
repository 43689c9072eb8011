"""A plan as the log keeps it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.match.events import PlannedField, PlanUpdated
from planning.choosing.choose import Battlefield, Plan


def planned(index: int, plan: Plan) -> PlanUpdated:
    """The event that says what will be done in turn `index`, and why."""
    return PlanUpdated(
        turn=index,
        side=plan.side,
        k=plan.k,
        hit_rate=round(plan.hit_rate, 4),
        battlefields=tuple(_field(battlefield) for battlefield in plan.battlefields),
    )


def _field(battlefield: Battlefield) -> PlannedField:
    return PlannedField(
        topic=battlefield.topic or battlefield.key,
        owner=battlefield.owner,
        importance=battlefield.importance.value,
        rationale=battlefield.rationale,
        seconds=round(battlefield.seconds, 1),
        options=tuple(_option_lines(battlefield)),
    )


def _option_lines(battlefield: Battlefield) -> Iterator[str]:
    for option in battlefield.options:
        node = f"{option.node.id} (strength {option.strength:.2f})" if option.node else "reasoning, nothing prepared"
        yield f"{option.candidate.kind.value} “{option.candidate.target}” with {node}"
