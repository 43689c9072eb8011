"""A sound card made of ALSA's file plugin and two pipes: what real PortAudio records and plays, at the pace of time.

It needs libasound and PortAudio, but no sound hardware and no rights. ROSTRUM_TEST_PORTAUDIO may name the folder of a
PortAudio that is not installed (with a link `libportaudio.so`).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from speech.audio import Audio, Samples

RATE = 24_000
STEP_SECONDS = 0.05  # as much as is read at a time: of a part of it the plugin would make the whole
TWO_BYTES = 2
CONF = """
</usr/share/alsa/alsa.conf>
pcm.!default {{ type asym; playback.pcm "speaker"; capture.pcm "microphone" }}
pcm.nowhere {{ type null }}
pcm.speaker {{ type plug; slave {{ pcm "played"; rate {rate}; channels 1; format S16_LE }} }}
pcm.microphone {{ type plug; slave {{ pcm "recorded"; rate {rate}; channels 1; format S16_LE }} }}
pcm.played {{ type file; slave.pcm "nowhere"; file "{played}"; format "raw" }}
pcm.recorded {{ type file; slave.pcm "nowhere"; file "/dev/null"; infile "{recorded}"; format "raw" }}
"""


def environment(folder: Path) -> dict[str, str]:
    """What a process needs in its environment to have this card."""
    own = os.environ.get("ROSTRUM_TEST_PORTAUDIO", "")
    paths = [path for path in (own, os.environ.get("LD_LIBRARY_PATH", "")) if path]
    return {**os.environ, "ALSA_CONFIG_PATH": str(folder / "asound.conf"), "LD_LIBRARY_PATH": ":".join(paths)}


class SoundCard:
    """Somebody at a microphone and a loudspeaker, both in `folder`. Says what it is told; keeps what it hears.

    Args:
        echo: how much of what the loudspeaker plays is heard at the microphone too.
    """

    def __init__(self, folder: Path, echo: float = 0.0) -> None:
        self.folder, self.echo = folder, echo
        self._air = np.zeros(0, dtype=np.int16)
        self._dice = np.random.default_rng(0)
        self.spoken: list[Audio] = []
        self.heard = bytearray()
        self._lock = threading.Lock()
        self._over = threading.Event()
        played, recorded = folder / "played", folder / "recorded"
        os.mkfifo(played)
        os.mkfifo(recorded)
        (folder / "asound.conf").write_text(CONF.format(rate=RATE, played=played, recorded=recorded))
        # open at both ends here, so that neither PortAudio nor we ever wait for the other to come
        self._played, self._recorded = (os.open(path, os.O_RDWR | os.O_NONBLOCK) for path in (played, recorded))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def say(self, audio: Audio) -> None:
        """Speak into the microphone from now on."""
        with self._lock:
            self.spoken.append(audio.at(RATE))

    def _run(self) -> None:
        began, steps = time.monotonic(), 0
        while not self._over.is_set():
            with contextlib.suppress(BlockingIOError):
                os.write(self._recorded, self._picked_up().tobytes())
            self._air = np.zeros(0, dtype=np.int16)
            with contextlib.suppress(BlockingIOError):
                played = os.read(self._played, round(RATE * STEP_SECONDS) * TWO_BYTES)
                self.heard += played
                self._air = np.frombuffer(played[: len(played) // 2 * 2], dtype=np.int16)
            steps += 1
            time.sleep(max(0.0, began + steps * STEP_SECONDS - time.monotonic()))

    def _picked_up(self) -> Samples:
        said = self._next().astype(np.float64)
        said[: len(self._air)] += self.echo * self._air[: len(said)]
        return np.clip(said, -32768, 32767).astype(np.int16)

    def _next(self) -> Samples:
        size = round(RATE * STEP_SECONDS)
        with self._lock:
            if not self.spoken:
                return self._dice.integers(-8, 8, size).astype(np.int16)  # a quiet room
            head = self.spoken.pop(0).samples
            if len(head) > size:
                self.spoken.insert(0, Audio(head[size:], RATE))
            return np.pad(head[:size], (0, max(0, size - len(head))))

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        os.close(self._played)
        os.close(self._recorded)


@contextlib.contextmanager
def sound_card(folder: Path, echo: float = 0.0) -> Iterator[SoundCard]:
    card = SoundCard(folder, echo)
    try:
        yield card
    finally:
        card.close()


def can_be_had(folder: Path) -> bool:
    """Whether PortAudio finds such a card here."""
    with sound_card(folder):
        looked = "import sounddevice; sounddevice.query_devices(kind='input'); sounddevice.query_devices(kind='output')"
        done = subprocess.run(
            [sys.executable, "-c", looked], env=environment(folder), capture_output=True, timeout=240, check=False
        )
    return done.returncode == 0
