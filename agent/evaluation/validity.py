"""Whether a speech is a statement at all, before anybody asks how good it is (TreeDebater, appendix E). Pure.

What is found here, is found by its form; that a speech argues for the other side listeners may find too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from config.format import Side, Stage
from planning.asking.asking import wrong_side
from speech.text.sentences import sentences

EMPTY, POINTS, NOTES, STANCE = "nothing is said", "bare key points", "working notes", "wrong stance"
OVER_TIME = "over time"
FRAGMENT_WORDS = 6  # at most, of a line that only names a point
FEWEST = 3  # units, under which a short speech is not taken for a list
_LISTED = re.compile(r"\s*(?:[-*•–]|\(?\d{1,2}[.):]|\(?[a-z]\)|(?:key )?(?:point|claim|argument) \w{1,6}\s*:)\s*", re.I)
_NOTES = re.compile(
    r"\bas (?:suggested|requested|recommended|advised) by the (?:reviewer|writer|analy[sz]er|searcher|audience)\b"
    r"|\bthe (?:reviewer|analy[sz]er|searcher)(?:'s)? (?:feedback|suggest\w*|recommend\w*|notes?|comments?)\b"
    r"|\bI(?: will|'ll| am going to) (?:provide|give) (?:you )?(?:some |my )?feedback\b"
    r"|\b(?:here is|here's|below is|this is) (?:the|my|a|an) (?:revised|improved|final|updated|polished|rewritten) "
    r"(?:draft|statement|speech|version)\b"
    r"|\b(?:the|this|my) (?:draft|statement|revision) (?:is|should be|needs to be|has been) "
    r"(?:clear|revised|strong|shorten\w*|improved|edited)\b"
    r"|\b(?:word count|word budget|token limit|system prompt|output format)\b"
    r"|^\s*(?:(?:opening|rebuttal|closing) )?(?:plan|statement|revision|feedback|critical issues?|thoughts?)\s*:"
    r"|\[(?:insert|your|name|source|citation)[^\]]{0,40}\]|</?think(?:ing)?>|\bas an? (?:AI|large) ?language model\b",
    re.I | re.M,
)


@dataclass(frozen=True)
class WrittenSpeech:
    """A speech: what of it is heard before the bell, its seconds, and the seconds of all that was written.

    `invalid`: what makes it no valid statement, or not in time. `troubles`: what failed while it was written.
    """

    contestant: str
    turn: int
    side: Side
    stage: Stage
    sentences: tuple[str, ...]
    seconds: float
    written_seconds: float
    allowed_seconds: float
    invalid: tuple[str, ...] = ()
    troubles: int = 0

    @property
    def text(self) -> str:
        return " ".join(self.sentences)

    @property
    def in_time(self) -> bool:
        return OVER_TIME not in self.invalid

    @property
    def valid_format(self) -> bool:
        return not {*self.invalid} - {OVER_TIME}


def faults(text: str, side: Side) -> tuple[str, ...]:
    """What makes this no valid statement of that side; nothing where it is one. The text as it was written."""
    if not any(c.isalpha() for c in text):
        return (EMPTY,)
    found = {POINTS: _only_points(text), NOTES: bool(_NOTES.search(text)), STANCE: _wrong(text, side)}
    return tuple(name for name, is_so in found.items() if is_so)


def _only_points(text: str) -> bool:
    """Whether most of its lines or sentences only name a point."""
    lines = [line for line in text.splitlines() if line.strip()]
    units = list(chain.from_iterable([line] if _LISTED.match(line) else sentences(line) for line in lines))
    bare = [unit for unit in units if len(_LISTED.sub("", unit, count=1).split()) <= FRAGMENT_WORDS]
    return len(units) >= FEWEST and len(bare) * 2 > len(units)


def _wrong(text: str, side: Side) -> bool:
    return wrong_side(sentences(" ".join(text.split())), side) is not None
