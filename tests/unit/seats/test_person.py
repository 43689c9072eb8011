"""A person at a microphone that is pulled out in the middle of a turn, put back, muted, or never there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.commands import CloseFloor, OpenFloor
from agent.match.events import Degraded, EndReason, Event, Failed, TurnStarted
from agent.match.state import Match
from agent.seats.loudspeaker import Loudspeaker
from agent.seats.microphone import Microphone
from agent.seats.person import MicrophoneSeat, Opened
from agent.seats.sound_devices import SoundDevices
from config.errors import AudioError
from speech.audio import ROOM_RATE, Audio
from tests.sound_library import FakeLibrary, device
from tests.unit.pausing import CON, PRO, SHORT, Hall, Scripted, ramp

BLOCK = 0.05


class Unsteady:
    """A microphone that works in those seconds of the loop's time; everything else about it is broken."""

    def __init__(self, *works: tuple[float, float], value: int = 1) -> None:
        self.works, self.value, self.tries = works, value, 0

    def check(self) -> None:
        """It is there when the match begins."""

    def _there(self) -> bool:
        now = asyncio.get_running_loop().time()
        return any(start <= now < end for start, end in self.works)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AsyncIterator[Audio]]:
        self.tries += 1
        if not self._there():
            raise AudioError("no input device here")

        async def talk() -> AsyncIterator[Audio]:
            while self._there():
                await asyncio.sleep(BLOCK)
                second = int(asyncio.get_running_loop().time())
                value = second * self.value
                yield Audio(np.full(round(BLOCK * ROOM_RATE), value, dtype=np.int16), ROOM_RATE)
            raise AudioError("the microphone has stopped")

        yield talk()


@dataclass(frozen=True)
class Held:
    """What became of a match: what con heard of the person, what was degraded, what whoever holds it was told."""

    match: Match
    heard: set[int]
    degraded: list[Degraded]
    failed: list[float]
    told: list[str]


def hold(folder: Path, microphone: Opened, done: Callable[[], bool] = lambda: False) -> Held:
    told: list[str] = []
    con = Scripted(CON, ramp(1.0))
    seat = MicrophoneSeat(PRO, microphone, done, post=lambda event: hall.inbox.post(event), tell=told.append)
    hall = Hall(folder, seat, con, SHORT)
    match = hall.hold()
    degraded = [event for event in hall.events if isinstance(event, Degraded)]
    return Held(match, set(con.sound.tolist()), degraded, hall.at(Failed), told)


def test_a_microphone_that_is_pulled_out_is_told_once_looked_for_and_taken_again(tmp_path: Path) -> None:
    held = hold(tmp_path, Unsteady((0, 4), (7, 99)))
    assert {1, 2, 3, 8, 9} <= held.heard
    assert not {5, 6} & held.heard
    assert [(one.part, one.reason) for one in held.degraded] == [("microphone", "the microphone has stopped")]
    assert "plug it in again" in held.degraded[0].instead
    assert held.told == ["microphone: it is heard again"]
    assert not held.failed
    assert held.match.turns[0].reason is EndReason.BELL


def test_a_microphone_that_is_gone_for_the_whole_turn_does_not_end_it_nor_the_match(tmp_path: Path) -> None:
    held = hold(tmp_path, Unsteady())
    assert len(held.degraded) == 1
    assert held.told == []
    assert not held.heard
    assert [turn.reason for turn in held.match.turns] == [EndReason.BELL, EndReason.YIELDED]


def test_while_it_is_gone_the_floor_can_be_given_back(tmp_path: Path) -> None:
    asked = 0

    def done() -> bool:
        nonlocal asked
        asked += 1
        return asked == 5

    assert hold(tmp_path, Unsteady(), done).match.turns[0].reason is EndReason.YIELDED


def test_a_microphone_that_gives_nothing_but_zeros_is_told_once(tmp_path: Path) -> None:
    held = hold(tmp_path, Unsteady((0, 99), value=0))
    assert ["muted" in one.reason for one in held.degraded] == [True]


def test_a_person_who_thinks_before_speaking_is_not_called_muted(tmp_path: Path) -> None:
    assert not hold(tmp_path, Unsteady((0, 99))).degraded


# -- with the devices of this machine -------------------------------------------------------------------


def test_it_is_found_again_by_its_name_at_another_number(tmp_path: Path) -> None:
    library = FakeLibrary([device("USB Headset", 1), device("Built-in", 1, 2)])
    devices = SoundDevices(library)
    loudspeaker = Loudspeaker(devices)
    microphone = Microphone(devices, "headset", ringing=loudspeaker.ringing_until)
    con = Scripted(CON, ramp(1.0))
    seat = MicrophoneSeat(
        PRO, microphone, lambda: False, look_again=devices.look_again, post=lambda event: hall.inbox.post(event)
    )
    hall = Hall(tmp_path, seat, con, SHORT)

    async def hands() -> None:
        await asyncio.sleep(1.0)
        library.opened[-1].pick_up(np.full(1200, 3))
        await asyncio.sleep(0.5)
        library.plugged.pop(0)
        library.opened[-1].lose()
        await asyncio.sleep(3.0)
        library.plugged.append(device("USB Headset", 1))
        await asyncio.sleep(2.5)
        numbers.append(library.opened[-1].options["device"])
        while True:
            library.opened[-1].pick_up(np.full(1200, 4))
            await asyncio.sleep(BLOCK)

    def watch(event: Event) -> None:
        if isinstance(event, TurnStarted) and event.side is PRO:
            doing.append(asyncio.get_running_loop().create_task(hands()))

    numbers, doing = list[int](), list[asyncio.Task[None]]()
    hall.watch = watch
    hall.hold()
    assert doing[0].cancelled()
    assert numbers == [1]
    assert {3, 4} <= set(con.sound.tolist())
    assert len(hall.at(Degraded)) == 1


def test_a_person_in_the_room_is_not_played_there_again(tmp_path: Path) -> None:
    """Or the loudspeaker would come back through the microphone, and come back again."""
    played: list[Audio] = []

    async def main() -> None:
        seats = {PRO: Scripted(PRO, ramp(1.0)), CON: Scripted(CON, ramp(1.0))}
        venue = LocalVenue(seats, SHORT, tmp_path, lambda event: None, play=played.append, present={CON})
        for turn, side in enumerate((PRO, CON)):
            await venue.open_floor(OpenFloor(turn, side, 10.0))
            await asyncio.sleep(2.0)
            await venue.close_floor(CloseFloor(turn, side))
            assert len(played) == 40  # of a twentieth of a second, all of pro's
        assert len(seats[PRO].sound) == len(seats[CON].sound) == ROOM_RATE

    run(main(), fast=True)
