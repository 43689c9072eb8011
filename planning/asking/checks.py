"""What an answer must be beyond its schema: in English, on our side, and plain enough to be spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable

from config.format import Side
from config.plain_text import printable_line
from planning.language.cues.cues import STOPWORDS

ENOUGH_WORDS = 12  # under which the language of a text cannot be told
COMMON_SHARE = 0.15  # of the words of an English text are among the commonest, at the very least
_ASKED = r"^(?:(?:so|and|therefore|please|now|tonight|i|we|ask|urge|beg|invite|want|you|all|to)\b[ ,]*)*"
_WRONG_VOTE = {  # asked for outright, not quoted, denied or supposed
    Side.PRO: re.compile(rf"{_ASKED}(?:(?:vote|decide) (?:against|con\b|no\b)|reject th(e|is) motion)", re.I),
    Side.CON: re.compile(rf"{_ASKED}(?:(?:vote|decide) (?:for|in favou?r|pro\b|yes\b)|support th(e|is) motion)", re.I),
}
_CONCESSION = re.compile(
    r"\b(i|we) (hereby )?(concede|surrender|give up)(?= (the (debate|motion|match|case)|defeat"
    r"|that (my opponent|the other side|they) (is|are|was|were|wins?|won|has|have))|\s*[.!])"
    r"|\bmy opponent (has won|wins|should win|deserves? (to win|your vote))\b"
    r"|\bas an? (ai|language) (language )?model\b",
    re.I,
)
_MARKUP = re.compile(r"[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|^\s*(?:[-•]|\d+[.)])\s+|\s*\[\d+\]|<[^>]{0,80}>", re.M)


def foreign(texts: Iterable[str]) -> str | None:
    """What is wrong with the language of these texts, if anything."""
    words = re.findall(r"[^\W\d_]+", " ".join(texts).lower())
    if len(words) < ENOUGH_WORDS:
        return None
    common = sum(word in STOPWORDS for word in words)
    return None if common / len(words) >= COMMON_SHARE else "it is not in English"


def wrong_side(texts: Iterable[str], side: Side) -> str | None:
    """Whether a text asks for the other side's victory or gives the debate away."""
    for text in texts:
        if _WRONG_VOTE[side].search(text.strip()) or _CONCESSION.search(text):
            return f"it speaks against its own side ({side})"
    return None


def plain(text: str) -> str:
    """The text without markup, on one line."""
    return printable_line(_MARKUP.sub("", text))
