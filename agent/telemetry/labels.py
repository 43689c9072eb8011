"""Labels of metrics: few, short, and the same for all that come after the first so many."""

from __future__ import annotations

import re
from collections import defaultdict

MOST = 30  # different values of a label
LONGEST = 40  # letters
OTHER = "other"
_UNFIT = re.compile(r"[^\w .,:/@+()'-]+")


class Bounded:
    """Keeps what comes from outside, or from a long list, from filling a metrics server."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, set[str]] = defaultdict(set)

    def __call__(self, label: str, value: str) -> str:
        """The value as it is told: `other` where there are too many already, or it is no name of anything."""
        short = _UNFIT.sub("", value)
        if len(short) > LONGEST or short != value:
            return OTHER
        seen = self._seen[label]
        if value not in seen and len(seen) >= MOST:
            return OTHER
        seen.add(value)
        return value
