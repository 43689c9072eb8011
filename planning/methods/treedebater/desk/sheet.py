"""The draft of one turn, as its writer goes on from it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from config.statement import Sentence
from planning.debate import acting
from planning.methods.treedebater.writing.written import DraftPassages


@dataclass
class Sheet:
    """The draft of one turn, its passages, and the points it was written from."""

    passages: DraftPassages = field(default_factory=DraftPassages)
    current: tuple[Sentence, ...] = ()
    known: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()  # words of the other side that were not in the record when it was written
    words: int = 0  # of the whole speech that are spoken: the one budget that everybody is told
    named: dict[str, str] = field(default_factory=dict)  # options, by their nodes
    meets: dict[str, frozenset[str]] = field(default_factory=dict)  # points, by the words of whatever met them

    def note(self, sentences: Iterable[Sentence]) -> None:
        """What these meet, should they be spoken: a later draft that leaves them out meets it no less."""
        for one in sentences:
            self.meets[one.text] = frozenset((*one.answers, *one.concedes))

    def met(self, spoken: Iterable[str], corrected: Mapping[str, str]) -> frozenset[str]:
        """Points that are met by what was spoken, by the ids that they have now."""
        found = (point for text in spoken for point in self.meets.get(text, ()))
        return frozenset(acting.now(corrected, point) for point in found)
