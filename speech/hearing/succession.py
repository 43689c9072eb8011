"""Recognisers in line: where one does not come back, the next takes over for good."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from config.errors import ProviderError
from speech.offload import within
from speech.ports import Recognizer, Utterance

log = logging.getLogger("rostrum.hearing")

CLOSING_SECONDS = 2.0  # one that hangs is not waited for longer


@dataclass(frozen=True)
class Patience:
    """How long a recogniser may take for a call, in seconds: `least`, and `each` for every second of the utterance.

    A reading takes a part of the sound's own time; on a machine with other work it has been seen to take all of it.
    """

    least: float = 8.0
    each: float = 2.0

    def seconds(self, heard: float) -> float:
        return self.least + self.each * heard


class Succession:
    """A recogniser, and those that take over from it, each made when it is needed.

    Shared by all listeners of a process: what one of them has given up none uses any more.
    """

    def __init__(self, first: Recognizer, *makers: Callable[[], Recognizer]) -> None:
        self._current = first
        self._made = [first]
        self._makers: Sequence[Callable[[], Recognizer]] = makers
        self._spare: Recognizer | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._current.name

    @property
    def lanes(self) -> int:
        return self._made[0].lanes

    @property
    def current(self) -> Recognizer:
        return self._current

    def utterance(self) -> Utterance:
        return self._current.utterance()

    def spare(self) -> Recognizer | None:
        """The next in line, for an utterance that the current one cannot do; None without any. Takes seconds."""
        with self._lock:
            while self._spare is None and self._makers:
                make, *self._makers = self._makers
                try:
                    self._spare = make()
                    self._made.append(self._spare)
                except ProviderError as error:
                    log.warning("a recogniser that should stand in cannot be had: %s", error)
            return self._spare

    def give_up(self, recognizer: Recognizer) -> Recognizer | None:
        """The one that recognises from now on instead of this one; None where nobody can."""
        if self._current is not recognizer:
            return self._current  # another listener has given it up before
        spare = self.spare()
        with self._lock:
            if spare is not None and self._current is recognizer:
                self._current, self._spare = spare, None
        return spare

    def close(self) -> None:
        for recognizer in self._made:
            with contextlib.suppress(TimeoutError):
                within(CLOSING_SECONDS, recognizer.close)
