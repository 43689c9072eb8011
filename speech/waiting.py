"""Sound that waits to be taken, in order."""

from __future__ import annotations

from speech.audio import Audio, join, silence


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
