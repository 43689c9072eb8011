"""Full statements in a real room, measured in what a listener received: first sound, last sound, time used."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Any

from agent.components import Components
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import hold_in_room
from agent.running.files.folder import recording_name
from agent.running.heartbeat import heartbeat
from agent.running.setup import MatchSetup, SeatSetup
from bench import Measurement, Target
from config.format import Format, Side, Stage, Turn
from config.settings import Settings
from speech.sound_files import read

NETWORK_SECONDS = 0.3  # what the last sound may lag behind the bell on its way to the listener
AUDIBLE = 0.005  # root mean square of a 20 ms frame, as a share of full scale, from which there is sound
FIRST_AUDIO_SECONDS = 0.3
LOOP_MS = 50
DEBATERS_LOG = "debater.log"
STOOD = r"stood still for (\d+) ms at most"


def run(motion: str = "ai-tutor", seconds: tuple[float, ...] = (240.0, 120.0)) -> Measurement:
    """One AI against another, a turn for each of `seconds`, in real time on a server of our own."""
    stages = (Stage.OPENING, Stage.CLOSING)
    sides = (Side.PRO, Side.CON)
    turns = tuple(Turn(side=sides[i % 2], stage=stages[min(i, 1)], seconds=length) for i, length in enumerate(seconds))
    settings = Settings()
    with tempfile.TemporaryDirectory() as folder:
        setup = MatchSetup(
            motion=Components(settings).motion(motion),
            format=Format(name="bench", turns=turns),
            seats={side: SeatSetup(Occupant.DEBATER) for side in Side},
            settings=settings,
            folder=Path(folder) / "match",
        )
        match, chair = asyncio.run(_held(setup))
        results = [measured_turn(match, record.index, setup.folder) for record in match.turns]
        stood = [round(chair * 1000), *_stood_still(setup.folder / DEBATERS_LOG)]  # the chair's loop first
    bars = [
        Target("latest first sound, seconds", max(r["first_sound"] for r in results), FIRST_AUDIO_SECONDS),
        Target("event loops that told how long they stood still", len(stood), 1 + len(Side), above=True),
        Target("longest stretch of an event loop, milliseconds", max(stood), LOOP_MS),
        Target("longest sound after the bell, seconds", max(r["after_bell"] for r in results), 0.0),
        Target("least share of the time used", min(r["used"] for r in results), 0.98, above=True),
    ]
    told = {"motion": motion, "seconds": list(seconds), "event_loops_ms": stood}
    return Measurement("room", told, results, bars)


async def _held(setup: MatchSetup) -> tuple[Match, float]:
    """The match, and the longest stretch of the chair's event loop in seconds."""
    async with heartbeat() as seen:
        return await hold_in_room(setup), seen.longest


def _stood_still(log: Path) -> list[int]:
    """The longest stretch of each debater's event loop, in milliseconds, as it said at its end."""
    return [int(found) for found in re.findall(STOOD, log.read_text(encoding="utf-8", errors="replace"))]


def measured_turn(match: Match, index: int, folder: Path) -> dict[str, Any]:
    """A turn in what a listener in the room received, nothing where there is no recording; in seconds of the turn."""
    record = match.turns[index]
    path = folder / recording_name(index, record.side, match.format)
    frames = read(path).frames(0.02) if path.exists() else ()
    audible = [place * 0.02 for place, frame in enumerate(frames) if frame.level > AUDIBLE]
    first, last = (audible[0], audible[-1] + 0.02) if audible else (record.seconds, 0.0)
    return {
        "side": record.side.value,
        "allotted": record.seconds,
        "first_sound": round(first, 2),
        "last_sound": round(last, 2),
        "after_bell": round(max(0.0, last - record.seconds - NETWORK_SECONDS), 2),
        "used": round(record.spoken_seconds / record.seconds, 4),
        "sentences": len(record.spoken),
        "end": str(record.reason),
    }
