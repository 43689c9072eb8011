"""How a text is pronounced, by espeak-ng, and how long that takes.

espeak-ng runs once a process, so this shares the library and the lock of `EspeakVoice`.
"""

from __future__ import annotations

import ctypes as c
import re
from collections.abc import Iterator
from typing import Any

from speech.audio import Audio
from speech.ports import StreamingVoice, Voice
from speech.text.pronunciation import Lexicon
from speech.timing.duration import Calibrated, Counts, marks
from speech.voices.checks import speakable
from speech.voices.embedded import EspeakVoice

SEPARATOR = "_"
MODE = ord(SEPARATOR) << 8  # espeak's own ASCII names for phonemes, this character between them
IPA = 2
UTF8 = 1
VOWELS = "aeiouAEIOU@03V"  # how the names of English vowels begin
STRESS = "',%=|;~-:"
_LANGUAGE = re.compile(r"\([a-z-]{2,12}\)")  # espeak's note that a word is read in another language


class Phonemizer:
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
        return [name for name in (name.strip(STRESS) for name in self.stressed(text)) if name]

    def stressed(self, text: str) -> list[str]:
        """As `phonemes`, each name with its marks: `'` before a main stress, `,` before another.

        Raises:
            ProviderError: the voice cannot be selected.
        """
        words = (word for clause in self._clauses(text, MODE) for word in clause.split())
        return [name for word in words for name in word.split(SEPARATOR) if name]

    def ipa(self, text: str) -> str:
        """The phonemes of the text in the International Phonetic Alphabet, blanks between words.

        Raises:
            ProviderError: the voice cannot be selected.
        """
        return " ".join(_LANGUAGE.sub("", " ".join(self._clauses(text, IPA))).split())

    def _clauses(self, text: str, mode: int) -> list[str]:
        if not speakable(text):
            return []
        with EspeakVoice._lock:
            self._voice._select()
            return _clauses(EspeakVoice._library, text.replace("\0", " ").encode(), mode)


def _clauses(library: Any, text: bytes, mode: int) -> list[str]:
    """The text clause by clause, as espeak takes it. The caller holds the lock."""
    read = library.espeak_TextToPhonemes
    read.restype, read.argtypes = c.c_char_p, [c.POINTER(c.c_void_p), c.c_int, c.c_int]
    buffer = c.create_string_buffer(text)
    rest = c.c_void_p(c.addressof(buffer))
    found = []
    for _ in range(len(text) + 1):  # every clause takes at least one byte
        if not rest.value:
            break
        found.append((read(c.byref(rest), UTF8, mode) or b"").decode(errors="replace"))
    return found


class Phonemes(Calibrated):
    """Seconds a vowel, a consonant, a mark inside the sentence and a sentence (an `Estimator`).

    Raises:
        ProviderError: espeak-ng cannot be loaded, or has no such voice.
    """

    def __init__(self, voice: str = "en-us") -> None:
        self._pronunciation = Phonemizer(voice)
        super().__init__(self._counts, (0.09, 0.075, 0.27, 0.24))

    def _counts(self, text: str) -> Counts:
        names = self._pronunciation.phonemes(text)
        vowels = sum(name[0] in VOWELS for name in names)
        return (vowels, len(names) - vowels, marks(text), 1.0) if names else (0.0,) * 4


# -- any voice that takes no sounds, given words respelled as they are to be said ------------------


def respelled(voice: Voice, lexicon: Lexicon) -> Voice:
    """The voice, its words respelled; it streams if the voice does."""
    if not lexicon:
        return voice
    return _Streamed(voice, lexicon) if isinstance(voice, StreamingVoice) else _Whole(voice, lexicon)


class _Whole:
    def __init__(self, voice: Voice, lexicon: Lexicon) -> None:
        self.name, self._voice, self._lexicon = voice.name, voice, lexicon

    def synthesize(self, text: str) -> Audio:
        return self._voice.synthesize(self._lexicon.respelled(text))


class _Streamed(_Whole):
    def __init__(self, voice: StreamingVoice, lexicon: Lexicon) -> None:
        super().__init__(voice, lexicon)
        self.lanes, self._stream = voice.lanes, voice.stream

    def stream(self, text: str) -> Iterator[Audio]:
        return self._stream(self._lexicon.respelled(text))
