"""f_k for every k of a whole tree in one pass: 100,000 nodes in under a second."""

from __future__ import annotations

import random
import time

from bench import Measurement, Target
from planning.methods.treedebater.trees.strength import strengths


def run(nodes: int = 100_000, branch: int = 3, seed: int = 1, repeats: int = 5) -> Measurement:
    """Random scores on a complete tree, and on a random one; the slowest of the repeats counts."""
    dice = random.Random(seed)
    shapes = {
        "complete": [-1, *((i - 1) // branch for i in range(1, nodes))],
        "random": [-1, *(dice.randrange(i) for i in range(1, nodes))],
    }
    attack = [dice.uniform(0, 2) for _ in range(nodes)]
    support = [dice.uniform(0, 2) for _ in range(nodes)]
    results = []
    for name, parents in shapes.items():
        seconds = []
        for _ in range(repeats):
            began = time.perf_counter()
            table = strengths(parents, attack, support)
            seconds.append(time.perf_counter() - began)
        results.append({"tree": name, "k": table.shape[1] - 1, "seconds": [round(s, 4) for s in seconds]})
    worst = max(s for result in results for s in result["seconds"])
    settings = {"nodes": nodes, "branch": branch, "seed": seed, "repeats": repeats}
    return Measurement("strength", settings, results, [Target("seconds for a whole tree", worst, 1.0)])
