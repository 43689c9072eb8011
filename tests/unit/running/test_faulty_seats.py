"""Whatever a seat, a method or an observer raises is told, and the match goes on to its end."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.events import EndReason, Event, MatchCreated, SentenceSpoken
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.running.files.log import MatchLog
from agent.running.inbox import Inbox
from agent.running.observers import Observer, Observers
from agent.running.ports import Floor
from agent.running.runner import Runner
from agent.running.tasks import Tasks, cause
from config.format import Format, Side, Stage, Turn
from planning.methods.contract import Method
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import Audio
from tests.debaters import debater, treedebater
from tests.fakes import ScriptedRecognizer
from tests.unit.pausing import CON, PRO, SHORT, Hall, Scripted, ramp


def broken(*_: object) -> None:
    raise ValueError("a <thing> nobody\nthought of")


LONG = Format(
    name="long",
    gap_seconds=1,
    turns=(Turn(side=CON, stage=Stage.OPENING, seconds=20), Turn(side=PRO, stage=Stage.REBUTTAL, seconds=20)),
)


class Faulty(Scripted):
    """Raises what is no error of ours in one of its methods, and plays on otherwise."""

    def __init__(self, side: Side, fault: str) -> None:
        super().__init__(side, ramp(6.0))
        self._fault = fault

    async def speak(self, floor: Floor) -> None:
        if self._fault == "speak":
            broken()
        await super().speak(floor)

    def hear(self, audio: Audio) -> None:
        super().hear(audio)
        if self._fault == "hear":
            broken()

    async def on_event(self, event: Event) -> None:
        if self._fault == "on_event":
            broken()


@pytest.mark.parametrize("fault", ["speak", "hear", "on_event"])
def test_what_a_seat_raises_is_a_failed_event_with_its_cause(
    fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    con = Scripted(CON, ramp(6.0))
    hall = Hall(tmp_path, Faulty(PRO, fault), con)
    match = hall.hold()
    assert match.ended == "all turns were held"
    assert [(f.part, f.reason) for f in match.failed] == [("seat of pro", "ValueError: a <thing> nobody thought of")]
    assert any(record.exc_info for record in caplog.records)  # the traceback is in the log
    if fault == "speak":
        assert match.turns[0].reason is EndReason.FAILED
        assert match.turns[0].ended == pytest.approx(0.0, abs=0.1)  # given up at once, not silent for ten seconds
    else:
        assert match.turns[0].reason is EndReason.YIELDED
        assert len(con.sound) == len(ramp(6.0).samples)


class Clumsy:
    """A method that breaks at one thing it is asked, and does all others as the one it stands on."""

    name = "clumsy"

    def __init__(self, embedded: TreeDebater, fault: str) -> None:
        self.spare: Method | None = embedded
        self._embedded, self._fault = embedded, fault

    def __getattr__(self, name: str) -> Any:
        if name != self._fault:
            return getattr(self._embedded, name)

        async def fails(*_: object, **__: object) -> None:
            broken()

        return fails


@pytest.mark.parametrize("fault", ["hear", "plan", "statement", "revise"])
def test_a_method_that_breaks_is_replaced_by_its_spare_and_the_log_says_so(
    fault: str, motion: Rehearsal, tmp_path: Path
) -> None:
    claim = motion.roots(CON)[0].claim

    async def play() -> Match:
        inbox = Inbox()
        method = Clumsy(treedebater(motion, PRO, LONG), fault)
        heard = ScriptedRecognizer(claim, claim)
        pro = await debater(motion, PRO, LONG, inbox.post, method=method, recognizer=heard).open()  # type: ignore[arg-type]
        seats = {PRO: pro, CON: Scripted(CON, ramp(6.0))}
        runner = Runner(MatchLog(tmp_path), LocalVenue(seats, LONG, tmp_path, inbox.post), inbox)
        infos = {side: SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True) for side in Side}
        try:
            return await runner.run(MatchCreated(match_id="m", motion_id="x", motion="X", format=LONG, seats=infos))
        finally:
            await pro.close()

    match = run(play(), fast=True)
    assert match.ended == "all turns were held"
    assert match.turns[1].spoken
    assert not match.turns[1].overrun
    assert any("a <thing> nobody thought of" in trouble.reason for trouble in match.degraded)
    assert any(action.observer is PRO for action in match.turns[0].actions)


def test_an_observer_that_fails_costs_nobody_anything(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Observer):
        def on_event(self, event: Event, match: Match) -> None:
            broken()

    seen: list[str] = []

    class Seeing(Observer):
        def on_event(self, event: Event, match: Match) -> None:
            seen.append(event.type)

    async def play() -> Match:
        inbox = Inbox()
        seats = {side: Scripted(side, ramp(1.0)) for side in Side}
        venue = LocalVenue(seats, SHORT, tmp_path, inbox.post)
        runner = Runner(MatchLog(tmp_path), venue, inbox, Observers([Failing(), Seeing()]))
        infos = {side: SeatInfo(occupant=Occupant.PERSON) for side in Side}
        return await runner.run(MatchCreated(match_id="m", motion_id="x", motion="X", format=SHORT, seats=infos))

    match = run(play(), fast=True)
    assert match.ended == "all turns were held"
    assert seen[-2:] == ["match_ended", "state_digest"]
    assert "on_event of Failing failed" in caplog.text


def test_what_the_rules_refuse_is_shown_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(1.0)), Scripted(CON, ramp(1.0)))
    watching = Observers([hall])
    hall.inbox.on_refused = watching.on_refused
    with caplog.at_level(logging.WARNING):
        hall.inbox.post(MatchCreated(match_id="n", motion_id="x", motion="X", format=SHORT, seats={}))
    assert hall.refused == ["only the chair may bring this about"]
    assert "refused: match_created" in caplog.text


def test_what_one_reported_and_then_left_behind_when_it_died_is_said_once(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(2.0)), Scripted(CON, ramp(1.0)))
    left = [dict[str, object](cut=True), {"cut": True, "text": "less of it", "end": 1.0}, {"start": 2.5, "end": 3.0}]

    def die(event: Event) -> None:
        if isinstance(event, SentenceSpoken) and event.side is PRO:
            while left:
                hall.inbox.post(event.model_copy(update=left.pop(0)))

    hall.watch = die
    match = hall.hold()
    assert [(one.text, one.cut, one.start < 2.0) for one in match.turns[0].spoken] == [
        ("x", False, True),
        ("x", False, False),  # that sentence, begun again
    ]
    assert not hall.refused


def test_a_task_that_dies_says_so_and_the_others_live() -> None:
    died: list[tuple[str, str]] = []
    lived: list[str] = []

    async def die() -> None:
        broken()

    async def live() -> None:
        await asyncio.sleep(1)
        lived.append("on")

    async def work() -> None:
        tasks = Tasks(lambda name, error: died.append((name, cause(error))))
        tasks.spawn(die(), "the first")
        await tasks.spawn(live(), "the second")
        endless = tasks.spawn(asyncio.sleep(3600), "the third")
        await asyncio.sleep(0)
        await tasks.close()
        assert endless.cancelled()

    run(work(), fast=True)
    assert died == [("the first", "ValueError: a <thing> nobody thought of")]
    assert lived == ["on"]
