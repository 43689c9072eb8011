"""The embedded recogniser: pocketsphinx.

It holds the interpreter while it works, so each of its lanes is a process of its own: the clock and the
voice never wait for it, and a crash costs one utterance, not the match.

Half of its partial results revise earlier words, so a word is committed only when it is old enough and
enough results agree on it. Measured on the shipped speeches (1,580 words, flite): a word error rate of
0.158 if every utterance is decoded to its end first, 0.164 with the values below; words lag 1.8 s (p95).
"""

from __future__ import annotations

import multiprocessing
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from config.errors import ProviderError
from speech.audio import EAR_RATE, Audio
from speech.hearing.hallucination import note, too_thin
from speech.hearing.local_agreement import LocalAgreement, plain
from speech.ports import HeardWord, Progress, Utterance

Result = TypeVar("Result")

DICTIONARY = "en-us/cmudict-en-us.dict"
FRAMES_PER_SECOND = 100  # of pocketsphinx
AGREEING = 6  # partial results, a quarter of a second apart, that must agree on a word
SETTLED_SECONDS = 1.5  # how long ago a word must have ended

INDECENT = re.compile(
    r"(motherf|fuck|(bull)?shit(?!ila)|cunt|nigg(?!ard)|faggot|bitch|asshole|slut(?!s?[kz])|twat|wank(?!o|e\b)|whore)"
)  # hardly a word of a debate: heard by mistake it would stand on everybody's page

Segment = tuple[str, float, float]  # a word with its start and end in seconds

# -- in the worker process -----------------------------------------------------------------------------

_decoder: Any = None
_normal = ""  # cepstral means before this utterance


def _start_worker() -> None:
    import signal

    from pocketsphinx import Decoder

    global _decoder  # noqa: PLW0603  (one decoder a process is what a worker is)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the match to end in order
    with ExitStack() as files:
        _decoder = Decoder(samprate=EAR_RATE, loglevel="FATAL", maxhmmpf=10000, maxwpf=20, dict=_dictionary(files))


def _dictionary(files: ExitStack) -> str:
    """The path of the words to be heard; all of them where the disk has no room for a list of our own."""
    from pocketsphinx import get_model_path

    whole = str(get_model_path(DICTIONARY))
    try:
        words = Path(files.enter_context(tempfile.TemporaryDirectory())) / "words.dict"
        with open(whole, encoding="utf-8") as lines:
            words.write_text("".join(decent(lines)), encoding="utf-8")
    except OSError:
        return whole
    return str(words)


def decent(dictionary: Iterable[str]) -> Iterator[str]:
    """The lines of a pronouncing dictionary that a debate needs; for the others the next likely word is heard."""
    return (line for line in dictionary if not INDECENT.match(line))


def _ready() -> None:
    """Wait until the worker has its model."""


def _begin() -> None:
    global _normal  # noqa: PLW0603
    _normal = _decoder.get_cmn(False)
    _decoder.start_utt()


def _accept(pcm: bytes) -> list[Segment]:
    _decoder.process_raw(pcm, False, False)
    return _segments()


def _finish() -> list[Segment]:
    _decoder.end_utt()
    return _segments()


def _forget() -> None:
    """That was no speech: its spectrum is nothing to get used to."""
    _decoder.set_cmn(_normal)


def _segments() -> list[Segment]:
    """The words of the hypothesis as it stands, without pauses and noises."""
    return [
        (_plain(s.word), s.start_frame / FRAMES_PER_SECOND, (s.end_frame + 1) / FRAMES_PER_SECOND)
        for s in _decoder.seg() or ()
        if not s.word.startswith(("<", "[", "+"))
    ]


def _plain(word: str) -> str:
    """'read(2)' is the second pronunciation of 'read'."""
    return word.split("(", maxsplit=1)[0]


class _Lane:
    """One decoder in one process; started anew if it dies."""

    def __init__(self) -> None:
        self._pool = self._spawn()
        self._closed = False

    @staticmethod
    def _spawn() -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_start_worker)

    def call(self, work: Callable[..., Result], *arguments: Any) -> Result:
        try:
            return self._pool.submit(work, *arguments).result()
        except (BrokenProcessPool, RuntimeError) as error:
            if not self._closed:
                self._pool.shutdown(wait=True)
                self._pool = self._spawn()
            raise ProviderError("pocketsphinx", f"the recogniser failed: {error}", retryable=True) from error

    def close(self) -> None:
        """End the worker and wait for it: one that is still ending when the interpreter exits prints a trace."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)


class PocketsphinxRecognizer:
    """The embedded recogniser: small, offline, English; lower case without punctuation."""

    name = "pocketsphinx (embedded)"

    def __init__(self, lanes: int = 1) -> None:
        try:
            import pocketsphinx  # noqa: F401  (only to fail early, with one line)
        except ImportError as error:
            raise ProviderError("pocketsphinx", "is not installed; run `make setup`") from error
        self.lanes = lanes
        self._lanes = [_Lane() for _ in range(lanes)]
        self._free: SimpleQueue[_Lane] = SimpleQueue()
        for lane in self._lanes:
            self._free.put(lane)

    def warm(self) -> None:
        """Load the models now rather than at the first utterance."""
        for lane in self._lanes:
            lane.call(_ready)

    def utterance(self) -> Utterance:
        return _PocketsphinxUtterance(self._free)

    def close(self) -> None:
        """End the workers; a thread that still waits for a lane is let go with an error."""
        for lane in self._lanes:
            lane.close()
            self._free.put(lane)


class _PocketsphinxUtterance:
    """Takes a free lane at its first sound and gives it back when it is finished or has failed."""

    def __init__(self, free: SimpleQueue[_Lane]) -> None:
        self._free = free
        self._lane: _Lane | None = None
        self._agreement = LocalAgreement(AGREEING)
        self._seconds = 0.0
        self.left_out: list[str] = []

    def accept(self, audio: Audio) -> Progress:
        hypothesis = self._words(_accept, audio.samples.tobytes())
        self._seconds += audio.seconds
        doubtful = too_thin(hypothesis, self._seconds) is not None  # it may be no speech at all: wait
        fresh = self._agreement.push(hypothesis, until=0.0 if doubtful else self._seconds - SETTLED_SECONDS)
        return Progress(fresh, plain(self._agreement.tail))

    def finish(self) -> Sequence[HeardWord]:
        words = self._words(_finish)
        doubt = None if self._agreement.committed else too_thin(words, self._seconds)
        if doubt or not words:
            self._call(_forget)
        self._release()
        if doubt is None:
            return self._agreement.finish(words)
        self.left_out.append(note(plain(words), doubt))
        return []

    def _words(self, work: Callable[..., list[Segment]], *arguments: Any) -> list[HeardWord]:
        return [HeardWord(*segment) for segment in self._call(work, *arguments)]

    def _call(self, work: Callable[..., Result], *arguments: Any) -> Result:
        try:
            if self._lane is None:
                self._lane = self._free.get()
                self._lane.call(_begin)
            return self._lane.call(work, *arguments)
        except ProviderError:
            self._release()
            raise

    def _release(self) -> None:
        if self._lane is not None:
            self._free.put(self._lane)
            self._lane = None
