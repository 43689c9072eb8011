"""Virtual time: it jumps while everyone waits, and stands still while work is being done."""

from __future__ import annotations

import asyncio
import threading

import pytest

from agent.local.virtual_time import VirtualTimeLoop, run
from speech.offload import compute, hurry


def now() -> float:
    return asyncio.get_running_loop().time()


# -- jumping -----------------------------------------------------------------------------------------


def test_an_hour_passes_at_once() -> None:
    async def main() -> float:
        await asyncio.sleep(3600)
        return now()

    assert run(main(), fast=True) == pytest.approx(3600)


def test_time_starts_at_nothing() -> None:
    async def main() -> float:
        return now()

    assert run(main(), fast=True) == 0.0


def test_sleepers_wake_in_order_and_in_time() -> None:
    woken: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        woken.append((name, round(now(), 6)))

    async def main() -> None:
        await asyncio.gather(sleeper("late", 20), sleeper("early", 5), sleeper("middle", 12.5))

    run(main(), fast=True)
    assert woken == [("early", 5), ("middle", 12.5), ("late", 20)]


def test_a_timeout_comes_when_it_is_due() -> None:
    async def main() -> float:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 42)
        return now()

    assert run(main(), fast=True) == pytest.approx(42)


def test_a_match_of_twenty_minutes_in_frames_of_fifty_milliseconds() -> None:
    async def main() -> tuple[int, float]:
        frames = 0
        while now() < 1200 - 1e-6:
            await asyncio.sleep(0.05)
            frames += 1
        return frames, now()

    frames, ended = run(main(), fast=True)
    assert frames == 24_000
    assert ended == pytest.approx(1200)


# -- holding while work runs -------------------------------------------------------------------------


def test_the_clock_stands_while_work_is_done() -> None:
    """A thousand sleepers are waiting, but no time passes until the work is finished."""
    begun = threading.Event()

    async def sleeper(seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def main() -> tuple[float, str]:
        sleepers = [asyncio.create_task(sleeper(0.001 * i)) for i in range(1, 1000)]

        def work() -> str:
            begun.set()
            return str(sum(range(200_000)))

        done = await compute(work)
        finished = now()
        await asyncio.gather(*sleepers)
        return finished, done

    finished, done = run(main(), fast=True)
    assert begun.is_set()
    assert (finished, done) == (0.0, "19999900000")


def test_work_may_be_given_slack() -> None:
    """Work that waits for something at 3 s is done, because the clock may run 8 s ahead of it."""
    three = threading.Event()

    async def main() -> float:
        asyncio.get_running_loop().call_later(3, three.set)
        await compute(three.wait, slack=8)
        return now()

    assert 3 <= run(main(), fast=True) <= 8


def test_the_clock_does_not_run_beyond_the_slack() -> None:
    three = threading.Event()
    told: list[str] = []

    async def ticker() -> None:
        await asyncio.sleep(20)
        told.append("twenty")

    async def main() -> float:
        asyncio.get_running_loop().call_later(3, three.set)
        tick = asyncio.create_task(ticker())
        await compute(three.wait, slack=8)
        told.append("done")
        finished = now()
        await tick
        return finished

    assert run(main(), fast=True) <= 8
    assert told == ["done", "twenty"]


def test_the_least_slack_counts() -> None:
    two = threading.Event()

    async def main() -> tuple[float, float]:
        asyncio.get_running_loop().call_later(2, two.set)
        loose = asyncio.ensure_future(compute(two.wait, slack=50))
        await compute(two.wait, slack=2)
        finished = now()
        await loose
        return finished, now()

    first, second = run(main(), fast=True)
    assert first == pytest.approx(2)
    assert second == pytest.approx(2)


def test_in_a_hurry_all_slack_is_taken_back() -> None:
    """At the end of a speech the debater waits for its ears, however long they take: the clock stands."""
    three = threading.Event()

    async def main() -> float:
        listening = asyncio.ensure_future(compute(three.wait, slack=100))
        await asyncio.sleep(3)
        hurry()
        asyncio.get_running_loop().call_soon(three.set)
        asyncio.get_running_loop().call_later(1, three.set)  # would come if time went on
        await listening
        return now()

    assert run(main(), fast=True) == pytest.approx(3)


def test_what_work_raises_arrives_and_time_goes_on() -> None:
    def work() -> None:
        raise RuntimeError("the model is gone")

    async def main() -> float:
        with pytest.raises(RuntimeError, match="the model is gone"):
            await compute(work)
        await asyncio.sleep(5)
        return now()

    assert run(main(), fast=True) == pytest.approx(5)


def test_cancelled_work_holds_the_clock_no_longer() -> None:
    free = threading.Event()

    async def main() -> float:
        task = asyncio.ensure_future(compute(free.wait))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(30)
        free.set()
        return now()

    assert run(main(), fast=True) == pytest.approx(30)


def test_four_pieces_of_work_side_by_side() -> None:
    meeting = threading.Barrier(4)  # none gets past it alone

    async def main() -> list[int]:
        return sorted(await asyncio.gather(*(compute(meeting.wait) for _ in range(4))))

    assert run(main(), fast=True) == [0, 1, 2, 3]


# -- as on the wall ----------------------------------------------------------------------------------


def test_in_real_time_work_is_done_off_the_loop() -> None:
    async def main() -> tuple[bool, bool]:
        hurry()  # means nothing here
        loop = asyncio.get_running_loop()
        other = await compute(threading.get_ident, slack=3)
        return isinstance(loop, VirtualTimeLoop), other == threading.get_ident()

    assert run(main()) == (False, False)


@pytest.mark.parametrize("fast", [True, False])
def test_the_result_is_the_coroutines(fast: bool) -> None:
    async def main() -> str:
        return "the end"

    assert run(main(), fast=fast) == "the end"
