"""A recogniser that is loaded when it has to hear for the first time: for who reads the other side's words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from config.heard_word import HeardWord
from speech.audio import Audio
from speech.ports import Progress, Recognizer, Utterance


class DeferredRecognizer:
    """Goes by the name of the one that it will be.

    Args:
        lanes: of that one.
        make: the recogniser. Raises ProviderError: it cannot be had, which its utterances raise in turn.
    """

    def __init__(self, name: str, lanes: int, make: Callable[[], Recognizer]) -> None:
        self.name, self.lanes, self._make = name, lanes, make
        self._made: Recognizer | None = None
        self._lock = threading.Lock()

    def utterance(self) -> Utterance:
        return _Utterance(self._recognizer)

    def close(self) -> None:
        with self._lock:
            if self._made is not None:
                self._made.close()

    def _recognizer(self) -> Recognizer:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


class _Utterance:
    """Begun with the first call, off the event loop."""

    def __init__(self, recognizer: Callable[[], Recognizer]) -> None:
        self._recognizer = recognizer
        self._begun: Utterance | None = None

    @property
    def left_out(self) -> Sequence[str]:
        return self._begun.left_out if self._begun is not None else ()

    def accept(self, audio: Audio) -> Progress:
        return self._utterance().accept(audio)

    def finish(self) -> Sequence[HeardWord]:
        return self._utterance().finish()

    def _utterance(self) -> Utterance:
        if self._begun is None:
            self._begun = self._recognizer().utterance()
        return self._begun
