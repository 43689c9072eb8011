"""The comparison in two worlds of known truth: claims that are made of parts, and claims that are one fact."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from bench import Measurement, Target
from bench.loopback.chats import LoopbackModel
from bench.verifying.compared import TREE, Comparing
from bench.verifying.world import Model, World
from config.settings import Models
from planning.verify.policy import Policy

IN_FLIGHT = 8
COMPOUND = World(compound=True)
SINGLE = World(compound=False, whole=0.8, part=0.8)


def run(count: int, seed: int = 1, ablations: bool = False) -> Measurement:
    """The bars hold the bench itself: a single answer is as often right as the model was made to be, no way takes more
    calls than the tree, and where claims have parts the tree gains on a vote."""
    worlds = {"claims of parts": COMPOUND, "single facts": SINGLE}
    done = {name: compared(World(**{**vars(world), "seed": seed}), count, ablations) for name, world in worlds.items()}
    results = [{"world": name, **one} for name, found in done.items() for one in found.measurement().results]
    bars: list[Target] = []
    for name, world in worlds.items():
        ways = {one["way"]: one for one in results if one["world"] == name and "way" in one}
        known = world.whole * (1 - world.slips) + (1 - world.whole) * world.slips
        single = ways["single"]["refusals_wrong"]
        bars.append(Target(f"single answers, {name}: low end of their accuracy", single["low"], round(known, 3)))
        bars.append(Target(f"single answers, {name}: high end", single["high"], round(known, 3), above=True))
        most = max(one["each"]["answers"] for way, one in ways.items() if "equal" in way)
        bars.append(Target(f"calls of the others, {name}", most, ways[TREE]["each"]["answers"]))
    parts = {one["way"]: one for one in results if one["world"] == "claims of parts" and "way" in one}
    gain = parts[TREE]["refusals_wrong"]["share"] - parts["vote at equal calls"]["refusals_wrong"]["share"]
    bars.append(Target("what the tree gains on a vote, claims of parts", round(gain, 4), 0.0, above=True))
    return Measurement("verify", {"claims": count, "seed": seed}, results, bars)


def compared(world: World, count: int, ablations: bool) -> Comparing:
    with LoopbackModel(Model(world), "known") as server, tempfile.TemporaryDirectory() as folder:
        models = server.models()
        models = Models(default=models.default.model_copy(update={"in_flight": IN_FLIGHT}))
        comparing = Comparing(world.items(count), Policy(depth=1), models, Path(folder), ablations=ablations)
        asyncio.run(comparing.run())
        return comparing
