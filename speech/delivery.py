"""Which sentence comes next while a statement is being spoken (algorithms 6). Pure; time comes in as a value.

Before each sentence is committed, the time left is compared with the plan; when they have drifted
apart, the choice among the sentences that remain is made again. Nothing is ever committed that could
not end before the bell, except that the closing line is always given its room first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from config.statement import Priority, Sentence
from speech.fit import PAUSE, Fitted, Window, fit

DRIFT = 0.15  # seconds of difference from the plan that are worth a new choice


class Delivery:
    """Deals out the sentences of one statement.

    Args:
        sentences: the statement, the closing line last.
        seconds: how long a sentence takes, without its pause.
        used: share of the time left at the start that should be filled.
    """

    def __init__(self, sentences: Sequence[Sentence], seconds: Callable[[str], float]) -> None:
        self._rest = list(sentences)
        self._seconds = seconds
        self._begun: set[str] = set()
        self._plan: Fitted | None = None

    @property
    def plan(self) -> Fitted | None:
        """What is meant to be spoken from here on."""
        return self._plan

    def replace(self, sentences: Sequence[Sentence]) -> None:
        """A better draft for what has not been committed yet."""
        self._rest = list(sentences)
        self._plan = None

    def next(self, left: float) -> tuple[Sentence, float] | None:
        """The next sentence and the pause after it; None when there is nothing more to say in time.

        Args:
            left: seconds until the last word must have ended, counted from where this sentence starts.
        """
        plan = self._plan
        if plan is None or abs(self._planned() - left) > DRIFT:
            plan = fit(self._rest, self._seconds, Window(left, left), self._begun)
        while plan.sentences:
            sentence = plan.sentences[0]
            if self._seconds(sentence.text) <= left + 1e-6:
                self._commit(plan, sentence)
                return sentence, plan.pause
            plan = fit(self._without(sentence), self._seconds, Window(left, left), self._begun)
        self._plan = plan
        return None

    def _planned(self) -> float:
        """Seconds that the current plan takes, by what is known of its sentences now."""
        if self._plan is None:
            return 0.0
        chosen = self._plan.sentences
        pauses = self._plan.pause * max(0, len(chosen) - 1)
        return sum(self._seconds(sentence.text) for sentence in chosen) + pauses

    def _commit(self, plan: Fitted, sentence: Sentence) -> None:
        self._begun.add(sentence.unit)
        place = next(i for i, s in enumerate(self._rest) if s.id == sentence.id)
        self._rest = [
            s.model_copy(update={"priority": Priority.MUST}) if self._opened(s) else s for s in self._rest[place + 1 :]
        ]
        kept = plan.sentences[1:]
        self._plan = Fitted(kept, plan.pause, plan.seconds - self._seconds(sentence.text) - PAUSE)

    def _opened(self, sentence: Sentence) -> bool:
        """A unit that has begun is finished before anything optional."""
        return sentence.unit in self._begun and sentence.priority is not Priority.CLOSING

    def _without(self, sentence: Sentence) -> list[Sentence]:
        self._rest = [s for s in self._rest if s.id != sentence.id]
        return self._rest
