"""Matches of events drawn at random: the log is all there is to a match, and its clocks add up."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.match.commands import CloseFloor, Command, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Declined,
    Degraded,
    EndReason,
    Event,
    Failed,
    MatchEnded,
    ParticipantLeft,
    PlanUpdated,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
    StatementDrafted,
    TurnEnded,
    TurnStarted,
    decode,
)
from agent.match.state import Match, Phase
from config.errors import RuleError
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from planning.debate import acting
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Point, point_id
from tests.chair import Chair, heard, spoken
from tests.unit.phases import (
    BEGUN,
    CREATED,
    EVENTS,
    HELD,
    PAUSED,
    PREPARING,
    PROPOSE,
    RUNNING,
    SPEAKING,
    WAITING,
    read,
    refused,
)

AT_ONCE = (PoiOffered, PreparationStarted)  # what was allowed when it was drawn might not be a little later


class AnyMatch:
    """Draws events that are legal now; each comes a little later than the one before it."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        window = OfferWindow(start=0.5, end=7.0)
        turns = [Turn(side=side, stage=s, seconds=8, points_of_information=window) for s in Stage for side in Side]
        turns[2] = Turn(side=Side.PRO, stage=Stage.REBUTTAL, seconds=8, cross_examination=Asks.SIDE)
        self.chair = Chair(
            Format(name="any", turns=tuple(turns), warnings_seconds=(3.0,), preparation_seconds=9.0, offer_seconds=2.0)
        )
        self.states: list[Match] = []
        self.rung = False  # the bell has gone, and the turn has not ended yet
        self.numbered: dict[Side, int] = {}

    def step(self) -> list[Command]:
        events = [make for phases, make in self.menu() if self.chair.match.phase in phases]
        event = self.draw(st.sampled_from(events))()
        later = 0.0 if isinstance(event, AT_ONCE) else self.draw(st.sampled_from([0.0, 0.001, 0.5, 3.25]))
        commands = self.chair.tell(event, at=round(self.chair.now + later, 3))
        self.states.append(copy.deepcopy(self.chair.match))
        if isinstance(event, ClockSignal):
            self.rung = self.rung or event.left == 0
        elif isinstance(event, TurnEnded | TurnStarted | MatchEnded):
            self.rung = False
        return commands

    def menu(self) -> list[tuple[set[Phase], Callable[[], Event]]]:
        match, chair = self.chair.match, self.chair
        now = len(match.turns) - 1
        menu: list[tuple[set[Phase], Callable[[], Event]]] = [
            ({CREATED}, chair.created),
            ({SPEAKING}, lambda: ClockSignal(turn=now, left=self.draw(st.sampled_from([3.0, 0.0])))),
            ({SPEAKING}, lambda: TurnEnded(turn=now, reason=self.draw(st.sampled_from(list(EndReason))))),
            (RUNNING, lambda: ClockPaused(turn=match.turn.index if match.turn else None, reason="a question")),
            ({PREPARING}, self.ready),
            ({PAUSED}, ClockResumed),
            (HELD, lambda: ParticipantLeft(side=self.side(), reason="left")),
            (BEGUN, lambda: Degraded(part="voice", reason="slow", instead="another")),
            (BEGUN, lambda: Failed(part="recording", reason=self.draw(st.text(max_size=5)))),
            (HELD, lambda: PlanUpdated(turn=self.turn(6), side=self.side(), k=1, hit_rate=0.5, battlefields=())),
            (HELD, lambda: StatementDrafted(turn=self.turn(6), side=self.side(), sentences=())),
        ]
        if match.created is None:
            return menu
        if (record := match.turn) is not None and record.poi is not None:
            menu += [({SPEAKING}, self.about_poi), ({SPEAKING}, self.about_poi)]
        elif record is not None and not record.pois and not match.gone and 0.5 <= record.clock.read(chair.now) < 3.5:
            menu += [({SPEAKING}, lambda: PoiOffered(turn=now, side=record.side.other))] * 4
        if now + 1 < len(chair.format.turns):
            menu += [({WAITING}, partial(PreparationStarted, side=side)) for side in Side if self.may_prepare(side)]
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

    def may_prepare(self, side: Side) -> bool:
        return self.chair.match.preparation_left(side, self.chair.now + 3.25) > 0

    def ready(self) -> Event:
        preparing = self.chair.match.preparing
        assert preparing is not None
        return PreparationEnded(side=preparing.side, reason=self.draw(st.sampled_from(list(PreparationOver))))

    def about_poi(self) -> Event:
        """What may become of a point of information that is on offer, or being put."""
        record = self.chair.match.turn
        assert record is not None and record.poi is not None
        turn, side = record.index, record.poi.side
        if record.poi.being_put:
            return PoiEnded(turn=turn, side=side, reason=self.draw(st.sampled_from(list(PoiOver))))
        if self.draw(st.booleans()):
            return PoiAccepted(turn=turn, side=side)
        return PoiDeclined(turn=turn, side=side, reason=self.draw(st.sampled_from(list(Declined))))

    def side(self) -> Side:
        return self.draw(st.sampled_from(list(Side)))

    def turn(self, count: int) -> int:
        return self.draw(st.integers(0, count - 1))

    def sentence(self) -> Event:
        turn = self.turn(len(self.chair.match.turns))
        return spoken(turn, self.heard_in(turn), self.draw(st.text(max_size=8)), 0.0, 0.5)

    def segment(self) -> Event:
        turn = self.turn(len(self.chair.match.turns))
        return heard(turn, self.heard_in(turn), self.draw(st.text(max_size=8)))

    def heard_in(self, turn: int) -> Side:
        record = self.chair.match.turns[turn]
        return self.side() if record.both_spoke else record.side

    def action(self) -> Event:
        observer, owner = self.side(), self.side()
        nodes = self.chair.match.flows[observer][owner].nodes
        kind = self.draw(st.sampled_from(list(ActionKind)))
        actor = owner if kind is PROPOSE else self.side()
        target = self.draw(st.sampled_from([None, *nodes])) if kind is not PROPOSE else None
        said = Action(kind=kind, actor=actor, claim=f"claim {len(nodes)}", argument=self.draw(st.text(max_size=5)))
        turn = self.turn(len(self.chair.match.turns))
        if self.draw(st.booleans()):
            said = said.model_copy(update={"point": self.point(observer, actor, turn)})
        try:
            node = acting.effect(self.chair.match.flows[observer], owner, said, target)
        except RuleError:  # its target was withdrawn, by a correction
            return Degraded(part="reader", reason="nothing to say", instead="silence")
        return read(turn, said, owner, target, node, by=observer)

    def point(self, observer: Side, actor: Side, turn: int) -> Point:
        """The next one of a side in a turn; it may stand in the place of earlier ones."""
        trees = self.chair.match.flows[observer]
        own = [point.id for _, point in acting.points(trees) if (point.side, point.turn) == (actor, turn)]
        corrected = self.draw(st.lists(st.sampled_from(own), max_size=3, unique=True)) if own else []
        made = self.numbered[observer] = self.numbered.get(observer, 0) + 1
        return Point(id=point_id(actor, turn, made), words="so", claim="so", corrects=tuple(corrected))


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
def test_only_who_may_be_heard_has_a_floor_and_nobody_between_turns(data: st.DataObject) -> None:
    """The floors as the commands open and close them are always those that the state tells of."""
    match = AnyMatch(data)
    floors: set[Side] = set()
    for _ in range(data.draw(st.integers(1, 40))):
        for command in match.step():
            if isinstance(command, OpenFloor):
                assert command.side not in floors
                floors.add(command.side)
            elif isinstance(command, CloseFloor):
                floors.discard(command.side)
            elif isinstance(command, PauseFloor | ResumeFloor):
                assert match.rung or command.side in floors
        turn = match.chair.match.turn
        if not match.rung:
            assert floors == set(turn.floors if turn else ())


@settings(max_examples=60)
@given(st.data())
def test_a_side_prepares_no_longer_than_its_pool_and_the_rest_is_scheduled(data: st.DataObject) -> None:
    match = AnyMatch(data)
    for _ in range(data.draw(st.integers(1, 40))):
        match.step()
    used = dict.fromkeys(Side, 0.0)
    started, stood, stopped = 0.0, 0.0, None
    side: Side | None = None
    for event in match.chair.events:
        if isinstance(event, PreparationStarted):
            side, started, stood, stopped = event.side, event.at, 0.0, None
        elif side is not None and isinstance(event, ClockPaused):
            stopped = event.at
        elif side is not None and isinstance(event, ClockResumed) and stopped is not None:
            stood, stopped = stood + event.at - stopped, None
        elif side is not None and isinstance(event, PreparationEnded | MatchEnded):
            stood += event.at - stopped if stopped is not None else 0.0
            used[side], side = used[side] + event.at - started - stood, None
    if side is None:
        for one in Side:
            assert match.chair.match.preparation_left(one) == pytest.approx(max(0.0, 9.0 - used[one]))


@settings(max_examples=60)
@given(st.data())
def test_an_event_that_is_refused_leaves_no_trace_anywhere(data: st.DataObject) -> None:
    match = AnyMatch(data)
    for _ in range(data.draw(st.integers(0, 12))):
        match.step()
    before = copy.deepcopy(match.chair.match)
    for event, phases in EVENTS:
        if phases and before.phase not in phases:
            refused(match.chair, event)
    assert match.chair.match == before
