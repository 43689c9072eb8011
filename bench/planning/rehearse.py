"""How long rehearsal trees take to grow, in the time of one call: a tree of 40 nodes, and a whole motion."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from agent.components import Components
from bench import Measurement, Target
from bench.loopback.slow_model import SlowEndpoint
from config.format import Side
from config.settings import Models, Settings
from planning.asking.client import LanguageModel
from planning.asking.journal import Journal, JournalledModel, in_sequence, places
from planning.methods.treedebater.rehearsing.grow import Growth, Sizes
from planning.methods.treedebater.rehearsing.grown import Grown, GrownArgument, GrownTree, Seed
from planning.methods.treedebater.rehearsing.run import Assignment, rehearse, scoring_by
from planning.ports import Embedder

MOTION = "We should keep the bench in the park"
CALL_TIMES = 6.0
SEED = Seed(
    "The bench gives everybody a place to rest.", "a place to rest", "Not everybody has a garden of their own.", 1.5
)


def run(
    seconds: float = 2.0, in_flight: int = 16, depth: int = 3, branch: int = 3, scoring: str = "together"
) -> Measurement:
    """Grow one tree from its main claim, then a motion with one tree a side, each against a server of our own."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        embedder = Components(Settings()).embedder()
        sizes = Sizes(dict.fromkeys(Side, 1), depth, branch)
        for grow in (_tree, _motion):
            with SlowEndpoint(seconds) as endpoint:
                default = {"base_url": endpoint.url, "model": "bench", "in_flight": in_flight}
                models = Models.model_validate({"default": default})
                result = asyncio.run(grow(models, sizes, scoring, embedder, Path(folder)))
                wall = result["wall_seconds"]
                results.append({**result, "call_times": round(wall / seconds, 2), "busiest": endpoint.busiest})
    wanted = sum(branch**level for level in range(depth + 1))
    return Measurement(
        "rehearse",
        {"seconds": seconds, "in_flight": in_flight, "depth": depth, "branch": branch, "scoring": scoring},
        results,
        [
            Target("a tree's wall clock, in call times", results[0]["call_times"], CALL_TIMES),
            Target("nodes of the tree, with their scores", results[0]["nodes"], wanted, above=True),
        ],
    )


async def _tree(models: Models, sizes: Sizes, scoring: str, embedder: Embedder, folder: Path) -> dict[str, Any]:
    scorer, score_calls = scoring_by(scoring)
    llm = LanguageModel(models)
    try:
        with Journal(folder / "tree.jsonl") as journal:
            model = JournalledModel(llm, journal, places(models))
            growth = Growth(MOTION, sizes, model, scorer(model), embedder, journal, score_calls=score_calls)
            tree = GrownTree(
                SEED, Grown(GrownArgument(SEED.claim, argument=(SEED.reason,)), Side.PRO, support=SEED.support)
            )
            began = time.perf_counter()
            await growth.grow_tree(tree)
            wall = time.perf_counter() - began
    finally:
        await llm.close()
    return {"what": "tree", "nodes": _scored(tree.root), **_calls(llm, model), "wall_seconds": round(wall, 2)}


async def _motion(models: Models, sizes: Sizes, scoring: str, embedder: Embedder, folder: Path) -> dict[str, Any]:
    scorer, score_calls = scoring_by(scoring)
    llm = LanguageModel(models)
    assignment = Assignment(MOTION, "bench", folder, sizes)
    try:
        outcome = await rehearse(
            assignment, llm, embedder, gates=places(models), scorer=scorer, score_calls=score_calls
        )
    finally:
        await llm.close()
    nodes = len(outcome.rehearsal.nodes) if outcome.rehearsal else 0
    return {"what": "motion", "nodes": nodes, **_calls(llm, outcome.model), "wall_seconds": round(outcome.seconds, 2)}


def _calls(llm: LanguageModel, model: JournalledModel) -> dict[str, int]:
    return {"calls": llm.ledger.calls, "calls_in_sequence": in_sequence(model.spans)}


def _scored(node: Grown) -> int:
    return int(node.scored) + sum(map(_scored, node.children))
