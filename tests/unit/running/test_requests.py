"""What a person may ask of the chair, and when the clock runs again."""

from __future__ import annotations

import asyncio

import pytest

from agent.match.events import ClockPaused, ClockResumed, Event, TurnEnded
from agent.running.inbox import Inbox
from agent.running.requests import Requests
from config.errors import RuleError
from config.format import Side
from tests.chair import Chair


def taken(inbox: Inbox) -> list[Event]:
    return inbox.rest()


def in_the_first_turn(inbox: Inbox, pauses: int = 1) -> tuple[Requests, Chair]:
    chair, requests = Chair(), Requests(inbox, pauses)
    chair.create()
    chair.begin(0)
    requests.on_event(chair.beginning(0), chair.match)
    return requests, chair


def test_a_person_ends_its_own_turn_and_no_other() -> None:
    async def main() -> None:
        inbox = Inbox()
        requests, _ = in_the_first_turn(inbox)
        with pytest.raises(RuleError, match="it is not the turn of con"):
            requests.end_turn(Side.CON)
        requests.end_turn(Side.PRO)
        (event,) = taken(inbox)
        assert isinstance(event, TurnEnded)

    asyncio.run(main())


def test_a_person_has_so_many_pauses_and_ends_its_own() -> None:
    async def main() -> None:
        inbox = Inbox()
        requests, chair = in_the_first_turn(inbox)
        requests.pause(Side.CON)
        (paused,) = taken(inbox)
        assert isinstance(paused, ClockPaused) and (paused.by, paused.asked) == (Side.CON, True)
        chair.tell(paused.model_copy(update={"turn": 0}))
        requests.on_event(paused, chair.match)
        with pytest.raises(RuleError, match="pro has not stopped the clock"):
            requests.resume(Side.PRO)
        with pytest.raises(RuleError, match="the clock does not run"):
            requests.pause(Side.PRO)
        requests.resume(Side.CON)
        (resumed,) = taken(inbox)
        chair.tell(resumed)
        requests.on_event(resumed, chair.match)
        with pytest.raises(RuleError, match=r"con has had all its pauses \(1\)"):
            requests.pause(Side.CON)
        assert Requests(inbox, 1, [paused, resumed]).pauses_left(Side.CON) == 0, "also of a chair that is new"

    asyncio.run(main())


def test_the_clock_stands_until_everybody_is_back_and_nobody_wants_a_pause() -> None:
    async def main() -> None:
        inbox = Inbox()
        assert inbox.hold("con", "con has left the room")
        assert not inbox.hold("pro", "pro does not answer")
        inbox.pause("a question")
        (paused,) = taken(inbox)
        assert isinstance(paused, ClockPaused) and not paused.asked
        inbox.release("con")
        inbox.resume()
        inbox.release("con")
        assert not taken(inbox)
        inbox.release("pro")
        (resumed,) = taken(inbox)
        assert isinstance(resumed, ClockResumed)

    asyncio.run(main())
