"""Seats that break in every place where a seat can: the match is told, the turn is given up, the rest goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from agent.match.events import EndReason, Event, Failed, TurnEnded, TurnStarted
from agent.match.state import Match
from agent.room.processes.livekit_server import LiveKitServer
from agent.running.ports import Floor, Post
from config.format import Side
from speech.audio import ROOM_RATE, Audio
from tests.room.seats import LONG, Quiet, leave, sit
from tests.room.table import table, tone, until

pytestmark = pytest.mark.room


def troubles(match: Match) -> list[tuple[str, str]]:
    return [(failed.part, failed.reason) for failed in match.failed]


def given_up(livekit: LiveKitServer, folder: Path, make: Callable[[Side, Post], Quiet]) -> Match:
    """The match after its first turn, in which pro broke."""

    async def run() -> Match:
        async with table(livekit, folder) as room:
            pro = await sit(room, Side.PRO, make)
            room.begin(LONG)
            await until(lambda: room.match.turns and room.match.turns[0].ended is not None)
            await leave(pro)
            return room.match

    return asyncio.run(run())


class Stumbles(Quiet):
    async def speak(self, floor: Floor) -> None:
        raise FileNotFoundError(2, "No such file or directory", "/home/somebody/models/voice.bin")


def test_a_seat_that_breaks_while_it_speaks_gives_its_turn_up(
    livekit: LiveKitServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = given_up(livekit, tmp_path, Stumbles)
    assert match.turns[0].reason is EndReason.FAILED
    ((part, reason),) = troubles(match)
    assert part == "seat of pro"
    assert reason == "speaking: FileNotFoundError: [Errno 2] No such file or directory: 'voice.bin'"
    (record,) = [r for r in caplog.records if r.name.startswith("rostrum") and r.exc_info]
    assert record.levelno == logging.ERROR
    assert "in speak" in caplog.text, "the traceback is in the log"


class Forgetful(Quiet):
    async def speak(self, floor: Floor) -> None:
        draft = asyncio.create_task(asyncio.sleep(60))
        draft.cancel()
        await draft


def test_one_who_waits_for_what_was_cancelled_has_not_yielded_in_silence(
    livekit: LiveKitServer, tmp_path: Path
) -> None:
    match = given_up(livekit, tmp_path, Forgetful)
    assert match.turns[0].reason is EndReason.FAILED
    assert troubles(match) == [("seat of pro", "speaking: CancelledError")]


class Garbled(Quiet):
    async def speak(self, floor: Floor) -> None:
        await floor.play(Audio(np.zeros((ROOM_RATE, 2), dtype=np.int16), ROOM_RATE))
        await asyncio.Event().wait()


def test_sound_that_cannot_be_played_gives_the_turn_up(livekit: LiveKitServer, tmp_path: Path) -> None:
    match = given_up(livekit, tmp_path, Garbled)
    assert match.turns[0].reason is EndReason.FAILED
    ((part, reason),) = troubles(match)
    assert part == "seat of pro"
    assert reason.startswith("playing sound: ValueError: ")


class Deaf(Quiet):
    """Breaks on the first hundred frames it hears, and hears those after them."""

    def hear(self, audio: Audio) -> None:
        self.heard += 1
        if self.heard <= 100:
            raise ZeroDivisionError("no frame of this length")


def test_a_failure_in_hearing_is_told_once_and_makes_nobody_deaf(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> tuple[Match, Quiet]:
        async with table(livekit, tmp_path) as room:
            con = await sit(room, Side.CON, Deaf)
            stop = asyncio.Event()
            await tone(await room.seat(Side.PRO), stop)
            room.begin(LONG)
            await until(lambda: con.seat.heard > 150)
            await until(lambda: room.match.failed)
            stop.set()
            await leave(con)
            return room.match, con.seat

    match, _ = asyncio.run(run())
    assert troubles(match) == [("seat of con", "hearing: ZeroDivisionError: no frame of this length")]
    assert match.turns[0].ended is None, "it is the other side's turn"


class Startled(Quiet):
    """Breaks on what the chair tells it, and speaks all the same."""

    async def speak(self, floor: Floor) -> None:
        """It has nothing to say."""

    async def on_event(self, event: Event) -> None:
        if isinstance(event, TurnStarted | TurnEnded):
            raise KeyError(event.type)


def test_a_seat_that_breaks_on_an_event_goes_on(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            pro, con = await sit(room, Side.PRO, Startled), await sit(room, Side.CON, Startled)
            room.begin(LONG)
            await until(lambda: room.match.ended)
            await leave(pro, con)
            return room.match

    match = asyncio.run(run())
    assert [turn.reason for turn in match.turns] == [EndReason.YIELDED] * 3
    assert set(troubles(match)) == {
        (f"seat of {side}", f"following {event}: KeyError: '{event}'")
        for side in Side for event in ("turn_started", "turn_ended")
    }  # fmt: skip


class Unready(Quiet):
    def __init__(self, side: Side, post: Post) -> None:
        raise MemoryError("a model of 3 GB")


def test_a_seat_that_cannot_prepare_is_known_at_once(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> list[Event]:
        async with table(livekit, tmp_path) as room:
            con = await sit(room, Side.CON, Unready)
            with pytest.raises(Exception, match="con could not get ready: MemoryError: a model of 3 GB"):
                await con.task
            with pytest.raises(Exception, match="con could not get ready: MemoryError: a model of 3 GB"):
                await room.chair.wait_for_seats(20)
            await until(lambda: room.posted)
            return room.posted

    (failed,) = asyncio.run(run())
    assert isinstance(failed, Failed)
    assert (failed.part, failed.reason) == ("seat of con", "preparing: MemoryError: a model of 3 GB")
