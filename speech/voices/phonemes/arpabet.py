"""English text in ARPAbet, the symbols that FastSpeech 2 and its kin were taught (CMU Pronouncing Dictionary).

The pronunciation is espeak-ng's own, which reads figures and unknown words by rule, so no dictionary is needed.
"""

from __future__ import annotations

import re

from speech.voices.phonemes.phonemes import STRESS, Pronunciation

# fmt: off
VOWELS = {
    "I": "IH", "I#": "IH", "I2": "IH", "i": "IY", "E": "EH", "E2": "EH", "a": "AE", "aa": "AE", "a#": "AH",
    "A": "AA", "0": "AA", "O": "AO", "O2": "AO", "U": "UH", "u": "UW", "V": "AH", "@": "AH", "@2": "AH", "@5": "AH",
    "3": "ER", "eI": "EY", "aI": "AY", "OI": "OY", "oU": "OW", "aU": "AW", "@L": "AH L", "A@": "AA R", "A#": "AA",
    "o@": "AO R", "O@": "AO R", "e@": "EH R", "i@": "IY AH", "i@3": "IH R", "U@": "UH R", "aI@": "AY AH",
    "aI3": "AY ER", "aU@": "AW ER", "oU#": "OW",
}
CONSONANTS = {
    "p": "P", "b": "B", "t": "T", "t#": "T", "t2": "T", "?": "T", "d": "D", "k": "K", "g": "G", "tS": "CH",
    "dZ": "JH", "f": "F", "v": "V", "T": "TH", "D": "DH", "s": "S", "z": "Z", "S": "SH", "Z": "ZH", "h": "HH",
    "m": "M", "n": "N", "N": "NG", "l": "L", "r": "R", "j": "Y", "w": "W", "x": "K", "C": "HH",
}
# fmt: on
PHONES = frozenset(phone for known in (VOWELS, CONSONANTS) for said in known.values() for phone in said.split())
_MARK = re.compile(r"[,;:.!?…]+(?=[\s\"'’”)]|$)|\s-+\s|[–—]+")


def arpabet(text: str, pronunciation: Pronunciation) -> list[str]:
    """The text as phones and marks (`,` `.` `!` `?`), vowels with their stress: `AH0`, `EY1`, `IH2`.

    Names that English does not have are left out. None where there is nothing to say.

    Raises:
        ProviderError: espeak-ng failed.
    """
    said: list[str] = []
    start = 0
    for mark in _MARK.finditer(text):
        said += _phones(text[start : mark.start()], pronunciation)
        if said:
            said.append(_mark(mark.group().strip()[0]))
        start = mark.end()
    return said + _phones(text[start:], pronunciation)


def _phones(text: str, pronunciation: Pronunciation) -> list[str]:
    return [phone for name in pronunciation.stressed(text) for phone in _of_name(name)]


def _of_name(name: str) -> list[str]:
    bare = name.strip(STRESS)
    if bare in CONSONANTS:
        return [CONSONANTS[bare]]
    stress = "1" if "'" in name else "2" if "," in name else "0"
    vowel, *rest = VOWELS.get(bare, "").split() or [""]
    return [vowel + stress, *(phone + "0" if phone in ("AH", "ER") else phone for phone in rest)] if vowel else []


def _mark(sign: str) -> str:
    return sign if sign in ".!?" else "." if sign == "…" else ","
