"""Real sound: a debater is killed while it hears a speech that is read aloud, and the transcript is compared."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from pathlib import Path

from agent.components import Components
from agent.match.events import ClockResumed, Event, TurnStarted
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import LiveKitRoom
from agent.room.processes.livekit_server import LiveKitServer, find_server
from agent.room.processes.worker_process import worker_process
from agent.running.files.folder import recording_name
from agent.running.host import host_match
from agent.running.observers import Observer
from agent.running.setup import MatchSetup, SeatSetup
from bench.recovery.served import jobs
from bench.recovery.words import Fate, of_sound
from config.format import Format, Side, Stage, Turn
from config.heard_word import HeardWord
from config.settings import Settings
from speech.audio import EAR_RATE
from speech.hearing.listener import Listener
from speech.hearing.voice_activity import WebRtcDetector
from speech.sound_files import read

SPEECH_SECONDS = 24.0
FORMAT = Format(  # an answer long enough for the last words of the speech to be recognised before the match is over
    name="speech",
    gap_seconds=0.5,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=SPEECH_SECONDS),
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=12),
    ),
)


@dataclass
class Killer(Observer):
    """Kills the one job of a worker, so many seconds into the speech that it hears."""

    worker: int
    after: float
    killed: float = 0.0
    resumed: float = 0.0

    def on_event(self, event: Event, match: Match) -> None:
        if isinstance(event, TurnStarted) and event.turn == 0:
            asyncio.get_running_loop().call_later(self.after, self._kill)
        elif isinstance(event, ClockResumed):
            self.resumed = time.monotonic()

    def _kill(self) -> None:
        for job in jobs(self.worker):
            job.kill()
        self.killed = time.monotonic()


async def held(root: Path, opponents: Path, kills: int, seed: int) -> list[tuple[Fate, float]]:
    """For each match what became of it, and the seconds until it went on."""
    chance = random.Random(seed)
    settings = Settings()
    rehearsal = Components(settings).library().get("ai-tutor")
    said = plain((opponents / "opening.txt").read_text(encoding="utf-8"))
    found: list[tuple[Fate, float]] = []
    server = LiveKitServer(find_server(settings.room.server), root / "livekit.log")
    async with server, worker_process(server.url, server.keys, root / "worker.log") as worker:
        for number in range(kills):
            seats = {Side.PRO: SeatSetup(Occupant.DEBATER), Side.CON: SeatSetup(Occupant.TEXT, opponents)}
            setup = MatchSetup(rehearsal.subject, FORMAT, seats, settings, root / f"sound-{number + 1}")
            killer = Killer(worker.pid, chance.uniform(1.5, SPEECH_SECONDS + 0.3))
            match = await host_match(LiveKitRoom(server.url, server.keys), setup, [killer])
            recording = setup.folder / recording_name(0, Side.CON, FORMAT)
            wanted = await _recognised(recording, settings)
            written = [word for part in match.turns[0].heard for word in plain(part.text)]
            fate = of_sound(wanted, written, ended=match.ended == "all turns were held", said=said)
            found.append((fate, max(0.0, killer.resumed - killer.killed)))
    return found


async def _recognised(recording: Path, settings: Settings) -> list[str]:
    """The whole speech as a recogniser hears it that nobody kills."""
    words: list[HeardWord] = []
    recognizer = await asyncio.to_thread(Components(settings).recognizer)
    detector = WebRtcDetector(settings.hearing.vad_aggressiveness)
    listener = Listener(recognizer, detector, on_words=lambda more, ended: words.extend(more))
    try:
        for frame in read(recording, EAR_RATE).frames(0.25):
            listener.push(frame)
            await asyncio.sleep(0.02)
        await listener.finish()
    finally:
        await listener.close()
        recognizer.close()
    return [word for one in words for word in plain(one.text)]


def plain(text: str) -> list[str]:
    """Its words without marks and capitals."""
    return [word for word in ("".join(c for c in one if c.isalnum()) for one in text.lower().split()) if word]
