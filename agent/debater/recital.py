"""One statement on its floor: which sentence comes next, how it is had in time, and what was heard of it.

Each is decided a moment before it is heard, and the next ones are made meanwhile. One that is not there in time is
played as it arrives if its voice streams, and spoken by the embedded voice if even its beginning is late: the floor's
clock decides, for the listener hears nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from agent.debater.playback import FloorAccount, Uttered
from agent.running.ports import Floor
from config.errors import ProviderError
from config.statement import Priority, Sentence, Statement
from speech.audio import ROOM_RATE, silence
from speech.synthesis.jobs import Job
from speech.synthesis.making import SynthesizedSentence
from speech.synthesis.synthesizer import Synthesizer
from speech.text.speakable import speakable_text
from speech.timing.delivery import Delivery, words_heard
from speech.timing.duration import Durations
from speech.timing.fit import GUARD
from speech.timing.pauses import PAUSE

TICK_SECONDS = 0.05
LOOKAHEAD_SECONDS = 20.0  # of planned speech that is made before it is needed
OPENING_SILENCE, SILENCE = 0.6, 0.3  # seconds a listener may wait for a turn's first sound, and for any other
STALLED_SECONDS, ENDING_SECONDS = 0.5, 1.0  # how long one that is arriving may stop, and near its end
STAND_IN_SECONDS = 0.25  # that the embedded voice takes for a sentence
STREAM_AHEAD_SECONDS = 0.5  # a sentence is played as it arrives no sooner than this before it is due,
BUFFER_SECONDS = 0.3  # and not before so much of it is there
MISJUDGED = 1.3  # how much longer than estimated a sentence may turn out
CERTAIN = 0.9  # of what has arrived of an unfinished sentence, by its estimated length, has surely been heard
INTERPOSED_SECONDS = 1.5  # that a sentence which is no part of the statement may take to be made
GIVEN_UP_SECONDS = 10.0  # of silence, where there is no embedded voice to wait for
LAST_MOMENT_SECONDS = 0.5  # of sound on its way, until which a better draft that is being written is waited for,
AWAITED_SECONDS = 0.6  # and so long in silence, where it will be there by then,
BORNE_SECONDS = 2.2  # or so long before a sentence that only fills time,
WORTH_SECONDS = 1.4  # and its first sentence may take to be made
LOST_IN_A_ROW = 3  # sentences that no voice could speak: the turn is over


Better = Callable[[str], float | None]
"""In how many seconds a better draft than that of this text is expected; None where none is."""


def nothing_better(text: str) -> None:
    """No other draft is being written."""


class Recital:
    """One statement on one floor, sentence by sentence, and what is said between them."""

    def __init__(
        self,
        floor: Floor,
        account: FloorAccount,
        delivery: Delivery,
        synthesizer: Synthesizer,
        seconds: Durations,
        better: Better = nothing_better,
    ) -> None:
        self._floor, self._account, self._delivery = floor, account, delivery
        self._synthesizer, self._seconds = synthesizer, seconds
        self._take: Job | None = None  # of the sentence that is due
        self._lost: list[ProviderError] = []  # since the last sentence that was spoken
        self._spoken = False
        self._better, self._waited = better, False

    # -- deciding ------------------------------------------------------------------------------

    async def step(self, lead: float) -> bool:
        """Bring one sentence to the floor, or wait a moment; False when there is no more to say."""
        self._account.tell()
        if self._floor.queued() > lead:
            await self._synthesizer.news(TICK_SECONDS)
            return True
        chosen = self._delivery.choose(self._left())
        self._synthesizer.ahead(list(self._upcoming()))
        if chosen is None or len(self._lost) >= LOST_IN_A_ROW:
            return False
        sentence, pause = chosen
        if self._better("") is not None:  # what follows on it is not all that will be said
            pause = min(pause, PAUSE)
        if self._waits(sentence):
            self._waited = True
            await self._synthesizer.news(TICK_SECONDS)
            return True
        if not speakable_text(sentence.text):
            self._delivery.commit(sentence)  # signs only: there is nothing to hear and nothing to report
        elif self._synthesizer.known(sentence.text) is None:
            await self._fetch(sentence, pause)
        elif self._late() or not any(self._unknown(self._unit_of(sentence))):
            await self._play(sentence, pause)
        else:
            await self._synthesizer.news(TICK_SECONDS)
        return True

    def _waits(self, sentence: Sentence) -> bool:
        """Whether a better draft than this sentence's is worth waiting for: while there is sound, or for a moment."""
        expected = self._better(sentence.text)
        if expected is None:
            return False
        if sentence.priority is Priority.CLOSING and expected > 0:  # nothing better could be taken after it
            return expected + AWAITED_SECONDS + self._seconds(sentence.text) <= self._left()
        queued, fills = self._floor.queued(), sentence.priority is Priority.RESERVE and not sentence.answers
        patience = BORNE_SECONDS if fills else AWAITED_SECONDS
        soon = expected <= queued + patience and not self._silent_for(patience)
        return queued > LAST_MOMENT_SECONDS or soon

    async def wait(self) -> bool:
        """A moment; whether all that was on its way has been heard by then."""
        await self._synthesizer.news(TICK_SECONDS)
        self._account.tell()
        return self._account.empty

    async def interpose(self, sentence: Sentence) -> None:
        """Speak a sentence that is no part of the statement, as soon as it is there; left out if it would not end."""
        recording = await self._now(sentence.text)
        self._account.rest()
        if recording is not None and recording.audio.seconds <= self._left():
            self._delivery.said(sentence)
            uttered = self._begin(sentence, recording.voice, recording.audio.seconds)
            await self._account.play(uttered, recording.audio)
            await self._account.finish(uttered, silence(PAUSE, ROOM_RATE))

    async def _now(self, text: str) -> SynthesizedSentence | None:
        """The sentence in this voice if it can be made soon, else in the embedded one; None if nobody can speak it."""
        with contextlib.suppress(TimeoutError, ProviderError):
            async with asyncio.timeout(INTERPOSED_SECONDS):
                await self._synthesizer.made([text])
        if (recording := self._synthesizer.recording(text)) is not None:
            return recording
        with contextlib.suppress(ProviderError):
            return await self._synthesizer.stand_in(text)
        return None

    def renew(self, statement: Statement) -> tuple[Sentence, ...]:
        """What is left to say, by a better draft; empty where there is nothing in it to take."""
        return self._delivery.rest if self._delivery.renew(statement.sentences) else ()

    def check(self) -> None:
        """Raises ProviderError when the statement ended because no voice could speak it."""
        if self._lost and (not self._spoken or len(self._lost) >= LOST_IN_A_ROW):
            raise self._lost[-1]

    def leave(self) -> None:
        """The floor is ours no more."""
        self._synthesizer.ahead([])
        if self._take is not None:
            self._synthesizer.drop(self._take)
        self._account.cut_off()

    def _left(self) -> float:
        """Seconds from where the next sentence would start until the last word must have ended."""
        return self._floor.seconds - GUARD - self._floor.elapsed() - self._floor.queued()

    def _late(self) -> bool:
        """Whether the embedded voice has to speak now, or the listener will have waited too long."""
        longest = SILENCE if self._spoken else OPENING_SILENCE
        return self._silent_for((WORTH_SECONDS if self._waited else longest) - STAND_IN_SECONDS)

    def _silent_for(self, seconds: float) -> bool:
        """Whether the listener has heard nothing for so long."""
        return self._floor.elapsed() >= self._account.dry_at + seconds

    def _planned(self) -> tuple[Sentence, ...]:
        return self._delivery.plan.sentences if self._delivery.plan else ()

    def _unit_of(self, sentence: Sentence) -> list[Sentence]:
        """What is to be finished once this sentence has begun."""
        return [s for s in self._planned() if s.unit == sentence.unit]

    def _unknown(self, sentences: list[Sentence]) -> Iterator[str]:
        return (s.text for s in sentences if self._synthesizer.known(s.text) is None)

    def _upcoming(self) -> Iterator[str]:
        """What is to be made next: the unit that is due, the closing line, and what is planned after that."""
        planned = self._planned()
        if planned:
            yield from self._unknown(self._unit_of(planned[0]))
            yield from self._unknown([s for s in planned if s.priority is Priority.CLOSING])
        length = 0.0
        for sentence in planned:
            if length > LOOKAHEAD_SECONDS:
                break
            yield from self._unknown([sentence])
            length += self._seconds(sentence.text)

    # -- a sentence that is not there yet ------------------------------------------------------

    async def _fetch(self, sentence: Sentence, pause: float) -> None:
        """Play it as it arrives, have the embedded voice speak it, or wait a moment and choose again."""
        if self._take is None or self._take.text != sentence.text:
            self._take = self._synthesizer.take(sentence.text)
        take = self._take
        if take.error is not None:
            self._lose(sentence, take.error)
        elif self._may_stream(take, sentence):
            await self._stream(take, sentence)
        elif self._late() and self._synthesizer.fallback is not None:
            self._synthesizer.abandon(take, "a sentence was not there when it was due")
            await self._have_it_spoken(sentence)
        elif self._silent_for(GIVEN_UP_SECONDS):
            self._synthesizer.abandon(take, f"a sentence was not there within {GIVEN_UP_SECONDS:g} s")
        else:
            await self._synthesizer.news(TICK_SECONDS)

    async def _have_it_spoken(self, sentence: Sentence) -> None:
        """Make it known by the embedded voice; its length may change the choice."""
        self._take = None
        try:
            await self._synthesizer.stand_in(sentence.text)
        except ProviderError as error:
            self._lose(sentence, error)

    def _lose(self, sentence: Sentence, error: ProviderError) -> None:
        self._take = None
        self._lost.append(error)
        self._delivery.drop(sentence)

    def _may_stream(self, take: Job, sentence: Sentence) -> bool:
        """Whether enough of it is there, it is due, and there is room even if it turns out longer than estimated."""
        due = self._floor.elapsed() >= self._account.dry_at - STREAM_AHEAD_SECONDS
        longest = MISJUDGED * self._seconds(sentence.text) + self._delivery.kept_back
        return due and take.seconds >= BUFFER_SECONDS and longest <= self._left()

    # -- playing -------------------------------------------------------------------------------

    async def _play(self, sentence: Sentence, pause: float) -> None:
        recording = self._synthesizer.recording(sentence.text)
        assert recording is not None
        self._delivery.commit(sentence)
        uttered = self._begin(sentence, recording.voice, recording.audio.seconds)
        await self._account.play(uttered, recording.audio)
        await self._finish(uttered, pause)

    async def _stream(self, take: Job, sentence: Sentence) -> None:
        """Play a sentence as it arrives; should it stop arriving, the embedded voice speaks the rest of it."""
        take.claimed = True
        self._delivery.commit(sentence)
        uttered = self._begin(sentence, take.voice, self._seconds(sentence.text))
        next_piece = 0
        while next_piece < len(take.pieces) or not take.done:
            if next_piece < len(take.pieces):
                await self._account.play(uttered, take.pieces[next_piece])
                uttered.whole = max(uttered.whole, uttered.played)
                next_piece += 1
            elif take.error is not None or self._stalled(uttered):
                self._synthesizer.abandon(take, "the sound stopped in the middle of a sentence")
                await self._speak_the_rest(uttered)
                break
            else:
                await self._synthesizer.news(TICK_SECONDS)
                self._account.tell()
        await self._finish(uttered, self._delivery.pause(self._left()))

    def _stalled(self, uttered: Uttered) -> bool:
        """Whether the sound has stopped for too long; at the end of a sentence a pause is nothing strange."""
        ending = uttered.played >= CERTAIN * self._seconds(uttered.sentence.text)
        return self._silent_for((ENDING_SECONDS if ending else STALLED_SECONDS) - STAND_IN_SECONDS)

    async def _speak_the_rest(self, uttered: Uttered) -> None:
        """The words that have not been heard yet; a word that was cut in two is said again."""
        words = uttered.sentence.text.split()
        heard = words_heard(uttered.sentence.text, CERTAIN * uttered.played / uttered.whole)
        rest = " ".join(words[min(heard, len(words) - 1) :])
        try:
            recording = await self._synthesizer.stand_in(rest)
        except ProviderError:
            self._account.break_off(uttered)
            return
        uttered.voice += f", then {recording.voice}"
        uttered.whole = uttered.played + recording.audio.seconds
        await self._account.play(uttered, recording.audio)

    def _begin(self, sentence: Sentence, voice: str, seconds: float) -> Uttered:
        self._spoken, self._lost, self._waited = True, [], False
        return self._account.begin(sentence, voice, seconds)

    async def _finish(self, uttered: Uttered, pause: float) -> None:
        self._take = None
        await self._account.finish(uttered, silence(pause, ROOM_RATE))
