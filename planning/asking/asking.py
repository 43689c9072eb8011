"""Asking once more, and what an answer must be beyond its schema: in English, on our side, fit to be spoken."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from config.errors import ModelOutputError, ProviderError
from config.format import Side
from config.plain_text import printable_line
from planning.asking.answers import Unusable
from planning.language.cues.cues import STOPWORDS
from planning.language.cues.manners import foreign as of_another_language
from planning.ports import LLM, Answer, OnPiece, Prompt

Result = TypeVar("Result")
ENOUGH_WORDS = 12  # under which the language of a text cannot be told
COMMON_SHARE = 0.15  # of the words of an English text are among the commonest, at the very least
LONG_WORDS = 40  # from which a text has these; notes and noun phrases do without
_ASKED = r"^(?:(?:so|and|therefore|please|now|tonight|i|we|ask|urge|beg|invite|want|you|all|to)\b[ ,]*)*"
_WRONG_VOTE = {  # asked for outright, not quoted, denied or supposed
    Side.PRO: re.compile(rf"{_ASKED}(?:(?:vote|decide) (?:against|con\b|no\b)|reject th(e|is) motion)", re.I),
    Side.CON: re.compile(rf"{_ASKED}(?:(?:vote|decide) (?:for|in favou?r|pro\b|yes\b)|support th(e|is) motion)", re.I),
}
_CONCESSION = re.compile(
    r"\b(i|we) (hereby )?(concede|surrender|give up)(?= (the (debate|motion|match|case)|defeat|that (my opponent"
    r"|the other side|they) (is|are|was|were|wins?|won|has|have))|\s*[.!])|\bmy opponent (has won|wins|should win"
    r"|deserves? (to win|your vote))\b|\bas an? (ai|language) (language )?model\b",
    re.I,
)
_MARKUP = re.compile(r"[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|^\s*(?:[-•]|\d+[.)])\s+|\s*\[\d+\]|<[^>]{0,80}>", re.M)


_WORD = re.compile(r"[^\W\d_]{2}")
_SIGN = re.compile(r"[|{}<>=\\^~_]")  # of notes, of code, of an edit in the wrong form


async def once_more(attempt: Callable[[str], Awaitable[Result]]) -> Result:
    """What an attempt brings, or a second one if the first was unusable. `attempt`: is told what was wrong with the
    attempt before it; nothing at first. Raises Unusable: the second attempt's, as any other error of either."""
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
    while_arriving: OnPiece | None = None,
) -> Answer:
    """An answer in which `fault` finds nothing wrong; it is asked for once more with the fault named. `deadline`: of
    each of the two calls. Raises ProviderError, ModelOutputError: as `LLM.ask`, and where both answers have a fault."""

    async def attempt(wrong: str) -> Answer:
        again = f"\n\nYour last answer was refused: {wrong}. Answer again without that fault." if wrong else ""
        given = await llm.ask(role, replace(prompt, user=prompt.user + again), answer, deadline, while_arriving)
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

    A second attempt that fails takes nothing away from what the first one brought. `attempt`: is told what is kept and
    why others were refused, a line each; gives more, and why it refused others. Raises ProviderError: the first attempt
    failed, or there is nothing and the second failed.
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


def foreign(texts: Iterable[str]) -> str | None:
    """What is wrong with the language of these texts, if anything: too few of the commonest English words in long ones,
    and in short ones signs of another language as well."""
    text = " ".join(texts).lower()
    words = re.findall(r"[^\W\d_]+", text)
    common = sum(word in STOPWORDS for word in words)
    if len(words) < ENOUGH_WORDS or common / len(words) >= COMMON_SHARE:
        return None
    strange = len(words) >= LONG_WORDS or not "".join(words).isascii() or of_another_language(text)
    return "it is not in English" if strange else None


def wrong_side(texts: Iterable[str], side: Side) -> str | None:
    """Whether a text asks for the other side's victory or gives the debate away."""
    for text in texts:
        if _WRONG_VOTE[side].search(text.strip()) or _CONCESSION.search(text):
            return f"it speaks against its own side ({side})"
    return None


def plain(text: str) -> str:
    """The text without markup, on one line."""
    return printable_line(_MARKUP.sub("", text))


def unspeakable(text: str) -> str | None:
    """Why a text, without markup that is easily taken off it, is no sentence that anybody could speak, if so."""
    if not _WORD.search(text):
        return "it has no word in it"
    return f"it has a “{found[0]}” in it" if (found := _SIGN.search(text)) else None
