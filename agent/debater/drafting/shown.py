"""What would be spoken now, by turn: a draft between the first and the last words that were written apart. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.debater.drafting.composing import behind, mended, with_ends
from config.statement import Sentence, Statement
from planning.methods.contract import Ends

Draft = tuple[tuple[Sentence, ...], Ends | None]  # and the ends that there were when it was begun


class Shown:
    """The statement of each turn; `statements`: those of a match that goes on from its log."""

    def __init__(self, statements: Mapping[int, Statement] | None = None) -> None:
        self.statements: dict[int, Statement] = dict(statements or {})
        self.ends: dict[int, Ends] = {}
        self._drafts: dict[int, Draft] = {}

    def __contains__(self, turn: int) -> bool:
        return turn in self.statements

    def sentences(self, turn: int) -> tuple[Sentence, ...]:
        return self.statements[turn].sentences

    def draft(self, turn: int, otherwise: tuple[Sentence, ...] = ()) -> Draft:
        """What is put between the ends."""
        return self._drafts.get(turn, (otherwise, None))

    def show(self, turn: int, draft: tuple[Sentence, ...], ends: Ends | None = None) -> None:
        """This is the statement now, behind the first words that there are and before last ones that have come since.

        Args:
            ends: those that there were when it was begun, so that it knows better how to end, unless they are kept.
        """
        self._drafts[turn] = draft, ends
        newest = self.ends.get(turn)
        sentences = draft
        if newest is not None:
            knows = newest is ends and not newest.kept
            sentences = behind(newest.first, draft) if knows else with_ends(draft, newest)
        self.statements[turn] = Statement(sentences=sentences)

    def end(self, turn: int, ends: Ends) -> None:
        """The first and the last words have come, for the statement that there is."""
        self.ends[turn] = ends
        self.show(turn, *self.draft(turn, self.sentences(turn)))

    def mend(self, turn: int, before: tuple[Sentence, ...], after: Sequence[Sentence]) -> None:
        """What a check of `before` has changed is changed in the statement, which may be another one by now."""
        (draft, known), ends = self.draft(turn, before), self.ends.get(turn)
        if ends is not None:
            first, last = (mended(some, before, after) for some in (ends.first, ends.last))
            self.ends[turn] = replace(ends, first=first, last=last)
            known = self.ends[turn] if known is ends else known
        self.show(turn, mended(draft, before, after), known)
