"""Sound on its way out: what waits to be taken, and how who was held up gets back on time. Pure."""

from __future__ import annotations

from speech.audio import Audio, join, silence

LATE_SECONDS = 0.1  # of sound that waits to go out; less is what a pace in frames brings with it
SILENT = 0.001  # of full scale (-60 dB): below it a frame is a pause
KEPT = 3  # of so many silent frames one goes out: a pause gets shorter and stays a pause


class WaitingSound:
    """Sound of one rate; whoever takes more than there is gets silence after it."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._pieces: list[Audio] = []
        self.samples = 0  # a sum of seconds would never come down to 0 again

    @property
    def seconds(self) -> float:
        return self.samples / self._rate

    def put(self, audio: Audio) -> None:
        sound = audio.at(self._rate)
        self._pieces.append(sound)
        self.samples += len(sound.samples)

    def take(self, samples: int) -> Audio:
        """The next so many samples."""
        parts: list[Audio] = []
        while self._pieces and samples > 0:
            head = self._pieces.pop(0)
            piece, rest = Audio(head.samples[:samples], self._rate), Audio(head.samples[samples:], self._rate)
            if len(rest.samples):
                self._pieces.insert(0, rest)
            samples -= len(piece.samples)
            self.samples -= len(piece.samples)
            parts.append(piece)
        parts.append(silence(samples / self._rate, self._rate))
        return join(parts, self._rate)


class CatchingUp:
    """Decides frame by frame what goes out of a source that plays at the pace of time and cannot be hurried.

    Sound that came late goes on on time by leaving out of the pauses, never of the words.
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
