"""How long a sentence will take to speak: measured where it has been synthesised, else estimated. Pure.

Estimators count something in a text (words, syllables, phonemes) and learn what each is worth in
seconds from the sentences that were really spoken. What is worth how much: `rostrum bench duration`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from config.statement import PAPER_WORDS_PER_MINUTE

REMEMBERED = 512  # sentences
KEPT = 0.995  # what an older sentence is worth beside the next newer one
TRUST = 1.0  # how much the starting values count: about as much as one count of each kind for one second
ROUNDS = 6  # of weighing outliers down
TOLERATED = 2.5  # in typical deviations; what lies farther counts less, in proportion

PAUSE_MARKS = ",;:.!?()–—"
_PIECE = re.compile(r"\d[\d,]*(?:\.\d+)?|[^\W\d_]+(?:['’][^\W\d_]+)*|[%$€£&+=]")
_LETTERS_IN_A_ROW = re.compile(r"[^AEIOUY]{2}$|^[^AEIOUY]+$")
_SYMBOLS = {"%": 2, "$": 2, "€": 2, "£": 1, "&": 1, "+": 1, "=": 2}
_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = re.compile(  # an e that is written but not spoken
    r"""(?<=[^aeiouy])(?:
        (?<![^aeiouy]l) e (?= $|ly$|ful|less|ness|ment|thing|body|one|time|where|work|maker)
        | (?<![td])(?<![^aeiouy]r)(?<![^aeiouyl]l) ed$
        | (?<![szcgx])(?<![sc]h)(?<![^aeiouy]l) es$
    )
    | (?<=[aeiouy]g)ues?$ | (?<=^ev)e(?=ry)""",
    re.VERBOSE,
)
_HIATUS = re.compile(  # vowels side by side that are two syllables, and syllables without a vowel
    r"""(?<![tscg])(?<!ll)i[aou] | [aeiouy]ing | eo(?!n$|pl) | (?<![qg])ua(?!r) | [iu]et | ie(?:r|st)$ | (?<=cr)ea
    | (?<=[^aeiouy])sm$ | [sd]n['’]t""",
    re.VERBOSE,
)
_CONSONANT = re.compile(r"[b-df-hj-np-tv-xz]", re.IGNORECASE)
_UNDER_TWENTY = (2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 2, 2, 2, 2, 3, 2, 2)  # zero to nineteen

Counts = tuple[float, ...]


class Estimator(Protocol):
    """Guesses how long a text takes to speak, and learns from what it really took."""

    def estimate(self, text: str) -> float:
        """Seconds from its first sound to its last."""
        ...

    def observe(self, text: str, seconds: float) -> None:
        """The text was spoken in that many seconds."""
        ...


class Calibrated:
    """A weighted sum of counts, the weights fitted to the sentences spoken lately.

    Least squares by sentence, each divided by its expected length, older ones forgotten exponentially, outliers
    weighed down (Huber 1964) and all drawn a little towards the starting weights.

    Args:
        count: what is counted in a text; all zero where there is nothing to say.
        start: seconds for one of each count before anything was measured.
    """

    def __init__(self, count: Callable[[str], Counts], start: Counts) -> None:
        self._count = lru_cache(maxsize=4096)(count)
        self._start = np.array(start)
        self._weights: NDArray[np.float64] | None = self._start
        self._seen: deque[tuple[Counts, float]] = deque(maxlen=REMEMBERED)

    def estimate(self, text: str) -> float:
        if self._weights is None:
            self._weights = self._fit()
        return max(0.0, float(np.dot(self._weights, self._count(text))))

    def observe(self, text: str, seconds: float) -> None:
        counts = self._count(text)
        if seconds > 0 and any(counts):
            self._seen.append((counts, seconds))
            self._weights = None

    def _fit(self) -> NDArray[np.float64]:
        """The weights, in seconds for one of each count."""
        counts = np.array([row for row, _ in self._seen])
        seconds = np.array([length for _, length in self._seen])
        expected = np.maximum(counts @ self._start, 0.1)  # not what was measured, which may be wrong
        forgotten = KEPT ** np.arange(len(seconds) - 1, -1, -1) / expected
        weights, trusted = self._start, np.ones_like(seconds)
        for _ in range(ROUNDS):
            scaled = counts * (forgotten * trusted)[:, None]
            left = scaled.T @ counts + TRUST * np.eye(len(weights))
            weights = np.linalg.solve(left, scaled.T @ seconds + TRUST * self._start)
            off = np.abs(counts @ weights - seconds) / np.sqrt(expected)
            typical = max(float(np.median(off)), 1e-3)
            trusted = np.minimum(1.0, TOLERATED * typical / np.maximum(off, 1e-9))
        return np.asarray(weights, dtype=np.float64)


class FittedWords(Calibrated):
    """Seconds a word and a constant a sentence."""

    def __init__(self) -> None:
        super().__init__(lambda text: _each(text, len(text.split())), (60 / PAPER_WORDS_PER_MINUTE, 0.0))


class Syllables(Calibrated):
    """Seconds a syllable, a consonant letter, a mark inside the sentence and a sentence.

    Figures and acronyms count as they are spoken; it starts from the mean of flite slt and espeak-ng at 150.
    """

    def __init__(self) -> None:
        super().__init__(
            lambda text: _each(text, syllables(text), len(_CONSONANT.findall(text)), marks(text)),
            (0.105, 0.055, 0.28, 0.3),
        )


def syllables(text: str) -> int:
    """How many syllables an English text has when spoken: by rule, right for about nine words in ten."""
    return sum(_of_piece(piece) for piece in _PIECE.findall(text))


def _of_piece(piece: str) -> int:
    if piece[0].isdecimal():
        return _of_figure(piece.rstrip(","))
    if piece in _SYMBOLS:
        return _SYMBOLS[piece]
    letters = re.split("['’]", piece)[0]
    if len(letters) > 1 and letters.isupper() and (len(letters) < 4 or _LETTERS_IN_A_ROW.search(letters)):
        return len(letters) + 2 * letters.count("W")
    return _of_word(piece.lower())


def _of_word(word: str) -> int:
    stem = _SILENT.sub("", word)
    return max(1, len(_VOWELS.findall(stem)) + len(_HIATUS.findall(stem)))


def _of_figure(figure: str) -> int:
    """12,500.75 as a voice reads it; four digits without a comma from 1100 to 2099 as a year."""
    whole, _, decimals = figure.partition(".")
    number = int(whole.replace(",", "")) if len(whole) < 16 else 0
    after = sum(_UNDER_TWENTY[int(digit)] for digit in decimals) + 1 if decimals else 0
    if len(whole) >= 16:  # nobody says quadrillions: digit by digit
        return after + sum(_UNDER_TWENTY[int(digit)] for digit in whole if digit.isdecimal())
    if len(whole) == 4 and 1100 <= number < 2100 and number % 1000 >= 10:
        return after + _of_number(number // 100) + (_of_number(number % 100) if number % 100 > 9 else 2)
    return after + _of_number(number)


def _of_number(number: int) -> int:
    if number < 20:
        return _UNDER_TWENTY[number]
    for size, name in ((10**12, 2), (10**9, 2), (10**6, 2), (1000, 2), (100, 2)):
        if number >= size:
            return _of_number(number // size) + name + (_of_number(number % size) if number % size else 0)
    return 2 + (number // 10 == 7) + (_UNDER_TWENTY[number % 10] if number % 10 else 0)


def marks(text: str) -> int:
    """How many commas, dashes and the like inside the text make a voice pause."""
    return sum(character in PAUSE_MARKS for character in text.strip()[:-1])


def _each(text: str, *counts: float) -> Counts:
    """The counts and one for the sentence itself; all zero where there is nothing to say."""
    return (*counts, 1.0) if any(map(str.isalnum, text)) else (0.0,) * (len(counts) + 1)


class HasSeconds(Protocol):
    """A sentence whose length is known."""

    @property
    def seconds(self) -> float: ...


class Durations:
    """Seconds by sentence from the delivering voice, and an estimate for sentences not yet synthesised.

    The estimator learns from each measured sentence once.

    Args:
        known: the synthesised sentence, or None.
        estimator: for the others; syllables if left out.
    """

    def __init__(self, known: Callable[[str], HasSeconds | None], estimator: Estimator | None = None) -> None:
        self._known = known
        self._estimator = estimator or Syllables()
        self._counted: set[str] = set()

    def __call__(self, text: str) -> float:
        """Seconds to speak the sentence, without the pause after it."""
        audio = self._known(text)
        if audio is None:
            return self.estimate(text)
        if text not in self._counted:
            self._counted.add(text)
            self._estimator.observe(text, audio.seconds)
        return audio.seconds

    def estimate(self, text: str) -> float:
        """Seconds the sentence would take, as far as can be told without synthesising it."""
        return self._estimator.estimate(text)
