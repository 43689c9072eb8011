"""Worlds of known truth: claims made of parts, which one debate can or cannot hold together, and single facts."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench import Measurement, Target
from bench.loopback.chats import LoopbackModel
from bench.verifying.compared import ABLATIONS, DEBATE, TREE, Comparing
from bench.verifying.world import Model, World
from config.settings import Models
from planning.verify.policy import Policy

IN_FLIGHT = 8
CROWDED = World(compound=True, crowded=0.1)
CLEAR = World(compound=True)
SINGLE = World(compound=False, whole=0.8, part=0.8)
WORLDS = {"parts, debates crowded": CROWDED, "parts, debates clear": CLEAR, "single facts": SINGLE}


def run(count: int, seed: int = 1, ablations: bool = False) -> Measurement:
    """The bars hold the bench itself: a single answer is as often right as the model was made to be, and no way takes
    more calls than the tree. What a tree gains and loses is told and held to nothing: it depends on the world alone."""
    results: list[dict[str, Any]] = []
    bars: list[Target] = []
    names = tuple(ABLATIONS) if ablations else (DEBATE,)
    for name, world in WORLDS.items():
        found = compared(replace(world, seed=seed), count, names).measurement().results
        ways = {one["way"]: one for one in found if "way" in one}
        results += [{"world": name, **one} for one in found]
        known = round(world.whole * (1 - world.slips) + (1 - world.whole) * world.slips, 3)
        single = ways["single"]["refusals_wrong"]
        bars.append(Target(f"single answers, {name}: low end of their accuracy", single["low"], known))
        bars.append(Target(f"single answers, {name}: high end", single["high"], known, above=True))
        most = max(one["each"]["answers"] for way, one in ways.items() if "equal" in way)
        bars.append(Target(f"calls of the others, {name}", most, ways[TREE]["each"]["answers"]))
    return Measurement("verify", {"claims": count, "seed": seed}, results, bars)


def compared(world: World, count: int, ablations: Collection[str] = ()) -> Comparing:
    with LoopbackModel(Model(world), "known") as server, tempfile.TemporaryDirectory() as folder:
        models = server.models()
        models = Models(default=models.default.model_copy(update={"in_flight": IN_FLIGHT}))
        comparing = Comparing(world.items(count), Policy(depth=1), models, Path(folder), ablations=ablations)
        asyncio.run(comparing.run())
        return comparing
