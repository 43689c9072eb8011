"""Trees that grow while a debater speaks from them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from config.format import Side
from config.shipped import load_format
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.library.library import Growing, load
from planning.methods.treedebater.strategy import Strategy
from tests.fakes import BagEmbedder, uniforms_data

Result = TypeVar("Result")
OPENING, REBUTTAL = 1, 3  # of con


async def at_once(work: Callable[[], Result]) -> Result:
    return work()


def cut(data: dict[str, Any]) -> dict[str, Any]:
    """The same trees before the last of each side had grown, and before anything was answered."""
    for case in data["sides"].values():
        case["trees"] = case["trees"][:1]
        case["trees"][0]["root"]["children"] = []
    return data


def write(path: Path, data: dict[str, Any]) -> None:
    half = path.with_suffix(".half")
    half.write_text(json.dumps(data), encoding="utf-8")
    half.replace(path)


def debater(path: Path) -> TreeDebater:
    strategy = Strategy(load(path), Side.CON, load_format("oxford"), BagEmbedder(), "seed")
    return TreeDebater(strategy, at_once, Growing(path))


def test_what_has_grown_since_is_planned_with_and_answered_from(tmp_path: Path) -> None:
    path = tmp_path / "uniforms.json"
    write(path, cut(uniforms_data()))
    ours = debater(path)
    before = asyncio.run(ours.plan(OPENING))
    first = ours.strategy.rehearsal.roots(Side.CON)[0]
    write(path, uniforms_data())
    plan = asyncio.run(ours.plan(OPENING))
    whole = load(path)
    roots = [root.claim for root in whole.roots(Side.CON)]
    assert len(roots) == 2 and ours.strategy.rehearsal is whole
    planned = [{one.node.claim for one in field.options if one.node} for field in (*before.battlefields,)]
    assert set().union(*planned) <= {first.claim}
    now = {one.node.claim for field in plan.battlefields for one in field.options if one.node}
    assert set(roots) <= now, "a claim that has grown since is planned"
    text = " ".join(one.text for one in ours.strategy.write(plan, OPENING).sentences)
    assert roots[1] in text
    assert ours.strategy.prepared(first.id) is not None, "what was there keeps its id"


def test_a_file_that_was_spoilt_shrank_or_went_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "uniforms.json"
    write(path, uniforms_data())
    ours = debater(path)
    known = ours.strategy.rehearsal
    for spoilt in ("{", json.dumps(cut(uniforms_data()))):
        path.write_text(spoilt, encoding="utf-8")
        asyncio.run(ours.plan(OPENING))
        assert ours.strategy.rehearsal is known
    path.unlink()
    asyncio.run(ours.plan(REBUTTAL))
    assert ours.strategy.rehearsal is known


def test_nothing_is_read_again_where_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "uniforms.json"
    write(path, uniforms_data())
    growing = Growing(path)
    assert not growing.changed()
    write(path, uniforms_data())
    assert growing.changed() and growing.grown() is None and not growing.changed()
