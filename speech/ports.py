"""The outside parts the ear and the mouth need, as tiny Protocols. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from speech.audio import Audio


@dataclass(frozen=True)
class HeardWord:
    """A recognised word; times in seconds from the start of the utterance's audio."""

    text: str
    start: float
    end: float


class VoiceDetector(Protocol):
    """Says of each short frame whether somebody speaks in it."""

    @property
    def frame_seconds(self) -> float: ...

    def is_speech(self, frame: Audio) -> bool:
        """`frame` is exactly `frame_seconds` long at 16 kHz."""
        ...


class Utterance(Protocol):
    """One stretch of speech being recognised. Calls may block: keep them off the event loop."""

    @property
    def left_out(self) -> Sequence[str]:
        """What was recognised but not believed, each with the reason."""
        ...

    def accept(self, audio: Audio) -> str:
        """Take the next 16 kHz audio; returns the text so far, which may still change."""
        ...

    def finish(self) -> Sequence[HeardWord]:
        """No more audio: the final words."""
        ...


class Recognizer(Protocol):
    """Turns speech into words. Raises ProviderError when it cannot go on."""

    @property
    def name(self) -> str: ...

    @property
    def lanes(self) -> int:
        """How many utterances may be recognised side by side."""
        ...

    def utterance(self) -> Utterance: ...

    def close(self) -> None: ...


class Voice(Protocol):
    """Speaks a sentence. Raises ProviderError when it cannot. Calls block."""

    @property
    def name(self) -> str: ...

    def synthesize(self, text: str) -> Audio:
        """The whole sentence as sound, without leading or trailing silence of its own making."""
        ...
