"""The plan that a model's draft carries out, as everybody sees it: its battlefields, in its own words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from config.format import Side
from config.statement import Sentence
from planning.debate.planned import Decision, Importance, Rationale
from planning.methods.treedebater.choosing.brief import Brief
from planning.methods.treedebater.choosing.choose import Battlefield, Option, Plan
from planning.methods.treedebater.choosing.open_points import Owed, answer_to, reasoned
from planning.methods.treedebater.writing.written import Meant


def carried_out(brief: Brief, plan: Sequence[Meant], sentences: Sequence[Sentence]) -> Plan:
    """The embedded plan with the battlefields that the model has chosen in place of its own; as it was without any."""
    owed = {one.point.id: one for one in brief.owed}
    total = sum(meant.words for meant in plan if meant.decision is not Decision.LEAVE) or 1
    seconds = sum(field.seconds for field in brief.plan.battlefields) or float(total)
    fields = [_field(brief, meant, owed, sentences, seconds / total) for meant in plan]
    return replace(brief.plan, battlefields=tuple(fields)) if fields else brief.plan


def _field(
    brief: Brief, meant: Meant, owed: dict[str, Owed], sentences: Sequence[Sentence], per_word: float
) -> Battlefield:
    points = [one for name in meant.points if (one := owed.get(name.strip().strip("[]"))) is not None]
    used = _used(brief, meant, points, sentences)
    left = meant.decision is Decision.LEAVE
    strength = max((option.strength for option in used), default=0.0)
    unanswered = sum(one.open for one in points)
    return Battlefield(
        key=meant.about,
        topic=meant.about,
        owner=_owner(brief, points),
        importance=Importance.LOW if left else meant.importance,
        rationale=Rationale(unanswered=unanswered, strength=strength, told=" ".join(meant.why.split())),
        seconds=0.0 if left else meant.words * per_word,
        options=tuple(used),
        points=tuple(one.point.id for one in points),
        decision=meant.decision,
    )


def _used(brief: Brief, meant: Meant, points: Sequence[Owed], sentences: Sequence[Sentence]) -> list[Option]:
    """What its sentences carry out; and answering each of its points without anything prepared, where that is done."""
    if meant.decision is Decision.LEAVE:
        return []
    about = meant.about.strip()
    ours = [one for one in sentences if one.topic == about]
    by_node = {option.node.id: option for option in brief.options.values() if option.node is not None}
    used = [by_node[one.source] for one in ours if one.source in by_node]
    bare = [] if used else [reasoned(answer_to(brief.side, brief.flows, one.node, one.point)) for one in points]
    return [*used, *bare]


def _owner(brief: Brief, points: Sequence[Owed]) -> Side:
    """In whose tree most of it is fought out."""
    for one in points:
        if one.node is not None:
            return brief.flows.owner_of(one.node)
    return brief.side.other if points else brief.side
