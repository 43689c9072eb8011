"""A match that ended in the middle goes on from its log, with the clock paused in between."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.debater.debater import Debater
from agent.debater.recalling import recall
from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.events import (
    LEFT_OFF,
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Event,
    Failed,
    MatchCreated,
    SentenceSpoken,
    StateDigest,
    TurnStarted,
    encode,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match, Phase
from agent.running.files.log import BEGUN, NAME, MatchLog, read_log
from agent.running.inbox import Inbox
from agent.running.runner import INTERRUPTION, Runner
from config.errors import RuleError
from config.format import Format, Side, Stage, Turn
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import ROOM_RATE
from speech.sound_files import read
from tests.debaters import debater
from tests.fakes import ScriptedRecognizer
from tests.unit.pausing import CON, PRO, SHORT, Hall, Scripted, ramp

DUEL = Format(
    name="duel",
    gap_seconds=1,
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=30),
        Turn(side=CON, stage=Stage.OPENING, seconds=30),
        Turn(side=PRO, stage=Stage.REBUTTAL, seconds=30),
    ),
)


def cut(folder: Path, events: int) -> None:
    """The process died after so many events."""
    lines = (folder / NAME).read_bytes().splitlines(keepends=True)
    (folder / NAME).write_bytes(b"".join(lines[:events]))


def pauses(events: list[Event]) -> list[ClockPaused]:
    return [event for event in events if isinstance(event, ClockPaused)]


def go_on(folder: Path, pro: Scripted, con: Scripted) -> tuple[Match, list[Event]]:
    async def play() -> Match:
        inbox = Inbox()
        seats = {PRO: pro, CON: con}
        for seat in seats.values():
            seat.said = inbox.post
        runner = Runner(MatchLog(folder, resumed=True), LocalVenue(seats, SHORT, folder, inbox.post), inbox)
        past = read_log(folder)
        if Match.replay(past).interrupted is not None and not any(e.reason == LEFT_OFF for e in pauses(past)):
            inbox.resume()  # the chair had stopped the clock
        return await asyncio.wait_for(runner.resume(past), 600)

    match = run(play(), fast=True)
    return match, read_log(folder)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0.0, 1.0))
def test_wherever_it_ended_it_goes_on_to_its_end(tmp_path: Path, share: float) -> None:
    for file in (NAME, BEGUN):
        (tmp_path / file).unlink(missing_ok=True)
    hall = Hall(tmp_path, Scripted(PRO, ramp(6.0)), Scripted(CON, ramp(6.0)))
    hall.hold([(4.0, 3.0)])
    count = 1 + int(share * (len(hall.events) - 3))  # without match_ended and its digest
    cut(tmp_path, count)
    before = read_log(tmp_path)
    match, events = go_on(tmp_path, Scripted(PRO, ramp(6.0)), Scripted(CON, ramp(6.0)))
    assert match.ended == "all turns were held"
    assert events[: len(before)] == before
    if Match.replay(before).interrupted is None:
        paused = events[count]
        assert isinstance(paused, ClockPaused) and paused.reason == INTERRUPTION.reason
    assert Match.replay(events) == match
    assert [event.seq for event in events] == list(range(len(events)))


def test_the_turn_that_was_on_has_the_time_it_had_left(tmp_path: Path) -> None:
    endless = ramp(60.0)
    hall = Hall(tmp_path, Scripted(PRO, endless), Scripted(CON, endless))
    hall.hold()
    warning = next(i for i, event in enumerate(hall.events) if isinstance(event, ClockSignal))  # 6 s of 10 are over
    cut(tmp_path, warning + 1)
    left = tmp_path / "turn-1-pro-opening.wav"
    whole = read(left, ROOM_RATE)
    con = Scripted(CON, ramp(1.0))
    match, events = go_on(tmp_path, Scripted(PRO, endless), con)
    first = match.turns[0]
    assert first.clock.read(first.ended or 0.0) == pytest.approx(10.0, abs=0.01)
    assert [e.left for e in events if isinstance(e, ClockSignal) and e.turn == 0] == [4.0, 0.0]  # no signal twice
    assert sum(audio.seconds for _, audio in con.heard) == pytest.approx(4.0, abs=0.051)  # what is left of the turn
    assert read(left, ROOM_RATE).seconds == pytest.approx(whole.seconds + 4.0, abs=0.1)  # after what was recorded


def test_a_match_that_has_ended_is_not_gone_on_with(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(1.0)), Scripted(CON, ramp(1.0)))
    hall.hold()
    with pytest.raises(RuleError, match="there is nothing to go on with"):
        go_on(tmp_path, Scripted(PRO, ramp(1.0)), Scripted(CON, ramp(1.0)))


def test_a_clock_that_stood_goes_on_standing_until_the_chair_lets_it_run(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(6.0)), Scripted(CON, ramp(6.0)))
    hall.hold([(4.0, 3.0)])
    paused = next(i for i, event in enumerate(hall.events) if isinstance(event, ClockPaused))
    cut(tmp_path, paused + 1)

    async def play() -> Match:
        inbox = Inbox()
        seats = {side: Scripted(side, ramp(6.0)) for side in Side}
        runner = Runner(MatchLog(tmp_path, resumed=True), LocalVenue(seats, SHORT, tmp_path, inbox.post), inbox)
        resuming = asyncio.ensure_future(runner.resume(read_log(tmp_path)))
        await asyncio.sleep(50)
        assert runner.match.phase is Phase.PAUSED
        inbox.pause_or_resume("by the user")  # a key: the clock stands, so it runs on
        return await asyncio.wait_for(resuming, 600)

    match = run(play(), fast=True)
    events = read_log(tmp_path)
    assert match.ended == "all turns were held"
    assert sum(isinstance(event, ClockResumed) for event in events) == 1
    assert not any(isinstance(event, ClockPaused) and event.reason == INTERRUPTION.reason for event in events)


def test_a_pause_that_was_ours_is_over_when_the_match_is_held_again(tmp_path: Path) -> None:
    """It died a second time, after it had stopped the clock to go on and before it let it run."""
    Hall(tmp_path, Scripted(PRO, ramp(6.0)), Scripted(CON, ramp(6.0))).hold()
    cut(tmp_path, 2)
    past = read_log(tmp_path)
    stopped = INTERRUPTION.model_copy(update={"seq": 2, "at": past[-1].at, "turn": 0})
    with (tmp_path / NAME).open("a") as log:
        log.write(encode(stopped) + "\n")

    async def play() -> Match:
        inbox = Inbox()
        seats = {side: Scripted(side, ramp(6.0)) for side in Side}
        runner = Runner(MatchLog(tmp_path, resumed=True), LocalVenue(seats, SHORT, tmp_path, inbox.post), inbox)
        return await asyncio.wait_for(runner.resume(read_log(tmp_path)), 600)

    assert run(play(), fast=True).ended == "all turns were held"


def test_a_match_that_is_left_off_goes_on_from_its_log(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(9.0)), Scripted(CON, ramp(9.0)))

    def leave(event: Event) -> None:
        if isinstance(event, ClockSignal):
            hall.inbox.leave_off()

    hall.watch = leave
    left = hall.hold()
    assert left.ended is None
    assert left.phase is Phase.PAUSED
    assert [e.reason for e in hall.events if isinstance(e, ClockPaused)] == [LEFT_OFF]
    match, events = go_on(tmp_path, Scripted(PRO, ramp(9.0)), Scripted(CON, ramp(9.0)))
    assert match.ended == "all turns were held"
    assert sum(isinstance(event, ClockPaused) for event in events) == 1  # the clock stood all the time
    assert Match.replay(events) == match


# -- debaters ----------------------------------------------------------------------------------------


def debate(motion: Rehearsal, folder: Path, past: list[Event] | None = None, replaced: Collection[Side] = ()) -> Match:
    """Two debaters, from the beginning or from a log; con's claim is what pro hears."""
    claims = {side: motion.roots(side.other)[0].claim.rstrip(".") for side in Side}

    async def play() -> Match:
        inbox = Inbox()

        async def seat(side: Side) -> Debater:
            recalled = recall(Match.replay(past), side) if past is not None else None
            ears = ScriptedRecognizer(*[claims[side]] * 9)
            made = debater(motion, side, DUEL, inbox.post, recognizer=ears, recalled=recalled)
            return await made.open()

        seats = {side: await seat(side) for side in Side}
        log = MatchLog(folder, resumed=past is not None)
        runner = Runner(log, LocalVenue(seats, DUEL, folder, inbox.post), inbox)
        infos = {side: SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True) for side in Side}
        created = MatchCreated(match_id="m", motion_id="x", motion="X", format=DUEL, seats=infos)
        try:
            going = runner.run(created) if past is None else runner.resume(past, infos, replaced)
            return await asyncio.wait_for(going, 600)
        finally:
            for one in seats.values():
                await one.close()

    return run(play(), fast=True)


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_debaters_know_what_was_said_and_say_nothing_twice(turn: int, motion: Rehearsal, tmp_path: Path) -> None:
    debate(motion, tmp_path)
    events = read_log(tmp_path)
    spoken = [i for i, e in enumerate(events) if isinstance(e, SentenceSpoken) and e.turn == turn]
    cut(tmp_path, spoken[1] + 1)
    past = read_log(tmp_path)
    match = debate(motion, tmp_path, past)
    assert match.ended == "all turns were held"
    assert Match.replay(read_log(tmp_path)) == match
    said = [sentence.text for record in match.turns for sentence in record.spoken if record.side is PRO]
    assert len(set(said)) == len(said)
    assert len(match.turns[turn].spoken) > 2  # it went on with its statement
    assert not any(record.overrun for record in match.turns)
    for before, after in zip(Match.replay(past).turns[:-1], match.turns, strict=False):
        assert before.spoken == after.spoken
    started = [event.turn for event in read_log(tmp_path) if isinstance(event, TurnStarted)]
    assert started == [0, 1, 2]


def test_a_debater_takes_over_from_a_person_and_speaks(motion: Rehearsal, tmp_path: Path) -> None:
    debate(motion, tmp_path)
    past = by_a_person(CON, read_log(tmp_path))
    (tmp_path / NAME).write_text("".join(f"{encode(one)}\n" for one in past), encoding="utf-8")
    match = debate(motion, tmp_path, past, replaced=[CON])
    assert match.ended == "all turns were held"
    events = read_log(tmp_path)
    assert not [one for one in events if isinstance(one, Failed)] and not match.degraded
    assert {one.turn for one in events if isinstance(one, SentenceSpoken)} == {0, 1, 2}
    assert any(one.observer is CON for one in events if isinstance(one, ActionExtracted)), "it reads what it hears"


def by_a_person(side: Side, events: list[Event]) -> list[Event]:
    """As if a person, who keeps no flow trees, had sat there until their first turn."""
    begins = next(i for i, one in enumerate(events) if isinstance(one, TurnStarted) and one.side is side)
    kept = [
        one
        for one in events[:begins]
        if not isinstance(one, StateDigest) and getattr(one, "observer", None) is not side
    ]
    created = kept[0]
    assert isinstance(created, MatchCreated)
    seats = {**created.seats, side: SeatInfo(occupant=Occupant.PERSON)}
    kept[0] = created.model_copy(update={"seats": seats})
    return [one.model_copy(update={"seq": seq}) for seq, one in enumerate(kept)]
