"""The mouth of a debater: one statement, sentence by sentence, inside the turn.

Each sentence is decided `lead_seconds` before it is heard; what is reported as spoken is what was heard of it. The next
ones are made meanwhile. One that is not there in time is played as it arrives if its voice streams, and spoken by the
embedded voice if even its beginning is late: the floor's clock decides, for the listener hears nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from agent.debater.playback import Account, Uttered
from agent.match.events import Degraded, SentenceSpoken, StatementRevised
from agent.running.ports import Floor, Post
from config.errors import ProviderError
from config.format import Side
from config.statement import Priority, Sentence, Statement
from speech.audio import ROOM_RATE, silence
from speech.synthesis.jobs import Job
from speech.synthesis.synthesizer import Synthesizer
from speech.text.speakable import speakable_text
from speech.timing.delivery import Delivery, words_heard
from speech.timing.duration import Durations
from speech.timing.fit import GUARD

TICK_SECONDS = 0.05
LOOKAHEAD_SECONDS = 20.0  # of planned speech that is made before it is needed
OPENING_SILENCE, SILENCE = 0.6, 0.3  # seconds a listener may wait for a turn's first sound, and for any other
STALLED_SECONDS, ENDING_SECONDS = 0.5, 1.0  # how long one that is arriving may stop, and near its end
STAND_IN_SECONDS = 0.25  # that the embedded voice takes for a sentence
STREAM_AHEAD_SECONDS = 0.5  # a sentence is played as it arrives no sooner than this before it is due,
BUFFER_SECONDS = 0.3  # and not before so much of it is there
MISJUDGED = 1.3  # how much longer than estimated a sentence may turn out
CERTAIN = 0.9  # of what has arrived of an unfinished sentence, by its estimated length, has surely been heard
GIVEN_UP_SECONDS = 10.0  # of silence, where there is no embedded voice to wait for
LOST_IN_A_ROW = 3  # sentences that no voice could speak: the turn is over


class Speaker:
    """Delivers the statements of one side.

    Args:
        seconds: how long a sentence takes in this voice.
        said: told of each sentence once its last word has been heard, or it was cut, as it was heard and as written.
        lead_seconds: how far ahead of what is heard sentences are committed.
    """

    def __init__(
        self,
        side: Side,
        synthesizer: Synthesizer,
        seconds: Durations,
        post: Post,
        said: Callable[[SentenceSpoken, Sentence], None],
        *,
        lead_seconds: float = 2.5,
    ) -> None:
        self.side = side
        self._synthesizer, self._seconds, self._post, self._said = synthesizer, seconds, post, said
        self._lead = lead_seconds
        self._failures_told = 0

    async def speak(
        self, floor: Floor, statement: Statement, newer: Callable[[], Statement | None] = lambda: None
    ) -> None:
        """Use the floor for this statement; cancelled at the bell, it still reports what was heard.

        Args:
            newer: a better draft that has come since it was last asked, if one has: what is not on its way to the
                listener yet is taken from it.

        Raises:
            ProviderError: no voice could speak it; what was spoken before that has been heard to its end.
        """
        account = Account(self.side, floor, self._post, self._said)
        turn = _Turn(floor, account, Delivery(statement.sentences, self._seconds), self._synthesizer, self._seconds)
        try:
            while await turn.step(self._lead):
                self.tell_failures()
                self._renew(turn, floor, newer())
            while not account.empty:
                await self._synthesizer.news(TICK_SECONDS)
                account.tell()
            turn.check()
        finally:
            turn.leave()
            self.tell_failures()

    def _renew(self, turn: _Turn, floor: Floor, newer: Statement | None) -> None:
        if newer is not None and (rest := turn.renew(newer)):
            self._post(StatementRevised(turn=floor.turn, side=self.side, sentences=rest, reason="a newer draft"))

    def tell_failures(self) -> None:
        """Post the reasons for which a voice was replaced, each once."""
        instead = (
            self._synthesizer.fallback.name
            if self._synthesizer.fallback
            else "another try, or the sentence is left out"
        )
        for reason in self._synthesizer.failures[self._failures_told :]:
            self._post(Degraded(part=f"voice of {self.side}", reason=reason, instead=instead))
        self._failures_told = len(self._synthesizer.failures)


class _Turn:
    """One statement on one floor."""

    def __init__(
        self, floor: Floor, account: Account, delivery: Delivery, synthesizer: Synthesizer, seconds: Durations
    ) -> None:
        self._floor, self._account, self._delivery = floor, account, delivery
        self._synthesizer, self._seconds = synthesizer, seconds
        self._take: Job | None = None  # of the sentence that is due
        self._lost: list[ProviderError] = []  # since the last sentence that was spoken
        self._spoken = False

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
        if not speakable_text(sentence.text):
            self._delivery.commit(sentence)  # signs only: there is nothing to hear and nothing to report
        elif self._synthesizer.known(sentence.text) is None:
            await self._fetch(sentence, pause)
        elif self._late() or not any(self._unknown(self._unit_of(sentence))):
            await self._play(sentence, pause)
        else:
            await self._synthesizer.news(TICK_SECONDS)
        return True

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
        return self._silent_for((SILENCE if self._spoken else OPENING_SILENCE) - STAND_IN_SECONDS)

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
        self._spoken, self._lost = True, []
        return self._account.begin(sentence, voice, seconds)

    async def _finish(self, uttered: Uttered, pause: float) -> None:
        self._take = None
        await self._account.finish(uttered, silence(pause, ROOM_RATE))
