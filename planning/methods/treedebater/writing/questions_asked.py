"""Questions to the other side, made from the trees: for a point of information, or one after the other. Pure.

A question leans on what was really said: a point of theirs in its own words, a claim that was surely recognised, or one
of ours that they have left alone. Each is asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from planning.debate.points import PointForm
from planning.methods.treedebater.choosing.open_points import Owed
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.methods.treedebater.writing.transitions import UNDERSTOOD
from planning.methods.treedebater.writing.wording import Phrases

MOST_WORDS = 34  # of a question: 13.6 s at 150 words a minute, where 15 s are given
QUOTED_WORDS = 14  # of theirs in it, at most
UNASKABLE = (PointForm.CONCESSION, PointForm.QUESTION, PointForm.ASCRIPTION)


@dataclass(frozen=True)
class Question:
    """What could be asked: about which points and claims, for nothing is asked about twice, and in which frame."""

    about: tuple[str, ...]
    bank: str
    filled: Mapping[str, str]


class Questions:
    """What one side may ask in one match.

    Args:
        clause: a claim as it reads inside a sentence.
    """

    def __init__(self, rehearsal: Rehearsal, phrases: Phrases, clause: Callable[[str], str]) -> None:
        self._rehearsal, self._phrases, self._clause = rehearsal, phrases, clause
        self._asked: set[str] = set()
        self._before: Sequence[str] = ()  # asked before this process came to the match

    def recall(self, asked: Sequence[str]) -> None:
        """What these were about is not asked again."""
        self._before = asked

    def next(self, owed: Sequence[Owed], unmet: Sequence[str], ours: Sequence[Prepared]) -> str | None:
        """The best question that has not been given yet; None where there is none.

        Args:
            owed: the other side's points, in the order in which they were made.
            unmet: our claims to which they have said nothing.
            ours: our main claims.
        """
        for question in self._possible([one for one in owed if one.open][::-1], unmet, ours):
            if self._asked & {*question.about} or self._recalled(question):
                continue
            text = self._phrases.say(question.bank, **question.filled)
            if len(text.split()) <= MOST_WORDS:
                self._asked.update(question.about)
                return text
        return None

    def _recalled(self, question: Question) -> bool:
        return any(part in text for part in question.filled.values() for text in self._before)

    def _possible(self, latest: Sequence[Owed], unmet: Sequence[str], ours: Sequence[Prepared]) -> Iterator[Question]:
        about_points = [one for one in latest if one.point.form not in UNASKABLE]
        for one in about_points:
            yield from self._with_answer(one)
        for one in about_points:
            if _quotable(one):
                yield Question((one.point.id,), "ask.open", {"quote": _quote(one)})
        for claim in unmet:
            yield Question((claim,), "ask.ours", {"clause": self._clause(claim)})
        for node in ours:
            yield Question((node.claim,), "ask.alone", {"clause": self._clause(node.claim)})

    def _with_answer(self, one: Owed) -> Iterator[Question]:
        """Their point, and the prepared claim that answers it: only where it surely is that point."""
        best = next((option.node for option in one.options[: one.sure] if option.node is not None), None)
        if best is None:
            return
        clause = self._clause(best.claim)
        if _quotable(one):
            yield Question((one.point.id, best.claim), "ask.prepared", {"quote": _quote(one), "clause": clause})
        known = self._rehearsal.nodes.get(one.node.source or "") if one.node is not None else None
        if known is not None and one.node is not None and one.node.confidence >= UNDERSTOOD:
            yield Question(
                (one.point.id, best.claim), "ask.claim", {"theirs": self._clause(known.claim), "clause": clause}
            )


def _quotable(one: Owed) -> bool:
    return 0 < len(one.point.quote.split()) <= QUOTED_WORDS


def _quote(one: Owed) -> str:
    """Their words to stand before a full stop, as the beginning of a sentence."""
    quote = one.point.quote.rstrip(".!?,;: ")
    return quote[:1].upper() + quote[1:]
