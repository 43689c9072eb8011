"""What became of a match whose processes were killed: words that were lost, and words said or written twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from agent.match.state import Match
from agent.running.files.log import read_log
from config.errors import RostrumError

RUN = 2  # so many words lacking, or too many, in a row are no misheard word


@dataclass(frozen=True)
class Fate:
    """Of one match: whether it was held to its end, and its words."""

    lost: bool
    words: int = 0
    words_lost: int = 0
    words_twice: int = 0
    what: tuple[str, ...] = ()


def of_captions(folder: Path) -> Fate:
    """Of a match whose sides read each other's captions: each sentence is said once and written down once."""
    try:
        match = Match.replay(read_log(folder))
    except RostrumError as error:
        return Fate(lost=True, what=(str(error),))
    said = lost = twice = 0
    what: list[str] = []
    for turn in match.turns:
        spoken = Counter(one.text for one in turn.spoken)
        heard = Counter(part.text for part in turn.heard if part.listener is turn.side.other)
        for text, times in spoken.items():
            words = len(text.split())
            said += words
            lost += words * max(0, 1 - heard[text])
            twice += words * max(0, times - 1, heard[text] - 1)
            if heard[text] != 1 or times != 1:
                what.append(f"{folder.name}, turn {turn.index + 1}, said {times}, written {heard[text]}: {text}")
    return Fate(match.ended != "all turns were held", said, lost, twice, tuple(what))


def of_sound(wanted: list[str], written: list[str], *, ended: bool, said: Sequence[str] = ()) -> Fate:
    """Of a speech that was heard: `wanted` as one hears it whom nobody kills; a word misheard is neither.

    Args:
        said: the speech itself: where it has what was written, between the words before and after, that is right.
    """
    text = f" {' '.join(said)} "
    lost = twice = 0
    what: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, wanted, written, autojunk=False).get_opcodes():
        lacking = (b - a) - (d - c)
        if kind == "equal" or abs(lacking) < RUN or f" {' '.join(written[max(0, c - 1) : d + 1])} " in text:
            continue
        lost, twice = lost + max(0, lacking), twice + max(0, -lacking)
        what.append(f"{' '.join(wanted[a:b])!r} was written as {' '.join(written[c:d])!r}")
    return Fate(not ended, len(wanted), lost, twice, tuple(what))
