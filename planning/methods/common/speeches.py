"""What was said so far as a side may know it, a speech as a model gives it, and the sentences made of that. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from pydantic import Field

from config.format import Format, Side
from config.statement import Priority, Sentence
from planning.asking.answers import Shape
from planning.asking.asking import foreign, plain, wrong_side
from planning.language.said import misquoted
from planning.language.text import sentences

NOTHING = "(nothing yet)"
HEAD = 2  # sentences of a passage that are spoken together or not at all: a claim and its first reason


class Record:
    """The debate as one side hears it: its own sentences, and the passages of the other side, turn by turn."""

    def __init__(self, side: Side, match_format: Format) -> None:
        self._side, self._format = side, match_format
        self._said: list[tuple[int, Side, str]] = []

    def add(self, turn: int, side: Side, text: str) -> None:
        """These words come next, in that turn."""
        self._said.append((turn, side, text))

    def known(self, before: int) -> list[tuple[int, Side, str]]:
        """What a speech in turn `before` may know of: in a blind one, our own words alone."""
        blind = self._format.turns[before].blind
        return [one for one in self._said if one[1] is self._side or not blind]

    def size(self, before: int) -> int:
        """How much is known that is no part of that speech itself."""
        return sum(turn != before or side is not self._side for turn, side, _ in self.known(before))

    def of(self, side: Side, before: int) -> list[str]:
        """What that side said, of what is known."""
        return [text for _, speaker, text in self.known(before) if speaker is side]

    def last_speech(self, before: int) -> list[str]:
        """Our own sentences in the last speech of ours that came before that turn."""
        turns = [turn for turn, side, _ in self._said if side is self._side and turn < before]
        speeches = [turn for turn in turns if self._format.turns[turn].cross_examination is None]
        last = max(speeches, default=None)
        return [text for turn, side, text in self._said if turn == last and side is self._side]

    def told(self, before: int, unread: Sequence[str] = ()) -> str:
        """All that is known with who said it, for the speech of turn `before`.
        `unread`: what the other side has said just now, part of which may have been added since."""
        lines = list(self._lines(before))
        theirs = " ".join(self.of(self._side.other, before))
        new = [one for one in unread if one not in theirs]
        if new and not self._format.turns[before].blind:
            lines.append(f"The other side, just now: {' '.join(new)}")
        return "\n\n".join(lines) or NOTHING

    def _lines(self, before: int) -> Iterator[str]:
        for (turn, side), said in groupby(self.known(before), key=lambda one: one[:2]):
            who = "You" if side is self._side else "The other side"
            yield f"{who}, in {named(self._format, turn)}: {' '.join(text for *_, text in said)}"


def named(match_format: Format, turn: int) -> str:
    """A turn as it is spoken of, such as `speech 3 of 6, the rebuttal of pro`."""
    one = match_format.turns[turn]
    speaker = f" ({one.speaker})" if one.speaker else ""
    return f"speech {turn + 1} of {len(match_format.turns)}, the {one.name} of {one.side}{speaker}"


class SpeechPassage(Shape):
    """Sentences about one thing; `answers`: words of the other side that they answer."""

    about: str = Field(max_length=80)
    answers: list[str] = Field(default_factory=list, max_length=12)
    importance: Literal["must", "should", "reserve"] = "should"
    sentences: list[str] = Field(min_length=1, max_length=60)

    def unheard(self, heard: Sequence[str]) -> tuple[str, ...]:
        """The words that it answers, where nobody has said any of them."""
        whole = " ".join(heard)
        missing = tuple(one for one in self.answers if misquoted(f"“{plain(one).strip('“” ')}”", [whole]))
        return missing if len(missing) == len(self.answers) else ()


class Speech(Shape):
    """A speech in speaking order; `side`: whom the model believes to speak for."""

    side: Side
    passages: Sequence[SpeechPassage] = Field(min_length=1, max_length=40)
    closing: str = Field(default="", max_length=300)

    def fault(self, side: Side) -> str | None:
        """Why it cannot be spoken for that side, if so."""
        texts = [text for one in self.passages for text in one.sentences] + [self.closing]
        if self.side is not side:
            return f"it is for {self.side}, but you speak for {side}"
        if not any(_spoken(text) for text in texts[:-1]):
            return "it has no words"
        return foreign(texts) or wrong_side(texts, side)


def statement(passages: Sequence[SpeechPassage], closing: str) -> list[Sentence]:
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


def _units(passage: SpeechPassage, number: int) -> Iterator[Sentence]:
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
