"""What every speech of the embedded debater is made of: sentences in units, numbered and timed as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from config.statement import Priority, Sentence
from planning.methods.treedebater.choosing.choose import Plan
from planning.methods.treedebater.writing.transitions import Writer
from planning.methods.treedebater.writing.wording import Phrases

SHORT_TURN_SECONDS = 60.0  # in a shorter turn there is no time for courtesies


class Speech:
    """One statement in the making.

    Args:
        seconds: the length of the turn.
    """

    def __init__(self, writer: Writer, phrases: Phrases, plan: Plan, seconds: float) -> None:
        self.w, self.plan, self.seconds = writer, plan, seconds
        self.say, self.has = phrases.say, phrases.has
        self.case = writer.rehearsal.case(writer.side)
        self._spent = self._planned = 0.0  # seconds: of all that was written, and of what should be said
        self._units = self._count = 0

    def _frame(self, texts: Sequence[str], priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        unit = self._unit()
        for i, text in enumerate(texts):
            if i == 0:
                yield self._sentence(text, unit, priority)
            else:
                yield self._sentence(text, self._unit(), Priority.SHOULD, needs=unit)

    def _line(self, text: str, priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        yield self._sentence(text, self._unit(), priority)

    def _close(self, bank: str) -> Iterator[Sentence]:
        if self.seconds < SHORT_TURN_SECONDS:
            bank = f"end.short.{self.w.side}"
        text = self.say(bank, motion=self.w.clause(self.w.rehearsal.motion))
        yield self._sentence(text, self._unit(), Priority.CLOSING)

    def _unit(self) -> str:
        self._units += 1
        return f"u{self._units}"

    def _sentence(self, text: str, unit: str, priority: Priority, **mark: Any) -> Sentence:
        seconds = len(text.split()) / self.w.words_per_second
        self._spent += seconds
        if priority in (Priority.MUST, Priority.SHOULD):
            self._planned += seconds
        self._count += 1
        return Sentence(id=f"s{self._count}", text=text, unit=unit, priority=priority, **mark)
