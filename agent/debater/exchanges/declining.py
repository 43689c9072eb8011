"""How a side meets questions whose method neither asks nor answers on the spot: politely, and in its next speech."""

from __future__ import annotations

import itertools

from config.format import Side
from config.shipped import EXCHANGES, load_phrases
from config.statement import Priority, Sentence
from planning.methods.contract import Answer


class Declining:
    """Asks nothing and puts off what it is asked (see `Exchanging`)."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._phrases = itertools.cycle(load_phrases(EXCHANGES)["answer.later"])
        self._numbers = itertools.count(1)

    async def question(self, turn: int, *, at_once: bool = False) -> Sentence | None:
        return None

    def lead(self, turn: int) -> Sentence:
        return self._sentence()

    async def answer(self, turn: int, asked: str) -> Answer:
        return Answer([self._sentence()])

    def _sentence(self) -> Sentence:
        name = f"{self._side}-x{next(self._numbers)}"
        return Sentence(id=name, text=next(self._phrases), unit=name, priority=Priority.MUST)
