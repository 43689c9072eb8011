"""People at this machine's microphone: points of information and preparation by key, and cross-examinations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest

from agent.cli.debating.showing import AtTheMicrophone
from agent.match.events import (
    Declined,
    Degraded,
    EndReason,
    Event,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    TurnEnded,
    TurnStarted,
)
from agent.match.state import Match
from agent.running.requests import Wish
from agent.seats.person import MicrophoneSeat
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio
from tests.unit.asking import Asker, level, tone
from tests.unit.pausing import CON, PRO, Hall
from tests.unit.running.test_exchanges_held import ASKING, EXAMINING, LOUD, QUIET

VOICE = 50


class Voice:
    """A microphone into which somebody speaks all the time; silent in the first seconds of each use, if told so."""

    def __init__(self, silent: float = 0.0) -> None:
        self._silent = silent

    def check(self) -> None:
        """It is there."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AsyncIterator[Audio]]:
        async def talk() -> AsyncIterator[Audio]:
            seconds = 0.0
            while True:
                await asyncio.sleep(0.05)
                seconds += 0.05
                value = VOICE if seconds > self._silent else 0
                yield Audio(np.full(round(0.05 * ROOM_RATE), value, dtype=np.int16), ROOM_RATE)

        yield talk()


class Evening:
    """A match of a person at the microphone against a seat that plays, with keys pressed at times of the match."""

    def __init__(self, folder: Path, person: Side, form: Format = ASKING, silent: float = 0.0) -> None:
        self.told: list[str] = []
        self._entered = False
        examinations = [i for i, turn in enumerate(form.turns) if turn.cross_examination is not None]
        seat = MicrophoneSeat(person, Voice(silent), self._enter, examinations=examinations, post=self._post)
        self.other = Asker(person.other, tone(50.0, LOUD), tone(4.0, QUIET))
        seats = {person: seat, person.other: self.other}
        self.hall = Hall(folder, seats[PRO], seats[CON], form)
        self._keys = AtTheMicrophone([person], self.hall.inbox, self.told.append)
        self.hall.also = self._keys

    def _post(self, event: Event) -> None:
        self.hall.inbox.post(event)

    def _enter(self) -> bool:
        entered, self._entered = self._entered, False
        return entered

    def hold(self, keys: dict[float, str]) -> Match:
        def press(key: str) -> None:
            if key == "enter":
                self._entered = True
            elif key == "offered":
                self._post(PoiOffered(turn=0, side=CON))
            elif key == "taken":
                self._post(PoiAccepted(turn=0, side=CON))
            else:
                self._keys.on_wish(Wish(key))

        def watch(event: Event) -> None:
            if isinstance(event, TurnStarted) and event.turn == 0:
                for seconds, key in keys.items():
                    asyncio.get_running_loop().call_later(seconds, press, key)

        self.hall.watch = watch
        return self.hall.hold()

    def of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.hall.events if isinstance(event, kind)]


def test_a_point_is_offered_by_key_put_and_ended_by_enter(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CON)
    evening.hold({2: "o", 10: "o", 12: "taken", 16: "enter"})
    assert ["no points of information" in reason for reason in evening.hall.refused] == [True]
    (ended,) = evening.of(PoiEnded)
    assert ended.model_dump()["reason"] == PoiOver.ASKED
    assert ended.at == pytest.approx(16.0, abs=0.2)
    assert (level(evening.other, 12.5, 15.9), level(evening.other, 0, 12.0)) == (VOICE, 0)


def test_a_speaker_takes_a_point_by_key_and_goes_on_and_refuses_the_next(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PRO)
    evening.hold({10: "offered", 12: "a", 13: "enter", 14: "e", 30: "offered", 32: "r"})
    assert [event.model_dump()["reason"] for event in evening.of(PoiEnded)] == [PoiOver.CUT]
    assert [event.model_dump()["reason"] for event in evening.of(PoiDeclined)] == [Declined.REFUSED]
    assert evening.of(TurnEnded)[0].at > 50, "Enter ends no speech while a point is put in it"


def test_a_point_is_withdrawn_by_key(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CON)
    evening.hold({10: "o", 12: "e", 13: "a"})
    assert [event.model_dump()["reason"] for event in evening.of(PoiDeclined)] == [Declined.WITHDRAWN]
    assert evening.told == ["a: no point of information is offered"]


def test_the_answer_in_a_cross_examination_is_not_ended_by_enter_nor_called_muted(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PRO, EXAMINING, silent=8.0)
    match = evening.hold({1: "enter"})
    assert level(evening.other, 10, 19) == VOICE
    assert not evening.of(Degraded)
    assert match.turns[0].reason is EndReason.BELL
