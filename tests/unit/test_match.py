"""The match as a state machine: what is allowed when, what it commands, and that its log is all there is to it."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.commands import (
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
from agent.events import (
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    MatchEnded,
    ParticipantLeft,
    PlanUpdated,
    StatementDrafted,
    TurnEnded,
    TurnStarted,
    decode,
    encode,
)
from agent.match import Match, Phase
from config.errors import RuleError
from config.format import Format, Side, Stage, Turn, load_format
from planning.argument import Action, ActionKind
from tests.chair import PERSON, PREPARED, Chair, heard, spoken
from tests.fakes import short_format

PRO, CON = Side
CREATED, WAITING, SPEAKING, PAUSED, ENDED = Phase
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind


def claim(actor: Side, text: str, kind: ActionKind = PROPOSE, target: str = "") -> Action:
    return Action(kind=kind, actor=actor, claim=text, target=target)


def read(
    turn: int, action: Action, owner: Side, target: str | None, node: str | None, by: Side = CON
) -> ActionExtracted:
    return ActionExtracted(turn=turn, observer=by, action=action, owner=owner, target=target, node=node)


def chair_in(phase: Phase) -> Chair:
    """A match in that phase; while it waits, speaks or is paused, pro has had or has its opening."""
    chair = Chair()
    if phase is not CREATED:
        chair.create()
        chair.begin(0)
    if phase is WAITING:
        chair.bell(at=10)
    if phase is PAUSED:
        chair.pause()
    if phase is ENDED:
        chair.tell(MatchEnded(reason="enough"))
    return chair


def refused(chair: Chair, event: Event, reason: str = "", at: float | None = None) -> None:
    """The event breaks a rule, and the match is as it was before."""
    before = copy.deepcopy(vars(chair.match))
    with pytest.raises(RuleError, match=reason or None):
        chair.tell(event, at)
    assert vars(chair.match) == before


# -- which event is allowed in which phase -----------------------------------------------------------

RUNNING = {WAITING, SPEAKING}
HELD = {WAITING, SPEAKING, PAUSED}
BEGUN = {WAITING, SPEAKING, PAUSED, ENDED}
EVENTS: list[tuple[Event, set[Phase]]] = [
    (Chair().created(), {CREATED}),
    (Chair().beginning(1), {WAITING}),
    (ClockSignal(turn=0, left=4.0), {SPEAKING}),
    (TurnEnded(turn=0, reason=EndReason.YIELDED), {SPEAKING, PAUSED}),
    (ClockPaused(turn=0, reason="a question"), {SPEAKING}),
    (ClockPaused(turn=None, reason="a question"), {WAITING}),
    (ClockResumed(), {PAUSED}),
    (MatchEnded(reason="enough"), HELD),
    (spoken(0, PRO, "Uniforms reduce bullying.", 0.0, 0.4), HELD),
    (heard(0, PRO, "uniforms reduce bullying"), HELD),
    (read(0, claim(PRO, "uniforms reduce bullying"), PRO, None, "pro1"), HELD),
    (PlanUpdated(turn=1, side=CON, k=2, hit_rate=0.5, battlefields=()), HELD),
    (StatementDrafted(turn=1, side=CON, sentences=()), HELD),
    (FitStep(turn=1, side=CON, budget=9.6, seconds=9.5, kept=3, dropped=1, decision="ready"), HELD),
    (ParticipantLeft(side=CON, reason="closed the window"), HELD),
    (Degraded(part="voice", reason="slow", instead="the embedded voice"), BEGUN),
    (Failed(part="recording", reason="the disk is full"), BEGUN),
]


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize(("event", "phases"), EVENTS, ids=[event.type for event, _ in EVENTS])
def test_what_is_allowed_when(event: Event, phases: set[Phase], phase: Phase) -> None:
    chair = chair_in(phase)
    assert chair.match.phase is phase
    if phase in phases:
        number = chair.match.seq
        chair.tell(event)
        assert chair.match.seq == number + 1
    else:
        refused(chair, event, NOW_WRONG.get((event.type, phase), f"not allowed while the match is {phase.value}"))


NOW_WRONG = {  # the kind of event is allowed then, but not with this turn
    ("clock_paused", WAITING): "cannot stop in turn 0: none is on",
    ("clock_paused", SPEAKING): "cannot stop in turn None: 0 is on",
}


@pytest.mark.parametrize(("event", "_"), EVENTS, ids=[event.type for event, _ in EVENTS])
def test_every_event_reads_back_from_its_line(event: Event, _: set[Phase]) -> None:
    line = encode(event)
    assert "\n" not in line
    assert decode(line) == event
    assert decode(line.encode()) == event


# -- events that come at the right time and are wrong ------------------------------------------------


@pytest.mark.parametrize("seq", [-1, 0, 1, 99])
def test_a_number_out_of_turn(seq: int) -> None:
    chair = chair_in(SPEAKING)
    before = copy.deepcopy(vars(chair.match))
    with pytest.raises(RuleError, match="where 2 was due"):
        chair.match.apply(spoken(0, PRO, "x").model_copy(update={"seq": seq, "at": 1.0}))
    assert vars(chair.match) == before


@pytest.mark.parametrize("at", [9.999, -1.0])
def test_no_event_goes_back_in_time(at: float) -> None:
    refused(chair_in(WAITING), spoken(0, PRO, "x"), at=at)


WRONG: dict[str, tuple[Phase, Event, str]] = {
    "the wrong turn begins": (WAITING, Chair().beginning(2), "turn 1 is next"),
    "a turn begins again": (WAITING, Chair().beginning(0), "turn 1 is next"),
    "a turn of another length": (
        WAITING,
        Chair().beginning(1).model_copy(update={"seconds": 11.0}),
        "not what the format says",
    ),
    "a turn of the wrong side": (
        WAITING,
        TurnStarted(turn=1, side=PRO, stage=Stage.OPENING, seconds=10),
        "not what the format says",
    ),
    "a signal for another turn": (SPEAKING, ClockSignal(turn=1, left=0.0), "not the one being spoken"),
    "the end of another turn": (SPEAKING, TurnEnded(turn=1, reason=EndReason.YIELDED), "not the one being spoken"),
    "words in the other's turn": (SPEAKING, spoken(0, CON, "x"), "con spoke in the turn of pro"),
    "words in a turn to come": (SPEAKING, spoken(1, CON, "x"), "turn 1 has not begun"),
    "words in no turn": (SPEAKING, spoken(-1, PRO, "x"), "turn -1 has not begun"),
    "a transcript of the listener": (SPEAKING, heard(0, CON, "x"), "a transcript is of the side whose turn it is"),
    "a transcript of oneself": (
        SPEAKING,
        heard(0, PRO, "x").model_copy(update={"listener": PRO}),
        "by the other",
    ),
    "an action in a turn to come": (SPEAKING, read(3, claim(PRO, "x"), PRO, None, "pro1"), "turn 3 has not begun"),
    "a proposal in the other's tree": (SPEAKING, read(0, claim(PRO, "x"), CON, None, "con1"), "cannot propose"),
    "an action on a claim nobody made": (
        SPEAKING,
        read(0, claim(CON, "x", ATTACK, "y"), PRO, "pro7", "pro1"),
        "no node 'pro7'",
    ),
    "an action with another effect": (SPEAKING, read(0, claim(PRO, "x"), PRO, None, "pro9"), "makes node pro1"),
    "a lost action with an effect": (
        SPEAKING,
        read(0, claim(CON, "x", ATTACK, "y"), PRO, None, "pro1"),
        "makes node None",
    ),
    "a plan for no turn": (
        SPEAKING,
        PlanUpdated(turn=6, side=CON, k=0, hit_rate=0.0, battlefields=()),
        "the format has no turn 6",
    ),
    "a draft for no turn": (SPEAKING, StatementDrafted(turn=-1, side=CON, sentences=()), "no turn -1"),
    "a fit for no turn": (
        SPEAKING,
        FitStep(turn=6, side=CON, budget=1, seconds=1, kept=0, dropped=0, decision="ready"),
        "no turn 6",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_breaks_a_rule_changes_nothing(name: str) -> None:
    phase, event, reason = WRONG[name]
    refused(chair_in(phase), event, reason)


def test_who_keeps_no_flow_trees_reads_no_actions() -> None:
    chair = Chair()
    chair.create({PRO: PREPARED, CON: PERSON})
    chair.begin(0)
    assert set(chair.match.flows) == {PRO}
    refused(chair, read(0, claim(PRO, "x"), PRO, None, "pro1", by=CON), "con keeps no flow trees")


def test_before_it_was_created_a_match_has_no_format() -> None:
    with pytest.raises(RuleError, match="not been created"):
        _ = Match().format


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
    refused(chair_in(PAUSED), TurnEnded(turn=0, reason=reason), "ends only if the speaker gives it up")


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
        chair.tell(FitStep(turn=1, side=CON, budget=9.6, seconds=9.5, kept=k, dropped=0, decision="ready"))
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


# -- any match at all --------------------------------------------------------------------------------


class AnyMatch:
    """Draws events that are legal now; each comes a little later than the one before it."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        turns = tuple(Turn(side=side, stage=stage, seconds=8) for stage in Stage for side in Side)
        self.chair = Chair(Format(name="any", turns=turns, warnings_seconds=(3.0,)))
        self.states: list[Match] = []

    def step(self) -> None:
        events = [make for phases, make in self.menu() if self.chair.match.phase in phases]
        event = self.draw(st.sampled_from(events))()
        self.chair.tell(event, at=round(self.chair.now + self.draw(st.sampled_from([0.0, 0.001, 0.5, 3.25])), 3))
        self.states.append(copy.deepcopy(self.chair.match))

    def menu(self) -> list[tuple[set[Phase], Callable[[], Event]]]:
        match, chair = self.chair.match, self.chair
        now = len(match.turns) - 1
        menu: list[tuple[set[Phase], Callable[[], Event]]] = [
            ({CREATED}, chair.created),
            ({SPEAKING}, lambda: ClockSignal(turn=now, left=self.draw(st.sampled_from([3.0, 0.0])))),
            ({SPEAKING}, lambda: TurnEnded(turn=now, reason=self.draw(st.sampled_from(list(EndReason))))),
            (RUNNING, lambda: ClockPaused(turn=match.turn.index if match.turn else None, reason="a question")),
            ({PAUSED}, ClockResumed),
            (HELD, lambda: ParticipantLeft(side=self.side(), reason="left")),
            (BEGUN, lambda: Degraded(part="voice", reason="slow", instead="another")),
            (BEGUN, lambda: Failed(part="recording", reason=self.draw(st.text(max_size=5)))),
            (HELD, lambda: PlanUpdated(turn=self.turn(6), side=self.side(), k=1, hit_rate=0.5, battlefields=())),
            (HELD, lambda: StatementDrafted(turn=self.turn(6), side=self.side(), sentences=())),
        ]
        if now + 1 < len(chair.format.turns):
            menu.append(({WAITING}, lambda: chair.beginning(now + 1)))
        if match.turns:
            menu += [
                (HELD, self.sentence),
                (HELD, self.segment),
                (HELD, self.action),
                (HELD, self.action),
                (HELD, lambda: MatchEnded(reason="enough")),
            ]
        if match.turn:
            menu.append(({PAUSED}, lambda: TurnEnded(turn=now, reason=EndReason.YIELDED)))
        return menu

    def side(self) -> Side:
        return self.draw(st.sampled_from(list(Side)))

    def turn(self, count: int) -> int:
        return self.draw(st.integers(0, count - 1))

    def sentence(self) -> Event:
        turn = self.turn(len(self.chair.match.turns))
        return spoken(turn, self.chair.format.turns[turn].side, self.draw(st.text(max_size=8)), 0.0, 0.5)

    def segment(self) -> Event:
        turn = self.turn(len(self.chair.match.turns))
        return heard(turn, self.chair.format.turns[turn].side, self.draw(st.text(max_size=8)))

    def action(self) -> Event:
        observer, owner = self.side(), self.side()
        nodes = self.chair.match.flows[observer][owner].nodes
        kind = self.draw(st.sampled_from(list(ActionKind)))
        actor = owner if kind is PROPOSE else self.side()
        target = self.draw(st.sampled_from([None, *nodes])) if kind is not PROPOSE else None
        made = f"{owner}{len(nodes) + 1}"
        node = made if kind is PROPOSE else None if target is None else target if kind is REINFORCE else made
        said = Action(kind=kind, actor=actor, claim=f"claim {len(nodes)}", argument=self.draw(st.text(max_size=5)))
        return read(self.turn(len(self.chair.match.turns)), said, owner, target, node, by=observer)


@settings(max_examples=60)
@given(st.data())
def test_a_log_cut_at_any_line_replays_to_the_state_it_had_there(data: st.DataObject) -> None:
    match = AnyMatch(data)
    for _ in range(data.draw(st.integers(1, 25))):
        match.step()
    for end, state in enumerate(match.states, 1):
        assert Match.replay(decode(line) for line in match.chair.log[:end]) == state


@settings(max_examples=60)
@given(st.data())
def test_a_match_goes_on_from_its_log_as_if_nothing_had_happened(data: st.DataObject) -> None:
    """The chair dies and another takes over: what happens next leads to the same state."""
    match = AnyMatch(data)
    for _ in range(10):
        match.step()
    place = data.draw(st.integers(0, len(match.chair.log)))
    taken_over = Match.replay(decode(line) for line in match.chair.log[:place])
    for line in match.chair.log[place:]:
        taken_over.apply(decode(line))
    assert taken_over == match.chair.match


@settings(max_examples=60)
@given(st.data())
def test_a_turn_has_run_as_long_as_the_match_less_its_pauses(data: st.DataObject) -> None:
    match = AnyMatch(data)
    for _ in range(data.draw(st.integers(1, 25))):
        match.step()
    paused: dict[int, float] = {}
    now, stopped, turn = 0.0, 0.0, None
    for event in match.chair.events:
        if isinstance(event, ClockPaused):
            stopped, turn = event.at, event.turn
        elif isinstance(event, ClockResumed | TurnEnded | MatchEnded) and turn is not None:
            paused[turn], turn = paused.get(turn, 0.0) + event.at - stopped, None
        now = event.at
    if turn is not None:  # the clock stands
        paused[turn] = paused.get(turn, 0.0) + now - stopped
    over = match.chair.match.ended is not None
    for record in match.chair.match.turns:
        end = record.ended if record.ended is not None else record.clock.stopped if over else now
        assert end is not None
        assert record.clock.read(now) == pytest.approx(end - record.started - paused.get(record.index, 0.0))


@settings(max_examples=60)
@given(st.data())
def test_an_event_that_is_refused_leaves_no_trace_anywhere(data: st.DataObject) -> None:
    match = AnyMatch(data)
    for _ in range(data.draw(st.integers(0, 12))):
        match.step()
    before = copy.deepcopy(match.chair.match)
    for event, phases in EVENTS:
        if before.phase not in phases:
            refused(match.chair, event)
    assert match.chair.match == before
