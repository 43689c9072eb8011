"""A loop that stands still is seen, and said in the log."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from agent.running.heartbeat import TOLD_SECONDS, heartbeat


def test_what_blocks_the_loop_is_seen_and_said(caplog: pytest.LogCaptureFixture) -> None:
    async def busy() -> float:
        async with heartbeat() as seen:
            await asyncio.sleep(0.03)
            time.sleep(1.5 * TOLD_SECONDS)  # noqa: ASYNC251  (what must not be done)
            await asyncio.sleep(0.03)
        return seen.longest

    with caplog.at_level(logging.INFO, "rostrum.loop"):
        assert asyncio.run(busy()) >= 1.4 * TOLD_SECONDS
    assert "the event loop stood still for" in caplog.text
    assert "ms at most, 1 times for over 50 ms" in caplog.text
