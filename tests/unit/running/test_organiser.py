"""What an organiser may do to a match: hold its start, add time, end a turn, have somebody else sit on a side."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.commands import CancelSchedule, Schedule
from agent.match.events import (
    HELD,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    EndReason,
    Event,
    MatchEnded,
    ParticipantLeft,
    SeatReplaced,
    SentenceSpoken,
    TimeAdded,
    TurnEnded,
    TurnStarted,
    decode,
    encode,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match, Phase
from agent.running.files.log import NAME, MatchLog, read_log
from agent.running.inbox import Inbox
from agent.running.runner import Runner
from config.errors import RuleError
from tests.chair import PERSON, Chair
from tests.unit.pausing import CON, PRO, SHORT, Hall, Scripted, ramp, two

AI = SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True, method="treedebater")


def speaking() -> Chair:
    chair = Chair(SHORT)
    chair.create()
    chair.begin(0, at=2.0)
    return chair


# -- the rules ---------------------------------------------------------------------------------------


def test_added_time_moves_the_bell_and_gives_a_warning_again_that_is_due_again() -> None:
    chair = speaking()
    chair.tell(ClockSignal(turn=0, left=4.0), at=8.0)
    commands = chair.tell(TimeAdded(turn=0, seconds=30.0), at=9.0)
    assert commands == [
        CancelSchedule(ClockSignal(turn=0, left=4.0)),
        CancelSchedule(ClockSignal(turn=0, left=0.0)),
        Schedule(29.0, ClockSignal(turn=0, left=4.0)),
        Schedule(33.0, ClockSignal(turn=0, left=0.0)),
    ]
    assert chair.match.turns[0].seconds == 40.0
    assert chair.replayed() == chair.match


def test_time_is_added_while_the_clock_stands_and_not_after_the_bell() -> None:
    chair = speaking()
    chair.pause(at=5.0)
    assert Schedule(17.0, ClockSignal(turn=0, left=0.0)) in chair.tell(TimeAdded(turn=0, seconds=10.0), at=60.0)
    chair.resume(at=61.0)
    with pytest.raises(RuleError, match="the bell of turn 0 has gone"):
        chair.tell(TimeAdded(turn=0, seconds=10.0), at=78.0)
    with pytest.raises(RuleError, match="turn 1 is not the one being spoken"):
        chair.tell(TimeAdded(turn=1, seconds=10.0))


@pytest.mark.parametrize("seconds", [0.0, -5.0, 601.0])
def test_no_time_is_taken_away_and_not_any_amount_given(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        TimeAdded(turn=0, seconds=seconds)


def test_the_organiser_ends_a_turn_be_it_in_a_pause() -> None:
    chair = speaking()
    chair.pause(at=4.0)
    chair.end(EndReason.STOPPED, at=5.0)
    assert chair.match.phase is Phase.PAUSED and chair.match.turns[0].reason is EndReason.STOPPED
    chair.resume(at=6.0)
    assert chair.match.phase is Phase.WAITING


def test_who_takes_a_place_is_there_and_reads_into_trees_of_their_own() -> None:
    chair = Chair(SHORT)
    chair.create({PRO: AI, CON: PERSON})
    chair.tell(ParticipantLeft(side=CON, reason="was put out by the organiser"))
    chair.tell(SeatReplaced(side=CON, seat=AI))
    assert chair.match.gone == {} and chair.match.created and chair.match.created.seats[CON] == AI
    assert set(chair.match.flows) == {PRO, CON}
    assert chair.replayed() == chair.match


# -- a match that is held ------------------------------------------------------------------------------


def test_a_match_that_is_held_starts_when_the_organiser_says_so(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    hall.held = True

    def start(event: Event) -> None:
        if isinstance(event, ClockPaused):
            assert event.reason == HELD and not hall.inbox.started.is_set()
            hall.inbox.resume("the organiser has started the match")

    hall.watch = start
    assert hall.hold().ended == "all turns were held"
    kinds = [type(event) for event in hall.events[:4]]
    assert kinds[1:] == [ClockPaused, ClockResumed, TurnStarted]
    resumed = next(event for event in hall.events if isinstance(event, ClockResumed))
    assert resumed.reason == "the organiser has started the match" and hall.inbox.started.is_set()


def test_who_gets_more_time_is_heard_beyond_the_first_bell(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path, seconds=14.0)

    def add(event: Event) -> None:
        if isinstance(event, ClockSignal) and (event.turn, event.left) == (0, 4.0) and not hall.at(TimeAdded):
            hall.inbox.add_time(0, 6.0)

    hall.watch = add
    match = hall.hold()
    assert match.turns[0].reason is EndReason.YIELDED  # after 14 s, of 16
    assert sum(audio.seconds for _, audio in con.heard) == pytest.approx(14.0, abs=0.15)
    assert match.turns[1].reason is EndReason.BELL  # the other side has its own time


def test_a_turn_that_is_stopped_is_heard_no_more(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path, seconds=9.0)

    def stop(event: Event) -> None:
        if isinstance(event, ClockSignal) and event.turn == 0:
            hall.inbox.stop_turn(0)

    hall.watch = stop
    match = hall.hold()
    assert match.turns[0].reason is EndReason.STOPPED
    assert sum(audio.seconds for _, audio in con.heard) == pytest.approx(6.0, abs=0.15)
    assert match.ended == "all turns were held"


def test_what_comes_too_late_changes_nothing(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path, seconds=3.0)

    def add(event: Event) -> None:
        if isinstance(event, TurnEnded) and event.turn == 0:
            hall.inbox.add_time(0, 6.0)
            hall.inbox.stop_turn(0)

    hall.watch = add
    assert hall.hold().ended == "all turns were held"
    assert len(hall.refused) == 2


# -- going on from the log -----------------------------------------------------------------------------


def go_on(folder: Path, **there: SeatInfo) -> tuple[Match, list[Event]]:
    """With somebody else on a side, and the clock running."""

    async def play() -> Match:
        inbox = Inbox()
        seats = {side: Scripted(side, ramp(2.0)) for side in (PRO, CON)}
        runner = Runner(MatchLog(folder, resumed=True), LocalVenue(seats, SHORT, folder, inbox.post), inbox)
        past = read_log(folder)
        before = Match.replay(past).created
        assert before is not None
        if Match.replay(past).phase is Phase.PAUSED:
            inbox.resume("the organiser has started the match")
        now = {side: there.get(side.value, before.seats[side]) for side in (PRO, CON)}
        return await runner.resume(past, now)

    return run(play(), fast=True), read_log(folder)


def cut(folder: Path, events: int) -> None:
    (folder / NAME).write_bytes(b"".join((folder / NAME).read_bytes().splitlines(keepends=True)[:events]))


def test_a_match_goes_on_with_an_ai_in_a_persons_place(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, ramp(6.0)), Scripted(CON, ramp(6.0)), occupant=Occupant.PERSON)
    hall.hold()
    cut(tmp_path, 1 + next(i for i, one in enumerate(hall.events) if isinstance(one, SentenceSpoken)))
    match, log = go_on(tmp_path, con=AI)
    replaced = [event for event in log if isinstance(event, SeatReplaced)]
    assert [(one.side, one.seat.occupant) for one in replaced] == [(CON, Occupant.DEBATER)]
    assert isinstance(log[-2], MatchEnded) and match.ended == "all turns were held"
    assert Match.replay(log) == match


def test_a_match_that_is_gone_on_with_by_the_same_says_nothing_of_it(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    hall.hold()
    cut(tmp_path, 3)
    _, log = go_on(tmp_path)
    assert not any(isinstance(event, SeatReplaced) for event in log)


def test_a_match_that_was_held_is_held_by_the_next_process_too(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    hall.held = True
    hall.watch = lambda event: hall.inbox.resume() if isinstance(event, ClockPaused) else None
    hall.hold()
    cut(tmp_path, 2)
    match, log = go_on(tmp_path)
    assert match.ended == "all turns were held"
    assert [one.reason for one in log if isinstance(one, ClockPaused)] == [HELD]


def test_logs_of_before_say_no_reason_where_the_clock_ran_on() -> None:
    line = encode(ClockResumed(reason="x")).replace(',"reason":"x"', "")
    assert decode(line) == ClockResumed()
