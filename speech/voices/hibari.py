"""hibari: a small natural voice (American English, 24 kHz) whose model and dictionary come in the package `hibari-tts`.

One run of an onnx model gives the spectrum of a whole sentence. The length of a sentence follows from its text alone:
whatever the seed of its noise, it is the same to the sample. The model that predicts the lengths cannot be run without
the rest, and a sentence takes a hundredth of the time it lasts, so lengths are measured by speaking.

Its durations come in steps of 25 ms, predicted near whole steps. A speed that moves most of them half a step would make
the rhythm uneven, and another processor's rounding would change the length: so the model is run at one of two speeds
that keep them near whole steps, and the sound is brought to the tempo wanted.

The package normalises text too, and reads `no.` as `number`; ours has been made speakable before, so that is left out.
"""

from __future__ import annotations

import copy
import math
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from config.errors import ProviderError
from config.plain_text import reason
from speech.audio import Audio, silence
from speech.models.packages import PackagedFile, sha256_of
from speech.text.pronunciation import Lexicon, in_latin
from speech.text.sentences import breathed
from speech.voices.checks import FIRST, plain, printable, sound, speakable, threads
from speech.voices.prosody import as_loud_as, at_tempo, risen, rises

PACKAGED = PackagedFile(
    "hibari", "assets/hibari.onnx", "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"
)
RATE, FRAME_SECONDS = 24_000, 0.0125
STEADY = ((1.0, 1.0), (0.76, 0.728))  # speeds to ask of the model, each with how much faster it then speaks
ACCENTED = "".join(map(chr, range(0xC0, 0x100)))  # letters with accents; of rarer ones it drops some
NO_SOUND = np.zeros(0, dtype=np.float32)
# IPA to the alphabet that the model was trained on, the longer signs first
_ALPHABET = (
    ("tʃ", "ʧ"), ("dʒ", "ʤ"), ("eɪ", "A"), ("aɪ", "I"), ("oʊ", "O"), ("aʊ", "W"), ("ɔɪ", "Y"),
    ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɜ", "ɜɹ"), ("ɝ", "ɜɹ"), ("ɚ", "əɹ"), ("ɐ", "ə"), ("ɾ", "T"), ("ɒ", "ɑ"),
    ("a", "æ"), ("e", "ɛ"), ("o", "ɔ"), ("x", "k"), ("ː", ""),
)  # fmt: skip

Wave = NDArray[np.float32]


class HibariVoice:
    """Speaks with one of hibari's voices; safe to call from several threads.

    Args:
        voice: `heart` is in the package; another one must lie in hibari's cache folder.
        lexicon: what is said otherwise than written.
        download: whether a voice that is not on this machine may be fetched.

    Raises:
        ProviderError: `hibari-tts` is not installed or damaged, there is no such voice here, or it cannot speak.
    """

    rate = RATE

    def __init__(self, voice: str = "heart", *, lexicon: Lexicon | None = None, download: bool = False) -> None:
        self.name = f"hibari {voice}"
        self._lexicon, self._speed = lexicon or Lexicon(), 1.0
        model, digest = self._model(voice, download)
        self.identity = f"hibari {digest[:12]}"
        try:
            from hibari import Hibari
            from hibari.g2p import G2P
            from hibari.voices import VOICES

            letters = G2P(british=VOICES[voice]["british"])
            self._voice: Any = Hibari(voice, str(model), threads=threads(), g2p=partial(letters, normalize_text=False))
            self._letters = "".join(filter(ACCENTED.__contains__, letters.oov.cin))
        except Exception as error:  # onnxruntime, json, gzip and a dictionary without its keys raise their own kinds
            told = f"cannot be loaded ({reason(error)}); install hibari-tts again"
            raise ProviderError(self.name, told) from error
        self.synthesize(FIRST)

    def at_speed(self, speed: float) -> HibariVoice:
        """The same voice, `speed` times as fast; it shares the model."""
        other = copy.copy(self)
        other._speed = speed
        return other

    def synthesize(self, text: str) -> Audio:
        if not speakable(text):
            return silence(0, RATE)
        words = in_latin(plain(printable(text)), self._letters)
        asked, faster = min(STEADY, key=lambda steady: abs(math.log(self._speed / steady[1])))
        seed = zlib.crc32(text.encode())  # of its noise: the same sentence is the same sound
        try:
            spoken = [piece for run in breathed(words) for piece in self._spoken(run, asked, seed)]
            return at_tempo(sound(np.concatenate([NO_SOUND, *spoken]), RATE, self.name), self._speed / faster)
        except ProviderError:
            raise
        except Exception as error:  # its reading of the text, onnxruntime and ffmpeg raise their own kinds
            raise ProviderError(self.name, f"could not speak a sentence ({reason(error)})") from error

    def _spoken(self, words: str, speed: float, seed: int) -> Iterator[Wave]:
        """The sound of each sentence; one that asks for a yes or a no rises at its end."""
        from hibari.dsp import synth

        sentences = [self._voice.ids(one) for one in self._voice.phonemize(self._lexicon.marked(words, _mark))]
        for number, ids in enumerate(sentences, 1):
            asked = {"ids": np.array([ids], dtype=np.int64), "speed": np.array([speed], dtype=np.float32)}
            *spectrum, pitch = (one[0] for one in self._voice.sess.run(None, asked))
            wave = synth(*spectrum, pitch, np.random.default_rng(seed + number))
            if number == len(sentences) and rises(words):
                higher = risen(pitch, np.exp(2 * spectrum[0]).mean(axis=0), FRAME_SECONDS)
                asking = synth(*spectrum, higher, np.random.default_rng(seed + number))
                wave = as_loud_as(wave, asking, round(2 * FRAME_SECONDS * RATE))
            yield wave

    def _model(self, voice: str, download: bool) -> tuple[Path, str]:
        """The voice's file, its content checked, and the SHA-256 of it."""
        packaged = PACKAGED.find(self.name)  # without it nothing of the package can be used
        from hibari.voices import VOICES, voice_path

        if voice not in VOICES:
            raise ProviderError(self.name, f"there is no such voice; it has {', '.join(VOICES)}")
        if VOICES[voice].get("bundled"):
            return packaged, PACKAGED.sha256
        try:
            path = Path(voice_path(voice, download_missing=download))
            if sha256_of(path) == VOICES[voice]["sha256"]:
                return path, VOICES[voice]["sha256"]
        except FileNotFoundError as error:
            told = f"there is no {error}; allow its download by speaking.neural.download, or take hibari:heart"
            raise ProviderError(self.name, told) from error
        except (OSError, RuntimeError) as error:
            raise ProviderError(self.name, f"cannot be had ({reason(error)})") from error
        raise ProviderError(self.name, f"its file {path} is cut short or altered; delete it")


def _mark(word: str, ipa: str, after: str) -> str:
    for written, sign in _ALPHABET:
        ipa = ipa.replace(written, sign)
    return f"[{word}](/{ipa}/){after}"
