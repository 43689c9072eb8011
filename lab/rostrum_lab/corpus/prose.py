"""A written speech as blocks of plain sentences: without markup and addresses, what is quoted kept apart. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from planning.language.text import clean, sentences

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_ADDRESS = re.compile(r"<?\b(?:https?://|www\.)(?:[^\s<>()]|\([^\s<>()]*\))*[^\s<>().,;:!?'\"]>?", re.I)
_NOTE = re.compile(r"\[\^?[\d,;\s]{1,12}\]")
_TAG = re.compile(r"</?[a-z][^<>]{0,200}>", re.I)
_STRESS = re.compile(r"(?<!\w)(?:[*_]{1,3}|~~|`+)(?=\S)|(?<=\S)(?:[*_]{1,3}|~~|`+)(?!\w)|\*{2,}")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!>~|<-])|\\$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_BULLET = re.compile(r"^\s*(?:[-*+•]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[PC]\d{1,2}[.:)])\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s|^\s*\*\*[^*]{1,80}\*\*:?\s*$|^[^a-z]{3,80}$")
_RULE = re.compile(r"^\s*(?:[-*_=~]\s*){3,}$")
_TABLE = re.compile(r"^\s*\|.*\|\s*$|^\s*[+|]?[-:=+|\s]{5,}$")
_MARKED = re.compile(r"^\s*>+\s?")
_IN_MARKS = re.compile(r"^[\"“«][^\"“”«»]{12,}[\"”»][.,]?$|^[\"“«].{12,}[\"”»]$", re.S)


@dataclass(frozen=True)
class Block:
    """A paragraph or a point of a list, on one line; `quoted` where the speaker repeats the words of others."""

    text: str
    quoted: bool = False

    @property
    def sentences(self) -> list[str]:
        return sentences(self.text)

    @property
    def words(self) -> int:
        return len(self.text.split())


def blocks(speech: str) -> list[Block]:
    """What a speech says, paragraph by paragraph; headings, tables, code and rules are left out."""
    found: list[Block] = []
    for marked, lines in groupby(_lines(speech), key=lambda line: bool(_MARKED.match(line))):
        for paragraph in _paragraphs(_MARKED.sub("", line) for line in lines):
            text = plain(paragraph)
            if any(c.isalpha() for c in text):
                quoted = marked or bool(_IN_MARKS.match(text))
                found.append(Block(text.strip('"“”«» ') if quoted else text, quoted))
    return found


def plain(text: str) -> str:
    """Text without Markdown, tags, addresses and the numbers of notes, on one line."""
    text = html.unescape(text)
    text = _ADDRESS.sub(" ", _LINK.sub(r"\1", _NOTE.sub("", text)))
    text = _STRESS.sub("", _TAG.sub(" ", text))
    text = re.sub(r"\(\s*\)|\[\s*\]|<\s*>", "", _ESCAPED.sub(r"\1", text))
    return re.sub(r"\s+([.,;:!?])", r"\1", clean(text))


def _lines(speech: str) -> Iterator[str]:
    """The lines outside code and tables; an empty one for each that is left out."""
    coded = False
    for line in speech.splitlines():
        if _FENCE.match(line):
            coded = not coded
            yield ""
        elif coded or _TABLE.match(line) or _RULE.match(line) or _HEADING.match(_MARKED.sub("", line)):
            yield ""
        else:
            yield line.rstrip("\\")


def _paragraphs(lines: Iterator[str]) -> Iterator[str]:
    """Lines that belong together; a point of a list is a paragraph of its own."""
    held: list[str] = []
    for line in lines:
        point = _BULLET.match(line)
        if (point or not line.strip()) and held:
            yield "\n".join(held)
            held = []
        if line.strip():
            held.append(line[point.end() :] if point else line)
    if held:
        yield "\n".join(held)
