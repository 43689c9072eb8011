"""A statement: one whole speech as sentences that know how much they matter. Pure.

The writer makes it, the fit and the delivery choose from it. A *unit* is a run of sentences that is
spoken whole or not at all (a claim and its first reason); a unit may *need* another one, without
which it makes no sense.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

WORDS_PER_MINUTE = 150  # of a calm public speaker, pauses included; the default of `speaking.words_per_minute`
WORDS_PER_SECOND = WORDS_PER_MINUTE / 60
RESERVE = 0.12  # of the words asked for, which are spoken only where there is time left
PAPER_WORDS_PER_MINUTE = 130  # TreeDebater's first guess (3.5, appendix B.2), for comparison with it


def budget(words: int, *, reserve: bool = True) -> int:
    """How many words are spoken where so many are asked for, the one number that everybody is told."""
    return round(words * (1 - RESERVE)) if reserve else words


class Priority(StrEnum):
    """What goes first when time is short. `reserve` is spoken only when there is time to fill."""

    CLOSING = "closing"  # the last line: always kept
    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    RESERVE = "reserve"


class Sentence(BaseModel):
    """One sentence to be spoken.

    `needs` is the unit without which it makes no sense; the first sentence of a unit says so for all of it.
    `source` is the rehearsal node it speaks, `topic` the battlefield it belongs to, `cites` the
    evidence items behind its figures. A sentence that states the claim of an action names the `action`
    and its `target`. `answers` and `concedes` are points of the other side, by their ids: what it says something
    against, and what it grants. `leads`: it only leads to a draft that is still to come, and says nothing itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    unit: str
    priority: Priority
    needs: str | None = None
    topic: str = ""
    source: str | None = None
    action: str | None = None
    target: str = ""
    cites: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    concedes: tuple[str, ...] = ()
    leads: bool = False


class Statement(BaseModel):
    """Sentences in the order in which they would be spoken; the closing line is the last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    def of_about(self, words: int) -> Statement:
        """The closing line and the units that matter most, at most so many words if it can be; nothing in reserve."""
        units: dict[str, list[Sentence]] = {}
        for sentence in self.sentences:
            units.setdefault(sentence.unit, []).append(sentence)
        needs = needs_of(self.sentences)
        left = float(words)
        taken: set[str | None] = {None}
        for unit in sorted(units, key=lambda name: RANK[units[name][0].priority]):
            size = sum(len(s.text.split()) for s in units[unit])
            head = units[unit][0].priority
            if head is Priority.CLOSING or (head is not Priority.RESERVE and size <= left and needs[unit] in taken):
                taken.add(unit)
                left -= size
        return Statement(sentences=tuple(s for s in self.sentences if s.unit in taken))

    def as_written(self) -> Statement:
        """All of it must be spoken."""
        fixed = (Priority.CLOSING, Priority.MUST)
        return Statement(
            sentences=tuple(
                s if s.priority in fixed else s.model_copy(update={"priority": Priority.MUST, "needs": None})
                for s in self.sentences
            )
        )


RANK = {priority: rank for rank, priority in enumerate(Priority)}


# -- units that need others --------------------------------------------------------------------------


def needs_of(sentences: Iterable[Sentence]) -> dict[str, str | None]:
    """Every unit, in order, with the one it needs."""
    needs: dict[str, str | None] = {}
    for sentence in sentences:
        needs.setdefault(sentence.unit, sentence.needs)
    return needs


def _needing(sentences: Iterable[Sentence], some: Iterable[str | None]) -> set[str]:
    """The units that need one of some, or one that does, and so on; of None: those that need nothing."""
    needs = needs_of(sentences)
    found: set[str] = set()
    reached = set(some)
    while more := {unit for unit, need in needs.items() if need in reached} - found:
        found |= more
        reached |= more
    return found


def standing(sentences: Sequence[Sentence], given: Iterable[str] = ()) -> tuple[Sentence, ...]:
    """The sentences that make sense: their unit needs nothing, one that is `given`, or one that stands itself."""
    stands = _needing(sentences, {None, *given})
    return tuple(s for s in sentences if s.unit in stands)


def without(sentences: Sequence[Sentence], units: Collection[str]) -> tuple[Sentence, ...]:
    """The sentences but for these units and all that need one of them, be it through others."""
    gone = {*units, *_needing(sentences, units)}
    return tuple(s for s in sentences if s.unit not in gone)


def marked(sentences: Sequence[Sentence], mark: str) -> tuple[Sentence, ...]:
    """The same with ids and units of their own, for two drafts may count alike; what they need of others stays."""
    own = {s.unit for s in sentences}
    return tuple(
        s.model_copy(
            update={"id": mark + s.id, "unit": mark + s.unit, "needs": mark + s.needs if s.needs in own else s.needs}
        )
        for s in sentences
    )
