"""What dies again and again is waited for ever longer; what ran well for a while is not."""

from __future__ import annotations

from agent.server.supervise.processes import Restarting


def test_what_cannot_live_is_tried_ever_later() -> None:
    restarting = Restarting()
    assert [restarting.wait(0.5) for _ in range(8)] == [0.1, 1.0, 2.0, 5.0, 15.0, 30.0, 30.0, 30.0]


def test_what_is_killed_twice_in_a_minute_is_there_at_once_both_times() -> None:
    restarting = Restarting()
    assert [restarting.wait(20.0) for _ in range(4)] == [0.1] * 4
    assert [restarting.wait(lived) for lived in (0.1, 0.1, 16.0)] == [1.0, 2.0, 0.1]
