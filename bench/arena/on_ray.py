"""What holding matches on a Ray cluster costs beside holding them here: many matches of a scripted model, on both."""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from agent.arena.folder import JOURNAL, state_of
from agent.arena.hosts.contract import Hosting
from agent.arena.hosts.here import here
from agent.arena.hosts.on_ray import on_ray
from agent.arena.plan import ArenaPlan
from agent.arena.ready import ReadyArena, ready
from agent.arena.results import Held
from agent.arena.running import carried_out
from agent.local.virtual_time import run as run_loop
from bench import Measurement, Target
from bench.arena.machines import Machines
from bench.arena.scripted import ScriptedHolder, ScriptedModel
from config.settings import Models, Settings

CONTESTANTS = 10
A_MOTION = CONTESTANTS * (CONTESTANTS - 1)  # matches
OVERHEAD_SECONDS = 0.1  # of a match


def run(*, matches: int, beside: int, machines: int) -> Measurement:
    """So many matches on so many machines of one core, and `beside` of them here."""
    outcome = Measurement("arena-ray", {"matches": matches, "beside": beside, "machines": machines}, [])
    with tempfile.TemporaryDirectory() as place, ScriptedModel() as model, Machines(machines) as cluster:
        folder = Path(place)
        alone = _held(outcome, "here", partial(here, holder=ScriptedHolder), folder / "here", model.models(), beside)
        hosting = partial(on_ray, cluster.address, holder=ScriptedHolder)
        there = _held(outcome, f"on {machines} machines", hosting, folder / "ray", model.models(), matches)
        asked = _asked(folder / "ray" / JOURNAL)
    other = sum(there.get(id) != held for id, held in alone.items())
    each = [result["seconds_a_match"] for result in outcome.results]
    longer = each[1] * machines - each[0]
    outcome.results.append({"overhead_seconds_a_match": round(longer, 4)})
    outcome.bars += [
        Target("matches that came out otherwise than here", other, 0),
        Target("questions asked twice or never", abs(asked - 2 * len(there)), 0),
        Target("seconds that a match takes longer on a machine", round(longer, 4), OVERHEAD_SECONDS),
    ]
    return outcome


def _held(
    outcome: Measurement, where: str, hosting: Hosting, folder: Path, models: Models, matches: int
) -> dict[str, Held]:
    of = _arena(models, matches)
    began = time.monotonic()
    loop = partial(run_loop, fast=True, lag=0.0) if where == "here" else run_loop
    state = loop(carried_out(of, folder, lambda *_: None, hosting))
    seconds = time.monotonic() - began
    told = {"matches": len(state.matches), "calls": state.calls, "seconds": round(seconds, 1)}
    outcome.results.append({"where": where} | told | {"seconds_a_match": round(seconds / len(state.matches), 4)})
    return {one.id: one for one in state_of(folder)[1]}


def _arena(models: Models, matches: int) -> ReadyArena:
    names = [{"name": f"c{place}", "method": "plain"} for place in range(CONTESTANTS)]
    motions = [f"Village {number} should build a second bridge" for number in range(math.ceil(matches / A_MOTION))]
    plan = ArenaPlan.model_validate(
        {"contestants": names, "motions": motions, "judges": {"panel": ["jury"], "runs": 1}}
    )
    return ready(plan, Settings(models=models), Path())


def _asked(journal: Path) -> int:
    """Different questions."""
    lines = (json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:])
    keys = Counter(line["key"] for line in lines if line["asked"] != "spent")
    return sum(keys.values()) if max(keys.values()) == 1 else -1
