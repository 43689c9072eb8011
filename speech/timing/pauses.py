"""The pauses of a statement: inside a point, between two points, before the closing line. Pure.

A point is a unit with all that needs it; what follows on the same topic goes on with it. The pause inside a point
stretches and shrinks with the clock (`speech.timing.fit`), and the others with it: what they are longer stays the same
in longer pauses and shrinks in proportion in shorter ones.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby, pairwise

from config.statement import Priority, Sentence, needs_of

PAUSE = 0.35  # seconds after a sentence, inside a point and where nothing else is asked
PAUSE_LEAST, PAUSE_MOST = 0.15, 0.50  # how far pauses give way: a silence belongs to the rhythm, it fills no time
MORE_BETWEEN_POINTS = 0.45  # beside the pause inside a point
MORE_BEFORE_CLOSING = 0.65


def longer(pause: float) -> float:
    """The share of what the longer pauses have more, where the one inside a point lasts `pause` seconds."""
    return min(1.0, pause / PAUSE)


def pause_to_fill(seconds: float, pauses: int, more: float) -> float:
    """The pause inside a point with which so many pauses take so long, as far as pauses give way.

    Args:
        more: seconds that the longer ones among them have more at full length.
    """
    pause = (seconds - more) / pauses
    if pause < PAUSE:
        pause = seconds / (pauses + more / PAUSE)
    return max(PAUSE_LEAST, min(PAUSE_MOST, pause))


class Points:
    """The points of a statement. `sentences`: in speaking order; what they need must be among them."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._needs = needs_of(sentences)
        self._heads: dict[str, str] = {}
        for root, run in groupby(self._needs, key=self.passage):
            units = list(run)
            self._heads |= {unit: root if root in units else self._up(unit, units) for unit in units}

    def head(self, unit: str) -> str:
        """The unit that is spoken whenever anything of the same stretch of the same point is."""
        return self._heads[unit]

    def passage(self, unit: str) -> str:
        """The unit that this one hangs on in the end: all that hang on the same one are a passage."""
        return self._up(unit, self._needs)

    def more(self, before: Sentence, after: Sentence) -> float:
        """Seconds at full length between two sentences, beside the pause inside a point."""
        if after.priority is Priority.CLOSING:
            return MORE_BEFORE_CLOSING
        same_topic = before.topic and before.topic == after.topic
        return 0.0 if same_topic or self.passage(before.unit) == self.passage(after.unit) else MORE_BETWEEN_POINTS

    def added(self, sentences: Sequence[Sentence]) -> float:
        """The sum of it over these sentences, spoken one after the other."""
        return sum(self.more(before, after) for before, after in pairwise(sentences))

    def _up(self, unit: str, among: Container[str]) -> str:
        """As far as one comes from what is needed to what that needs, among these units."""
        seen = [unit]
        while (need := self._needs[seen[-1]]) is not None and need in among and need not in seen:
            seen.append(need)
        return seen[-1]


def spoken_seconds(sentences: Sequence[Sentence], lengths: Iterable[float], pause: float) -> float:
    """From the first sound to the last of a whole statement, with this pause inside its points."""
    pauses = pause * max(0, len(sentences) - 1)
    return sum(lengths) + pauses + longer(pause) * Points(sentences).added(sentences)
