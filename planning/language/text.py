"""Text from outside made fit to be read: cleaned, and cut into passages of a few sentences. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

LONGEST = 600  # characters of a passage
ENOUGH = 320  # characters after which a passage is closed at the end of its sentence
FEWEST_WORDS = 5  # of a passage: less is a caption or a page number
_END = re.compile(r"(?<=[.!?])(?P<marks>[\"'”’)\]]*)\s+(?=[\"'“‘(\[]?[A-Z0-9])")
_ABBREVIATED = re.compile(r"(?:\b(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|cf|No|Nos|Fig|Vol|pp?|al|e\.g|i\.e)\.)$")
_DATE = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?:[-_./]?(0[1-9]|1[0-2])(?:[-_./]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)")


def clean(text: str) -> str:
    """On one line, with neither control characters nor invisible ones, in which orders to machines can be hidden."""
    kept = (c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " * c.isspace() for c in text)
    return " ".join("".join(kept).split())


def sentences(text: str) -> list[str]:
    """A clean text as its sentences; a wrong cut is worth less than a slow one."""
    found: list[str] = []
    for piece in _pieces(text):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return [piece for piece in found if piece]


def _pieces(text: str) -> Iterator[str]:
    """Cut after what closes a quotation with its sentence."""
    start = 0
    for end in _END.finditer(text):
        yield text[start : end.end("marks")]
        start = end.end()
    yield text[start:]


def passages(text: str) -> Iterator[str]:
    """A text in passages of a few sentences, none longer than `LONGEST` characters."""
    held = ""
    for sentence in (part for whole in sentences(clean(text)) for part in _parts(whole)):
        if held and (len(held) >= ENOUGH or len(held) + 1 + len(sentence) > LONGEST):
            if _worth(held):
                yield held
            held = ""
        held = f"{held} {sentence}".lstrip()
    if _worth(held):
        yield held


def best_passage(texts: Iterable[str], words: Iterable[str]) -> str:
    """The passage of these texts that has most of the words, the first of several; empty if there is none."""
    wanted = frozenset(words)
    found = (passage for text in texts for passage in passages(text))
    return max(found, key=lambda one: len(wanted & frozenset(re.findall(r"\w+", one.lower()))), default="")


def date_in(text: str) -> str | None:
    """The first date of a text, as year, month or day, such as 2021-03 of `report_2021_03.pdf`."""
    found = _DATE.search(text)
    return "-".join(part for part in found.groups() if part) if found else None


def _parts(sentence: str) -> Iterator[str]:
    while len(sentence) > LONGEST:
        end = sentence.rfind(" ", 1, LONGEST + 1)
        end = end if end > 0 else LONGEST
        yield sentence[:end].rstrip()
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence


def _worth(passage: str) -> bool:
    return sum(any(c.isalpha() for c in word) for word in passage.split()) >= FEWEST_WORDS
