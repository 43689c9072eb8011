"""A statement: one whole speech as sentences that know how much they matter. Pure.

The writer makes it, the fit and the delivery choose from it. A *unit* is a run of sentences that is
spoken whole or not at all (a claim and its first reason); a unit may *need* another one, without
which it makes no sense.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Priority(StrEnum):
    """What goes first when time is short. `reserve` is spoken only when there is time to fill."""

    CLOSING = "closing"  # the last line: always kept
    MUST = "must"
    SHOULD = "should"
    MAY = "may"
    RESERVE = "reserve"


class Sentence(BaseModel):
    """One sentence to be spoken.

    `source` is the rehearsal node it speaks, `topic` the battlefield it belongs to, `cites` the
    evidence items behind its figures. A sentence that states the claim of an action names the `action`
    and its `target`.
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
        left = float(words)
        taken: set[str] = set()
        for unit in sorted(units, key=lambda name: RANK[units[name][0].priority]):
            size = sum(len(s.text.split()) for s in units[unit])
            needs = {s.needs for s in units[unit] if s.needs is not None}
            head = units[unit][0].priority
            if head is Priority.CLOSING or (head is not Priority.RESERVE and size <= left and needs <= taken):
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
