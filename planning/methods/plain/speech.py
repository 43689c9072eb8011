"""A speech as a model gives it, and the sentences that are made of it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side
from config.statement import Priority, Sentence
from planning.asking.asking import foreign, plain, wrong_side
from planning.language.said import misquoted
from planning.language.text import sentences

HEAD = 2  # sentences of a passage that are spoken together or not at all: a claim and its first reason


class Passage(BaseModel):
    """Sentences about one thing; `answers`: words of the other side that they answer."""

    model_config = ConfigDict(extra="forbid")

    about: str = Field(max_length=80)
    answers: list[str] = Field(default_factory=list, max_length=12)
    importance: Literal["must", "should", "reserve"] = "should"
    sentences: list[str] = Field(min_length=1, max_length=60)

    def unheard(self, heard: Sequence[str]) -> tuple[str, ...]:
        """The words that it answers, where nobody has said any of them."""
        whole = " ".join(heard)
        missing = tuple(one for one in self.answers if misquoted(f"“{plain(one).strip('“” ')}”", [whole]))
        return missing if len(missing) == len(self.answers) else ()


class Speech(BaseModel):
    """A speech in speaking order; `side`: whom the model believes to speak for."""

    model_config = ConfigDict(extra="forbid")

    side: Side
    passages: list[Passage] = Field(min_length=1, max_length=40)
    closing: str = Field(default="", max_length=300)

    def fault(self, side: Side) -> str | None:
        """Why it cannot be spoken for that side, if so."""
        texts = [text for one in self.passages for text in one.sentences] + [self.closing]
        if self.side is not side:
            return f"it is for {self.side}, but you speak for {side}"
        if not any(_spoken(text) for text in texts[:-1]):
            return "it has no words"
        return foreign(texts) or wrong_side(texts, side)


def statement(passages: Sequence[Passage], closing: str) -> list[Sentence]:
    """The sentences of a speech: the first ones of a passage stand together, each after them needs the one before.
    What answers the other side must be spoken."""
    found = [one for number, passage in enumerate(passages, 1) for one in _units(passage, number)]
    if last := " ".join(_spoken(closing)):
        return [*found, Sentence(id="closing", text=last, unit="closing", priority=Priority.CLOSING)]
    end = {"priority": Priority.CLOSING, "unit": "closing", "needs": None}
    return [*found[:-1], *(one.model_copy(update=end) for one in found[-1:])]


def _spoken(text: str) -> list[str]:
    """What a voice can say of it, sentence by sentence."""
    return [one for one in sentences(plain(text)) if any(c.isalnum() for c in one)]


def _units(passage: Passage, number: int) -> Iterator[Sentence]:
    texts = [one for text in passage.sentences for one in _spoken(text)]
    worth = Priority.MUST if passage.answers else Priority(passage.importance)
    together = 1 if worth is Priority.RESERVE else HEAD  # what fills the time does it better in small pieces
    head, rest = f"u{number}", Priority.RESERVE if worth is Priority.RESERVE else Priority.SHOULD
    for place, text in enumerate(texts):
        tail = place - together  # its number among what may be left out from the end
        yield Sentence(
            id=f"s{number}.{place + 1}",
            text=text,
            unit=head if tail < 0 else f"{head}.{tail}",
            priority=worth if tail < 0 else rest,
            needs=None if tail < 0 else head if tail == 0 else f"{head}.{tail - 1}",
            topic=" ".join(plain(passage.about).split()),
        )
