"""What language models were used for in a match, added up. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agent.match.events import ModelUsed, RoleUse
from config.format import Side

TOKENS = ("prompt_tokens", "cached_tokens", "completion_tokens")


def added(rows: Iterable[RoleUse]) -> tuple[RoleUse, ...]:
    """One row for each role and model, in preparation and in the match, whoever used it."""
    found: dict[tuple[str, str, str, bool], RoleUse] = {}
    for row in rows:
        key = (row.role, row.model, row.host, row.preparation)
        found[key] = _sum(found[key], row) if key in found else row
    return tuple(found.values())


def summary(used: Mapping[Side, ModelUsed]) -> dict[str, Any]:
    """As JSON: in all, and under `sides` for each side by itself; nothing is in two rows of the same list.

    `cost` holds only calls with a known price; a row with others has none. `preparation` is what of it was used before
    the match began.
    """
    sides = {side.value: _counted(used[side].rows) for side in Side if side in used}
    return _counted(added(row for one in used.values() for row in one.rows)) | {"sides": sides}


def _counted(rows: Iterable[RoleUse]) -> dict[str, Any]:
    rows = list(rows)
    before = [row for row in rows if row.preparation]
    return {**_sums(rows), "preparation": _sums(before), "rows": [row.model_dump() for row in rows]}


def _sums(rows: Iterable[RoleUse]) -> dict[str, Any]:
    rows = list(rows)
    tokens = {name: sum(getattr(row, name) for row in rows) for name in TOKENS}
    return {"calls": sum(row.calls for row in rows), **tokens, "cost": round(sum(row.cost or 0.0 for row in rows), 6)}


def _sum(one: RoleUse, other: RoleUse) -> RoleUse:
    counts = ("calls", "failed", *TOKENS)
    known = one.cost is not None and other.cost is not None
    return one.model_copy(
        update={
            **{name: getattr(one, name) + getattr(other, name) for name in counts},
            "estimated": one.estimated or other.estimated,
            "cost": round((one.cost or 0.0) + (other.cost or 0.0), 6) if known else None,
            "seconds": round(one.seconds + other.seconds, 3),
        }
    )
