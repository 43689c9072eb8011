"""The chair stops the clock in a real room: the speaker falls silent, goes on, and a listener has the whole speech."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from agent.match.clock import UNDER_WAY_SECONDS
from agent.match.events import ClockPaused, ClockResumed, EndReason, Event, SentenceSpoken, TurnEnded, encode
from agent.match.state import Match, Phase
from agent.room.media.recorder import Recorder
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.seat.seat import RoomSeat
from agent.room.wire.texts import CHAIR, POSTS, Sender
from agent.running.files.log import read_log
from agent.running.ports import Floor, Post
from config.format import Format, Side, Stage, Turn
from speech.audio import ROOM_RATE, Audio, join
from speech.sound_files import read
from tests.room.table import audible, knows, muted, table, tone, until

pytestmark = pytest.mark.room
ONE = Format(
    name="one",
    gap_seconds=0.5,
    warnings_seconds=(),
    turns=(Turn(side=Side.PRO, stage=Stage.OPENING, seconds=6), Turn(side=Side.CON, stage=Stage.OPENING, seconds=1)),
)
TRIES = 3
SPEECH_SECONDS = 3.0
LOUD = 0.02


class Speaker:
    """Says one sentence, a tone that rises from 300 Hz by 300 Hz a second, and keeps what it hears."""

    def __init__(self, side: Side, post: Post) -> None:
        self.side, self._post = side, post
        self.heard: list[Audio] = []
        self.floor: Floor | None = None

    async def speak(self, floor: Floor) -> None:
        self.floor = floor
        start = floor.elapsed() + floor.queued()
        await floor.play(rising(SPEECH_SECONDS))
        end = start + SPEECH_SECONDS
        while not floor.idle or floor.elapsed() < end:
            await asyncio.sleep(0.02)
        self._post(SentenceSpoken(turn=floor.turn, side=self.side, id="s1", text="Higher.", start=start, end=end))

    def hear(self, audio: Audio) -> None:
        self.heard.append(audio)

    def read(self, text: str, end: float) -> None:
        """It listens."""

    async def on_event(self, event: Event) -> None:
        """It does not react."""

    async def close(self) -> None:
        """Nothing to end."""


def rising(seconds: float) -> Audio:
    time = np.arange(round(seconds * ROOM_RATE)) / ROOM_RATE
    return Audio((np.sin(2 * np.pi * (300 * time + 150 * time**2)) * 9000).astype(np.int16), ROOM_RATE)


def pitches(audio: Audio) -> list[float]:
    """The strongest frequency, in Hz, of every 50 ms full of sound: those at both ends are not."""
    found = []
    for frame in audio.frames(0.05):
        if frame.level > LOUD and frame.seconds == pytest.approx(0.05):
            spectrum = np.abs(np.fft.rfft(frame.samples * np.hanning(len(frame.samples)), 8 * len(frame.samples)))
            found.append(float(np.argmax(spectrum)) * ROOM_RATE / (8 * len(frame.samples)))
    return found[1:-1]


def whole(audio: Audio) -> bool:
    """Whether the tone rises in it from its first to its last pitch, with nothing left out and nothing said again.

    A busy machine may smear a seam of the network by some frames of 15 Hz; what a pause could lose or double is more.
    """
    found = pitches(audio)
    steps = np.diff(found)
    return (
        found[0] < 400
        and found[-1] > 1100
        and abs(len(found) - 20 * SPEECH_SECONDS) < 8
        and float(steps.max()) < 90
        and float(steps.min()) > -45
    )


def test_a_speech_paused_in_the_middle_of_a_sentence_arrives_whole(livekit: LiveKitServer, tmp_path: Path) -> None:
    """What the pause loses it loses each time; what the network of a busy machine loses it does not."""
    arrived = (paused_in_the_middle(livekit, tmp_path / str(number)) for number in range(TRIES))
    assert any(whole(recorded) and whole(heard) for recorded, heard in arrived), (
        "as recorded, and as the other side heard"
    )


def paused_in_the_middle(livekit: LiveKitServer, folder: Path) -> tuple[Audio, Audio]:
    """A speech paused and gone on with: as a listener recorded it, and as the other side heard it."""
    speakers: dict[Side, Speaker] = {}

    async def seated(side: Side, post: Post) -> Speaker:
        speakers[side] = Speaker(side, post)
        return speakers[side]

    async def run() -> Match:
        async with table(livekit, folder) as room:
            listener = await room.spectator("listener")
            recorder = Recorder(listener, folder)
            pro, con = await room.seat(Side.PRO), await room.seat(Side.CON)
            seats = [
                asyncio.create_task(RoomSeat(pro, Side.PRO, lambda post: seated(Side.PRO, post)).run()),
                asyncio.create_task(RoomSeat(con, Side.CON, lambda post: seated(Side.CON, post)).run()),
            ]
            await until(lambda: len(pro.local_participant.track_publications) == 1)
            await until(lambda: len(con.local_participant.track_publications) == 1)
            await until(lambda: audible(listener, Side.PRO) and audible(con, Side.PRO))
            room.begin(ONE)
            runner = room.runner
            await until(lambda: (floor := speakers[Side.PRO].floor) is not None and floor.elapsed() > 1.2)
            room.inbox.pause("a question")
            await until(lambda: runner.match.phase is Phase.PAUSED and muted(room, Side.PRO))
            floor = speakers[Side.PRO].floor
            assert floor is not None
            stood = floor.elapsed()
            forger = Sender(con, POSTS, [CHAIR])
            forger.send(encode(ClockResumed()))
            forger.send(encode(ClockPaused(turn=0, reason="I need time")))
            await until(lambda: len(room.refused) == 2)
            await forger.close()
            await asyncio.sleep(UNDER_WAY_SECONDS)  # longer than anything may still be under way
            assert floor.elapsed() == stood
            room.inbox.resume()
            await until(lambda: runner.match.turns[0].ended is not None)
            await until(lambda: recorder.ended.is_set())
            for seat in seats:
                seat.cancel()
            await asyncio.gather(*seats, return_exceptions=True)
            await recorder.close()
            return runner.match

    match = asyncio.run(run())
    turn = match.turns[0]
    assert turn.reason is EndReason.YIELDED
    assert turn.clock.stood > UNDER_WAY_SECONDS, "longer than anything was under way"
    assert turn.spoken[0].end - turn.spoken[0].start == pytest.approx(SPEECH_SECONDS)
    assert turn.spoken[0].end < SPEECH_SECONDS + 0.2
    assert turn.overrun == 0
    assert Match.replay(read_log(folder / "match")) == match
    return read(folder / "turn-1-pro-opening.wav", ROOM_RATE), join(speakers[Side.CON].heard, ROOM_RATE)


def test_one_who_does_not_stop_in_a_pause_is_muted_and_one_who_leaves_is_gone(
    livekit: LiveKitServer, tmp_path: Path
) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            listener = await room.spectator("listener")
            recorder = Recorder(listener, tmp_path)
            pro = await room.seat(Side.PRO)
            stop = asyncio.Event()
            track = await tone(pro, stop)
            await until(lambda: audible(listener, Side.PRO))
            room.begin(ONE)
            runner = room.runner
            await until(lambda: runner.match.turn)
            room.inbox.pause("a question")
            await until(lambda: muted(room, Side.PRO) and knows(pro))
            track.unmute()  # it does not give in
            await until(lambda: room.refused)
            await until(lambda: muted(room, Side.PRO))
            assert runner.match.phase is Phase.PAUSED
            stop.set()
            await room.leave(pro)
            await until(lambda: Side.PRO in runner.match.gone)
            assert runner.match.phase is Phase.PAUSED
            room.inbox.resume()
            await until(lambda: runner.match.turns[0].ended is not None)
            await recorder.close()
            return runner.match

    match = asyncio.run(run())
    assert match.turns[0].reason is EndReason.LEFT


def test_a_seat_that_yields_as_the_clock_stops_has_yielded(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            pro = await room.seat(Side.PRO)
            room.begin(ONE)
            runner = room.runner
            await until(lambda: runner.match.turn)
            room.inbox.pause("a question")
            await until(lambda: runner.match.phase is Phase.PAUSED)
            sender = Sender(pro, POSTS, [CHAIR])
            sender.send(encode(TurnEnded(turn=0, reason=EndReason.YIELDED)))
            await until(lambda: runner.match.turns[0].ended is not None)
            await sender.close()
            assert runner.match.phase is Phase.PAUSED
            room.inbox.resume()
            await until(lambda: len(runner.match.turns) == 2)
            return runner.match

    assert asyncio.run(run()).turns[0].reason is EndReason.YIELDED
