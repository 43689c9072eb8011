"""How a speech begins and ends, written when the other side has said all that it will: one short call of a model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pydantic import Field

from config.format import Side
from config.settings import Role
from config.statement import Sentence
from planning.asking.answers import Shape
from planning.asking.arriving import Arriving
from planning.asking.asking import asked, foreign, plain, wrong_side
from planning.debate.flow import flows_text
from planning.language.said import quotes
from planning.methods.contract import Ends
from planning.methods.treedebater.choosing.brief import Brief, point_lines, unread_lines
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.writing.written import DraftPassages, Known, Written, statement
from planning.ports import LLM

LAST_WORDS_SECONDS = 8.0  # later they would not be the first words any more
POINTS = 4  # open ones that are shown, the freshest
ANSWER_SHARE, CLOSING_SHARE = 0.3, 0.18  # of a speech
ANSWER_WORDS, CLOSING_WORDS = (20, 50), (9, 45)  # at the least and at the most
SHOWN = 8  # passages of what was said last
FRESHEST, WEIGHING = "what was said last", "the weighing"


class LastWords(Shape):
    """The answer to the freshest point, the ids of what it answers, and how the speech closes, all in sentences."""

    side: Side
    answers: list[str] = Field(default_factory=list, max_length=8)
    answer: list[str] = Field(min_length=1, max_length=6)
    closing: list[str] = Field(min_length=1, max_length=6)

    def fault(self, side: Side) -> str | None:
        """Why it cannot be spoken for that side, if so."""
        texts = [*self.answer, *self.closing]
        if self.side is not side:
            return f"it is for {self.side}, but you speak for {side}"
        return foreign(texts) or wrong_side(texts, side)


async def last_words(
    llm: LLM,
    motion: str,
    criterion: str,
    brief: Brief,
    heard: Sequence[str],
    words: int,
    on_ends: Callable[[Ends], None],
) -> Ends:
    """Both passages; `on_ends` hears of the first as soon as it can be spoken. `heard`: what the other side said, in
    order. `words`: of the whole speech. Raises ProviderError, ModelOutputError: none in time that can be spoken."""
    prompt = render(
        "last_words",
        motion=motion,
        side=brief.side.value,
        stage=brief.stage.value,
        criterion=criterion,
        last="\n".join([*heard, *unread_lines(brief.unread)][-SHOWN:]),
        answer_words=_share(words, ANSWER_SHARE, ANSWER_WORDS),
        closing_words=_share(words, CLOSING_SHARE, CLOSING_WORDS),
        points="\n".join(line for one in brief.open[-POINTS:] for line in point_lines(one, new=False)) or "(none)",
        flows=flows_text(brief.flows.trees),
    )
    points = {*(one.point.id for one in brief.owed), *(one.id for one in brief.unread)}

    def arrived(found: Mapping[str, Any]) -> None:
        whole = [text for text in found.get("answer") or () if isinstance(text, str)]  # an unfinished one is not there
        usable = found.get("side") == brief.side.value and not wrong_side(whole, brief.side)
        if usable and whole:
            on_ends(Ends(first=_first(whole, found.get("answers") or (), points)))

    found = await asked(
        llm, Role.WRITER, prompt, LastWords, lambda one: one.fault(brief.side), LAST_WORDS_SECONDS, Arriving(arrived)
    )
    return Ends(_first(found.answer, found.answers, points), _last(found.closing))


def _share(words: int, share: float, within: tuple[int, int]) -> int:
    """So much of the words of a speech."""
    return round(min(max(share * words, within[0]), within[1]))


def _first(texts: Sequence[str], answers: Sequence[str], points: Collection[str]) -> tuple[Sentence, ...]:
    """The sentence that quotes their words leads to the one that answers them."""
    answering = 1 if len(texts) > 1 and any(quotes(texts[0])) else 0
    written = [
        Written(
            text=plain(text),
            passage=FRESHEST,
            importance="must" if place <= answering else "should",
            answers=[str(one) for one in answers][:8] if place == answering else [],
        )
        for place, text in enumerate(texts)
    ]
    end = Written(text="That is all.", passage="end")
    return tuple(statement([*written, end], Known({}, {}, points, points, {FRESHEST}), DraftPassages())[:-1])


def _last(texts: Sequence[str]) -> tuple[Sentence, ...]:
    written = [Written(text=plain(text), passage=WEIGHING, importance="must") for text in texts]
    return tuple(statement(written, Known({}, {}, topics={WEIGHING}), DraftPassages()))
