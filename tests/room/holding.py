"""Holds the match of a test in a process that can be killed: `python -m tests.room.holding FOLDER`."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

from agent.match.seats import Occupant
from agent.room.chair.gathering import LiveKitRoom
from agent.room.processes.livekit_server import Keys
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Format, Side, Stage, Turn
from tests.room.table import OPPONENTS
from tests.room.test_person import setup_in

DIALOGUE = Format(
    name="dialogue",
    gap_seconds=0.5,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=14),
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=2),
    ),
)


def against_a_text(folder: Path, match_format: Format = DIALOGUE) -> MatchSetup:
    setup = setup_in(folder, Occupant.DEBATER, Occupant.TEXT, match_format)
    return replace(setup, seats={**setup.seats, Side.CON: SeatSetup(Occupant.TEXT, OPPONENTS / "ai-tutor-con")})


if __name__ == "__main__":
    url, key, secret = (os.environ[name] for name in ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET"))
    asyncio.run(host_match(LiveKitRoom(url, Keys(key, secret)), against_a_text(Path(sys.argv[1]))))
