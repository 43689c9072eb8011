"""A debater that takes time from its pool while it still thinks of its next speech."""

from __future__ import annotations

import asyncio

from agent.debater.exchanges.exchanges import Preparation
from agent.local.virtual_time import run
from agent.match.events import Event, PreparationEnded, PreparationOver, PreparationStarted
from config.format import Asks, Format, Side, Stage, Turn

PRO, CON = Side
FORMAT = Format(
    name="prepared",
    preparation_seconds=60,
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=10),
        Turn(side=CON, stage=Stage.OPENING, seconds=10),
        Turn(side=PRO, stage=Stage.REBUTTAL, seconds=10, cross_examination=Asks.SIDE),
        Turn(side=PRO, stage=Stage.REBUTTAL, seconds=10),
        Turn(side=PRO, stage=Stage.CLOSING, seconds=10),
    ),
)


class Thinking:
    """Pro, whose statement takes so many seconds; the events carry the times at which they were posted."""

    def __init__(self, match_format: Format = FORMAT) -> None:
        self.posted: list[Event] = []
        self.preparation = Preparation(PRO, match_format, self._post)

    def _post(self, event: Event) -> None:
        stamped = event.model_copy(update={"at": asyncio.get_running_loop().time()})
        self.posted.append(stamped)
        self.preparation.on_event(stamped)

    def before(self, turn: int, *seconds: float) -> list[tuple[str, float]]:
        async def work() -> None:
            for one in seconds:
                ready = asyncio.create_task(asyncio.sleep(one))
                await self.preparation.take(turn, ready)
                ready.cancel()

        run(work(), fast=True)
        return [(event.type, event.at) for event in self.posted]


def test_it_takes_what_it_needs_and_says_that_it_is_ready() -> None:
    thinking = Thinking()
    assert thinking.before(3, 12.0) == [("preparation_started", 0.0), ("preparation_ended", 12.0)]
    ended = thinking.posted[-1]
    assert isinstance(ended, PreparationEnded) and ended.reason is PreparationOver.READY


def test_it_keeps_a_fair_share_for_the_speeches_after_this_one() -> None:
    assert Thinking().before(3, 500.0)[-1] == ("preparation_ended", 30.0)
    assert Thinking().before(4, 500.0)[-1] == ("preparation_ended", 60.0)


def test_what_was_used_is_gone() -> None:
    posted = Thinking().before(4, 40.0, 500.0, 500.0)
    assert posted == [
        ("preparation_started", 0.0),
        ("preparation_ended", 40.0),
        ("preparation_started", 40.0),
        ("preparation_ended", 60.0),
    ]


def test_the_other_side_s_time_is_not_ours() -> None:
    thinking = Thinking()
    thinking.preparation.on_event(PreparationStarted(side=CON, at=0.0))
    thinking.preparation.on_event(PreparationEnded(side=CON, at=50.0, reason=PreparationOver.READY))
    assert thinking.before(4, 500.0)[-1][1] == 60.0


def test_without_a_pool_none_is_taken() -> None:
    assert not Thinking(FORMAT.model_copy(update={"preparation_seconds": 0.0})).before(3, 5.0)
