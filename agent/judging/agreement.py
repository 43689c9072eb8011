"""How far judges agree with each other. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from config.errors import UsageError

FEWEST = 30  # judgements under which alpha says more than they do

Level = Literal["nominal", "ordinal", "interval"]


class Annotation(NamedTuple):
    """What one judge said of one thing."""

    of: str
    by: str
    value: float


class Agreement(NamedTuple):
    """How far judges agree on things that two or more of them judged.

    `alpha`: Krippendorff's; None where it is withheld or, for all said the same, not defined. `raw`: the share of pairs
    of judgements of one thing that are equal. `judgements`: that could be compared, of so many `things`.
    """

    alpha: float | None
    raw: float | None
    judgements: int
    things: int
    level: Level

    @property
    def told(self) -> str:
        counted = f"{self.judgements} comparable judgements of {self.things}"
        raw = "no agreement to count" if self.raw is None else f"raw agreement {self.raw:.0%} of pairs"
        if self.alpha is not None:
            return f"Krippendorff's alpha {self.alpha:.2f} ({self.level}), {raw} ({counted})"
        why = f"withheld below {FEWEST} judgements" if self.judgements < FEWEST else "not defined: all say the same"
        return f"{raw} ({counted}; Krippendorff's alpha {why})"


def agreement(judgements: Iterable[Annotation], level: Level = "nominal") -> Agreement:
    """Of what these judges said. Raises UsageError: one judged the same thing twice."""
    by_thing: dict[str, dict[str, float]] = {}
    for one in judgements:
        if one.by in by_thing.setdefault(one.of, {}):
            raise UsageError(f"{one.by} judged {one.of} twice")
        by_thing[one.of][one.by] = one.value
    several = [said for said in by_thing.values() if len(said) > 1]
    pairs = [left == right for said in several for left, right in combinations(said.values(), 2)]
    count = sum(map(len, several))
    raw = sum(pairs) / len(pairs) if pairs else None
    return Agreement(_alpha(several, level) if count >= FEWEST else None, raw, count, len(several), level)


def _alpha(several: Sequence[Mapping[str, float]], level: Level) -> float | None:
    values = sorted({value for said in several for value in said.values()})
    if len(values) < 2:
        return None
    import krippendorff

    counts = [[list(said.values()).count(value) for value in values] for said in several]
    return float(krippendorff.alpha(value_counts=counts, value_domain=values, level_of_measurement=level))
