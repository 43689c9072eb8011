"""A listener that is killed while the other side speaks: no word of the speech is lost, and none is written twice."""

from __future__ import annotations

import asyncio
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from livekit import rtc

from agent.components import Components
from agent.match.events import ClockPaused, Event, TranscriptSegment, TurnStarted
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import LiveKitRoom
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.rehearing import MissedSound, Retelling
from agent.room.wire.tokens import seat_token
from agent.running.files.log import read_log
from agent.running.host import host_match
from agent.running.tasks import Tasks
from config.errors import AudioError
from config.format import Format, Side, Stage, Turn
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio
from speech.hearing.listener import Listener
from speech.hearing.voice_activity import WebRtcDetector
from speech.sound_files import read
from tests.quick import QUICK
from tests.room.people import Human, heard_to_the_end, speech
from tests.room.table import table, until
from tests.room.test_person import Watching, setup_in
from tests.room.test_replacement import jobs

pytestmark = pytest.mark.room
SPEECH = Format(
    name="speech",
    gap_seconds=0.5,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=40),
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=4),
    ),
)
SAID_SECONDS = 12.4  # the end of a sentence: of half a word, two recognitions make two things


class Killer(Watching):
    """Kills the one job there is, so many seconds into the turn of con."""

    def __init__(self, after: float) -> None:
        super().__init__()
        self._after, self.killed = after, False
        self._others = {one.pid for one in jobs()}  # of matches before, which may still be ending

    def on_event(self, event: Event, match: Match) -> None:
        super().on_event(event, match)
        if isinstance(event, TurnStarted) and event.side is Side.CON:
            asyncio.get_running_loop().call_later(self._after, self._kill)

    def _kill(self) -> None:
        (job,) = [one for one in jobs() if one.pid not in self._others]
        job.kill()
        self.killed = True


@pytest.mark.long
@pytest.mark.parametrize(("pro", "after"), [(Occupant.DEBATER, 8.3), (Occupant.PERSON, 6.9)])
def test_not_a_word_is_lost_when_who_hears_a_person_is_killed(
    livekit: LiveKitServer, worker: Path, tmp_path: Path, pro: Occupant, after: float
) -> None:
    """A debater, or the scribe where two people debate."""
    setup = setup_in(tmp_path / f"killed-hearing-{pro.value}", pro, Occupant.PERSON, SPEECH, preparation_seconds=3.0)
    killer = Killer(after)

    async def run() -> Match:
        people = [Human(livekit, setup.id, Side.CON, speech("ai-tutor", Side.CON, SAID_SECONDS))]
        if pro is Occupant.PERSON:
            people.append(Human(livekit, setup.id, Side.PRO, speech("ai-tutor", Side.PRO, 1.0)))
        match = asyncio.create_task(host_match(LiveKitRoom(livekit.url, livekit.keys), setup, [killer]))
        await until(lambda: any(line.startswith("waiting for") for line in killer.lines), 60)
        for human in people:
            await human.come()
        await heard_to_the_end(people[0], 120)
        await people[0].yields(0)
        await match
        for human in people:
            await human.go()
        return match.result()

    match = asyncio.run(run())
    assert killer.killed
    assert match.ended == "all turns were held"
    events = read_log(setup.folder)
    assert sum(isinstance(event, ClockPaused) for event in events) == 1
    written = [word for part in match.turns[0].heard for word in plain(part.text)]
    wanted = recognised(setup.folder / "turn-1-con-opening.wav")
    lost, twice = compared(wanted, written)
    recognizers = {event.recognizer for event in events if isinstance(event, TranscriptSegment)}
    assert (lost, twice) == ([], []), (recognizers, wanted, written)


def test_who_asks_for_sound_that_there_is_not_is_told_so(livekit: LiveKitServer, tmp_path: Path) -> None:
    asked: list[int] = []

    def nothing(turn: int, start: float) -> Audio:
        asked.append(turn)
        raise AudioError("there is no recording at hand")

    async def run() -> Audio | None:
        async with table(livekit, tmp_path) as room:
            tasks, listener = Tasks(), rtc.Room()
            Retelling(room.rooms[0], nothing, {Side.CON}, tasks)
            await listener.connect(livekit.url, seat_token(*room.keys, Side.CON))
            try:
                return await MissedSound(listener).sound(1, 0.0)
            finally:
                await listener.disconnect()
                await tasks.close()

    assert asyncio.run(run()) is None
    assert asked == [1], "who is told asks no more"


def plain(text: str) -> list[str]:
    return [word for word in ("".join(c for c in one if c.isalnum()) for one in text.lower().split()) if word]


def recognised(path: Path) -> list[str]:
    """The whole recording, recognised by one that nobody kills."""
    words: list[HeardWord] = []
    recognizer = Components(QUICK).recognizer()

    async def run() -> None:
        listener = Listener(recognizer, WebRtcDetector(2), on_words=lambda more, ended: words.extend(more))
        for frame in read(path, EAR_RATE).frames(0.5):
            listener.push(frame)
            await asyncio.sleep(0)
        await listener.finish()
        await listener.close()

    asyncio.run(run())
    recognizer.close()
    return [word for one in words for word in plain(one.text)]


def compared(wanted: list[str], written: list[str]) -> tuple[list[str], list[str]]:
    """Runs of words that are lacking, and runs that are there once too often; words misheard are neither."""
    lost, twice = [], []
    for kind, a, b, c, d in SequenceMatcher(None, wanted, written, autojunk=False).get_opcodes():
        if kind != "equal" and (b - a) - (d - c) >= 2:
            lost.append(" ".join(wanted[a:b]))
        more, near = " ".join(written[c:d]), [written[max(0, c - 20) : c], written[d : d + 20]]
        if kind != "equal" and (d - c) - (b - a) >= 2 and any(more in " ".join(words) for words in near):
            twice.append(more)
    return lost, twice
