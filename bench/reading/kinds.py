"""How well the kind of an objection is told, and which points are questions, on points that readers have labelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bench import Target
from bench.reading.labelled_passages import PointTold
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.cues.questions import asks
from planning.methods.treedebater import shipped
from planning.ports import Embedder

RIGHT, NAMED = 0.5, 0.4


def measured(found: Sequence[PointTold], embedder: Embedder) -> tuple[list[dict[str, Any]], list[Target]]:
    """What is told of the points that may be fitted on, and of those held out, by which it is judged."""
    rows, bars = list[dict[str, Any]](), list[Target]()
    for held_out, which in ((False, ""), (True, ", held out")):
        part = [point for point in found if point.held_out is held_out]
        if not part:
            continue
        told = [shipped.kinds().of(Encoded(" ".join(one.passages), embedder)) for one in part]
        kinds = kind_row(f"kinds of points{which}", [(kind, one.kind) for kind, one in zip(told, part, strict=True)])
        rows += [kinds, {"what": f"questions{which}", **_questions(part)}]
        if held_out:
            bars += kind_bars(kinds)
    return rows, bars


def kind_row(what: str, told: Sequence[tuple[Objection, Objection]]) -> dict[str, Any]:
    """Of pairs of the kind that was named, `other` where none was, and the right one."""
    named = [(kind, right) for kind, right in told if kind is not Objection.OTHER]
    return {
        "what": what,
        "points": len(told),
        "named": len(named),
        "named_right": round(float(np.mean([kind is right for kind, right in named])), 3) if named else 0.0,
    }


def kind_bars(row: Mapping[str, Any]) -> Iterator[Target]:
    yield Target("share of the named kinds that are right", row["named_right"], RIGHT, above=True)
    yield Target("share of points whose kind is named", round(row["named"] / row["points"], 3), NAMED, above=True)


def _questions(found: Sequence[PointTold]) -> Mapping[str, float]:
    seen = [(any(map(asks, point.passages)), point.asks) for point in found]
    asked, hits = sum(one for _, one in seen), sum(got and one for got, one in seen)
    extra = sum(got and not one for got, one in seen)
    return {
        "asked": asked,
        "found": round(hits / asked, 3) if asked else 0.0,
        "taken_for_questions": extra,
        "points": len(seen),
    }
