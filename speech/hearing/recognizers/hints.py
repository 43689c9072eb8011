"""What a recogniser is told to expect, cut to what it can take. Pure."""

from __future__ import annotations

from collections.abc import Callable

from speech.hearing.recognizers.hallucination import SENTENCE_ENDS


def fitting(hints: str, fits: Callable[[str], bool]) -> str:
    """As many of the first lines, joined, as fit: a prompt that is too long would be cut anywhere."""
    kept = ""
    for line in hints.splitlines():
        longer = f"{kept} {_as_sentence(line)}".strip()
        if not fits(longer):
            break
        kept = longer
    return kept


def _as_sentence(line: str) -> str:
    line = " ".join(line.split())
    return line if not line or line.endswith(SENTENCE_ENDS) else f"{line}."
