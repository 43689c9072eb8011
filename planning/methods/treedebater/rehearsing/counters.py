"""Counter-arguments to one argument of a rehearsal tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.format import Side
from config.settings import Role
from planning.asking.asking import enough
from planning.asking.journalled import CALL_SECONDS
from planning.debate.argument import Evidence
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.answers import Counters
from planning.methods.treedebater.rehearsing.grown import Grown, Point
from planning.methods.treedebater.rehearsing.sources import Sources, listed
from planning.methods.treedebater.rehearsing.spoken import point, unfit
from planning.ports import LLM


async def counters(llm: LLM, sources: Sources, motion: str, node: Grown, wanted: int) -> tuple[list[Point], str]:
    """Counter-arguments to a node; for those that are refused others are asked for once. And why there are no more.

    Raises:
        ProviderError, ModelOutputError: there are none.
    """
    side = node.side.other
    shown = await sources.find(node.point.claim)
    ancestors = [one.point.claim for one in node.chain]

    async def attempt(kept: Sequence[Point], refused: str) -> tuple[list[Point], list[str]]:
        prompt = render(
            "counters",
            motion=motion,
            side=side.value,
            count=wanted - len(kept),
            exchange="\n".join(f"[{i}] {one.side}: {one.brief}" for i, one in enumerate(node.chain, 1)),
            evidence=listed(shown),
            kept="\n".join(one.claim for one in kept),
            refused=refused,
        )
        answer = await llm.ask(Role.PROPOSER, prompt, Counters, CALL_SECONDS)
        return _sift(answer, side, ancestors, kept, shown)

    found, refused = await enough(wanted, attempt)
    before = await sources.find(motion, *ancestors)
    right = await sources.traced(found, side, shown, list(before.values()))
    return right, "their figures have no source" if len(found) == wanted else "; ".join(refused) or "fewer were given"


def _sift(
    answer: Counters, side: Side, ancestors: Sequence[str], kept: Sequence[Point], shown: Mapping[str, Evidence]
) -> tuple[list[Point], list[str]]:
    """What of an answer can be used beside what is kept already, and why the rest cannot."""
    good: list[Point] = []
    refused: list[str] = []
    for given in answer.counters:
        one = point(given.claim, given, shown)
        fault = unfit(one, side, ancestors, [other.claim for other in (*kept, *good)])
        if answer.side is not side:
            fault = f"it is for {answer.side}, but you speak for {side}"
        if fault:
            refused.append(f"{one.claim or '(empty)'} - {fault}")
        else:
            good.append(one)
    return good, refused
