"""Plans, statements and what was verified for them, as the log keeps them. Pure."""

from __future__ import annotations

from typing import Any

from agent.match.events import (
    ClaimVerified,
    Detail,
    Event,
    PlannedField,
    PlanUpdated,
    Stamped,
    StatementDrafted,
    StatementRevised,
)
from config.format import Side
from planning.debate.planned import Rationale
from planning.methods import capabilities
from planning.methods.contract import ClaimChecked, Method, Plan, PlanDetail, PlannedPassage

MOST_CHARACTERS = 600  # of a reason


def planned(index: int, side: Side, plan: Plan) -> PlanUpdated:
    """The event that says what will be done in turn `index`, and why."""
    fields = tuple(map(_field, plan.passages))
    known = {"turn": index, "side": side, "battlefields": fields}
    return PlanUpdated.model_validate(_told(plan.detail, PlanUpdated) | known)


def _field(passage: PlannedPassage) -> PlannedField:
    known = {
        "topic": passage.topic,
        "owner": passage.owner,
        "importance": passage.importance,
        "seconds": round(passage.seconds, 1),
        "points": passage.points,
        "decision": passage.decision,
    }
    why = {"rationale": Rationale(told=passage.reason[:MOST_CHARACTERS])}
    return PlannedField.model_validate(why | _told(passage.detail, PlannedField) | known)


def _told(detail: PlanDetail | None, log: type[Stamped | Detail]) -> dict[str, Any]:
    """What a method tells beside what all tell: under the names that the log has for it, else together."""
    told = detail.model_dump() if detail is not None else {}
    named = {name: value for name, value in told.items() if name in log.model_fields}
    more = detail.model_dump(mode="json", exclude=set(named)) if detail is not None else {}
    return named | ({"detail": more} if more else {})


def verified(side: Side, one: ClaimChecked) -> ClaimVerified:
    """The event that says what came of a claim; its tree is told once."""
    return ClaimVerified(
        turn=one.turn,
        side=side,
        claim=one.claim,
        finding=one.tree.finding,
        sentences=one.sentences,
        points=one.points,
        tree=one.tree if one.new else None,
    )


def sourced(event: Event, method: Method) -> Event:
    """A statement together with the evidence behind it; anything else as it is."""
    if not isinstance(event, StatementDrafted | StatementRevised):
        return event
    return event.model_copy(update={"evidence": dict(capabilities.evidence(method, event.sentences))})
