"""What a run over pairs came to, as a record and as a table beside the paper's. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pydantic import Field

from planning.compare.pairs.scores import MEASURES, PUBLISHED, Judged, Scored, scored
from planning.compare.records import Missing, Way
from planning.debate.points import Frozen

SHOWN = ("breadth", "contextualization", "factuality", "factuality_kept", "traced", "overlap", "words")
NAMES = {
    "contextualization": "context",
    "factuality_kept": "fact. kept",
}
PAPERS_OWN = (
    "The paper's figures are five experts' grades of other pairs (42 + 52 for the tree by its own cells), one grader a "
    "pair as it seems, without a test. There the tree is not more factual than two stages where tasks differ: 92.4 "
    "against 94.5."
)


class PairResult(Frozen):
    """One pair by one way: its synthesis as it reads, and how it was judged."""

    pair: int
    topic: str
    kind: str
    way: Way
    text: str
    judged: Judged


class PairsReport(Frozen):
    """`rostrum compare --pairs`. `stopped`: why it ended before its end; the same command goes on."""

    schema_: Literal["rostrum.compared-pairs"] = Field(default="rostrum.compared-pairs", alias="schema")
    version: Literal[1] = 1
    ways: tuple[Way, ...]
    judges: int
    results: tuple[PairResult, ...]
    missing: tuple[Missing, ...] = ()
    stopped: str = ""
    calls: int = 0
    remembered: int = 0
    cost: float = 0.0

    def of(self, way: Way, kind: str = "") -> dict[int, Judged]:
        """By the number of the pair; `kind`: only those whose kind begins so."""
        return {one.pair: one.judged for one in self.results if one.way is way and one.kind.startswith(kind)}

    def scores(self, kind: str = "") -> dict[Way, dict[str, Scored | None]]:
        """Every measure of every way, each tested against the tree."""
        tree = self.of(Way.TREE, kind)
        return {
            way: {name: scored(self.of(way, kind), name, tree if way is not Way.TREE else None) for name in MEASURES}
            for way in self.ways
        }


def table(report: PairsReport) -> Iterator[str]:
    """Ours over all pairs and by what they differ in, each beside the paper's."""
    kinds = [kind for kind in ("method", "task") if any(one.kind.startswith(kind) for one in report.results)]
    for kind in ["", *kinds]:
        yield f"{kind or 'all'} pairs"
        yield _line("", [NAMES.get(name, name) for name in SHOWN])
        for way, scores in report.scores(kind).items():
            yield _line(way.value, [_told(scores[name], name) for name in SHOWN])
        for way in report.ways if kind else ():
            yield _line(f"{way.value}, paper", [f"{value:.2f}" for value in PUBLISHED[way][kind]])
        yield ""
    yield PAPERS_OWN
    yield "In brackets: 95 % by bootstrap over pairs; *: p < 0.05 against the tree on the same pairs, by sign flips,"
    yield "not corrected."


def _line(first: str, cells: Sequence[str]) -> str:
    return f"{first:24}" + "".join(f"{cell:>21}" for cell in cells)


def _told(one: Scored | None, name: str) -> str:
    if one is None:
        return "-"
    digits = 0 if name == "words" else 1
    told = f"{one.mean:.{digits}f}"
    if one.low is not None and one.high is not None:
        told += f" [{one.low:.{digits}f}, {one.high:.{digits}f}]"
    return told + ("*" if one.p is not None and one.p < 0.05 else "")


def by_pair(report: PairsReport) -> Mapping[int, list[PairResult]]:
    """All results of each pair."""
    found: dict[int, list[PairResult]] = {}
    for one in report.results:
        found.setdefault(one.pair, []).append(one)
    return found
