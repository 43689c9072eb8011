"""The match as a state machine: what each event commands, and what is kept of it."""

from __future__ import annotations

import pytest

from agent.match.commands import (
    CancelSchedule,
    CloseFloor,
    Finish,
    HoldSchedule,
    OpenFloor,
    PauseFloor,
    ReleaseSchedule,
    ResumeFloor,
    Schedule,
)
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    EndReason,
    FitStep,
    MatchEnded,
    ParticipantLeft,
    PlanUpdated,
    StatementDrafted,
    TurnEnded,
)
from agent.match.state import Match
from config.shipped import load_format
from speech.timing.steps import Landing
from tests.chair import Chair, heard, spoken
from tests.fakes import short_format
from tests.unit.phases import (
    ATTACK,
    CON,
    CREATED,
    ENDED,
    PAUSED,
    PRO,
    SPEAKING,
    WAITING,
    chair_in,
    claim,
    read,
    refused,
)

# -- commands ----------------------------------------------------------------------------------------


def test_a_new_match_schedules_its_first_turn() -> None:
    chair = Chair()
    assert chair.create() == [Schedule(0.0, chair.beginning(0))]
    assert chair.match.phase is WAITING
    assert chair.match.turn is None


def test_a_turn_opens_the_floor_and_schedules_its_signals_and_its_bell() -> None:
    chair = Chair()
    chair.create()
    assert chair.begin(0) == [
        OpenFloor(0, PRO, 10),
        Schedule(6.0, ClockSignal(turn=0, left=4.0)),
        Schedule(10.0, ClockSignal(turn=0, left=0.0)),
    ]
    assert chair.match.turn is not None
    assert chair.match.turn.side is PRO


def test_a_warning_commands_nothing() -> None:
    assert chair_in(SPEAKING).tell(ClockSignal(turn=0, left=4.0), at=6) == []


def test_the_bell_closes_the_floor_at_once_and_ends_the_turn() -> None:
    chair = chair_in(SPEAKING)
    assert chair.tell(ClockSignal(turn=0, left=0.0), at=10) == [
        CloseFloor(0, PRO),
        Schedule(0.0, TurnEnded(turn=0, reason=EndReason.BELL)),
    ]
    assert chair.end(EndReason.BELL) == [CancelSchedule(), CloseFloor(0, PRO), Schedule(2.0, chair.beginning(1))]
    assert (chair.match.turns[0].ended, chair.match.turns[0].reason) == (10, EndReason.BELL)


def test_who_yields_gives_the_floor_away_and_takes_the_signals_with_it() -> None:
    chair = chair_in(SPEAKING)
    assert chair.end(EndReason.YIELDED, at=7) == [
        CancelSchedule(),
        CloseFloor(0, PRO),
        Schedule(2.0, chair.beginning(1)),
    ]
    assert chair.match.turns[0].ended == 7
    refused(chair, ClockSignal(turn=0, left=0.0), "not allowed while the match is waiting")


def test_who_yields_and_is_rung_off_in_one_moment_ends_once() -> None:
    chair = chair_in(SPEAKING)
    chair.tell(ClockSignal(turn=0, left=0.0), at=10)
    chair.end(EndReason.YIELDED)
    refused(chair, TurnEnded(turn=0, reason=EndReason.BELL))
    assert chair.match.turns[0].reason is EndReason.YIELDED


def test_the_gap_between_turns_is_the_formats() -> None:
    chair = Chair(short_format(gap_seconds=5))
    chair.create()
    chair.begin(0)
    assert chair.bell(at=10)[-1] == Schedule(5.0, chair.beginning(1))


def test_after_the_last_turn_the_match_is_over() -> None:
    chair = Chair()
    chair.create()
    for turn in range(6):
        chair.begin(turn)
        last = chair.bell(at=chair.now + chair.format.turns[turn].seconds)
    assert last[-1] == Schedule(2.0, MatchEnded(reason="all turns were held"))
    assert chair.tell(MatchEnded(reason="all turns were held")) == [CancelSchedule(), Finish()]
    assert (chair.match.phase, chair.match.ended) == (ENDED, "all turns were held")
    assert [turn.side for turn in chair.match.turns] == [PRO, CON] * 3


def test_a_match_stopped_in_a_turn_closes_the_floor_first() -> None:
    chair = chair_in(SPEAKING)
    assert chair.tell(MatchEnded(reason="stopped by the user")) == [CancelSchedule(), CloseFloor(0, PRO), Finish()]


def test_every_format_runs_from_end_to_end() -> None:
    for name in ("oxford", "agent4debate", "sprint"):
        chair = Chair(load_format(name))
        commands = chair.create()
        while not any(isinstance(command, Finish) for command in commands):
            due = min((c for c in commands if isinstance(c, Schedule)), key=lambda c: c.after, default=None)
            bell = [c for c in commands if isinstance(c, Schedule) and c.event.type == "clock_signal"]
            due = bell[-1] if bell else due
            assert due is not None
            commands = chair.tell(due.event, at=chair.now + due.after)
        assert [(t.side, t.stage) for t in chair.match.turns] == [(t.side, t.stage) for t in chair.format.turns]
        assert chair.now == chair.format.seconds + 2.0 * len(chair.format.turns)


def test_in_a_blind_format_speeches_are_heard_and_recorded_all_the_same() -> None:
    """Blindness is the planner's: the record of the debate is whole."""
    chair = Chair(short_format(blind=True))
    chair.create()
    chair.begin(0)
    chair.tell(heard(0, PRO, "uniforms reduce bullying"))
    chair.act(claim(PRO, "uniforms reduce bullying"))
    chair.bell(at=10)
    chair.begin(1, at=12)
    assert chair.match.format.turns[1].blind
    assert [segment.text for segment in chair.match.turns[0].heard] == ["uniforms reduce bullying"]
    assert "pro1" in chair.match.flows[CON][PRO].nodes
    assert chair.replayed() == chair.match


# -- pauses ------------------------------------------------------------------------------------------


def test_a_pause_in_a_turn_holds_the_schedule_and_the_floor_and_a_resume_lets_both_go() -> None:
    chair = chair_in(SPEAKING)
    assert chair.pause(at=4) == [HoldSchedule(), PauseFloor(0, PRO)]
    assert chair.match.turn is chair.match.turns[0]
    assert chair.resume(at=64) == [ResumeFloor(0, PRO), ReleaseSchedule()]
    assert chair.match.phase is SPEAKING
    assert chair.match.interrupted is None


def test_a_pause_between_turns_holds_the_schedule_only() -> None:
    chair = chair_in(WAITING)
    assert chair.pause(at=11) == [HoldSchedule()]
    assert chair.match.turn is None
    assert chair.resume(at=500) == [ReleaseSchedule()]
    assert chair.match.phase is WAITING
    chair.begin(1, at=501)


def test_the_clock_of_a_turn_does_not_count_its_pauses_and_the_match_does() -> None:
    chair = chair_in(SPEAKING)
    turn = chair.match.turns[0]
    chair.pause(at=4)
    assert turn.clock.read(50) == 4
    chair.resume(at=64)
    assert turn.clock.read(65) == 5
    chair.pause(at=66)
    chair.resume(at=67)
    chair.bell(at=71)
    assert turn.clock.read(1000) == 10
    assert turn.ended == 71
    assert turn.numbers()["paused"] == 61


def test_in_a_pause_nothing_new_is_spoken_but_what_was_heard_is_recorded() -> None:
    chair = chair_in(SPEAKING)
    chair.pause(at=4)
    chair.tell(spoken(0, PRO, "Said before.", 1.0, 3.9), at=30)
    chair.tell(spoken(0, PRO, "On its way.", 3.9, 4.4), at=30)
    refused(
        chair, spoken(0, PRO, "Said meanwhile.", 5.0, 6.0), "nothing new is heard while the clock stands at 4.000 s"
    )
    chair.resume(at=60)
    chair.tell(spoken(0, PRO, "Said after.", 5.0, 6.0), at=63)
    assert [s.end for s in chair.match.turns[0].spoken] == [3.9, 4.4, 6.0]


def test_the_clock_is_not_paused_twice_nor_resumed_unpaused_nor_stopped_after_the_end() -> None:
    for phase, event in (
        (PAUSED, ClockPaused(turn=0, reason="again")),
        (SPEAKING, ClockResumed()),
        (WAITING, ClockResumed()),
        (ENDED, ClockPaused(turn=None, reason="too late")),
        (CREATED, ClockPaused(turn=None, reason="too early")),
    ):
        refused(chair_in(phase), event, f"{event.type} is not allowed while the match is {phase.value}")


@pytest.mark.parametrize("reason", [EndReason.YIELDED, EndReason.FAILED])
def test_who_gives_the_turn_up_in_a_pause_ends_it_and_the_clock_still_stands(reason: EndReason) -> None:
    chair = chair_in(SPEAKING)
    chair.pause(at=4)
    assert chair.end(reason, at=9) == [CancelSchedule(), CloseFloor(0, PRO), Schedule(2.0, chair.beginning(1))]
    assert chair.match.phase is PAUSED
    assert chair.match.turn is None
    assert chair.match.turns[0].clock.read(99) == 4
    refused(chair, chair.beginning(1))
    refused(chair, TurnEnded(turn=0, reason=EndReason.FAILED), "not the one being spoken")
    assert chair.resume(at=12) == [ReleaseSchedule()]
    chair.begin(1, at=14)


@pytest.mark.parametrize("reason", [EndReason.BELL, EndReason.LEFT])
def test_no_bell_ends_a_turn_while_the_clock_stands(reason: EndReason) -> None:
    refused(chair_in(PAUSED), TurnEnded(turn=0, reason=reason), "ends only if somebody wants it to")


def test_who_leaves_in_a_pause_loses_the_turn_when_the_clock_runs_again() -> None:
    chair = chair_in(PAUSED)
    left = TurnEnded(turn=0, reason=EndReason.LEFT)
    assert chair.tell(ParticipantLeft(side=PRO, reason="the line dropped")) == [Schedule(0.0, left)]
    chair.resume(at=5)
    chair.tell(left)
    assert chair.match.turns[0].reason is EndReason.LEFT


def test_a_match_ended_in_a_pause_closes_the_floor_of_the_turn_that_was_on() -> None:
    assert chair_in(PAUSED).tell(MatchEnded(reason="enough")) == [CancelSchedule(), CloseFloor(0, PRO), Finish()]
    between = chair_in(WAITING)
    between.pause()
    assert between.tell(MatchEnded(reason="enough")) == [CancelSchedule(), Finish()]


# -- leaving -----------------------------------------------------------------------------------------


def test_who_leaves_while_speaking_loses_the_turn() -> None:
    chair = chair_in(SPEAKING)
    assert chair.tell(ParticipantLeft(side=PRO, reason="the line dropped"), at=3) == [
        Schedule(0.0, TurnEnded(turn=0, reason=EndReason.LEFT))
    ]
    chair.end(EndReason.LEFT)
    assert chair.match.turns[0].reason is EndReason.LEFT
    assert chair.match.gone == {PRO: "the line dropped"}


def test_who_leaves_while_listening_loses_the_turns_to_come() -> None:
    chair = chair_in(SPEAKING)
    assert chair.tell(ParticipantLeft(side=CON, reason="the line dropped"), at=3) == []
    assert chair.match.phase is SPEAKING
    chair.bell(at=10)
    commands = chair.begin(1, at=12)
    assert commands[-1] == Schedule(0.0, TurnEnded(turn=1, reason=EndReason.LEFT))


def test_who_stays_keeps_every_turn() -> None:
    chair = chair_in(SPEAKING)
    chair.tell(ParticipantLeft(side=CON, reason="the line dropped"))
    chair.bell(at=10)
    chair.begin(1)
    chair.end(EndReason.LEFT)
    commands = chair.begin(2)
    assert commands[0] == OpenFloor(2, PRO, 10)
    assert not [c for c in commands if isinstance(c, Schedule) and isinstance(c.event, TurnEnded)]


# -- the record of a turn ----------------------------------------------------------------------------


def test_a_turn_keeps_what_was_said_heard_and_done() -> None:
    chair = chair_in(SPEAKING)
    chair.tell(spoken(0, PRO, "Uniforms reduce bullying.", 0.2, 2.4))
    chair.tell(heard(0, PRO, "uniforms reduce bullying", 0.1, 2.5))
    chair.act(claim(PRO, "uniforms reduce bullying"))
    (turn,) = chair.match.turns
    assert [s.text for s in turn.spoken] == ["Uniforms reduce bullying."]
    assert [s.text for s in turn.heard] == ["uniforms reduce bullying"]
    assert [a.observer for a in turn.actions] == [PRO, CON]
    assert turn.spoken_seconds == 2.4


def test_a_person_is_as_long_as_was_heard_but_never_beyond_the_bell() -> None:
    chair = chair_in(SPEAKING)
    assert chair.match.turns[0].spoken_seconds == 0.0
    chair.tell(heard(0, PRO, "well", 0.0, 7.4))
    assert chair.match.turns[0].spoken_seconds == 7.4
    chair.tell(heard(0, PRO, "and", 7.5, 10.4))  # heard a moment after it was said
    assert chair.match.turns[0].spoken_seconds == 10.0
    assert chair.match.turns[0].overrun == 0.0


def test_the_tail_of_a_speech_may_come_after_its_end() -> None:
    chair = chair_in(WAITING)
    chair.tell(heard(0, PRO, "and that is all", 9.0, 9.9), at=11.2)
    chair.act(claim(PRO, "that is all"))
    chair.begin(1, at=12)
    chair.tell(spoken(0, PRO, "That is all.", 9.0, 9.9), at=12.5)
    assert len(chair.match.turns[0].actions) == 2
    assert chair.match.turns[0].spoken[0].text == "That is all."


def test_the_last_plan_and_draft_count_and_every_fit() -> None:
    chair = chair_in(SPEAKING)
    for k in (2, 1):
        chair.tell(PlanUpdated(turn=1, side=CON, k=k, hit_rate=0.5, battlefields=()))
        chair.tell(StatementDrafted(turn=1, side=CON, sentences=()))
        chair.tell(FitStep(turn=1, side=CON, budget=9.6, seconds=9.5, kept=k, dropped=0, verdict=Landing.LANDS))
    assert chair.match.plans[1].k == 1
    assert [fit.kept for fit in chair.match.fits[1]] == [2, 1]
    assert set(chair.match.drafts) == {1}


def test_each_listener_keeps_trees_of_its_own() -> None:
    chair = chair_in(SPEAKING)
    chair.tell(read(0, claim(PRO, "heard by con"), PRO, None, "pro1", by=CON))
    assert chair.match.flows[CON][PRO].nodes
    assert not chair.match.flows[PRO][PRO].nodes


def test_an_action_whose_target_nobody_knows_is_kept() -> None:
    chair = chair_in(SPEAKING)
    lost = claim(CON, "the sea is rising", ATTACK, "the weather is fine")
    chair.tell(read(0, lost, PRO, None, None))
    assert chair.match.flows[CON][PRO].unmatched == [lost]


def test_two_matches_are_equal_when_they_went_the_same_way() -> None:
    assert chair_in(SPEAKING).match == chair_in(SPEAKING).match
    assert chair_in(SPEAKING).match != chair_in(WAITING).match
    assert Match() != "a match"
