"""Whether two sentences say nearly the same in nearly the same words. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

SHARED, SHARE = 8, 0.6  # words that both have, at least, and of all that the shorter one has


def alike(text: str, others: Iterable[str]) -> bool:
    """Whether it would sound like one of the others said again."""
    words = _words(text)
    return any(_again(words, _words(other)) for other in others)


def _again(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared >= SHARED and shared >= SHARE * min(len(one), len(other))


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+(?:['’]\w+)*", text.lower()))
