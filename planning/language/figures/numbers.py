"""Numbers in a text, however they are written or were recognised ("60,000", "60k", "sixty thousand"). Pure.

Which of them are *figures*, that is, need to come from somewhere: percentages, shares, amounts, counts over `SMALL`.
None are ordinals, names such as COVID-19 or Section 230, small whole numbers that only count what is in view ("two
reasons"), the length of a turn, and loose quantities, which nobody has counted ("millions", "half", "a dozen").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from text_to_num import alpha2digit

_LOOSE_SIZES = "hundreds|thousands|millions|billions|trillions|dozens|scores|tens"
_COUNTED = r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty))[ -]?$"
_PLURAL = re.compile(
    rf"\b(?:{_LOOSE_SIZES})(?:(?: of| upon| and| or)? (?:{_LOOSE_SIZES}|thousand|million|billion))*\b", re.IGNORECASE
)
_FEW = re.compile(
    r"\b(?:a (?:few|couple(?: of)?)|several|some few|many|countless) (?:hundred|thousand|million|billion)s?\b"
    r"|\ban? (?:hundred|thousand|million|billion)(?= (?:times|ways|reasons|words|cuts|voices|little|small|other"
    r"|different|miles|years|questions|things|excuses|and one)\b)"
    r"|\bone in a (?:million|thousand|billion)\b|\b(?:half )?an? million[- ]dollar (?:question|idea)\b",
    re.IGNORECASE,
)
PARTS = "half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth"
LOOSE_PARTS = re.compile(rf"\b(?:(?P<part>{PARTS})(?: of| the| their| our| its| all)\b)", re.IGNORECASE)
_TURN = r"(?:seconds?|minutes?)"
_SPEAKING = (
    r"(?:speech|speak|speaking|spoken|turn|rebuttal|opening|closing|floor|opponent|said|heard|clock|bell|talk\w*)"
)
_IMAGINED = r"(?:imagine|picture|suppose|think of|consider|let(?:'s| us) say|say,|take|in front of)"
_PERSONS = r"(?:\w+ )?(?:children|pupils|students|people|workers|patients|neighbou?rs|families|women|men|friends|kids)"
_SURE = r"(?:sure|certain|right|wrong|clear|safe|behind|agree\w*|of the time|honest)"
_EXEMPT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b\d+ {_TURN}(?=[^.!?]*\b{_SPEAKING}\b)",
        rf"\b(?:my|our|your|these|those|last|next) \d+ {_TURN}\b",
        rf"\b{_SPEAKING}\b[^.!?\d]*\b\d+ {_TURN}\b",
        rf"\b\d+ (?:more )?{_TURN} (?:left|remain\w*)\b",
        r"\b(?:24[ -]hours?|36[56] days|52 weeks|60 minutes (?:in|of) (?:an|every|each) hour)\b",
        r"\bin (?:my|your|his|her|their|our) (?:late |early |mid-?)?\d0s\b",
        rf"\b(?:not )?100 ?(?:%|per ?cent) {_SURE}\b",
        rf"\b{_IMAGINED}\b[^.!?\d]{{0,60}}\b\d{{2}} {_PERSONS}\b",
        r"\b(?:aged?|age of|turn(?:s|ed|ing)?) \d{2}\b(?! ?(?:%|per ?cent))",
        r"\b\d{2}[- ]years?[- ]olds?\b",
        r"\b(?:start|begin|began|begun|leav|left|work|vot|marr|retir|driv)\w*(?: \w+)? at \d{2}\b"
        r"(?! ?(?:%|per ?cent|[a-z]+s\b))",
        r"\b(?:class(?:room)?|room|bus|coach|carriage|row|team|street|office|ward) (?:full )?of \d{2}\b",
    )
)


def without_loose(text: str) -> str:
    """The text without quantities that nobody has counted; of parts of a whole, only those of a size go."""

    def left(found: re.Match[str]) -> str:
        return found[0] if re.search(_COUNTED, text[: found.start()], re.IGNORECASE) else " "

    return _FEW.sub(" ", _PLURAL.sub(left, text))


def exempt(plain: str) -> list[range]:
    """Where numbers stand that need no source: times of a turn, the hours of a day, decades of a life, certainty."""
    return [range(*found.span()) for pattern in _EXEMPT for found in pattern.finditer(plain)]


SMALL = 12  # up to which a whole number is no figure by itself
SHARE_MOST = 100  # up to which `n in m` is a share, and not a number in a year
YEARS = range(1500, 2101)
_CENTURIES = range(11, 22)
_SIZES = {"hundred": 1e2, "k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9}
_SIZES |= {"billion": 1e9, "tn": 1e12, "trillion": 1e12}
_WHOLE_SIZES = frozenset(_SIZES.values())
_SIZE = r"(?:hundred|thousand|million|billion|trillion)"
_TITLES = "Act|Agenda|Amendment|Area|Article|Chapter|Clause|Directive|Form|Highway|Law|Level|Prop|Proposition"
_TITLES += "|Protocol|Resolution|Route|Rule|Section|Title|Year"
_NAMES = re.compile(
    rf"\b[A-Z][A-Za-z]*-\d+\b|\b24/7\b|\b9/11\b|\b50[/-]50\b|\b[Ff]ifty[- ]fifty\b|\b401\(k\)|\b(?:{_TITLES})\s\d+\b"
)
_SIGNS = str.maketrans(
    {"’": "'", "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "–": "-", "—": "-"}
    | {"\u00a0": " ", "\u2009": " ", "\u202f": " "}
)
_GROUPS = re.compile(r"(?<![\w.,'])\d{1,3}(?:[ ']\d{3})+(?![\w'])")
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9}
_PARTS |= {"tenth": 10, "halve": 2}
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_ONES = "|".join(_COUNTS)
_WORD = rf"(?:\d[\d.,]*|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:{_ONES}))?|{_ONES}"
_WORD += r"|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
_FRACTION = re.compile(
    rf"\b({'|'.join(_COUNTS)})[ -]({'|'.join(_PARTS)})s? of\b(?! (?:it|that|this|which|an?\s{_SIZE})\b)", re.IGNORECASE
)
_OF_A_SIZE = re.compile(rf"\b(?:(?:an?|({_ONES}))[ -])?(half|third|quarter)s? (?:of )?an? (?={_SIZE}\b)", re.IGNORECASE)
_FOLD = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten)fold\b", re.IGNORECASE)
_RANGE = re.compile(r"(?<=\d)\s?-\s?(?=\d)")
_RANGE_OF_SIZE = re.compile(rf"\b({_WORD}) (to|or|and) ({_WORD}) ({_SIZE})\b", re.IGNORECASE)
_PERCENT_RANGE = re.compile(r"(\d)\s?(?:-|\bto\b|\bor\b)\s?(\d[\d.]*\s?(?:%|per\s?cent|pct))", re.IGNORECASE)
_BETWEEN_PERCENTS = re.compile(r"\b(between \d[\d.]*) (and \d[\d.]*\s?(?:%|per\s?cent|pct))", re.IGNORECASE)
_ONE_OR_TWO = re.compile(r"(?<!point )\b(one|two)(?= (?:in|out of|per\s?cents?|percentage points?)\b)", re.IGNORECASE)
_SHORT_YEAR = re.compile(rf"\b(eighteen|nineteen|twenty) (?:oh|o)[ -]?({_ONES})\b", re.IGNORECASE)
_HALVES = re.compile(rf"\b({_ONES}|\d+) and an? (half|quarter)\b", re.IGNORECASE)
_NO_ZERO = re.compile(r"(?<!\d )\bpoint (\d+)(?=\s*(?:%|per\s?cent))", re.IGNORECASE)
_GRAND = re.compile(r"(?<=\d) grand\b", re.IGNORECASE)
_HEDGE = (
    r"(?P<near>about|around|roughly|some|approximately|circa|close to|nearly a|near)"
    r"|(?P<over>over|more than|above|upwards of|at least|well over|exceeding)"
    r"|(?P<under>almost|nearly|under|less than|fewer than|below|just under|up to|at most)"
)
_HEDGED = re.compile(rf"\b(?:{_HEDGE})\s(?:an?\s|the\s)?[$£€]?\s?$", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?P<money>[$£€]\s?)?(?<![\w.,])(?P<value>\d[\d,]*(?:\.\d+)?)(?:\s?/\s?(?P<under>\d+)|(?P<decade>s)\b"
    r"|\s?(?P<size>hundred|thousand|million|billion|trillion|k|mn?|bn?|tn)s?\b)?(?:\s*(?P<unit>%|per\s?cents?\b|pct\b"
    r"|percentage points?|times|occasions|instances|fold|x))?(?!\w)(?:\s(?:in|out of|of) (?:(?:every|an?|the|those"
    r"|these|all) )?(?P<among>\d[\d,]*)(?![\w.,]*[\d%])(?!\s?(?:%|per\s?cent|thousand|million|billion)))?",
    re.IGNORECASE,
)


_POINTS = re.compile(r"\d[\d,.]*[ -](?:percentage[ -])?points?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number in a text.

    `kind` is percent, times, share, decade or empty. `figure`: whether it needs a source. `hedge`: near, over or under,
    where the text says that it is rounded. `start`: where it begins in `as_digits`, to tell one from another.
    `points`: it counts points, or percentage points.
    """

    value: float
    kind: str
    figure: bool
    hedge: str = ""
    start: int = 0
    points: bool = False

    @property
    def year(self) -> bool:
        """Whether it can be a year."""
        return not self.kind and self.value in YEARS

    @property
    def place(self) -> float:
        """The place of its last digit that is not 0: 10000 for 60,000 and 0.1 for 5.1."""
        whole, _, part = self.digits.partition(".")
        if part:
            return 10.0 ** -len(part)
        return 10.0 ** (len(whole) - len(whole.rstrip("0"))) if "e" not in whole and self.value else 1.0

    @property
    def digits(self) -> str:
        """As plain digits, without separators and without needless zeros; a share as a part of one."""
        return f"{self.value:.15g}"


@lru_cache(maxsize=4096)
def numbers(text: str) -> tuple[Number, ...]:
    """Every number of a text, in order."""
    plain = as_digits(text)
    outside = exempt(plain)
    return tuple(_numbers(plain, outside))


@lru_cache(maxsize=4096)  # evidence is compared with every sentence
def as_digits(text: str) -> str:
    """The text with its numbers in digits, and without its loose quantities and the names that have numbers."""
    plain = _NAMES.sub(" ", text).translate(_SIGNS)
    plain = _GROUPS.sub(lambda found: re.sub("[ ']", "", found[0]), plain)
    plain = _FOLD.sub(lambda found: f"{found[1]} times", plain)
    plain = _SHORT_YEAR.sub(lambda found: f"{found[1]} hundred {found[2]}", plain.replace("twenty oh", "twenty o"))
    plain = _RANGE_OF_SIZE.sub(r"\1 \4 to \3 \4", plain)
    plain = _HALVES.sub(_and_a_half, plain)
    plain = _OF_A_SIZE.sub(_part_of_a_size, plain)
    plain = without_loose(_FRACTION.sub(_share, plain))
    plain = alpha2digit(_ONE_OR_TWO.sub(lambda found: str(_COUNTS[found[1].lower()]), plain), "en")
    plain = _GRAND.sub(" thousand", _NO_ZERO.sub(r"0.\1", plain))
    plain = _BETWEEN_PERCENTS.sub(r"\1 percent \2", plain)
    return _RANGE.sub(" to ", _PERCENT_RANGE.sub(r"\1 percent to \2", plain))


def _share(found: re.Match[str]) -> str:
    """`two thirds of` as 2/3."""
    return f"{_COUNTS[found[1].lower()]}/{_PARTS[found[2].lower()]} of"


def _and_a_half(found: re.Match[str]) -> str:
    """`two and a half` as 2.5."""
    count = _COUNTS.get(found[1].lower()) or int(found[1])
    return f"{count + 1 / _PARTS[found[2].lower()]:g}"


def _part_of_a_size(found: re.Match[str]) -> str:
    """`half a million` as 0.5 million."""
    count = _COUNTS[found[1].lower()] if found[1] else 1
    return f"{count / _PARTS[found[2].lower()]:.6g} "


def _numbers(plain: str, outside: list[range]) -> Iterator[Number]:
    for part in LOOSE_PARTS.finditer(plain):
        yield Number(round(1 / _PARTS[part["part"].lower()], 6), "share", False, start=part.start())
    matches = list(_NUMBER.finditer(plain))
    i = 0
    while i < len(matches):
        following = matches[i + 1] if i + 1 < len(matches) else None
        found, used = _number(plain, matches[i], following, any(matches[i].start("value") in one for one in outside))
        yield from found
        i += used


def _number(
    plain: str, match: re.Match[str], following: re.Match[str] | None, exempted: bool
) -> tuple[list[Number], int]:
    """The numbers of one match and how many matches they take."""
    value = value_of(match["value"]) * _SIZES.get((match["size"] or "").lower(), 1)
    sure = bool(match["money"] or match["unit"] or match["size"])
    start, kind = match.start("value"), _kind(match["unit"], match["decade"])
    hedge = _hedge(plain[: match.start()])
    whole = value_of(match["under"] or match["among"] or "0")
    if _is_share(match, value, whole, sure):
        share = Number(round(value / whole, 6), "share", not exempted, hedge, start)
        return [share, Number(value, "", False, start=start), Number(whole, "", False, start=start + 1)], 1
    beside = [Number(whole, "", whole > SMALL, start=match.start("among"))] if match["among"] else []
    used = 1
    if not kind and following is not None and plain[match.end() : following.start()].strip() == "":
        second = value_of(following["value"])
        if second in _WHOLE_SIZES and value < second:
            value, sure, used = value * second, True, 2
            kind = _kind(following["unit"], None)
        elif value in _CENTURIES and 10 <= second < 100 and not match["among"]:
            value, used = value * 100 + second, 2
    figure = (sure or value > SMALL or bool(value % 1)) and not exempted
    points = _POINTS.match(plain, start) is not None
    return [Number(value, kind, figure, hedge, start, points), *beside], used


def _hedge(before: str) -> str:
    found = _HEDGED.search(before)
    return next((name for name, words in found.groupdict().items() if words), "") if found else ""


def _is_share(match: re.Match[str], value: float, whole: float, sure: bool) -> bool:
    if sure or not whole >= value > 0:
        return False
    return bool(match["under"]) or (value <= SHARE_MOST and not (whole in YEARS and "," not in (match["among"] or "")))


def _kind(unit: str | None, decade: str | None) -> str:
    if unit is None:
        return "decade" if decade else ""
    return "percent" if unit[0] in "%pP" else "times"


def value_of(digits: str) -> float:
    return float(digits.replace(",", ""))
