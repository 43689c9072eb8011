"""Ranks by metrics in any order: each tells apart who is still equal, and it is told which one did. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

One = TypeVar("One")
SAME = 1e-9


@dataclass(frozen=True)
class Metric(Generic[One]):
    """A figure by which to rank. `of`: of one among those who are equal so far; None where it has none, which comes
    last. `low`: the lower the better."""

    title: str
    of: Callable[[One, Sequence[One]], float | None]
    low: bool = False


@dataclass(frozen=True)
class Ranked(Generic[One]):
    """`rank`: from 1, the same for equals. `values`: by the names of metrics; those that were not needed to rank it
    are there too, but for those between equals only. `by`: the metric that told it from the one above."""

    one: One
    rank: int
    values: Mapping[str, float | None]
    by: str = ""
    tied: int = 1

    @property
    def place(self) -> str:
        """Its rank, with `=` where others have the same."""
        return f"{self.rank}{'=' if self.tied > 1 else ''}"

    def told(self, name: str) -> str:
        value = self.values.get(name)
        return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def ranked(all_of_them: Sequence[One], metrics: Mapping[str, Metric[One]], order: Sequence[str]) -> list[Ranked[One]]:
    """From the first to the last; who is equal on all metrics has the same rank."""
    groups: list[tuple[list[One], str]] = [(list(all_of_them), "")]
    values: dict[int, dict[str, float | None]] = {id(one): {} for one in all_of_them}
    for name in order:
        groups = [part for group, by in groups for part in _split(group, by, name, metrics[name], values)]
    found: list[Ranked[One]] = []
    for group, by in groups:
        rank = len(found) + 1
        found += [Ranked(one, rank, values[id(one)], by, len(group)) for one in group]
    return found


def _split(
    group: list[One], by: str, name: str, metric: Metric[One], values: dict[int, dict[str, float | None]]
) -> list[tuple[list[One], str]]:
    keyed = []
    for one in group:
        value = metric.of(one, group)
        values[id(one)][name] = value
        key = float("inf") if value is None else value if metric.low else -value
        keyed.append((key, one))
    keyed.sort(key=lambda pair: pair[0])
    parts: list[tuple[list[One], str]] = []
    last: float | None = None
    for key, one in keyed:
        if last is None or abs(key - last) > SAME * max(1.0, abs(last)) if last != key else False:
            parts.append(([one], name if parts else by))
        else:
            parts[-1][0].append(one)
        last = key
    return parts
