"""Benchmarks: `rostrum bench NAME`. Each returns its numbers and the bars they are held to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Target:
    """A promise in numbers. `above`: the value must be at least the limit, otherwise at most."""

    name: str
    value: float
    limit: float
    above: bool = False

    @property
    def ok(self) -> bool:
        return self.value >= self.limit if self.above else self.value <= self.limit


@dataclass
class Measurement:
    """What a benchmark measured, with what, and whether its bars are met."""

    name: str
    settings: dict[str, Any]
    results: list[dict[str, Any]]
    bars: list[Target] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return all(bar.ok for bar in self.bars)

    def as_json(self) -> dict[str, Any]:
        bars = [{**{k: v for k, v in asdict(bar).items() if k != "above"}, "ok": bar.ok} for bar in self.bars]
        return {"name": self.name, "settings": self.settings, "results": self.results, "bars": bars}


Benchmark = Callable[..., Measurement]
