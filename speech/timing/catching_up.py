"""Sound that came too late goes on on time: whoever was held up leaves out of the pauses, never of the words."""

from __future__ import annotations

from speech.audio import Audio

LATE_SECONDS = 0.1  # of sound that waits to go out; less is what a pace in frames brings with it
SILENT = 0.001  # of full scale (-60 dB): below it a frame is a pause
KEPT = 3  # of so many silent frames one goes out: a pause gets shorter and stays a pause


class CatchingUp:
    """Decides frame by frame what goes out of a source that plays at the pace of time and cannot be hurried.

    A process that stood still for a second hands its frames out late, all at once; each that goes out after them
    would be a second late, to the end of the turn and beyond it.
    """

    def __init__(self) -> None:
        self._over = 0.0  # second at which everything that was let out has been played
        self._pauses = 0

    def lets_out(self, frame: Audio, now: float, waiting: float) -> bool:
        """Whether that frame goes out.

        Args:
            now: seconds of any clock that goes on.
            waiting: seconds of sound behind this frame.
        """
        if max(0.0, self._over - now) + waiting > LATE_SECONDS and frame.level < SILENT:
            self._pauses += 1
            if self._pauses % KEPT:
                return False
        self._over = max(self._over, now) + frame.seconds
        return True
