"""What a verdict withstands: the same debate, changed in ways that must not matter, is judged once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.judging.debatrix import side_by_side
from agent.judging.masking import View, cut, renamed, reordered
from agent.judging.rubric import Rubric, Wording
from agent.judging.verdict import Judge, no_verdict
from agent.match.afterwards.verdicts import Change, ModelBallot, Outcome

LOST = {
    "names": "once the sides were called by each other's names",
    "order": "once blind speeches changed places",
    "length": "once the longer side was cut",
    "wording": "once the rubric was put otherwise",
}


@dataclass(frozen=True)
class Changed:
    """A change; without a `view` where the debate does not allow it."""

    name: str
    told: str
    view: View | None
    wording: Wording


def changes(view: View, rubric: Rubric) -> list[Changed]:
    """All that are tried."""
    first, order, shorter = rubric.first, reordered(view), cut(view)
    followed = (
        "blind speeches in each other's places" if order else "not tried: each speech follows from the one before"
    )
    return [
        Changed("names", "the sides called by each other's names", renamed(view), first),
        Changed("order", followed, order, first),
        Changed("length", _lengths(view, shorter), shorter, first),
        Changed("wording", "the rubric in other words", view, rubric.second),
    ]


def _lengths(before: View, after: View | None) -> str:
    if after is None:
        return "not tried: the sides spoke as long as each other"
    pairs = ((party.label, before.words[party.key], after.words[party.key]) for party in before.parties)
    cuts = [f"{label} cut from {was} to {left} words" for label, was, left in pairs if left < was]
    return ", ".join(cuts)


async def withstood(judge: Judge, ballot: ModelBallot, tried: Sequence[Changed]) -> ModelBallot:
    """The vote after all changes, one run each: one that does not come out the same is no verdict any more."""
    if ballot.result.outcome is Outcome.NONE:
        return ballot
    found = await side_by_side(_once_more(judge, ballot, one) for one in tried)
    broken = [one.name for one in found if not one.held]
    lost = no_verdict(f"it came out otherwise {' and '.join(LOST[name] for name in broken)}")
    return ballot.model_copy(update={"changes": tuple(found), "result": lost if broken else ballot.result})


async def _once_more(judge: Judge, ballot: ModelBallot, changed: Changed) -> Change:
    if changed.view is None:
        return Change(name=changed.name, told=changed.told)
    result = (await judge.judge(changed.view, changed.wording, 1)).finished.overall
    return Change(name=changed.name, told=changed.told, result=result, held=result.same(ballot.result))
