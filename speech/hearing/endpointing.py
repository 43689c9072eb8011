"""Where utterances begin and end: a state machine over 'speech / no speech' frames. Pure."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum

log = logging.getLogger("rostrum.hearing")


class Edge(Enum):
    START = "start"
    END = "end"


@dataclass
class Endpointer:
    """Finds the edges of utterances in a stream of frame decisions.

    An utterance starts when `start_seconds` of the last frames were speech and ends after
    `end_seconds` without any, or, so that recognition never falls behind, at the first pause of
    `breath_seconds` once it is `long_seconds` old, and in any case at `most_seconds`.
    """

    frame_seconds: float
    start_seconds: float = 0.06
    end_seconds: float = 0.24
    breath_seconds: float = 0.12
    long_seconds: float = 6.0
    most_seconds: float = 20.0

    def __post_init__(self) -> None:
        self.speaking = False
        self._voiced = 0.0
        self._silent = 0.0
        self._age = 0.0

    def push(self, is_speech: bool) -> Edge | None:
        """Take the next frame's decision; returns an edge if one lies at the end of this frame."""
        self._voiced = self._voiced + self.frame_seconds if is_speech else 0.0
        self._silent = 0.0 if is_speech else self._silent + self.frame_seconds
        if not self.speaking:
            if self._voiced + 1e-9 < self.start_seconds:
                return None
            self.speaking, self._age = True, self._voiced
            log.debug("an utterance begins: %.2f s of voice", self._voiced)
            return Edge.START
        self._age += self.frame_seconds
        if self._ends():
            log.debug("an utterance ends: %.2f s without voice, %.1f s old", self._silent, self._age)
            self.speaking, self._voiced = False, 0.0
            return Edge.END
        return None

    def _ends(self) -> bool:
        pause = self.breath_seconds if self._age >= self.long_seconds else self.end_seconds
        return self._silent + 1e-9 >= pause or self._age + 1e-9 >= self.most_seconds

    def flush(self) -> Edge | None:
        """The stream is over: an utterance in progress ends here."""
        if not self.speaking:
            return None
        log.debug("an utterance ends with the speech: %.1f s old", self._age)
        self.speaking, self._voiced, self._silent = False, 0.0, 0.0
        return Edge.END
