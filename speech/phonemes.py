"""How a text is pronounced, by espeak-ng, and how long that takes.

espeak-ng runs once a process, so this shares the library and the lock of `EspeakVoice`.
"""

from __future__ import annotations

import ctypes as c
from typing import Any

from speech.duration import Calibrated, Counts, marks
from speech.tts import EspeakVoice, speakable

SEPARATOR = "_"
MODE = ord(SEPARATOR) << 8  # espeak's own ASCII names for phonemes, this character between them
UTF8 = 1
VOWELS = "aeiouAEIOU@03V"  # how the names of English vowels begin
STRESS = "',%=|;~-:"


class Pronunciation:
    """Text to phonemes.

    Args:
        voice: whose pronunciation, such as `en-us`.

    Raises:
        ProviderError: espeak-ng cannot be loaded, or has no such voice.
    """

    def __init__(self, voice: str = "en-us") -> None:
        self._voice = EspeakVoice(voice)

    def phonemes(self, text: str) -> list[str]:
        """The phonemes of the text in espeak's ASCII names, without stress; none where there is nothing to say.

        Raises:
            ProviderError: the voice cannot be selected.
        """
        if not speakable(text):
            return []
        with EspeakVoice._lock:
            self._voice._select()
            clauses = _clauses(EspeakVoice._library, text.replace("\0", " ").encode())
        names = (name.strip(STRESS) for clause in clauses for word in clause.split() for name in word.split(SEPARATOR))
        return [name for name in names if name]


def _clauses(library: Any, text: bytes) -> list[str]:
    """The text clause by clause, as espeak takes it. The caller holds the lock."""
    read = library.espeak_TextToPhonemes
    read.restype, read.argtypes = c.c_char_p, [c.POINTER(c.c_void_p), c.c_int, c.c_int]
    buffer = c.create_string_buffer(text)
    rest = c.c_void_p(c.addressof(buffer))
    found = []
    for _ in range(len(text) + 1):  # every clause takes at least one byte
        if not rest.value:
            break
        found.append((read(c.byref(rest), UTF8, MODE) or b"").decode(errors="replace"))
    return found


class Phonemes(Calibrated):
    """Seconds a vowel, a consonant, a mark inside the sentence and a sentence (an `Estimator`).

    Raises:
        ProviderError: espeak-ng cannot be loaded, or has no such voice.
    """

    def __init__(self, voice: str = "en-us") -> None:
        self._pronunciation = Pronunciation(voice)
        super().__init__(self._counts, (0.09, 0.075, 0.27, 0.24))

    def _counts(self, text: str) -> Counts:
        names = self._pronunciation.phonemes(text)
        vowels = sum(name[0] in VOWELS for name in names)
        return (vowels, len(names) - vowels, marks(text), 1.0) if names else (0.0,) * 4
