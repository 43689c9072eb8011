"""What a supervisor has said before is known from the beginning; that it has gone is noticed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agent.server.supervise.host_process import pipe_to_host, tell
from agent.server.supervised import Link, linked
from tests.server.house import play, until


@play
async def test_what_was_said_before_is_known_at_once(tmp_path: Path) -> None:
    link = Link()
    with pipe_to_host(tmp_path, fresh=True) as pipe:
        tell(pipe, workers=2)
        async with linked(link, tmp_path, supervised=True):
            assert link.workers == 2
            tell(pipe, workers=1)
            tell(pipe, workers=0)
            await until(lambda: link.workers == 0)
            assert not link.gone.is_set()


@play
async def test_a_supervisor_that_goes_is_missed_until_another_comes(tmp_path: Path) -> None:
    link = Link()
    with pipe_to_host(tmp_path, fresh=True) as pipe:
        tell(pipe, workers=1)
        following = linked(link, tmp_path, supervised=True)
        await following.__aenter__()
    try:
        await until(link.gone.is_set)
        assert not link.here.is_set()
        with pipe_to_host(tmp_path, fresh=False) as pipe:
            await until(link.here.is_set)
            tell(pipe, workers=3)
            await until(lambda: link.workers == 3)
            assert not link.gone.is_set()
    finally:
        await following.__aexit__(None, None, None)


@play
async def test_where_nobody_supervises_nothing_is_known(tmp_path: Path) -> None:
    link = Link()
    async with linked(link, tmp_path, supervised=False):
        await asyncio.sleep(0)
        assert (link.workers, link.here.is_set()) == (None, True)
