"""Agents are called until a worker has taken the job, and at once again when one comes that nobody had asked."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from livekit import api
from livekit.protocol.agent import JobStatus

from agent.local.virtual_time import run
from agent.room.wire.dispatch import AGAIN_SECONDS, LOOK_SECONDS, TAKEN_SECONDS, Calling


class Server:
    """A LiveKit server, which asks the workers that there are when it is called, and then forgets about it.

    `accepts`: seconds that a worker takes to say yes.
    """

    def __init__(self, accepts: float = 0.5) -> None:
        self.workers, self.accepts = 0, accepts
        self.agent_dispatch = self.room = self
        self.calls: list[float] = []
        self.called_off: list[str] = []
        self._asked: dict[str, bool] = {}

    async def create_dispatch(self, request: Any) -> Any:
        self.calls.append(asyncio.get_running_loop().time())
        id = f"call {len(self.calls)}"
        self._asked[id] = self.workers > 0
        return SimpleNamespace(id=id)

    async def get_dispatch(self, id: str, room: str) -> Any:
        taken = self._asked[id] and asyncio.get_running_loop().time() - self.calls[-1] >= self.accepts
        jobs = [SimpleNamespace(state=SimpleNamespace(status=JobStatus.JS_RUNNING))] if taken else []
        return SimpleNamespace(state=SimpleNamespace(jobs=jobs))

    async def delete_dispatch(self, id: str, room: str) -> None:
        self.called_off.append(id)

    async def remove_participant(self, who: Any) -> None:
        """Nobody is left."""


def called(server: Server, comes: float, *, known: bool) -> tuple[list[float], list[str]]:
    """When it was called, and what was told, where a worker registers after so many seconds; is that known here?"""
    lines: list[str] = []

    async def held() -> None:
        def arrive() -> None:
            server.workers += 1

        asyncio.get_running_loop().call_later(comes, arrive)
        livekit = cast(api.LiveKitAPI, server)
        calling = Calling(livekit, "debater", "room", lines.append, deserted=lambda: known and not server.workers)
        await calling.call("pro", lambda: "{}")

    run(held(), fast=True)
    return [at - server.calls[0] for at in server.calls], lines


def test_a_worker_that_registers_after_the_call_is_asked_at_once() -> None:
    server = Server()
    calls, lines = called(server, 3.0, known=True)
    assert calls == [0, pytest.approx(3.0 + AGAIN_SECONDS[0], abs=2 * LOOK_SECONDS)]
    assert server.called_off == ["call 1"]
    assert lines == ["no worker is free; pro is called again every 2 s"]


def test_one_of_which_nothing_is_known_here_is_asked_when_nobody_else_has_answered() -> None:
    calls, lines = called(Server(), 3.0, known=False)
    assert calls == [0, pytest.approx(TAKEN_SECONDS + AGAIN_SECONDS[0], abs=LOOK_SECONDS)]
    assert lines == ["no worker is free; pro is called again every 2 s"]


def test_one_that_was_asked_is_not_called_off_when_another_comes() -> None:
    """It may be busy; and would be sent away with what came in its place."""
    server = Server(accepts=4.0)
    server.workers = 1
    calls, _ = called(server, 2.0, known=True)
    assert (len(calls), server.called_off) == (1, [])
