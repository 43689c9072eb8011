"""A full match in virtual time: how much faster than the clock, and whether every turn kept to it."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from agent.components import Components
from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.match.state import Match
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from bench import Target, Measurement
from config.format import Side
from config.shipped import load_format
from config.settings import Settings
from config.shipped import load_format


def run(motion: str = "ai-tutor", format: str = "oxford", pro: str = "prepared", con: str = "prepared") -> Measurement:
    """Hold one match, everything synthesised and recognised. Wall time includes loading all components."""
    settings = Settings()
    match_format = load_format(format)
    with tempfile.TemporaryDirectory() as folder:
        setup = MatchSetup(
            motion=Components(settings).motion(motion),
            format=match_format,
            seats={Side.PRO: SeatSetup.parse(pro), Side.CON: SeatSetup.parse(con)},
            settings=settings,
            folder=Path(folder) / "match",
        )
        began = time.perf_counter()
        match = run_loop(host_match(LocalRoom(fast=True), setup), fast=True)
        wall = time.perf_counter() - began
    turns = [record.numbers() for record in match.turns]
    speedup = match_format.seconds / wall
    return Measurement(
        "match",
        {"motion": motion, "format": format, "pro": pro, "con": con},
        [{"wall_seconds": round(wall, 1), "times_real_time": round(speedup, 2), "turns": turns}],
        [
            Target("times faster than real time", round(speedup, 2), 5.0, above=True),
            Target("longest overrun, seconds", max(record.overrun for record in match.turns), 0.0),
            Target("least share of the time used by an AI", _least_used(match), match_format.minimum_used, above=True),
        ],
    )


def _least_used(match: Match) -> float:
    shares = [r.spoken_seconds / r.seconds for r in match.turns if r.spoken]
    return round(min(shares, default=0.0), 4)
