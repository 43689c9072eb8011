"""Who sits on no side reads no side's plan before its turn is over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.match.events import EndReason, Event, FitStep, MatchEnded, ModelUsed, StateDigest
from agent.match.rights import Telling, public
from agent.match.rules import When, rule
from config.format import Side
from tests.chair import Chair, spoken
from tests.unit.phases import EVENTS

PRO, CON = Side
BY_TYPE = {event.type: event for event, _ in EVENTS}
SECRET = [event for event, _ in EVENTS if rule(event).public is When.TURN_OVER]


def of_turn(event: Event, turn: int) -> Event:
    return event.model_copy(update={"turn": turn})


def opening(*planned: Event) -> Chair:
    """Pro speaks; meanwhile con has planned."""
    chair = Chair()
    chair.create()
    chair.begin(0)
    for event in planned:
        chair.tell(of_turn(event, 1))
    chair.tell(spoken(0, PRO, "Uniforms reduce bullying."))
    return chair


def test_a_plan_is_told_when_its_turn_is_over_and_before_that_to_nobody() -> None:
    chair = opening(*SECRET)
    planned = {event.type for event in SECRET}
    assert planned == {"plan_updated", "statement_drafted", "statement_revised", "audience_feedback", "fit_step"}
    assert not planned & {event.type for event in public(chair.events)}
    chair.bell(at=30)
    chair.begin(1)
    assert not planned & {event.type for event in public(chair.events)}  # it is being spoken
    chair.end(EndReason.YIELDED, at=40)
    assert planned <= {event.type for event in public(chair.events)}


def test_what_is_said_and_the_clock_are_told_at_once() -> None:
    chair = opening()
    assert [event.type for event in public(chair.events)] == ["match_created", "turn_started", "sentence_spoken"]


def test_what_models_were_used_for_is_told_at_the_end() -> None:
    chair = opening()
    chair.tell(ModelUsed(side=CON, rows=()))
    chair.end(EndReason.YIELDED)
    assert not any(isinstance(event, ModelUsed) for event in public(chair.events))
    chair.tell(MatchEnded(reason="all turns were held"))
    assert any(isinstance(event, ModelUsed) for event in public(chair.events))


def test_a_broadcast_tells_everything_at_once() -> None:
    chair = opening(*SECRET)
    assert public(chair.events, broadcast=True) == chair.events


def test_what_comes_after_its_turn_is_told_at_once() -> None:
    chair = opening()
    chair.end(EndReason.YIELDED)
    late = next(event for event in SECRET if isinstance(event, FitStep))
    chair.tell(of_turn(late, 0))
    assert public(chair.events)[-1].type == "fit_step"


def test_what_is_set_free_comes_before_the_event_that_does_it() -> None:
    chair = opening(BY_TYPE["plan_updated"])
    chair.bell(at=30)
    chair.begin(1)
    chair.end(EndReason.YIELDED, at=40)
    assert [event.type for event in public(chair.events)][-2:] == ["plan_updated", "turn_ended"]


@pytest.mark.parametrize("broadcast", [False, True])
@given(kinds=st.lists(st.sampled_from(sorted(BY_TYPE)), max_size=30))
def test_in_the_end_everything_was_told_once(broadcast: bool, kinds: list[str]) -> None:
    events: list[Event] = [BY_TYPE[kind].model_copy(update={"seq": i}) for i, kind in enumerate(kinds)]
    events += [MatchEnded(seq=len(events), reason="enough"), StateDigest(seq=len(events) + 1, parts={})]
    telling = Telling(broadcast=broadcast)
    told = [one for event in events for one in telling.take(event)]
    assert sorted(told, key=lambda one: one.seq) == events
