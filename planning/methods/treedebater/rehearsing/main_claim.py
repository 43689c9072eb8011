"""What a main claim stands on, and how each side weighs it at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from config.errors import ModelOutputError
from config.format import Side
from config.settings import Role
from planning.asking.answers import Unusable
from planning.asking.asking import once_more
from planning.asking.checks import foreign, wrong_side
from planning.asking.journalled import CALL_SECONDS
from planning.debate.argument import Evidence
from planning.language.figures.sourced import lack
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.answers import MainCase
from planning.methods.treedebater.rehearsing.grown import Point, Seed
from planning.methods.treedebater.rehearsing.sources import Sources, listed
from planning.methods.treedebater.rehearsing.spoken import LINES_KEPT, point, sentences, unfit
from planning.ports import LLM


@dataclass(frozen=True)
class MainGrounds:
    """The claim with its grounds; `weighing` sums the point up for its own side, `answer` for the other."""

    point: Point
    weighing: tuple[str, ...]
    answer: tuple[str, ...]


async def main_case(llm: LLM, sources: Sources, motion: str, side: Side, seed: Seed) -> MainGrounds:
    """The case for a main claim; one that is refused is asked for once more.

    Raises:
        ProviderError, ModelOutputError: there is none that can be spoken.
    """
    shown = await sources.find(motion, seed.claim)
    about = {"motion": motion, "side": side.value, "claim": seed.claim, "reason": seed.reason}

    async def attempt(refused: str) -> MainGrounds:
        prompt = render("main_claim", **about, evidence=listed(shown), refused=refused)
        answer = await llm.ask(Role.PROPOSER, prompt, MainCase, CALL_SECONDS)
        case = _prepared(answer, motion, seed, shown)
        if fault := _fault(answer, case, side):
            raise Unusable(fault)
        if right := await sources.traced([case.point], side, shown):
            return replace(case, point=right[0])
        raise Unusable("its figures have no source")

    try:
        return await once_more(attempt)
    except Unusable as unusable:
        raise ModelOutputError("proposer", str(unusable)) from None


def _prepared(answer: MainCase, motion: str, seed: Seed, shown: Mapping[str, Evidence]) -> MainGrounds:
    """The answer as it can be spoken, without summing up by what has no source."""
    known = tuple(shown.values())
    both = (sentences(answer.weighing, LINES_KEPT), sentences(answer.answer, LINES_KEPT))
    weighing, reply = (tuple(text for text in texts if not lack(text, known, [motion])) for texts in both)
    return MainGrounds(point(seed.claim, answer, shown), weighing, reply)


def _fault(answer: MainCase, case: MainGrounds, side: Side) -> str | None:
    if answer.side is not side:
        return f"it is for {answer.side}, but you speak for {side}"
    if not (case.weighing and case.answer):
        return "weighing and answer need a sentence each, without figures and findings that have no source"
    fault = unfit(case.point, side, (), ()) or foreign([*case.weighing, *case.answer])
    return fault or wrong_side(case.weighing, side) or wrong_side(case.answer, side.other)
