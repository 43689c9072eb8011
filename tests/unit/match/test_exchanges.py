"""Points of information, cross-examinations and preparation, as the rules have them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agent.match.commands import (
    CancelSchedule,
    CloseFloor,
    HoldSchedule,
    OpenFloor,
    PauseFloor,
    ReleaseSchedule,
    ResumeFloor,
    Schedule,
)
from agent.match.effects.exchanges import NO_EXCHANGE
from agent.match.events import (
    ClockSignal,
    Declined,
    Degraded,
    EndReason,
    Event,
    MatchEnded,
    ParticipantLeft,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
    TurnEnded,
    TurnStarted,
    decode,
    encode,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match, Phase, outstanding
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from tests.chair import Chair, heard, spoken
from tests.unit.phases import refused

PRO, CON = Side
LAPSE = PoiDeclined(turn=0, side=CON, reason=Declined.LAPSED)
TIME = PoiEnded(turn=0, side=CON, reason=PoiOver.TIME)


def speech() -> Chair:
    """Pro speaks for 100 s; con may offer points of information from second 10 to 80."""
    turns = (
        Turn(side=PRO, stage=Stage.OPENING, seconds=100, points_of_information=OfferWindow(start=10, end=80)),
        Turn(side=CON, stage=Stage.OPENING, seconds=100),
    )
    chair = Chair(Format(name="asking", turns=turns, warnings_seconds=(4.0,), preparation_seconds=30.0))
    chair.create()
    chair.begin(0)
    return chair


def offered(at: float = 20.0) -> Chair:
    chair = speech()
    chair.tell(PoiOffered(turn=0, side=CON), at=at)
    return chair


def taken(at: float = 22.0) -> Chair:
    chair = offered()
    chair.tell(PoiAccepted(turn=0, side=CON), at=at)
    return chair


# -- points of information -------------------------------------------------------------------------


def test_a_point_that_nobody_takes_lapses() -> None:
    chair = speech()
    assert chair.tell(PoiOffered(turn=0, side=CON), at=20) == [Schedule(12.0, LAPSE)]
    assert chair.match.turns[0].floors == (PRO,)
    assert chair.tell(LAPSE, at=32) == [CancelSchedule(LAPSE)]
    (poi,) = chair.match.turns[0].pois
    assert (poi.offered, poi.over, poi.declined, poi.accepted) == (20.0, 32.0, Declined.LAPSED, None)


def test_one_that_is_taken_is_heard_beside_the_speaker_for_15_s_while_the_clock_goes_on() -> None:
    chair = offered()
    commands = chair.tell(PoiAccepted(turn=0, side=CON), at=22)
    assert commands == [CancelSchedule(LAPSE), OpenFloor(0, CON, 37.0, beside=True), Schedule(15.0, TIME)]
    assert chair.match.turns[0].floors == (PRO, CON)
    chair.tell(spoken(0, CON, "Who pays?", 23, 24))
    chair.tell(heard(0, CON, "who pays", 23, 24))
    assert chair.tell(PoiEnded(turn=0, side=CON, reason=PoiOver.ASKED), at=25) == [
        CancelSchedule(TIME),
        CloseFloor(0, CON),
    ]
    record = chair.match.turns[0]
    assert ([s.text for s in record.beside], [s.text for s in record.beside_heard]) == (["Who pays?"], ["who pays"])
    assert (record.spoken, record.heard) == ([], [])
    assert record.clock.read(25) == 25.0
    assert chair.replayed() == chair.match


def test_what_was_asked_may_still_be_told_of_when_the_point_is_over() -> None:
    chair = taken()
    chair.tell(TIME, at=37)
    chair.tell(spoken(0, CON, "Who pays?", 23, 36.9))
    assert chair.match.turns[0].beside


def test_when_points_may_be_offered() -> None:
    chair = speech()
    refused(chair, PoiOffered(turn=0, side=CON), "no points of information 9.9 s into turn 0", at=9.9)
    refused(chair, PoiOffered(turn=0, side=PRO), "pro is speaking", at=20)
    refused(chair, PoiOffered(turn=1, side=CON), "not the one being spoken", at=20)
    refused(chair, PoiOffered(turn=0, side=CON), "no points of information 80.0 s into turn 0", at=80)


def test_one_at_a_time_and_not_just_after_the_last() -> None:
    chair = offered()
    refused(chair, PoiOffered(turn=0, side=CON), "one point of information at a time", at=21)
    chair.tell(PoiDeclined(turn=0, side=CON, reason=Declined.REFUSED), at=22)
    refused(chair, PoiOffered(turn=0, side=CON), "15 s after the last", at=36.9)
    chair.tell(PoiOffered(turn=0, side=CON), at=37)


def test_nothing_is_taken_that_is_not_on_offer_and_nothing_ended_that_is_not_put() -> None:
    refused(speech(), PoiAccepted(turn=0, side=CON), "no point of information on offer", at=20)
    refused(offered(), PoiAccepted(turn=0, side=PRO), "pro has no point", at=21)
    refused(offered(), TIME, "has not been taken", at=21)
    refused(taken(), PoiAccepted(turn=0, side=CON), "being put already", at=23)
    refused(taken(), LAPSE, "it can only be ended", at=32)


def test_the_bell_in_the_middle_of_a_question_closes_both_microphones() -> None:
    chair = speech()
    chair.tell(PoiOffered(turn=0, side=CON), at=79)
    assert OpenFloor(0, CON, 100.0, beside=True) in chair.tell(PoiAccepted(turn=0, side=CON), at=90)
    bell = TurnEnded(turn=0, reason=EndReason.BELL)
    assert chair.tell(ClockSignal(turn=0, left=0.0), at=100) == [
        CloseFloor(0, PRO),
        CloseFloor(0, CON),
        Schedule(0.0, bell),
    ]
    assert chair.tell(bell)[:3] == [CancelSchedule(), CloseFloor(0, PRO), CloseFloor(0, CON)]
    (poi,) = chair.match.turns[0].pois
    assert (poi.over, poi.ended, poi.declined) == (100.0, None, None)
    refused(chair, TIME, "not allowed while the match is waiting")


def test_a_speaker_who_yields_leaves_an_offer_without_an_answer() -> None:
    chair = offered()
    chair.end(EndReason.YIELDED, at=30)
    assert chair.match.turns[0].pois[0].over == 30.0


def test_a_pause_in_the_middle_of_a_question_stops_both_and_its_seconds() -> None:
    chair = taken()
    assert chair.pause(at=30) == [HoldSchedule(), PauseFloor(0, PRO), PauseFloor(0, CON)]
    refused(chair, PoiEnded(turn=0, side=CON, reason=PoiOver.ASKED), "while the match is paused", at=50)
    assert chair.resume(at=130) == [ResumeFloor(0, PRO), ResumeFloor(0, CON), ReleaseSchedule()]
    chair.tell(TIME, at=137)
    assert chair.match.turns[0].pois[0].over == 37.0  # by the clock of the turn


def test_who_leaves_while_it_has_offered_or_asks_is_waited_for_no_longer() -> None:
    gone = ParticipantLeft(side=CON, reason="x")
    assert offered().tell(gone) == [Schedule(0.0, PoiDeclined(turn=0, side=CON, reason=Declined.WITHDRAWN))]
    assert taken().tell(gone) == [Schedule(0.0, PoiEnded(turn=0, side=CON, reason=PoiOver.ASKED))]
    chair = speech()
    chair.tell(gone)
    refused(chair, PoiOffered(turn=0, side=CON), "con is gone", at=20)


def test_a_match_goes_on_from_its_log_in_the_middle_of_an_offer_and_of_a_question() -> None:
    chair = offered()
    chair.tell(spoken(0, PRO, "x", 20, 24), at=24)
    assert Schedule(8.0, LAPSE) in outstanding(chair.replayed())
    chair = taken()
    chair.tell(spoken(0, CON, "x", 22, 24), at=24)
    commands = outstanding(chair.replayed())
    assert commands[:2] == [OpenFloor(0, PRO, 100.0, 24.0), OpenFloor(0, CON, 37.0, 24.0, beside=True)]
    assert Schedule(13.0, TIME) in commands


# -- cross-examination -----------------------------------------------------------------------------


def examination(asks: Asks = Asks.SIDE, seats: Mapping[Side, SeatInfo] | None = None) -> Chair:
    """Pro has spoken; con examines it."""
    turns = (
        Turn(side=PRO, stage=Stage.OPENING, seconds=10),
        Turn(side=CON, stage=Stage.REBUTTAL, seconds=30, cross_examination=asks),
    )
    chair = Chair(Format(name="examining", turns=turns, warnings_seconds=(4.0,)))
    chair.create(seats)
    chair.begin(0)
    chair.bell(at=10)
    return chair


def test_in_a_cross_examination_both_are_heard_and_the_clock_is_the_questioner_s() -> None:
    chair = examination()
    commands = chair.begin(1, at=12)
    assert commands[:2] == [OpenFloor(1, CON, 30), OpenFloor(1, PRO, 30, beside=True)]
    chair.tell(spoken(1, CON, "Who pays?", 0, 2))
    chair.tell(spoken(1, PRO, "The town does.", 2, 4))
    chair.tell(heard(1, PRO, "the town does", 2, 4))
    chair.tell(heard(1, CON, "who pays", 0, 2))
    record = chair.match.turns[1]
    assert (len(record.spoken), len(record.beside), len(record.heard), len(record.beside_heard)) == (1, 1, 1, 1)
    assert chair.pause(at=20) == [HoldSchedule(), PauseFloor(1, CON), PauseFloor(1, PRO)]
    assert chair.resume(at=25) == [ResumeFloor(1, CON), ResumeFloor(1, PRO), ReleaseSchedule()]
    assert chair.end(EndReason.YIELDED, at=40)[:3] == [CancelSchedule(), CloseFloor(1, CON), CloseFloor(1, PRO)]
    assert chair.replayed() == chair.match


@pytest.mark.parametrize("side", Side)
def test_a_cross_examination_is_over_when_either_leaves(side: Side) -> None:
    left = Schedule(0.0, TurnEnded(turn=1, reason=EndReason.LEFT))
    chair = examination()
    chair.begin(1, at=12)
    assert chair.tell(ParticipantLeft(side=side, reason="x")) == [left]
    gone_before = examination()
    gone_before.tell(ParticipantLeft(side=side, reason="x"))
    assert left in gone_before.begin(1, at=12)


@pytest.mark.parametrize("asks", Asks)
@pytest.mark.parametrize(
    ("examiner", "by_the_chair"),
    [(Occupant.MICROPHONE, True), (Occupant.PERSON, True), (Occupant.DEBATER, False), (Occupant.TEXT, False)],
)
def test_with_a_recording_it_is_left_out_and_the_chair_takes_a_person_s_turn_back(
    examiner: Occupant, by_the_chair: bool, asks: Asks
) -> None:
    chair = examination(asks, {PRO: SeatInfo(occupant=Occupant.RECORDING), CON: SeatInfo(occupant=examiner)})
    now = [command.event for command in chair.begin(1, at=12) if isinstance(command, Schedule) and command.after == 0]
    (told, *ended) = now
    assert isinstance(told, Degraded)
    assert (told.part, told.reason, told.instead) == ("cross-examination", NO_EXCHANGE, "the turn is left out")
    assert ended == ([TurnEnded(turn=1, reason=EndReason.YIELDED)] if by_the_chair else [])

    def due() -> list[Event]:
        """What a chair that was killed now would do at once when it goes on."""
        commands = outstanding(chair.replayed())
        return [command.event for command in commands if isinstance(command, Schedule) and command.after == 0]

    assert due() == [told, *ended]
    chair.tell(told, at=12)
    assert due() == ended


def test_a_match_goes_on_from_its_log_in_a_cross_examination() -> None:
    chair = examination()
    chair.begin(1, at=12)
    chair.tell(spoken(1, CON, "Who pays?", 0, 2), at=15)
    assert outstanding(chair.replayed())[:2] == [
        OpenFloor(1, CON, 30.0, 3.0),
        OpenFloor(1, PRO, 30.0, 3.0, beside=True),
    ]


# -- preparation -----------------------------------------------------------------------------------


def between() -> Chair:
    chair = speech()
    chair.bell(at=100)
    return chair


NEXT = TurnStarted(turn=1, side=CON, stage=Stage.OPENING, seconds=100)


def test_the_next_turn_waits_for_a_side_that_prepares_and_what_it_does_not_use_stays_its_own() -> None:
    chair = between()
    used_up = PreparationEnded(side=CON, reason=PreparationOver.USED_UP)
    assert chair.tell(PreparationStarted(side=CON), at=101) == [CancelSchedule(), Schedule(30.0, used_up)]
    refused(chair, NEXT, "not allowed while the match is preparing", at=102)
    ready = PreparationEnded(side=CON, reason=PreparationOver.READY)
    refused(chair, PreparationEnded(side=PRO, reason=PreparationOver.READY), "pro is not preparing", at=105)
    assert chair.tell(ready, at=111) == [CancelSchedule(), Schedule(2.0, NEXT)]
    assert (chair.match.preparation_left(CON), chair.match.preparation_left(PRO)) == (20.0, 30.0)
    assert chair.tell(PreparationStarted(side=CON), at=112)[1] == Schedule(20.0, used_up)
    chair.tell(used_up, at=132)
    refused(chair, PreparationStarted(side=CON), "con has no time for preparation left", at=133)
    assert chair.replayed() == chair.match


def test_the_pool_stands_still_in_a_pause() -> None:
    chair = between()
    chair.tell(PreparationStarted(side=CON), at=101)
    chair.pause(at=106)
    assert chair.match.phase is Phase.PAUSED
    chair.resume(at=206)
    assert chair.match.phase is Phase.PREPARING
    chair.tell(PreparationEnded(side=CON, reason=PreparationOver.READY), at=211)
    assert chair.match.preparation_left(CON) == 20.0


def test_a_match_goes_on_from_its_log_while_a_side_prepares() -> None:
    chair = between()
    chair.tell(PreparationStarted(side=CON), at=101)
    chair.tell(spoken(0, PRO, "x", 90, 99), at=111)
    expected = Schedule(20.0, PreparationEnded(side=CON, reason=PreparationOver.USED_UP))
    assert outstanding(chair.replayed()) == [expected]


def test_there_is_nothing_to_prepare_for_after_the_last_turn_or_without_a_pool() -> None:
    chair = between()
    chair.begin(1, at=102)
    chair.bell(at=202)
    refused(chair, PreparationStarted(side=PRO), "no turn to prepare for", at=203)
    plain = Chair()
    plain.create()
    refused(plain, PreparationStarted(side=PRO), "no time for preparation left")


def test_a_match_that_is_stopped_while_a_side_prepares_is_over() -> None:
    chair = between()
    chair.tell(PreparationStarted(side=CON), at=101)
    chair.tell(MatchEnded(reason="enough"), at=104)
    assert chair.match.preparation_left(CON, 500.0) == 27.0
    assert Match.replay(decode(encode(event)) for event in chair.events) == chair.match
