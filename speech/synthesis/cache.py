"""The sentences that have been made, the newest so many seconds of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from speech.audio import Audio


@dataclass(frozen=True)
class Recording:
    """A sentence ready for the room, and who spoke it."""

    audio: Audio
    voice: str


class RecordingCache:
    """Known by their text as written. Safe to call from several threads.

    Args:
        most_seconds: of sound; what has not been asked for longest goes first.
    """

    def __init__(self, most_seconds: float) -> None:
        self._most_seconds = most_seconds
        self._known: OrderedDict[str, Recording] = OrderedDict()
        self._seconds = 0.0
        self._lock = threading.Lock()

    def get(self, text: str) -> Recording | None:
        with self._lock:
            if text in self._known:
                self._known.move_to_end(text)
            return self._known.get(text)

    def keep(self, text: str, recording: Recording) -> None:
        with self._lock:
            if text in self._known:
                self._seconds -= self._known.pop(text).audio.seconds
            self._known[text] = recording
            self._seconds += recording.audio.seconds
            while self._seconds > self._most_seconds and len(self._known) > 1:
                self._seconds -= self._known.popitem(last=False)[1].audio.seconds
