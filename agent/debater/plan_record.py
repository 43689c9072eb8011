"""A plan as the log keeps it. Pure."""

from __future__ import annotations

from agent.match.events import Means, PlannedField, PlannedOption, PlanUpdated
from planning.methods.treedebater.choosing.choose import Battlefield, Option, Plan


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
    why = battlefield.rationale
    return PlannedField(
        topic=battlefield.topic or battlefield.key,
        owner=battlefield.owner,
        importance=battlefield.importance,
        rationale=why.model_copy(update={"strength": round(why.strength, 4)}),
        seconds=round(battlefield.seconds, 1),
        options=tuple(_option(option) for option in battlefield.options),
        points=battlefield.points,
        decision=battlefield.decision,
    )


def _option(option: Option) -> PlannedOption:
    kind, target = option.candidate.kind, option.candidate.target
    if option.node is None:
        return PlannedOption(kind=kind, target=target, means=Means.REASONING)
    return PlannedOption(
        kind=kind, target=target, means=Means.PREPARED, node=option.node.id, strength=round(option.strength, 4)
    )
