"""What one side said in a match, word by word with its second, and quotations found in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.coach.coaching import Quote
from agent.match.afterwards.finished import FinishedMatch
from config.format import Side

FEWEST = 3  # words of a quotation, which fewer would find anywhere
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")


@dataclass(frozen=True)
class Line:
    """A run of words as it was recognised or spoken; times of the turn's clock."""

    turn: int
    start: float
    end: float
    text: str

    @property
    def words(self) -> int:
        return len(self.text.split())


@dataclass(frozen=True)
class _Token:
    """A word, without what a recogniser writes one way or another; its place in the text of its turn."""

    word: str
    begin: int
    end: int
    at: float
    until: float


@dataclass(frozen=True)
class Spoken:
    """All that a side said, in order."""

    side: Side
    lines: tuple[Line, ...]

    @cached_property
    def _turns(self) -> dict[int, tuple[str, list[_Token]]]:
        turns = dict.fromkeys(line.turn for line in self.lines)
        return {turn: _tokens(self.of(turn)) for turn in turns}

    def of(self, turn: int) -> list[Line]:
        return [line for line in self.lines if line.turn == turn]

    def find(self, words: str, turn: int | None = None, near: float | None = None) -> Quote | None:
        """These words as the transcript has them, or None where they were not said one after the other.

        Capitals, stops and apostrophes do not matter to find them; what is given are the transcript's own letters.
        Of several places the one nearest to the second `near`, else the first.
        """
        sought = [_plain(one) for one in _WORD.findall(words)]
        if len(sought) < FEWEST:
            return None
        found = [
            one
            for number, (text, tokens) in self._turns.items()
            if turn is None or number == turn
            for one in _places(self.side, number, text, tokens, sought)
        ]
        return min(found, key=lambda one: abs(one.start - near) if near is not None else 0.0, default=None)

    def between(self, turn: int, start: float, end: float) -> Quote | None:
        """The lines of that stretch, whole."""
        lines = [line for line in self.of(turn) if line.end > start + 0.01 and line.start < end - 0.01]
        return quote_of(self.side, lines) if lines else None


def spoken_by(match: FinishedMatch, side: Side) -> Spoken:
    """What that side was heard to say, in its own turns and beside the other's."""
    return Spoken(
        side,
        tuple(
            Line(speech.number - 1, part.start, max(part.end, part.start), part.text)
            for speech in match.speeches
            for run in speech.said
            if run.side is side
            for part in run.parts
            if part.text.strip()
        ),
    )


def quote_of(side: Side, lines: Sequence[Line]) -> Quote:
    """Lines of one turn that follow each other."""
    text = " ".join(line.text for line in lines)
    return Quote(side=side, turn=lines[0].turn, start=lines[0].start, end=lines[-1].end, text=text)


def _plain(word: str) -> str:
    return word.replace("'", "").replace("’", "").casefold()


def _tokens(lines: Iterable[Line]) -> tuple[str, list[_Token]]:
    text, tokens = "", []
    for line in lines:
        begin = len(text) + bool(text)
        text = f"{text} {line.text}" if text else line.text
        second = (line.end - line.start) / max(1, len(line.text))
        for word in _WORD.finditer(line.text):
            at, until = (line.start + second * place for place in word.span())
            tokens.append(_Token(_plain(word[0]), begin + word.start(), begin + word.end(), at, until))
    return text, tokens


def _places(side: Side, turn: int, text: str, tokens: Sequence[_Token], sought: Sequence[str]) -> Iterable[Quote]:
    for place in range(len(tokens) - len(sought) + 1):
        run = tokens[place : place + len(sought)]
        if [one.word for one in run] == sought:
            stops = re.match(r"[.!?…,;:%”\"’)]*", text[run[-1].end :])
            end = run[-1].end + (stops.end() if stops else 0)
            said = text[run[0].begin : end].rstrip(",;:")
            yield Quote(side=side, turn=turn, start=run[0].at, end=run[-1].until, text=said)
