"""How long it takes to read a heard passage into grown flow trees, without a model."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence

import numpy as np

from bench import Measurement, Target
from bench.matches.silent import OPPONENTS, counted, debate, passages, speech_of
from config.format import Side, Stage
from config.shipped import load_format
from planning.methods.contract import Applied
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.strategy import Strategy
from planning.ports import Embedder

MILLISECONDS = 30.0


def run(motion: str = "ai-tutor", format: str = "oxford", embedder: Embedder | None = None) -> Measurement:
    """Two minds debate in words, so that the trees grow; then each hears what people wrote against it.

    A time is that of one passage, from its words to the changed flow tree: encoding, recognising, resolving.
    """
    cached, _ = counted(embedder)
    rehearsal = Library().get(motion)
    grown, late = PassageStopwatch(), PassageStopwatch()
    minds = debate(rehearsal, load_format(format), cached, grown.hear)
    size = {side: sum(len(tree.nodes) for tree in mind.flows.trees.values()) for side, mind in minds.items()}
    for side, mind in minds.items():
        folder = OPPONENTS / f"{rehearsal.id}-{side.other}"
        if folder.is_dir():
            mind.opponent_begins(Stage.OPENING)
            for passage in passages(speech_of(folder)):
                late.hear(mind, passage)
    everything = [*grown.milliseconds, *late.milliseconds]
    return Measurement(
        "flow",
        {"motion": rehearsal.id, "format": format, "embedder": cached.name},
        [
            {"speeches": "the minds' own, while the trees grow", **heard(grown)},
            {"speeches": "written by people, on the grown trees", **heard(late)},
            {"flow nodes": {side.value: size[side] for side in Side}},
        ],
        [Target("milliseconds for a passage, 95th percentile", percentile(everything, 95), MILLISECONDS)],
    )


class PassageStopwatch:
    """Times what is done through it: by the clock, and the work alone, which a busy machine does not stretch."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []
        self.working: list[float] = []
        self.actions = 0

    def hear(self, mind: Strategy, passage: str) -> Sequence[Applied]:
        with self.timed():
            applied = mind.hear(passage)
        self.actions += len(applied)
        return applied

    @contextlib.contextmanager
    def timed(self) -> Iterator[None]:
        began, worked = time.perf_counter(), time.process_time()
        yield
        self.working.append(1000 * (time.process_time() - worked))
        self.milliseconds.append(1000 * (time.perf_counter() - began))

    def numbers(self) -> dict[str, float]:
        told = {f"p{q}_ms": percentile(self.milliseconds, q) for q in (50, 95, 100)}
        return told | {"p95_work_ms": percentile(self.working, 95)}


def heard(watch: PassageStopwatch) -> dict[str, float]:
    return {"passages": len(watch.milliseconds), "actions": watch.actions, **watch.numbers()}


def percentile(values: Sequence[float], q: float) -> float:
    """To a hundredth; 0 of nothing."""
    return round(float(np.percentile(values, q)), 2) if values else 0.0
