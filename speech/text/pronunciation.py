"""How single words are said: names by respelling or by their sounds, acronyms letter by letter. Pure.

It works on what `speakable_text` makes of a text. Voices that take sounds get them in their own notation, from
`Lexicon.marked`; all others get the respelling. Sounds are written as espeak-ng writes American English in IPA, each
stress mark right before its vowel; what users write is brought to that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from re import Match

from config.errors import ConfigError
from config.pronunciation import Pronunciation
from speech.text.speakable import speakable_text

Mark = Callable[[str, str, str], str]
"""A voice's notation for a word, its sounds and the punctuation right after it."""

VOWELS = "aeiouæɐɑɒɔəɚɛɜɝɪᵻʊʌ"
CONSONANTS = "bdfhjklmnpstvwzðŋɡɹɾʃʒθx"
STRESS = "ˈˌ"
LONG = "ː"
SOUNDS = frozenset(VOWELS + CONSONANTS + STRESS + LONG + " ")
_ALIKE = str.maketrans({"g": "ɡ", "r": "ɹ", "'": "ˈ", "’": "ˈ", ":": LONG, "ɫ": "l", "ʧ": "tʃ", "ʤ": "dʒ", ".": ""})
HISSING = "szʃʒ"  # after these a plural is a syllable of its own
VOICELESS = "ptkfθ"

# fmt: off
LETTERS = {
    "A": "eɪ", "B": "biː", "C": "siː", "D": "diː", "E": "iː", "F": "ɛf", "G": "dʒiː", "H": "eɪtʃ", "I": "aɪ",
    "J": "dʒeɪ", "K": "keɪ", "L": "ɛl", "M": "ɛm", "N": "ɛn", "O": "oʊ", "P": "piː", "Q": "kjuː", "R": "ɑːɹ",
    "S": "ɛs", "T": "tiː", "U": "juː", "V": "viː", "W": "dʌbəljuː", "X": "ɛks", "Y": "waɪ", "Z": "ziː",
}
# fmt: on
WESTERN = "".join(map(chr, range(0xC0, 0x180)))  # letters with accents that espeak-ng reads
AFTER = r"(?P<s>['’]s)?(?P<after>[.,;:!?]*)"
_INITIALS = re.compile(rf"(?<![\w.'’-])(?P<word>[A-Z](?: [A-Z])+)(?![\w-]|['’](?!s\b)){AFTER}")
_VOWEL = re.compile(rf"[{VOWELS}]")


def sounds(written: str) -> str:
    """IPA as users write it, brought to how the voices take it.

    Raises:
        ValueError: a sign that stands for no sound of English; the message names it.
    """
    text = unicodedata.normalize("NFC", written).translate(_ALIKE).replace("ɜɹ", "ɜːɹ")
    text = " ".join(text.split())
    unknown = [sign for sign in text if sign not in SOUNDS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no sound of English in IPA")
    if not _VOWEL.search(text):
        raise ValueError("there is no vowel in it")
    return _stressed_vowels(text)


def _stressed_vowels(text: str) -> str:
    """Each stress mark right before the next vowel; one without a vowel after it is left out."""
    moved = re.sub(rf"([{STRESS}])([^{VOWELS}{STRESS}]*)([{VOWELS}])", r"\2\1\3", text)
    return re.sub(rf"[{STRESS}](?![{VOWELS}])", "", moved)


def initials(letters: str) -> str:
    """The sounds of letters said one by one, the last one stressed most."""
    said = [LETTERS[letter] for letter in letters]
    return "".join(sounds(("ˈ" if i == len(said) - 1 else "ˌ") + one) for i, one in enumerate(said))


def plural(ending_in: str) -> str:
    """The sound of `'s` after these sounds."""
    last = ending_in[-1]
    return "ᵻz" if last in HISSING else "s" if last in VOICELESS else "z"


def dotted(words: str) -> str:
    """Acronyms written so that espeak-ng says their letters: with spaces alone, the A of `A I` is an article."""

    def written(found: Match[str]) -> str:
        letters = found["word"].replace(" ", ".")
        goes_on = found["s"] or (not found["after"] and found.end() < len(words))
        return letters + ("." if goes_on else "") + (found["s"] or "") + found["after"]

    return _INITIALS.sub(written, words)


class Lexicon:
    """The words that are said in another way than they are written.

    Args:
        entries: by the word as it is written; one in small letters means the word in capitals too.

    Raises:
        ConfigError: an entry whose sounds or respelling cannot be said.
    """

    def __init__(self, entries: Mapping[str, Pronunciation] | None = None) -> None:
        self._known: dict[str, tuple[str, str]] = {}  # respelling and sounds, by how it reads in speakable text
        for word, spoken in (entries or {}).items():
            self._known |= dict.fromkeys(_forms(word), _entry(word, spoken))
        self._pattern = _pattern(self._known)

    def __bool__(self) -> bool:
        return self._pattern is not None

    def respelled(self, words: str) -> str:
        """For a voice that takes no sounds."""
        return self._replaced(words, lambda found, say, _: (say or found["word"]) + (found["s"] or "") + found["after"])

    def marked(self, words: str, mark: Mark) -> str:
        """For a voice that takes sounds: acronyms letter by letter, names by their sounds where they are known."""

        def said(found: Match[str], say: str, ipa: str) -> str:
            return _marked(found, ipa, mark) if ipa else say + (found["s"] or "") + found["after"]

        def spelled(found: Match[str]) -> str:
            return _marked(found, initials(found["word"].replace(" ", "")), mark)

        return _INITIALS.sub(spelled, self._replaced(words, said))

    def _replaced(self, words: str, said: Callable[[Match[str], str, str], str]) -> str:
        if self._pattern is None:
            return words
        return self._pattern.sub(lambda found: said(found, *self._entry(found["word"])), words)

    def _entry(self, word: str) -> tuple[str, str]:
        return self._known.get(word) or self._known[word.lower()]


def _marked(found: Match[str], ipa: str, mark: Mark) -> str:
    word = found["word"].replace(" ", "")
    return mark(word, ipa + (plural(ipa) if found["s"] else ""), found["after"])


def _forms(word: str) -> set[str]:
    """How the word may stand in speakable text: as it is, or an acronym with its letters apart."""
    return {form for form in (" ".join(word.split()), speakable_text(word)) if form}


def _entry(word: str, spoken: Pronunciation) -> tuple[str, str]:
    say = speakable_text(spoken.say)
    if spoken.say.strip() and not say:
        raise ConfigError(f"pronunciation of {word!r}: nothing can be said of {spoken.say!r}")
    try:
        return say, sounds(spoken.sounds) if spoken.sounds.strip() else ""
    except ValueError as error:
        raise ConfigError(f"pronunciation of {word!r}: {error}") from error


def _pattern(known: Mapping[str, object]) -> re.Pattern[str] | None:
    if not known:
        return None
    forms = sorted(known, key=lambda form: (-len(form), form))
    each = [f"(?i:{re.escape(form)})" if form == form.lower() else re.escape(form) for form in forms]
    return re.compile(rf"(?<![\w'’-])(?P<word>{'|'.join(each)})(?!\w|['’](?!s\b)){AFTER}")


def in_latin(text: str, known: str = "") -> str:
    """Letters that no English voice reads, as nearly as they can be said: Путин as Putin.

    Args:
        known: letters beyond ASCII that the voice reads by itself.
    """
    if text.isascii():
        return text
    from anyascii import anyascii

    return "".join(anyascii(c) if unicodedata.category(c)[0] in "LM" and c not in known else c for c in text)
