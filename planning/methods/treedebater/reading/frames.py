"""Sentences around what is claimed, known by the phrases that a prepared writer has for them. Pure.

Whoever debates against a prepared writer hears its announcements ("Think about the price of bread.") and its quoting
frames. They name a topic, or words of the other side, and claim nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from planning.language.said import parts

ANNOUNCING = re.compile(
    r"propose\.|reinforce|name\.(?:topic|back|neutral)|again|kind\.|rebuttal\.start|weigh\.|closing\.(?:start|last)"
)
QUOTING = re.compile(r"quote\.|closing\.(?:said|asked)|read-back")
LEAST_WORDS = 2  # of a phrase beside its topic, from which it is known
MOST_TOPIC = 9  # words of a topic
_VARIABLE = re.compile(r"\{(topic|quote)\}")
_Ends = tuple[tuple[str, ...], tuple[str, ...]]  # the words before and after what varies


class Frames:
    """Knows frames however a recogniser has written them. `banks`: phrases by the name of their bank."""

    def __init__(self, banks: Mapping[str, Sequence[str]]) -> None:
        phrases = [one for name, some in banks.items() if ANNOUNCING.match(name) or QUOTING.match(name) for one in some]
        self._fixed = frozenset(tuple(parts(one)) for one in phrases if "{" not in one)
        cut = [_VARIABLE.split(one) for one in phrases if one.count("{") == 1]
        ends: list[tuple[str, _Ends]] = [
            (one[1], (tuple(parts(one[0])), tuple(parts(one[2])))) for one in cut if len(one) == 3
        ]
        self._topics = frozenset(e for kind, e in ends if kind == "topic" and len(e[0]) + len(e[1]) >= LEAST_WORDS)
        self._quotes = frozenset(e for kind, e in ends if kind == "quote" and len(e[0]) + len(e[1]) > LEAST_WORDS)

    def announces(self, sentence: str) -> bool:
        """Whether a sentence says what comes next and nothing else."""
        words = tuple(parts(sentence))
        return words in self._fixed or any(_between(words, ends, MOST_TOPIC) for ends in self._topics)

    def quotes(self, sentence: str) -> bool:
        """Whether a sentence says somebody's words back and nothing else."""
        words = tuple(parts(sentence))
        return any(_between(words, ends, len(words)) for ends in self._quotes)


def _between(words: Sequence[str], ends: _Ends, most: int) -> bool:
    first, last = ends
    middle = len(words) - len(first) - len(last)
    return 0 < middle <= most and words[: len(first)] == first and words[len(words) - len(last) :] == last
