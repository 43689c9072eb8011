"""What people ask for inside each other's turns and between them: points of information, and preparation."""

from __future__ import annotations

import asyncio

import pytest

from agent.match.events import (
    Declined,
    EndReason,
    Event,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationStarted,
)
from agent.running.inbox import Inbox
from agent.running.requests import Requests
from config.errors import RuleError
from config.format import Format, OfferWindow, Side, Stage, Turn
from tests.chair import PERSON, Chair

PRO, CON = Side.PRO, Side.CON
POINTS = Format(
    name="points",
    turns=tuple(
        Turn(side=side, stage=Stage.OPENING, seconds=60, points_of_information=OfferWindow(start=5, end=55))
        for side in (PRO, CON)
    ),
    preparation_seconds=30,
)


class Held:
    """A match of two people whose first turn is on."""

    def __init__(self) -> None:
        self.inbox, self.chair = Inbox(), Chair(POINTS)
        self.requests = Requests(self.inbox, 2)
        self.chair.create(dict.fromkeys(Side, PERSON))
        self.chair.begin(0)
        self._tell(self.chair.events[-1])

    def taken(self, at: float | None = None) -> Event:
        """The one event that was asked for, as the match takes it."""
        (event,) = self.inbox.rest()
        self.chair.tell(event, at)
        self._tell(event)
        return event

    def over(self, at: float) -> None:
        self.chair.end(EndReason.YIELDED, at)
        self._tell(self.chair.events[-1])

    def _tell(self, event: Event) -> None:
        self.requests.on_event(event, self.chair.match)


def test_a_point_is_offered_taken_put_and_over() -> None:
    async def main() -> None:
        held = Held()
        held.requests.offer(CON)
        assert isinstance(held.taken(at=10.0), PoiOffered)
        with pytest.raises(RuleError, match="no point of information is offered to con"):
            held.requests.accept(CON)
        held.requests.accept(PRO)
        assert isinstance(held.taken(at=12.0), PoiAccepted)
        held.requests.finish(CON)
        ended = held.taken(at=20.0)
        assert isinstance(ended, PoiEnded) and ended.reason is PoiOver.ASKED
        with pytest.raises(RuleError, match="there is no point of information"):
            held.requests.finish(PRO)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("side", "reason"), [(PRO, Declined.REFUSED), (CON, Declined.WITHDRAWN)], ids=["speaker", "who offered"]
)
def test_a_point_that_is_only_offered_is_refused_or_withdrawn(side: Side, reason: Declined) -> None:
    async def main() -> None:
        held = Held()
        held.requests.offer(CON)
        held.taken(at=10.0)
        held.requests.finish(side)
        declined = held.taken(at=11.0)
        assert isinstance(declined, PoiDeclined) and declined.reason is reason

    asyncio.run(main())


def test_the_speaker_goes_on_while_a_point_is_put() -> None:
    async def main() -> None:
        held = Held()
        held.requests.offer(CON)
        held.taken(at=10.0)
        held.requests.accept(PRO)
        held.taken(at=11.0)
        held.requests.finish(PRO)
        ended = held.taken(at=13.0)
        assert isinstance(ended, PoiEnded) and ended.reason is PoiOver.CUT

    asyncio.run(main())


def test_nobody_offers_a_point_to_itself_or_prepares_while_somebody_speaks() -> None:
    async def main() -> None:
        held = Held()
        with pytest.raises(RuleError, match="pro is speaking"):
            held.requests.offer(PRO)
        with pytest.raises(RuleError, match="between two turns"):
            held.requests.prepare(CON)
        with pytest.raises(RuleError, match="con is not preparing"):
            held.requests.ready(CON)

    asyncio.run(main())


def test_preparation_is_taken_between_turns_and_given_back() -> None:
    async def main() -> None:
        held = Held()
        held.over(at=30.0)
        held.requests.prepare(CON)
        assert isinstance(held.taken(at=31.0), PreparationStarted)
        with pytest.raises(RuleError, match="pro is not preparing"):
            held.requests.ready(PRO)
        held.requests.ready(CON)
        assert isinstance(held.taken(at=41.0), PreparationEnded)
        assert held.chair.match.preparation_left(CON) == pytest.approx(20.0)

    asyncio.run(main())
