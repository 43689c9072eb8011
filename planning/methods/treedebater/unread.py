"""The other side's freshest words, which nobody has read into a point yet, under ids that an answer can name. Pure.

What was said in the last seconds is answered before it is read, so each passage of it gets the id of a point that is
still to be made. The id stays with its words from prompt to prompt, and once they are read it leads to their point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from config.format import Side
from config.statement import Sentence
from planning.debate.points import Point, point_id
from planning.language.said import stems

FIRST = 901  # number of the first such id: no speech has as many points
LEAST_WORDS = 2  # a word alone is no point


class Unread:
    """What `side` said and nobody has read."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._points: dict[str, Point] = {}  # by their words
        self._before: dict[str, frozenset[str]] = {}  # points that there were when an id was given, by that

    @property
    def points(self) -> tuple[Point, ...]:
        """All that ever had such an id."""
        return tuple(self._points.values())

    def named(self, passages: Sequence[str], turn: int, read: Iterable[Point]) -> tuple[Point, ...]:
        """These passages as points, each with the id that it had before, if it had one.

        Args:
            turn: in which they were said, from 0.
            read: the points that have been made of what was said.
        """
        known = frozenset(point.id for point in read)
        for words in passages:
            if len(words.split()) >= LEAST_WORDS and words not in self._points:
                name = point_id(self._side, turn, FIRST + len(self._points))
                self._points[words] = Point(id=name, words=words, claim=words)
                self._before[name] = known
        return tuple(self._points[words] for words in dict.fromkeys(passages) if words in self._points)

    def resolved(self, sentences: Iterable[Sentence], read: Sequence[Point]) -> tuple[Sentence, ...]:
        """The same, each answer with the point that was made of the words it was written for, as far as one was."""
        ids = {point.id: point for point in self.points}
        return tuple(self._moved(sentence, ids, read) for sentence in sentences) if ids else tuple(sentences)

    def _moved(self, sentence: Sentence, ids: dict[str, Point], read: Sequence[Point]) -> Sentence:
        if not {*sentence.answers, *sentence.concedes} & ids.keys():
            return sentence

        def now(names: Sequence[str]) -> tuple[str, ...]:
            found = (self._now(ids[one], sentence.text, read) if one in ids else one for one in names)
            return tuple(dict.fromkeys(found))

        return sentence.model_copy(update={"answers": now(sentence.answers), "concedes": now(sentence.concedes)})

    def _now(self, point: Point, answer: str, read: Sequence[Point]) -> str:
        """The id of what was made of it; of several that which the answer takes up, and its own where nothing was."""
        made = [*self._made(point, read)]
        best = max(made, key=lambda one: len(stems(one.words) & stems(answer)), default=point)
        return best.id

    def _made(self, point: Point, read: Sequence[Point]) -> Iterator[Point]:
        words = _plain(point.words)
        for one in read:
            if one.id not in self._before[point.id] and (_plain(one.words) in words or words in _plain(one.words)):
                yield one


def _plain(words: str) -> str:
    """With a space at both ends, so that no word is found inside another."""
    return " ".join(["", *re.findall(r"\w+", words.lower()), ""])
