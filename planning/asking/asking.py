"""Asking once more: an answer that cannot be used is asked for again, with what was wrong with the first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from config.errors import ModelOutputError, ProviderError
from planning.asking.answers import Unusable
from planning.ports import LLM, Answer, Prompt

Result = TypeVar("Result")


async def once_more(attempt: Callable[[str], Awaitable[Result]]) -> Result:
    """What an attempt brings, or a second one if the first was unusable.

    Args:
        attempt: is told what was wrong with the attempt before it; nothing at first.

    Raises:
        Unusable: the second attempt's, as any other error of either.
    """
    try:
        return await attempt("")
    except Unusable as fault:
        wrong = str(fault)
    return await attempt(wrong)


async def asked(
    llm: LLM,
    role: str,
    prompt: Prompt,
    answer: type[Answer],
    fault: Callable[[Answer], str | None],
    deadline: float,
) -> Answer:
    """An answer in which `fault` finds nothing wrong; it is asked for once more with the fault named.

    Args:
        deadline: of each of the two calls.

    Raises:
        ProviderError, ModelOutputError: as `LLM.ask`, and where both answers have a fault.
    """

    async def attempt(wrong: str) -> Answer:
        again = f"\n\nYour last answer was refused: {wrong}. Answer again without that fault." if wrong else ""
        given = await llm.ask(role, replace(prompt, user=prompt.user + again), answer, deadline)
        if found := fault(given):
            raise Unusable(found)
        return given

    try:
        return await once_more(attempt)
    except Unusable as unusable:
        raise ModelOutputError(role, f"{prompt.name}: {unusable}") from None


async def enough(
    count: int, attempt: Callable[[Sequence[Result], str], Awaitable[tuple[Sequence[Result], Sequence[str]]]]
) -> tuple[list[Result], Sequence[str]]:
    """So many usable things, or as many as two attempts bring; and why the last ones that were refused were.

    A second attempt that fails takes nothing away from what the first one brought.

    Args:
        attempt: is told what is kept and why others were refused, a line each; gives more, and why it refused others.

    Raises:
        ProviderError: the first attempt failed, or there is nothing and the second failed.
    """
    kept: list[Result] = []
    refused: Sequence[str] = ()

    async def more(wrong: str) -> None:
        nonlocal refused
        good, refused = await attempt(kept, wrong)
        kept.extend(good)
        if len(kept) < count:
            raise Unusable("\n".join(refused))

    try:
        await once_more(more)
    except Unusable:
        pass  # whoever asked says what is missing
    except ProviderError:
        if not kept:
            raise
    return kept[:count], refused
