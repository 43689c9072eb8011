"""`rostrum serve`: starts a LiveKit server, workers and the host, starts again what dies, and ends all in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, fields
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from agent.room.processes.livekit_server import Keys, LiveKitServer, find_server
from agent.room.processes.worker_process import Ended, WorkerProcess, worker_process
from agent.running.files.folder import nobody_else_reads
from agent.running.tasks import Tasks, cause, end_all
from agent.server.access import checked_key
from agent.server.handles import raised_handles
from agent.server.listening import listening_at
from agent.server.supervise.host_process import LOG as HOST_LOG
from agent.server.supervise.host_process import UP_SECONDS, HostProcess, pipe_to_host, started_host, tell
from agent.server.supervise.processes import END_SECONDS, Process, Restarting, adopted, fingerprint, rotating
from agent.server.supervise.state import fresh_state, locked, read_state, write_state
from agent.server.supervised import LEAVE_SECONDS, SIGNING_VARIABLE, VARIABLE
from config.errors import LogError, RostrumError
from config.settings import Settings

LOCK, WORKER, LIVEKIT_LOG = "serve.lock", "worker-", "livekit.log"
COUNT_SECONDS = 0.3  # between two counts of the workers
JOBS_SECONDS = 3.0  # in which other workers have got the jobs of one that died ready
TAKEN_OVER_SECONDS = 10.0  # for a host that is there already to answer
HOST_SECONDS = LEAVE_SECONDS + 10.0  # for a host to leave off its matches
HOST = (sys.executable, "-m", "agent.server.host")
log = logging.getLogger("rostrum.server")


@dataclass(frozen=True)
class Serve:
    """What is to be served. `livekit`: a LiveKit server that runs already, with `keys`; else one of our own.

    `config`: the file that the settings came from, for the host. `program`: what the host is started by.
    """

    data: Path
    settings: Settings
    config: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8420
    key: str = ""
    livekit: str = ""
    keys: Keys | None = None
    client_livekit: str = ""
    address: str = ""
    workers: int = 1
    program: Sequence[str] = HOST


class Running(Protocol):
    """A process that is up."""

    @property
    def pid(self) -> int: ...

    async def died(self) -> str:
        """Returns, in one line, when it has ended by itself."""
        ...


Start = Callable[[Process | None], AbstractAsyncContextManager[Running]]
"""Starts a process, or takes over one that is there."""


class Supervisor:
    """Owns the processes of one server. `tell`: gets a line for each thing that happens."""

    def __init__(self, serve: Serve, tell: Callable[[str], None]) -> None:
        self._serve, self._tell = serve, tell
        self._state = fresh_state()
        self._left: dict[str, Process] = {}  # of an earlier server, which are taken over
        self._host: HostProcess | None = None
        self._stop = asyncio.Event()
        self._tasks = Tasks()
        self._workers: dict[str, WorkerProcess] = {}
        self._before: dict[str, int] = {}  # how often each had registered when the LiveKit server died

    @property
    def address(self) -> str:
        return f"http://{self._serve.host}:{self._port}"

    @property
    def _port(self) -> int:
        return self._serve.port or self._state.api_port

    @property
    def _livekit(self) -> str:
        return self._serve.livekit or f"ws://127.0.0.1:{self._state.livekit_port}"

    @property
    def _keys(self) -> Keys:
        return self._serve.keys or self._state.keys

    def stop(self) -> None:
        """End everything in order."""
        self._stop.set()

    async def run(self) -> None:
        """Until told to stop, by `stop` or a signal.

        Raises RostrumError: something could not be started; another server holds this folder.
        """
        serve = self._serve
        checked_key(serve.host, serve.key)
        nobody_else_reads()
        if few := raised_handles():
            self._tell(few)
        told = f"another `rostrum serve` holds {serve.data}: end it first, or name another folder with --data"
        with locked(serve.data, LOCK, told):
            if serve.data.stat().st_mode & 0o077:
                self._tell(f"others of this machine may look into {serve.data}: `chmod 700` keeps them out")
            self._tasks.spawn(rotating(self._logs), "keeping logs small")
            await self._begin()
            if "host" not in self._left:
                self._check_port()
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self.stop)
            async with AsyncExitStack() as stack:  # what was started last is ended first
                if not serve.livekit:
                    await stack.enter_async_context(self._kept("livekit-server", self._livekit_server))
                names = [f"{WORKER}{number}" for number in range(1, serve.workers + 1)]
                workers = (self._kept(name, partial(self._worker, name)) for name in names)
                await asyncio.gather(*(stack.enter_async_context(one) for one in workers))
                await stack.enter_async_context(self._kept("host", self._host_process))
                stack.push_async_callback(self._tasks.close)
                if serve.workers:
                    self._tasks.spawn(self._tell_of_workers(), "counting workers")
                self._tell(f"Rostrum is at {self.address}")
                await self._stop.wait()
                self._tell("ending: matches that have not ended go on when it is started again")
        self._forget()

    async def _begin(self) -> None:
        """With what an earlier server has left: its keys and ports, and its processes.

        Those are taken over, for matches go on in them; where they were started with something else they are ended.
        """
        found = await asyncio.to_thread(read_state, self._serve.data)
        if found is not None:
            self._state = found
            there = {name: process for name, process in found.processes.items() if process.found() is not None}
            if found.made == self._made():
                self._left = there
                for name in there:
                    self._tell(f"{name} of an earlier server is still there: it is taken over")
            else:
                await self._end_left(there)
        self._state = self._state.model_copy(update={"processes": dict(self._left), "made": self._made()})
        await asyncio.to_thread(write_state, self._serve.data, self._state)

    async def _end_left(self, processes: Mapping[str, Process]) -> None:
        for name in sorted(processes, key=lambda name: name != "host"):  # the host leaves its matches off
            self._tell(f"{name} of an earlier server is still there: ending it")
            await asyncio.to_thread(processes[name].end, HOST_SECONDS)

    def _made(self) -> str:
        """The fingerprint of what our processes are started with."""
        told = {field.name: getattr(self._serve, field.name) for field in fields(self._serve)}
        told |= {"settings": self._serve.settings.model_dump_json(), "version": version("rostrum")}
        return fingerprint(self._state.signing, os.environ, told)

    def _forget(self) -> None:
        with contextlib.suppress(LogError):
            write_state(self._serve.data, self._state.model_copy(update={"processes": {}}))

    def _logs(self) -> list[Path]:
        """What our processes print."""
        data = self._serve.data
        return [data / HOST_LOG, data / LIVEKIT_LOG, *(data / f"{name}.log" for name in self._workers)]

    # -- one process -------------------------------------------------------------------------------

    @asynccontextmanager
    async def _kept(self, name: str, start: Start) -> AsyncIterator[None]:
        """Something is up inside; whenever it dies it is started again.

        Raises RostrumError: it cannot be started the first time.
        """
        up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        keeping = asyncio.create_task(self._keep(name, start, up), name=f"keeping {name}")
        either: list[asyncio.Future[Any]] = [up, keeping]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if keeping.done():
                keeping.result()
            yield
        finally:
            await end_all(keeping)

    async def _keep(self, name: str, start: Start, up: asyncio.Future[None]) -> None:
        restarting, clock = Restarting(), asyncio.get_running_loop().time
        while True:
            began, left = clock(), self._left.pop(name, None)
            try:
                async with start(left) as running:
                    began = clock()
                    await self._note(name, running.pid)
                    if not up.done():
                        up.set_result(None)
                    reason = await running.died()
            except (RostrumError, OSError) as error:
                if not up.done() and left is None:
                    raise
                reason = cause(error)
            wait = restarting.wait(clock() - began)
            self._tell(f"{name} died ({reason}); it is started again in {wait:g} s")
            await asyncio.sleep(wait)
            await self._others_first(name)

    async def _others_first(self, name: str) -> None:
        """The other workers take the jobs of one that died: while they do, its own start would keep them waiting."""
        for _ in range(round(JOBS_SECONDS / COUNT_SECONDS)):
            if not name.startswith(WORKER) or not self._workers:
                return
            await asyncio.sleep(COUNT_SECONDS)

    async def _note(self, name: str, pid: int) -> None:
        with contextlib.suppress(LogError):  # it has ended already, which will be noticed
            processes = {**self._state.processes, name: Process.of(pid)}
            self._state = self._state.model_copy(update={"processes": processes})
            await asyncio.to_thread(write_state, self._serve.data, self._state)
        log.info("%s is up, process %d", name, pid)

    @asynccontextmanager
    async def _livekit_server(self, left: Process | None) -> AsyncIterator[Running]:
        settings, state, log_file = self._serve.settings.room, self._state, self._serve.data / LIVEKIT_LOG
        server: AbstractAsyncContextManager[Running]
        if left is not None:
            server = adopted(left, log_file, END_SECONDS)
        else:
            server = LiveKitServer(
                find_server(settings.server),
                log_file,
                port=state.livekit_port,
                udp=state.livekit_udp,
                keys=state.keys,
                timeout_seconds=settings.start_timeout_seconds,
            )
        async with server as running:
            yield running
        self._before = {name: worker.registered() for name, worker in self._workers.items()}
        if self._host is not None and self._workers:
            self._host.tell(workers=0)  # until they have come back to the next one

    @asynccontextmanager
    async def _worker(self, name: str, left: Process | None) -> AsyncIterator[Running]:
        log_file = self._serve.data / f"{name}.log"
        self._before.pop(name, None)
        async with AsyncExitStack() as stack:
            if left is not None:
                worker = WorkerProcess(await stack.enter_async_context(adopted(left, log_file, END_SECONDS)), log_file)
            else:  # the host limits the matches
                worker = await stack.enter_async_context(worker_process(self._livekit, self._keys, log_file))
            self._workers[name] = worker
            try:
                yield worker
            finally:
                del self._workers[name]

    async def _tell_of_workers(self) -> None:
        """The host knows how many are registered, also after it or the LiveKit server was started again."""
        told: tuple[HostProcess | None, int] = (None, 0)
        while True:
            up = self._registered()
            if self._host is not None and told != (self._host, up):
                self._host.tell(workers=up)
                told = self._host, up
            await asyncio.sleep(COUNT_SECONDS)

    def _registered(self) -> int:
        return sum(worker.registered() > self._before.get(name, 0) for name, worker in self._workers.items())

    @asynccontextmanager
    async def _host_process(self, left: Process | None) -> AsyncIterator[Running]:
        data, end_seconds = self._serve.data, HOST_SECONDS + self._serve.settings.serving.finish_seconds
        async with AsyncExitStack() as stack:
            stack.callback(setattr, self, "_host", None)
            pipe = stack.enter_context(pipe_to_host(data, fresh=left is None))  # closed when the host has ended
            if self._serve.workers:  # of others nothing is known here; said before the host can be asked
                tell(pipe, workers=self._registered())
            if left is not None:
                process: Ended = await stack.enter_async_context(adopted(left, data / HOST_LOG, end_seconds))
            else:
                self._check_port()
                process = await stack.enter_async_context(self._started_host(end_seconds))
            host = HostProcess(process, data, pipe)
            patience = UP_SECONDS if left is None else TAKEN_OVER_SECONDS
            await host.until_up(f"http://{_asked_at(self._serve.host)}:{self._port}/health", patience)
            self._host = host
            yield host

    def _check_port(self) -> None:
        """Whoever else answers there would be taken for our host. Raises UsageError: it is taken."""
        with listening_at(self._serve.host, self._port):
            pass

    def _started_host(self, end_seconds: float) -> AbstractAsyncContextManager[Ended]:
        serve = self._serve
        places = {
            "host": serve.host,
            "port": self._port,
            "livekit": self._livekit,
            "config": serve.config,
            "client-livekit": serve.client_livekit,
            "address": serve.address,
        }
        secrets = {
            "LIVEKIT_API_KEY": self._keys.key,
            "LIVEKIT_API_SECRET": self._keys.secret,
            SIGNING_VARIABLE: self._state.signing,
            VARIABLE: "1",
        }
        return started_host(serve.program, serve.data, places, secrets, end_seconds)


def _asked_at(host: str) -> str:
    """Where this machine asks a server that listens there."""
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  (asked, not bound)
