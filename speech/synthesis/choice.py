"""Who speaks a sentence: the voice itself while it works, and the embedded one where it does not."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator, Sequence

from config.errors import ProviderError
from speech.breaker import CircuitBreaker
from speech.ports import Voice

log = logging.getLogger("rostrum.voice")
TRIES = 2  # of a sentence with the voice itself, where another try may help


class VoiceChoice:
    """A voice with another to stand in for it. After failures in a row it is left alone for a while (`CircuitBreaker`).

    `failures` has each reason once, until the voice has worked again. May be used by several threads.

    Args:
        clock: in seconds, for how long the voice is left alone.
    """

    def __init__(self, voice: Voice, fallback: Voice | None, clock: Callable[[], float]) -> None:
        self._voice, self._fallback, self._clock = voice, fallback, clock
        self.failures: list[str] = []
        self._breaker, self._told = CircuitBreaker(), set[str]()
        self._lock = threading.Lock()

    def candidates(self, errors: Sequence[ProviderError]) -> Iterator[Voice]:
        """Who is to try a sentence next, given the errors it has met so far."""
        while len(errors) < TRIES and (not errors or errors[-1].retryable) and self._asks():
            yield self._voice
        if self._fallback is not None:
            cause = errors[-1] if errors else f"{self._voice.name} is left alone for a while"
            log.info("a sentence is given to %s: %s", self._fallback.name, cause)
            yield self._fallback

    def _asks(self) -> bool:
        with self._lock:
            return self._breaker.ask(self._clock())

    def worked(self) -> None:
        """The voice itself has made a sentence."""
        with self._lock:
            if self._breaker.lost:
                self._told.clear()  # should it fail again, that is news
            self._breaker.worked()

    def failed(self, voice: Voice, error: ProviderError) -> None:
        """Remember a failure; the reason is told once, however many sentences it costs."""
        with self._lock:
            if voice is self._voice:
                self._breaker.failed(self._clock())
            log.info("%s failed%s: %s", voice.name, " and is left alone" if self._breaker.lost else "", error.reason)
            cause = re.sub(r"\d+", "0", str(error))
            if cause not in self._told:
                self._told.add(cause)
                self.failures.append(str(error))
