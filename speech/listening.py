"""The ear: audio in, committed passages out, nothing lost.

Audio is cut into utterances by the voice detector; each is recognised on a lane of its own while the
next one is already coming in, and passages are handed on in the order in which they were spoken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from config.errors import ProviderError
from speech.audio import EAR_RATE, Audio, Resampler, join
from speech.compute import compute, hurry
from speech.endpoint import Edge, Endpointer
from speech.ports import HeardWord, Recognizer, Utterance, VoiceDetector

PREROLL_SECONDS = 0.3  # kept before an utterance's start, for the first consonant
CHUNK_SECONDS = 0.25  # how much audio the recogniser is given at a time while streaming
SLACK_SECONDS = 8.0  # how far recognition may lag in virtual time


@dataclass
class _Current:
    """An utterance that is being heard."""

    start: float
    on_passage: Callable[[Sequence[HeardWord]], None]
    chunks: asyncio.Queue[Audio | None] = field(default_factory=asyncio.Queue)
    ended: bool = False


class Listener:
    """Hears one speech at a time.

    Args:
        on_passage: called with the words of each committed utterance; times from the speech's start.
        on_interim: called with text that may still change.
        on_trouble: called with one line when a stretch could not be recognised, or was not believed.
        streaming: recognise while the utterance is spoken; otherwise once it is complete.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        detector: VoiceDetector,
        *,
        on_passage: Callable[[Sequence[HeardWord]], None],
        on_interim: Callable[[str], None] = lambda _: None,
        on_trouble: Callable[[str], None] = lambda _: None,
        streaming: bool = True,
    ) -> None:
        self._recognizer, self._detector = recognizer, detector
        self._on_passage, self._on_interim, self._on_trouble = on_passage, on_interim, on_trouble
        self._streaming = streaming
        self._lanes = asyncio.Semaphore(recognizer.lanes)
        self._tasks: list[asyncio.Task[None]] = []
        self._last: asyncio.Task[None] | None = None
        self.begin()

    def begin(self, on_passage: Callable[[Sequence[HeardWord]], None] | None = None) -> None:
        """A new speech starts now, at 0 s; `on_passage` gets its passages, however late they are recognised."""
        self._on_passage = on_passage or self._on_passage
        self._resample = Resampler(EAR_RATE)
        self._endpointer = Endpointer(self._detector.frame_seconds)
        self._rest = np.zeros(0, dtype=np.int16)
        self._preroll: list[Audio] = []
        self._current: _Current | None = None
        self._at = 0.0
        self.voiced_until = 0.0

    def push(self, audio: Audio) -> None:
        """Take the next sound of the speech, at any rate. Returns at once."""
        samples = np.concatenate([self._rest, self._resample(audio).samples])
        size = round(self._detector.frame_seconds * EAR_RATE)
        whole = len(samples) - len(samples) % size
        for start in range(0, whole, size):
            self._frame(Audio(samples[start : start + size], EAR_RATE))
        self._rest = samples[whole:]

    def _frame(self, frame: Audio) -> None:
        speech = self._detector.is_speech(frame)
        edge = self._endpointer.push(speech)
        self._at += frame.seconds
        if speech:
            self.voiced_until = self._at
        if edge is Edge.START:
            self._open()
        if self._current is not None:
            self._current.chunks.put_nowait(frame)
            if edge is Edge.END:
                self._close()
        else:
            self._preroll.append(frame)
            del self._preroll[: -round(PREROLL_SECONDS / frame.seconds)]

    def _open(self) -> None:
        before = join(self._preroll, EAR_RATE)
        start = self._at - before.seconds - self._detector.frame_seconds
        self._current = _Current(start, self._on_passage)
        self._current.chunks.put_nowait(before)
        self._preroll = []
        task = asyncio.get_running_loop().create_task(self._recognise(self._current, self._last))
        self._last = task
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    def _close(self) -> None:
        if self._current is not None:
            self._current.chunks.put_nowait(None)
            self._current = None

    async def finish(self) -> None:
        """The speech is over: returns when all of it has been recognised and handed on."""
        self.push(self._resample.flush())
        if self._current is not None and len(self._rest):
            self._current.chunks.put_nowait(Audio(self._rest, EAR_RATE))
        self._endpointer.flush()
        self._close()
        hurry()
        if self._tasks:
            await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Stop at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _recognise(self, current: _Current, before: asyncio.Task[None] | None) -> None:
        async with self._lanes:
            words = await self._words(current)
        if before is not None:
            await asyncio.wait([before])
        if words:
            shift = current.start
            current.on_passage([HeardWord(w.text, w.start + shift, w.end + shift) for w in words])

    async def _words(self, current: _Current) -> Sequence[HeardWord]:
        """Recognise an utterance; if the recogniser breaks, once more from its kept audio."""
        heard: list[Audio] = []
        for attempt in (1, 2):
            utterance = self._recognizer.utterance()
            try:
                words = await self._attempt(utterance, current, heard)
                for reason in utterance.left_out:
                    self._on_trouble(f"{current.start:.1f} s: {reason}")
                return words
            except ProviderError as error:
                if attempt == 2:
                    self._on_trouble(f"{current.start:.1f} s: {error}")
        return []

    async def _attempt(self, utterance: Utterance, current: _Current, heard: list[Audio]) -> Sequence[HeardWord]:
        pending = list(heard)
        while not current.ended:
            chunk = await current.chunks.get()
            if chunk is None:
                current.ended = True
            else:
                heard.append(chunk)
                pending.append(chunk)
            if self._streaming and sum(p.seconds for p in pending) >= CHUNK_SECONDS:
                audio, pending = join(pending, EAR_RATE), []
                self._on_interim(await compute(partial(utterance.accept, audio)))
        audio = join(pending, EAR_RATE)

        def rest() -> Sequence[HeardWord]:
            if len(audio.samples):
                utterance.accept(audio)
            return utterance.finish()

        return await compute(rest, slack=SLACK_SECONDS)
