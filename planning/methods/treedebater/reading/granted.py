"""What a passage grants the other side, as far as it grants more than it argues; word for word. Pure."""

from __future__ import annotations

from planning.language.cues.point_cues import conceded
from planning.methods.treedebater.reading.quotable import quotable, sentence

BARE_WORDS = 10  # of a passage that grants what was said before it, and says no more
BESIDE_WORDS = 8  # that may stand around a clause that is granted


def granted(words: str) -> str | None:
    """The clause by which a passage grants something, empty where none may be said back; None where it argues on."""
    clause = conceded(words)
    if clause is None:
        return None
    count = len(words.split())
    if not clause:
        return "" if count <= BARE_WORDS else None
    if count - len(clause.split()) > BESIDE_WORDS:
        return None
    return quotable(clause) or sentence(f"{clause}.") or ""
