"""The mouth of a debater: one statement, sentence by sentence, inside the turn.

Each sentence is decided `lead_seconds` before it is heard; what is reported as spoken is what was heard of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from agent.events import Degraded, SentenceSpoken
from agent.floor import Floor, Post
from config.format import Side
from config.statement import Sentence, Statement
from speech.audio import silence
from speech.compute import compute
from speech.delivery import Delivery
from speech.duration import Durations
from speech.fit import GUARD
from speech.tts import Studio

TICK_SECONDS = 0.05


@dataclass(frozen=True)
class _Uttered:
    """A sentence on its way to the listener; times from the turn's start."""

    sentence: Sentence
    start: float
    end: float


class Speaker:
    """Delivers the statements of one side.

    Args:
        seconds: how long a sentence takes in this voice.
        said: told of each sentence of a turn once its last word has been heard.
        lead_seconds: how far ahead of what is heard sentences are committed.
    """

    def __init__(
        self,
        side: Side,
        studio: Studio,
        seconds: Durations,
        post: Post,
        said: Callable[[int, Sentence], None],
        *,
        lead_seconds: float = 2.5,
    ) -> None:
        self.side = side
        self._studio, self._seconds, self._post, self._said = studio, seconds, post, said
        self._lead = lead_seconds
        self._failures_told = 0

    async def speak(self, floor: Floor, statement: Statement) -> None:
        """Use the floor for this statement; cancelled at the bell, it still reports what was heard."""
        delivery = Delivery(statement.sentences, self._seconds)
        uttered: list[_Uttered] = []
        told = 0
        try:
            while True:
                told = self._tell(floor, uttered, told)
                if floor.queued() > self._lead:
                    await asyncio.sleep(TICK_SECONDS)
                    continue
                chosen = delivery.choose(floor.seconds - GUARD - floor.elapsed() - floor.queued())
                if chosen is None:
                    break
                if unknown := self._unknown_of_unit(delivery, chosen[0]):
                    await self._synthesize(unknown)
                    continue  # now that their length is known, is it still the right choice?
                delivery.commit(chosen[0])
                uttered.append(await self._utter(floor, *chosen))
            while told < len(uttered):
                await asyncio.sleep(TICK_SECONDS)
                told = self._tell(floor, uttered, told)
        finally:
            self._cut_off(floor, uttered[told:])
            self._tell_failures()

    def _unknown_of_unit(self, delivery: Delivery, sentence: Sentence) -> list[Sentence]:
        """What is not synthesised yet of the unit that would begin: it is to be finished once begun."""
        planned = delivery.plan.sentences if delivery.plan else ()
        return [s for s in planned if s.unit == sentence.unit and self._studio.known(s.text) is None]

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        for sentence in sentences:
            await compute(partial(self._studio.synthesize, sentence.text))

    async def _utter(self, floor: Floor, sentence: Sentence, pause: float) -> _Uttered:
        audio = self._studio.synthesize(sentence.text)  # made before: this only looks it up
        start = floor.elapsed() + floor.queued()
        await floor.play(audio)
        await floor.play(silence(pause, audio.rate))
        return _Uttered(sentence, start, start + audio.seconds)

    def _tell(self, floor: Floor, uttered: Sequence[_Uttered], told: int) -> int:
        """Report the sentences whose last word has been heard."""
        heard = floor.elapsed()
        for done in uttered[told:]:
            if done.end > heard + 1e-6:
                break
            self._report(done, floor.turn, done.sentence.text, done.end)
            self._said(floor.turn, done.sentence)
            told += 1
        return told

    def _cut_off(self, floor: Floor, rest: Sequence[_Uttered]) -> None:
        """The floor was taken away: log of the sentence in the air the words that were heard."""
        now = floor.elapsed()
        for left in rest:
            if left.start < now:
                share = min(1.0, (now - left.start) / max(left.end - left.start, 1e-6))
                words = left.sentence.text.split()
                heard = " ".join(words[: int(len(words) * share)])
                if heard:
                    self._report(left, floor.turn, heard, min(now, left.end), cut=share < 1.0)

    def _report(self, done: _Uttered, turn: int, text: str, end: float, cut: bool = False) -> None:
        self._post(
            SentenceSpoken(
                turn=turn,
                side=self.side,
                id=done.sentence.id,
                text=text,
                start=round(done.start, 3),
                end=round(end, 3),
                voice=self._studio.name,
                cut=cut,
            )
        )

    def _tell_failures(self) -> None:
        for reason in self._studio.failures[self._failures_told :]:
            instead = "a second try or the embedded voice"
            self._post(Degraded(part=f"voice of {self.side}", reason=reason, instead=instead))
        self._failures_told = len(self._studio.failures)
