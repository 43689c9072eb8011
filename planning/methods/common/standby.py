"""A side that writes down what it hears and says, and what it says where nobody has written anything for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from config.format import Side
from config.statement import Priority, Sentence
from planning.methods.common.speeches import Record
from planning.methods.contract import Applied, Commission, Drafted, Past
from planning.methods.door import Position
from planning.reading.passages import Passage

STANCE = {Side.PRO: "for", Side.CON: "against"}
NOTHING_NEW = "Rather than make anything up, I say again what we stand on, for it still has to be weighed."
NOTHING = "I have nothing to say on it yet, and I won't make anything up."
END = "That is all I can say in this speech."
TOGETHER = 2  # sentences that are repeated as a passage: small ones fill what time the model's speech leaves


def standing_in(motion: str, side: Side, said: Sequence[str]) -> Iterator[Sentence]:
    """A speech out of nothing. `said`: sentences of ours from a speech before, in order."""
    stand = f"I speak {STANCE[side]} the motion: {motion.rstrip('.')}."
    said = [text for text in said if text not in (stand, NOTHING, NOTHING_NEW, END)]
    yield _sentence("stand", Priority.MUST, stand)
    yield _sentence("nothing", Priority.SHOULD, NOTHING_NEW if said else NOTHING)
    for place, text in enumerate(said):
        first, topic = place - place % TOGETHER, f"said before, {place // TOGETHER + 1}"
        yield _sentence(f"again{place}", Priority.RESERVE, text, f"again{place - 1}" if place > first else None, topic)
    yield _sentence("end", Priority.CLOSING, END)


def _sentence(name: str, priority: Priority, text: str, needs: str | None = None, topic: str = "") -> Sentence:
    return Sentence(id=name, text=text, unit=name, priority=priority, needs=needs, topic=topic)


class Listening:
    """What it hears and says, it writes down."""

    def __init__(self, name: str, position: Position, record: Record) -> None:
        self.name = name
        self._motion, self._side, self._format = position.motion.text, position.side, position.format
        self._record = record

    def recall(self, past: Past) -> None:
        for turn, said in past.said:
            self._record.add(turn, self._side if isinstance(said, Sentence) else self._side.other, said.text)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        for passage in passages:
            self._record.add(turn, self._side.other, passage.text)
        return ()

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        self._record.add(turn, self._side, heard.text)
        return ()


class Standby(Listening):
    """Ready at once, with what `standing_in` says."""

    async def statement(self, wanted: Commission) -> Drafted | None:
        said = self._record.last_speech(wanted.turn)[:-1]  # a last line is no line of another speech
        return Drafted(tuple(standing_in(self._motion, self._side, said))) if not wanted.so_far else None
