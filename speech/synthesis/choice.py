"""Who speaks a sentence: the voice itself while it works, and the embedded one where it does not."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator, Sequence

from config.errors import ProviderError
from speech.ports import Voice

# -- how far a part that may fail is still asked; time comes in as a value -------------------------

FAILURES_IN_A_ROW = 3
REST_SECONDS = 20.0
REST_MOST_SECONDS = 160.0


class CircuitBreaker:
    """After some failures in a row a part is left alone for a while; then one try shows whether it works again.

    Each failed try doubles the rest. Times are seconds on any clock that does not go back.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._rest = REST_SECONDS
        self._until = 0.0
        self._trying = False

    @property
    def lost(self) -> bool:
        """Whether it is being left alone, but for the tries."""
        return self._failures >= FAILURES_IN_A_ROW

    def ask(self, now: float) -> bool:
        """Whether it may be asked now; where that is a try, nobody else may until it is decided."""
        if not self.lost:
            return True
        if now < self._until:
            return False
        self._until = now + self._rest
        self._trying = True
        return True

    def worked(self) -> None:
        self._failures, self._rest, self._trying = 0, REST_SECONDS, False

    def failed(self, now: float) -> None:
        """Of what was asked before it was lost, more may fail; that tells nothing new."""
        if self.lost and not self._trying:
            return
        if self._trying:
            self._rest = min(2 * self._rest, REST_MOST_SECONDS)
        self._failures, self._trying = self._failures + 1, False
        self._until = now + self._rest


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
