"""A voice made fit for the room: text made speakable, sound trimmed, at one loudness and one rate, whatever happens.

A voice that is slow, hangs, fails or sends nonsense costs its sentence, not the debate: the embedded voice speaks it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from functools import partial

from config.errors import ProviderError
from speech.audio import ROOM_RATE, Audio, Resampler, join, silence
from speech.offload import drain, within
from speech.ports import StreamingVoice, Voice
from speech.synthesis.cache import Recording, Recordings
from speech.synthesis.circuit_breaker import Trust
from speech.synthesis.jobs import Take, Takes
from speech.synthesis.loudness import Leveller, gain_needed, level
from speech.synthesis.trim import Trimmer, trim
from speech.text.speakable import speakable_text
from speech.timing.duration import Syllables

log = logging.getLogger("rostrum.voice")
CACHE_SECONDS = 1200.0
TRIES = 2  # of a sentence with the voice itself, where another try may help
TAKE_SECONDS = 30.0  # for one try; a voice over the network has its own, shorter limit
STAND_IN_SECONDS = 3.0  # for the embedded voice while somebody listens
LEARNING = 0.2  # what the newest sentence counts for in the gain of the next stream
SHORTEST, LONGEST, SLACK_SECONDS = 0.15, 3.0, 2.0  # of the length that a sentence should have: beyond it is no speech

Pieces = partial[Iterator[Audio]]  # of `Studio.pieces`: its arguments are the voice and the text
Listen = Callable[[Pieces], AsyncGenerator[Audio, None]]


class Studio:
    """Each sentence is made once; it is known by its text as written.

    A sentence is tried again where that may help, and then spoken by the fallback. After failures in a row the voice is
    left alone for a while (`Trust`). `failures` has each reason once, until the voice has worked again.

    `synthesize` and `known` may be called from any thread, the rest from the event loop.

    Args:
        listen: runs what blocks, piece by piece, off the event loop.
        clock: in seconds, for how long the voice is left alone.
    """

    def __init__(
        self,
        voice: Voice,
        fallback: Voice | None = None,
        *,
        listen: Listen = drain,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.voice, self.fallback = voice, fallback
        self.name = voice.name
        self.failures: list[str] = []
        self._listen, self._clock = listen, clock
        self._streams = voice if isinstance(voice, StreamingVoice) else None
        self._takes = Takes(self._record, lambda text: self.known(text) is not None, self.lanes)
        self._recordings = Recordings(CACHE_SECONDS)
        self._gain_db: float | None = None  # what sentences of the voice needed lately
        self._guess = Syllables()  # never told what was measured: a wrong rate must not become the measure
        self._trust, self._told = Trust(), set[str]()
        self._lock = threading.Lock()

    @property
    def lanes(self) -> int:
        """How many sentences the voice makes at a time."""
        return self._streams.lanes if self._streams else 1

    # -- what there is -------------------------------------------------------------------------

    def known(self, text: str) -> Audio | None:
        """The sentence if it has been synthesised already."""
        recording = self.recording(text)
        return recording.audio if recording else None

    def recording(self, text: str) -> Recording | None:
        """The sentence if it has been synthesised already, with the voice that speaks in it."""
        return self._recordings.get(text)

    # -- from any thread -----------------------------------------------------------------------

    def synthesize(self, text: str) -> Audio:
        """The sentence at ROOM_RATE and the common loudness (EBU R128), without silence at its edges. Blocks.

        Raises:
            ProviderError: no voice could speak it.
        """
        if (known := self.known(text)) is not None:
            return known
        errors: list[ProviderError] = []
        for voice in self._candidates(errors):
            try:
                within(TAKE_SECONDS, lambda voice=voice: list(self.pieces(voice, text)))  # type: ignore[misc]
            except TimeoutError:
                errors.append(_late(voice, TAKE_SECONDS))
            except ProviderError as error:
                errors.append(error)
            else:
                made = self.known(text)
                assert made is not None  # its pieces have come to an end
                return made
            self._note(voice, errors[-1])
        raise self._nobody(text)

    def pieces(self, voice: Voice, text: str) -> Iterator[Audio]:
        """The sentence as it arrives, fit for the room; at its end it is known, and then levelled exactly. Blocks.

        Raises:
            ProviderError: whatever the voice did wrong, perhaps after some pieces.
        """
        words = speakable_text(text)
        if not words:
            self._recordings.keep(text, Recording(silence(0, ROOM_RATE), voice.name))
            return
        try:
            if voice is self._streams:
                yield from self._streamed(self._streams, text, words)
            else:
                whole = trim(voice.synthesize(words).at(ROOM_RATE))
                self._check(voice, words, whole.seconds, whole=True)
                recording = Recording(level(whole), voice.name)
                self._recordings.keep(text, recording)
                yield recording.audio
        except ProviderError:
            raise
        except Exception as error:  # a voice may be anybody's code
            raise ProviderError(voice.name, f"failed ({type(error).__name__})", retryable=True) from error
        if voice is self.voice:
            self._worked()

    def _streamed(self, voice: StreamingVoice, text: str, words: str) -> Iterator[Audio]:
        resample, trimmer, leveller = Resampler(ROOM_RATE), Trimmer(ROOM_RATE), Leveller(ROOM_RATE, self._gain_db)
        whole: list[Audio] = []
        length = 0.0
        for arrived in voice.stream(words):
            whole.append(trimmer(resample(arrived)))
            length += whole[-1].seconds
            self._check(voice, words, length, whole=False)
            if len((piece := leveller(whole[-1])).samples):
                yield piece
        whole.append(trimmer(resample.flush()))
        sentence = join(whole, ROOM_RATE)
        self._check(voice, words, sentence.seconds, whole=True)
        self._learn(sentence)
        self._recordings.keep(text, Recording(level(sentence), voice.name))
        if len((last := join([leveller(whole[-1]), leveller.flush()], ROOM_RATE)).samples):
            yield last

    # -- from the event loop -------------------------------------------------------------------

    def ahead(self, texts: Sequence[str]) -> None:
        """Make these in the background, in this order, in place of what this was told before and has not begun."""
        self._takes.ahead(texts)

    async def made(self, texts: Sequence[str]) -> None:
        """Wait until all of these are known.

        Raises:
            ProviderError: no voice could speak one of them; the others are known.
        """
        await self._takes.made(texts)

    def take(self, text: str) -> Take:
        """The recording of a sentence that is needed now, in progress or begun at once."""
        return self._takes.begin(text)

    async def news(self, seconds: float) -> None:
        """Until something more of a take has arrived, but no longer than that."""
        await self._takes.news(seconds)

    def abandon(self, take: Take, reason: str) -> None:
        """A take that came too late for its listener counts as a failure of the voice."""
        error = ProviderError(self.name, reason, retryable=True)
        if not take.done and take.error is None and take.voice == self.name:
            self._note(self.voice, error)
        self._takes.abandon(take, error)

    def drop(self, take: Take) -> None:
        """Nobody needs this take any longer, and nobody is to blame."""
        self._takes.abandon(take, ProviderError(self.name, "nobody waited for the sentence"))

    async def stand_in(self, text: str) -> Recording:
        """The sentence by the embedded voice, soon.

        Raises:
            ProviderError: there is none, or it cannot either.
        """
        if (known := self.recording(text)) is not None:
            return known
        if self.fallback is None:
            raise self._nobody(text)
        try:
            async with asyncio.timeout(STAND_IN_SECONDS):
                await self._listened(self.fallback, text, lambda piece: None)
        except TimeoutError:
            error = _late(self.fallback, STAND_IN_SECONDS)
            self._note(self.fallback, error)
            raise error from None
        except ProviderError as error:
            self._note(self.fallback, error)
            raise
        recording = self.recording(text)
        assert recording is not None  # its pieces are kept when they end
        return recording

    async def _record(self, take: Take) -> None:
        """Fill a take: by the voice, by the voice again, by the fallback."""
        errors: list[ProviderError] = []
        for voice in self._candidates(errors):
            take.voice, take.pieces = voice.name, []
            try:
                async with asyncio.timeout(TAKE_SECONDS):
                    await self._listened(voice, take.text, partial(self._arrived, take))
            except TimeoutError:
                errors.append(_late(voice, TAKE_SECONDS))
            except ProviderError as error:
                errors.append(error)
            else:
                take.done = True
                return
            self._note(voice, errors[-1])
            if take.claimed:
                raise errors[-1]
        raise self._nobody(take.text)

    async def _listened(self, voice: Voice, text: str, arrived: Callable[[Audio], None]) -> None:
        async with aclosing(self._listen(partial(self.pieces, voice, text))) as pieces:
            async for piece in pieces:
                arrived(piece)

    def _arrived(self, take: Take, piece: Audio) -> None:
        take.pieces.append(piece)
        self._takes.tell()

    # -- which voice, and what is known of it --------------------------------------------------

    def _candidates(self, errors: Sequence[ProviderError]) -> Iterator[Voice]:
        """Who is to try a sentence next, given the errors it has met so far."""
        while len(errors) < TRIES and (not errors or errors[-1].retryable) and self._asks():
            yield self.voice
        if self.fallback is not None:
            cause = errors[-1] if errors else f"{self.name} is left alone for a while"
            log.info("a sentence is given to %s: %s", self.fallback.name, cause)
            yield self.fallback

    def _asks(self) -> bool:
        with self._lock:
            return self._trust.ask(self._clock())

    def _worked(self) -> None:
        with self._lock:
            if self._trust.lost:
                self._told.clear()  # should it fail again, that is news
            self._trust.worked()

    def _note(self, voice: Voice, error: ProviderError) -> None:
        """Remember a failure; the reason is told once, however many sentences it costs."""
        with self._lock:
            if voice is self.voice:
                self._trust.failed(self._clock())
            log.info("%s failed%s: %s", voice.name, " and is left alone" if self._trust.lost else "", error.reason)
            cause = re.sub(r"\d+", "0", str(error))
            if cause not in self._told:
                self._told.add(cause)
                self.failures.append(str(error))

    def _check(self, voice: Voice, words: str, seconds: float, *, whole: bool) -> None:
        """Raises ProviderError where it cannot be this text: silence, noise without end, sound at another rate."""
        if whole and not seconds:
            raise ProviderError(voice.name, "sent nothing but silence", retryable=True)
        if voice is not self.voice or self.fallback is None:
            return  # there is nobody to do it better
        expected = self._guess.estimate(words)
        if seconds > LONGEST * expected + SLACK_SECONDS or (whole and seconds < SHORTEST * expected):
            reason = f"sent {seconds:.1f} s of sound for a sentence of about {expected:.1f} s; check the rate"
            raise ProviderError(voice.name, reason)

    def _nobody(self, text: str) -> ProviderError:
        return ProviderError(self.name, f"no voice could speak {text[:40]!r}")

    def _learn(self, sentence: Audio) -> None:
        gain = gain_needed(sentence)
        if gain is not None:
            before = gain if self._gain_db is None else self._gain_db
            self._gain_db = before + LEARNING * (gain - before)


def _late(voice: Voice, seconds: float) -> ProviderError:
    return ProviderError(voice.name, f"a sentence was not there within {seconds:g} s", retryable=True)
