"""The two sides of a turn as one sound, second for second, as it comes from each over the network."""

from __future__ import annotations

from collections.abc import Callable

from speech.audio import ROOM_RATE, Audio, mixed
from speech.waiting import WaitingSound

PATIENCE_SECONDS = 0.5  # that one waits for the other: whoever is behind by more gives no sound, and is silent there


class BothVoices:
    """Hands the mixture on to `out`, at ROOM_RATE.

    A room gives sound of everybody all the time, also of who is muted, at one pace: what came since the other was let
    in belongs together. While it is not, what it says is not taken, and the speaker's own waits for nothing.
    """

    def __init__(self, out: Callable[[Audio], None]) -> None:
        self._out = out
        self._own, self._beside = WaitingSound(ROOM_RATE), WaitingSound(ROOM_RATE)
        self.both = False

    def let_in(self) -> None:
        """The other side may be heard from here on."""
        self.both = True

    def shut_out(self) -> None:
        """No more of the other side than what has come."""
        self.both = False
        self._hand_on()

    def finish(self) -> None:
        """Nothing more comes."""
        self.both = False
        self._mix(max(self._own.samples, self._beside.samples))

    def speaker(self, audio: Audio) -> None:
        """The next sound of the turn's own speaker."""
        self._own.put(audio)
        self._hand_on()

    def other(self, audio: Audio) -> None:
        """The next sound of the other side; nothing where it may not be heard."""
        if self.both:
            self._beside.put(audio)
            self._hand_on()

    def _hand_on(self) -> None:
        own, beside = self._own.samples, self._beside.samples
        late = max(own, beside) - round(PATIENCE_SECONDS * ROOM_RATE)
        self._mix(max(min(own, beside), late) if self.both else own)

    def _mix(self, samples: int) -> None:
        if samples > 0:
            own = self._own.take(samples)
            self._out(mixed([own, self._beside.take(samples)]) if self._beside.samples else own)
