"""The embedded debater: writes a statement from a plan and the rehearsal trees, with no model.

It opens with definition, criterion and claims, rebuts by naming the opponent's point and answering
it, and closes by weighing the battlefields. It speaks a prepared sentence once a match at most, and
only nodes in its own side's voice.
"""

from __future__ import annotations

from collections.abc import Iterable

from config.format import Stage
from config.statement import Sentence, Statement, without
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.writing.advocate import Advocate
from planning.methods.treedebater.writing.closing import Closing
from planning.methods.treedebater.writing.statement import CaseSpeech
from planning.methods.treedebater.writing.wording import Phrases


class PreparedWriter(Advocate):
    """Writes the statements of one side for one match."""

    def write(self, plan: TreePlan, seconds: float, turn: int) -> Statement:
        """A statement with enough in reserve to fill `seconds`; the same plan gives the same text."""
        phrases = Phrases(self._banks, f"{self._seed}/{self.side}/{turn}", self.memory.phrases)
        self._phrase_of = phrases.phrase_of
        if plan.stage is Stage.CLOSING:
            written = Closing(self, phrases, plan, seconds).sentences()
        else:
            draft = CaseSpeech(self, phrases, plan, seconds)
            written = draft.opening() if plan.stage is Stage.OPENING else draft.rebuttal()
        return Statement(sentences=self._fresh(written))

    def _fresh(self, sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        """Drop the units with a sentence that was spoken before or is written twice, and what needs them."""
        written = list(sentences)
        seen = set(self.memory.sentences)
        gone: set[str] = set()
        for sentence in written:
            if sentence.text in seen:
                gone.add(sentence.unit)
            seen.add(sentence.text)
        return without(written, gone)
