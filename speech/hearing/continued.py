"""Words that are heard once more from a little before where another stopped: which of them are new. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from config.heard_word import HeardWord
from speech.hearing.recognizers.local_agreement import after

OnWords = Callable[[Sequence[HeardWord], bool], None]
NEAR_SECONDS = 1.2  # that two recognitions of one word may lie apart, where the word before it is the same too
ALONE_SECONDS = 0.4  # where it is not
SURE_SECONDS = 4.0  # where three words are: a word before a pause is timed far apart by two readings
MARKS = " .,!?;:\"'"


def continued(known: Sequence[str], until: float, take: OnWords) -> OnWords:
    """Hands on to `take` what comes after the known words, of which the last ended at second `until`.

    Where the new words begin is found by the words themselves, and by time where none of them is heard again.
    """
    if not known:
        return take
    held: list[HeardWord] = []
    found = False

    def taken(words: Sequence[HeardWord], ended: bool) -> None:
        nonlocal found
        if found:
            take(words, ended)
            return
        held.extend(words)
        if held and held[-1].start > until + NEAR_SECONDS:  # enough has come to compare
            found = True
            take(new_of(held, known, until), ended)
        elif ended:
            found = _end_of(held, known, until) is not None  # all that comes after them is new, whenever it is timed
            take(fresh := new_of(held, known, until), ended)
            found = found or bool(fresh)
            held.clear()

    return taken


def new_of(heard: Sequence[HeardWord], known: Sequence[str], until: float) -> Sequence[HeardWord]:
    """Those of the words heard again that come after the known ones."""
    end = _end_of(heard, known, until)
    return after(HeardWord(known[-1], until, until), heard) if end is None else heard[end:]


def _end_of(heard: Sequence[HeardWord], known: Sequence[str], until: float) -> int | None:
    """How many of the words heard again there are up to the last known one; None where it is not among them."""
    best, most = None, 0.0
    for place in range(1, len(heard) + 1):
        apart = abs(heard[place - 1].end - until)
        same = _same(heard[:place], known)
        if same and apart <= _near(same):
            worth = same - apart / SURE_SECONDS
            if best is None or worth > most:
                best, most = place, worth
    return best


def _near(same: int) -> float:
    if same > 2:
        return SURE_SECONDS
    return NEAR_SECONDS if same > 1 else ALONE_SECONDS


def _same(heard: Sequence[HeardWord], known: Sequence[str]) -> int:
    """How many words are the same from the last one back."""
    count = 0
    for one, word in zip(reversed(heard), reversed(known), strict=False):
        if _plain(one.text) != _plain(word):
            break
        count += 1
    return count


def _plain(word: str) -> str:
    return word.strip(MARKS).lower()
