"""The embedded recogniser: pocketsphinx.

It holds the interpreter while it works, so each of its lanes is a process of its own: the clock and the
voice never wait for it, and a crash costs one utterance, not the match.

Half of its partial results revise earlier words, so a word is committed only when it is old enough and
enough results agree on it. Measured on the shipped speeches (1,580 words, flite): a word error rate of
0.158 if every utterance is decoded to its end first, 0.164 with the values below; words lag 1.8 s (p95).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio
from speech.hearing.agreement import LocalAgreement, plain
from speech.hearing.recognizers.hallucination import note, too_thin
from speech.hearing.recognizers.succession import Patience
from speech.ports import Progress, Utterance

Result = TypeVar("Result")

DICTIONARY = "en-us/cmudict-en-us.dict"
FRAMES_PER_SECOND = 100  # of pocketsphinx
AGREEING = 6  # partial results, a quarter of a second apart, that must agree on a word
LOADING_SECONDS = 60.0  # a call may have to wait for the model
PATIENCE = Patience(least=6.0, each=1.5)  # shorter than a listener's: a worker that hangs is known here
PIECE_SECONDS = 0.25  # of sound between two partial results
SETTLED_SECONDS = 1.5  # how long ago a word must have ended

INDECENT = re.compile(
    r"(motherf|fuck|(bull)?shit(?!ila)|cunt|nigg(?!ard)|faggot|bitch|asshole|slut(?!s?[kz])|twat|wank(?!o|e\b)|whore)"
)  # hardly a word of a debate: heard by mistake it would stand on everybody's page

Segment = tuple[str, float, float]  # a word with its start and end in seconds

# -- in the worker process -----------------------------------------------------------------------------

_decoder: Any = None
_normal = ""  # cepstral means before this utterance


def _start_worker() -> None:
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
    """One decoder in one process; started anew if it dies or hangs."""

    def __init__(self) -> None:
        self._closed = False
        self._spawn()

    def _spawn(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_start_worker)
        self._worker = self._pool.submit(os.getpid)

    def call(self, work: Callable[..., Result], *arguments: Any, seconds: float = LOADING_SECONDS) -> Result:
        """Have work done in the worker; one that takes longer than `seconds` is killed.

        Raises:
            ProviderError: the worker died or hung; there is another one now.
        """
        try:
            return self._pool.submit(work, *arguments).result(seconds)
        except TimeoutError:
            self._kill()
            raise ProviderError("pocketsphinx", "did not answer in time", retryable=True) from None
        except (BrokenProcessPool, RuntimeError) as error:
            if not self._closed:
                self._pool.shutdown(wait=True)
                self._spawn()
            raise ProviderError("pocketsphinx", f"the recogniser failed: {error}", retryable=True) from error

    def _kill(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._worker.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._worker.result(), signal.SIGKILL)
        if not self._closed:
            self._spawn()

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
        """However much sound came at once, results must agree as often."""
        fresh = [word for piece in audio.frames(PIECE_SECONDS) for word in self._accept(piece)]
        return Progress(fresh, plain(self._agreement.tail))

    def _accept(self, audio: Audio) -> Sequence[HeardWord]:
        self._seconds += audio.seconds
        hypothesis = self._words(_accept, audio.samples.tobytes())
        doubtful = too_thin(hypothesis, self._seconds) is not None  # it may be no speech at all: wait
        return self._agreement.push(hypothesis, until=0.0 if doubtful else self._seconds - SETTLED_SECONDS)

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
            return self._lane.call(work, *arguments, seconds=PATIENCE.seconds(self._seconds))
        except ProviderError:
            self._release()
            raise

    def _release(self) -> None:
        if self._lane is not None:
            self._free.put(self._lane)
            self._lane = None
