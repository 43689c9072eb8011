"""The host as its supervisor has it: started, asked whether it is up, told what else runs, and ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from agent.room.processes.ending import end
from agent.room.processes.worker_process import Ended
from agent.server.supervised import Reaching, pipe_of
from config.errors import LogError, RoomError

UP_SECONDS = 60.0  # for a host to answer, matches of an earlier one read in
LOG = "host.log"


class HostProcess:
    """The host, which is told through a pipe what else runs, and notices there when we are gone."""

    def __init__(self, process: Ended, data: Path, pipe: int) -> None:
        self._process, self._log, self._pipe = process, data / LOG, pipe
        self.pid = process.pid

    def tell(self, **news: int) -> None:
        tell(self._pipe, **news)

    async def died(self) -> str:
        code = await self._process.wait()
        return f"{'it ended' if code is None else f'code {code}'}; see {self._log}"

    async def until_up(self, address: str, seconds: float = UP_SECONDS) -> None:
        """Raises RoomError: it ended, or does not answer in time."""
        ending = asyncio.ensure_future(self._process.wait())
        try:
            async with asyncio.timeout(seconds), Reaching(address) as host:
                while not await host.there():
                    if ending.done():
                        raise RoomError(f"the host ended with code {ending.result()}: {_last_line(self._log)}")
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise RoomError(f"the host did not answer within {seconds:.0f} s; see {self._log}") from None
        finally:
            ending.cancel()


@asynccontextmanager
async def started_host(
    program: Sequence[str], data: Path, places: Mapping[str, object], secrets: Mapping[str, str], end_seconds: float
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A host of our own; ended afterwards, in order if that takes no longer than so many seconds.

    Places are arguments, where there is something to say; secrets are in its environment only.
    """
    arguments = [word for name, value in places.items() if value for word in (f"--{name}", str(value))]
    with (data / LOG).open("ab") as out:
        process = await asyncio.create_subprocess_exec(
            *program,
            "--data",
            str(data),
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, **secrets},
            process_group=0,  # Ctrl-C ends it in order, through us; why no session: ARCHITECTURE.md
        )
    try:
        yield process
    finally:
        await end(process, end_seconds)


def tell(pipe: int, **news: int) -> None:
    """Told through the pipe; what nobody reads any more is lost."""
    with contextlib.suppress(OSError):
        os.write(pipe, json.dumps(news).encode() + b"\n")


@contextmanager
def pipe_to_host(data: Path, *, fresh: bool) -> Iterator[int]:
    """Our end of the pipe to the host, which the system closes however we end.

    Read and write, so that it can be opened, and written to, before the host has its end. `fresh`: another than that of
    the host before, which may still be there. Raises LogError: there can be none in that folder.
    """
    path = pipe_of(data)
    try:
        if fresh:
            path.unlink(missing_ok=True)
            os.mkfifo(path, 0o600)
        pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise LogError(f"{path}: no pipe can be had there: {error.strerror}") from error
    try:
        yield pipe
    finally:
        os.close(pipe)


def _last_line(path: Path) -> str:
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1].removeprefix("rostrum: ")[:300] if lines else f"see {path}"
