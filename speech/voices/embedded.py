"""Voices that need no network: flite as a program, espeak-ng inside its wheel.

espeak-ng is GPLv3 and runs once a process behind a lock: concurrent calls abort the process.
"""

from __future__ import annotations

import copy
import ctypes as c
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import AudioError, ProviderError
from speech.audio import Audio, silence
from speech.sound_files import read
from speech.text.pronunciation import WESTERN, dotted, in_latin
from speech.voices.checks import printable, speakable

SYNTHESIS_TIMEOUT_SECONDS = 20.0


class FliteVoice:
    """flite as a program: `slt` and `rms` are the clearest of its voices."""

    def __init__(self, voice: str = "slt") -> None:
        self.name = self.identity = f"flite {voice}"
        self._stretch = 1.0
        program = shutil.which("flite")
        if program is None:
            raise ProviderError(self.name, "flite is not installed; on Debian: apt-get install flite")
        self._program, self._voice = program, voice

    def at_speed(self, speed: float) -> FliteVoice:
        """The same voice with all durations divided by `speed`."""
        other = copy.copy(self)
        other._stretch = 1 / speed
        return other

    def synthesize(self, text: str) -> Audio:
        if not speakable(text):
            return silence(0, 16_000)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sentence.wav"
            rhythm = ["--setf", f"duration_stretch={self._stretch:.4f}"]
            words = in_latin(printable(text))
            command = [self._program, "-voice", self._voice, *rhythm, "-t", words, "-o", str(path)]
            try:
                subprocess.run(
                    command,
                    check=True,
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    timeout=SYNTHESIS_TIMEOUT_SECONDS,
                )
                return read(path, 16_000)
            except subprocess.TimeoutExpired as error:
                late = f"a sentence was not there within {SYNTHESIS_TIMEOUT_SECONDS:g} s"
                raise ProviderError(self.name, late, retryable=True) from error
            except (OSError, subprocess.SubprocessError, AudioError) as error:
                reason = f"could not speak a sentence ({type(error).__name__})"
                raise ProviderError(self.name, reason, retryable=True) from error


class EspeakVoice:
    """espeak-ng from the wheel `espeakng-loader`, by ctypes.

    Args:
        voice: such as `en-us` or `gmw/en+m3` (a variant gives the second side another voice).
        words_per_minute: espeak's own rate parameter.
    """

    _lock = threading.Lock()
    _library: Any = None
    _rate = 0

    def __init__(self, voice: str = "en-us", words_per_minute: int = 150) -> None:
        self.name = self.identity = f"espeak-ng {voice}"
        self._voice, self._words_per_minute = voice.encode(), words_per_minute
        with self._lock:
            self._load()
            self._select()

    def at_speed(self, speed: float) -> EspeakVoice:
        """The same voice, its rate parameter times `speed`."""
        other = copy.copy(self)
        other._words_per_minute = round(self._words_per_minute * speed)
        return other

    def synthesize(self, text: str) -> Audio:
        if not speakable(text):
            return silence(0, self._rate)
        pieces: list[bytes] = []
        deadline = threading.Event()

        def sink(samples: Any, count: int, _events: Any) -> int:
            if count > 0 and samples:
                pieces.append(c.string_at(samples, count * 2))
            return int(deadline.is_set())

        watchdog = threading.Timer(SYNTHESIS_TIMEOUT_SECONDS, deadline.set)
        try:
            with self._lock:
                watchdog.start()  # not while another sentence is being spoken
                self._select()
                self._speak(dotted(in_latin(printable(text), WESTERN)).encode() + b"\0", sink)
        finally:
            watchdog.cancel()
        if deadline.is_set():
            raise ProviderError(self.name, f"took longer than {SYNTHESIS_TIMEOUT_SECONDS:g} s", retryable=True)
        return Audio(np.frombuffer(b"".join(pieces), dtype=np.int16), self._rate)

    @classmethod
    def _load(cls) -> None:
        if cls._library is not None:
            return
        try:
            import espeakng_loader

            library = c.CDLL(espeakng_loader.get_library_path())
            data = espeakng_loader.get_data_path().encode()
        except (ImportError, OSError) as error:
            raise ProviderError("espeak-ng", f"cannot be loaded: {error}; run `make setup`") from error
        rate = library.espeak_Initialize(2, 60, data, 0x8000)  # synchronous, 60 ms buffers, do not exit
        if rate <= 0:
            raise ProviderError("espeak-ng", f"cannot be started (code {rate})")
        library.espeak_Synth.argtypes = [
            c.c_void_p, c.c_size_t, c.c_uint, c.c_int, c.c_uint, c.c_uint, c.c_void_p, c.c_void_p,
        ]  # fmt: skip
        cls._library, cls._rate = library, rate

    def _select(self) -> None:
        self._check(self._library.espeak_SetVoiceByName(self._voice), "no such voice")
        self._check(self._library.espeak_SetParameter(1, self._words_per_minute, 0), "cannot set the rate")

    def _speak(self, text: bytes, sink: Any) -> None:
        callback = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int, c.c_void_p)(sink)
        self._library.espeak_SetSynthCallback(callback)
        flags = 1  # UTF-8; without the SSML bit, markup is read as text
        self._check(self._library.espeak_Synth(text, len(text), 0, 1, 0, flags, None, None), "could not speak")

    def _check(self, code: int, what: str) -> None:
        if code != 0:
            raise ProviderError(self.name, f"{what} (code {code})")
