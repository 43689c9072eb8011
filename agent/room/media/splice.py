"""Cuts a pause out of sound that comes over the network, so that the speech goes on as if there had been none.

Sound lags behind the chair's events. What is under way when the clock stops is still let through, as far as
it is audible, and when the clock runs again as much silence is left out: the sound stays as far behind the
turn's own clock as it was, and no sample of the speech is lost or heard twice.
"""

from __future__ import annotations

from collections.abc import Callable

from agent.match.clock import UNDER_WAY_SECONDS
from speech.audio import Audio

AUDIBLE = 0.001  # root mean square as a share of full scale


class Splice:
    """Hands sound on to `out`, in order, while the clock runs."""

    def __init__(self, out: Callable[[Audio], None]) -> None:
        self._out = out
        self._paused = False
        self._late = 0.0  # seconds that have come since the clock stopped
        self._held: list[Audio] = []  # silence that is let through only if something audible follows
        self._ahead = 0.0  # seconds let through while the clock stood

    def pause(self) -> None:
        self._paused, self._late = True, 0.0

    def resume(self) -> None:
        self._paused = False
        self._held.clear()

    def push(self, audio: Audio) -> None:
        """The next sound that has arrived."""
        audible = audio.level > AUDIBLE
        if self._paused:
            self._push_late(audio, audible)
            return
        if audible or self._ahead <= 0:
            self._ahead = 0.0
            self._out(audio)
            return
        left_out = min(self._ahead, audio.seconds)
        self._ahead -= left_out
        if (rest := audio.cut(left_out, audio.seconds)).seconds > 0:
            self._out(rest)

    def _push_late(self, audio: Audio, audible: bool) -> None:
        self._late += audio.seconds
        if self._late > UNDER_WAY_SECONDS:
            return
        self._held.append(audio)
        if not audible:
            return
        for late in self._held:
            self._ahead += late.seconds
            self._out(late)
        self._held.clear()
