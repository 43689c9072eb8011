"""A voice made fit for the room: text made speakable, sound trimmed, at one loudness and one rate, whatever happens.

A voice that is slow, hangs, fails or sends nonsense costs its sentence, not the debate: the embedded voice speaks it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from functools import partial

from config.errors import ProviderError
from speech.audio import Audio
from speech.offload import drain, within
from speech.ports import StreamingVoice, Voice
from speech.synthesis.choice import VoiceChoice
from speech.synthesis.jobs import Job, Jobs
from speech.synthesis.making import Maker, SentenceCache, SynthesizedSentence

CACHE_SECONDS = 1200.0
TAKE_SECONDS = 30.0  # for one try; a voice over the network has its own, shorter limit
STAND_IN_SECONDS = 3.0  # for the embedded voice while somebody listens

Pieces = partial[Iterator[Audio]]  # of `Synthesizer.pieces`: its arguments are the voice and the text
Listen = Callable[[Pieces], AsyncGenerator[Audio, None]]


class Synthesizer:
    """Each sentence is made once; it is known by its text as written.

    A sentence is tried again where that may help, and then spoken by the fallback (see `VoiceChoice`).

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
        self.lanes = voice.lanes if isinstance(voice, StreamingVoice) else 1  # sentences it makes at a time
        self._listen = listen
        self._recordings = SentenceCache(CACHE_SECONDS)
        self._maker = Maker(voice, self._recordings, checked=fallback is not None)
        self._voices = VoiceChoice(voice, fallback, clock)
        self._jobs = Jobs(self._record, lambda text: self.known(text) is not None, self.lanes)

    @property
    def failures(self) -> Sequence[str]:
        """Why the voice was replaced, each reason once, until it has worked again."""
        return self._voices.failures

    # -- what there is -------------------------------------------------------------------------

    def known(self, text: str) -> Audio | None:
        """The sentence if it has been synthesised already."""
        recording = self.recording(text)
        return recording.audio if recording else None

    def recording(self, text: str) -> SynthesizedSentence | None:
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
        for voice in self._voices.candidates(errors):
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
            self._voices.failed(voice, errors[-1])
        raise self._nobody(text)

    def pieces(self, voice: Voice, text: str) -> Iterator[Audio]:
        """The sentence as it arrives, fit for the room; at its end it is known, and then levelled exactly. Blocks.

        Raises:
            ProviderError: whatever the voice did wrong, perhaps after some pieces.
        """
        spoke = yield from self._maker.pieces(voice, text)
        if spoke and voice is self.voice:
            self._voices.worked()

    # -- from the event loop -------------------------------------------------------------------

    def ahead(self, texts: Sequence[str]) -> None:
        """Make these in the background, in this order, in place of what this was told before and has not begun."""
        self._jobs.ahead(texts)

    async def made(self, texts: Sequence[str]) -> None:
        """Wait until all of these are known.

        Raises:
            ProviderError: no voice could speak one of them; the others are known.
        """
        await self._jobs.made(texts)

    def take(self, text: str) -> Job:
        """The recording of a sentence that is needed now, in progress or begun at once."""
        return self._jobs.begin(text)

    async def news(self, seconds: float) -> None:
        """Until something more of a take has arrived, but no longer than that."""
        await self._jobs.news(seconds)

    def abandon(self, take: Job, reason: str) -> None:
        """A take that came too late for its listener counts as a failure of the voice."""
        error = ProviderError(self.name, reason, retryable=True)
        if not take.done and take.error is None and take.voice == self.name:
            self._voices.failed(self.voice, error)
        self._jobs.abandon(take, error)

    def drop(self, take: Job) -> None:
        """Nobody needs this take any longer, and nobody is to blame."""
        self._jobs.abandon(take, ProviderError(self.name, "nobody waited for the sentence"))

    async def stand_in(self, text: str) -> SynthesizedSentence:
        """The sentence by the embedded voice, soon. Raises ProviderError: there is none, or it cannot either."""
        if (known := self.recording(text)) is not None:
            return known
        if self.fallback is None:
            raise self._nobody(text)
        try:
            async with asyncio.timeout(STAND_IN_SECONDS):
                await self._listened(self.fallback, text, lambda piece: None)
        except TimeoutError:
            error = _late(self.fallback, STAND_IN_SECONDS)
            self._voices.failed(self.fallback, error)
            raise error from None
        except ProviderError as error:
            self._voices.failed(self.fallback, error)
            raise
        recording = self.recording(text)
        assert recording is not None  # its pieces are kept when they end
        return recording

    async def _record(self, take: Job) -> None:
        """Fill a take: by the voice, by the voice again, by the fallback."""
        errors: list[ProviderError] = []
        for voice in self._voices.candidates(errors):
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
            self._voices.failed(voice, errors[-1])
            if take.claimed:
                raise errors[-1]
        raise self._nobody(take.text)

    async def _listened(self, voice: Voice, text: str, arrived: Callable[[Audio], None]) -> None:
        async with aclosing(self._listen(partial(self.pieces, voice, text))) as pieces:
            async for piece in pieces:
                arrived(piece)

    def _arrived(self, take: Job, piece: Audio) -> None:
        take.pieces.append(piece)
        self._jobs.tell()

    def _nobody(self, text: str) -> ProviderError:
        return ProviderError(self.name, f"no voice could speak {text[:40]!r}")


def _late(voice: Voice, seconds: float) -> ProviderError:
    return ProviderError(voice.name, f"a sentence was not there within {seconds:g} s", retryable=True)
