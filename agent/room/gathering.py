"""A match in a real LiveKit room, from nothing: server, chair, debaters, guests and a listener."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from livekit import api, rtc

from agent.components import Parts
from agent.match.events import Event, Failed
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair import Chair
from agent.room.livekit_server import Keys, LiveKitServer, find_server
from agent.room.recorder import Recorder
from agent.room.seat import RoomSeat
from agent.room.tokens import chair_token, seat_token, side_of, spectator_token
from agent.room.worker import AGENT_NAME, DEDICATED, REGISTERED, Brief
from agent.running.log import MatchLog
from agent.running.ports import Seat
from agent.running.runner import Runner
from agent.running.setup import Order, SeatSetup, created
from agent.seats.guests import AudioSeat, TextSeat
from config.errors import RoomError, UsageError
from config.format import Side

WORKER_TIMEOUT_SECONDS = 90.0
LISTENER = "listener"


async def hold_in_room(order: Order, *, port: int | None = None) -> Match:
    """Hold a match in a room on a server of our own.

    The recordings in its folder are what a listener in the room received.

    Raises:
        RoomError: the server or a participant could not be started, or was lost in the middle; the log
            and the recordings so far are whole.
    """
    logging.getLogger("livekit").setLevel(logging.ERROR)  # its warnings about freed handles are for its makers
    if any(choice.occupant is Occupant.MICROPHONE for choice in order.seats.values()):
        raise UsageError("mic sits in a local match: rostrum debate --con mic")
    program = find_server(order.settings.room.server)
    order.folder.mkdir(parents=True, exist_ok=True)
    timeout = order.settings.room.start_timeout_seconds
    async with LiveKitServer(program, order.folder / "livekit.log", port=port, timeout_seconds=timeout) as server:
        return await _Gathering(order, server).hold()


class _Gathering:
    """Everybody in the room of one match."""

    def __init__(self, order: Order, server: LiveKitServer) -> None:
        self._order, self._server = order, server
        self._name = order.folder.name
        self._runner: Runner | None = None
        self._early: list[Event] = []
        self._events: list[Event] = []  # of the match so far
        self._loss: str | None = None
        self._guests: list[asyncio.Task[None]] = []

    async def hold(self) -> Match:
        server, order = self._server, self._order
        async with AsyncExitStack() as stack:
            livekit = await stack.enter_async_context(
                api.LiveKitAPI(server.url.replace("ws", "http", 1), server.keys.key, server.keys.secret)
            )
            if any(choice.is_debater for choice in order.seats.values()):
                await stack.enter_async_context(_worker(server.url, server.keys, order.folder / "debater.log"))
            room = await self._join(stack, chair_token(*self._pass()))
            chair = Chair(
                room, livekit, self._post, history=lambda: self._events, lost=self._lost, refused=order.on_line
            )
            stack.push_async_callback(chair.close)
            await self._record(stack)
            watch = asyncio.create_task(self._watch_server())
            stack.callback(watch.cancel)
            await self._seat_everyone(stack, livekit)
            await self._until_ready(chair)
            return await self._run(chair)

    def _pass(self) -> tuple[str, str, str]:
        return self._server.keys.key, self._server.keys.secret, self._name

    async def _join(self, stack: AsyncExitStack, token: str) -> rtc.Room:
        room = rtc.Room()
        try:
            await room.connect(self._server.url, token)
        except rtc.ConnectError as error:
            raise RoomError(f"the room cannot be joined: {error}") from error
        stack.push_async_callback(room.disconnect)
        return room

    async def _record(self, stack: AsyncExitStack) -> None:
        room = await self._join(stack, spectator_token(*self._pass(), LISTENER))
        recorder = Recorder(
            room,
            self._order.folder,
            on_caption=self._caption,
            on_interim=self._interim,
            on_trouble=self._order.on_line,
        )
        stack.push_async_callback(recorder.close)

    def _caption(self, text: str, identity: str) -> None:
        if side := side_of(identity):
            self._order.on_caption(side, text)

    def _interim(self, text: str, identity: str) -> None:
        """A debater sends what it hears of the other side."""
        if side := side_of(identity):
            self._order.on_interim(side.other, text)

    async def _seat_everyone(self, stack: AsyncExitStack, livekit: api.LiveKitAPI) -> None:
        for side, choice in self._order.seats.items():
            if choice.is_debater:
                await self._call_debater(livekit, side)
            else:
                await self._seat_guest(stack, side, choice)

    async def _call_debater(self, livekit: api.LiveKitAPI, side: Side) -> None:
        order = self._order
        debaters = sum(choice.is_debater for choice in order.seats.values())
        brief = Brief(
            match_id=self._name,
            motion_id=order.rehearsal.id,
            motion=order.rehearsal.motion,
            side=side,
            format=order.format,
            settings=order.settings.model_copy(update={"models": order.settings.models.shared(debaters)}),
        )
        request = api.CreateAgentDispatchRequest(
            agent_name=AGENT_NAME, room=self._name, metadata=brief.model_dump_json()
        )
        await livekit.agent_dispatch.create_dispatch(request)

    async def _seat_guest(self, stack: AsyncExitStack, side: Side, choice: SeatSetup) -> None:
        """A recording or a text, heard in the room only as sound."""
        order, source = self._order, choice.source or Path()
        if choice.occupant is Occupant.RECORDING:
            seat: Seat = AudioSeat(side, order.format, source)
        else:
            seat = TextSeat(side, order.format, source, Parts(order.settings).voice(side))
        room = await self._join(stack, seat_token(*self._pass(), side))
        guest = asyncio.create_task(RoomSeat(room, side, lambda post: seat, hears=False).run())
        self._guests.append(guest)
        stack.callback(guest.cancel)

    async def _until_ready(self, chair: Chair) -> None:
        """Both seats ready, or the first thing that went wrong with one of them."""
        ready = asyncio.create_task(chair.wait_for_seats())
        try:
            await asyncio.wait([ready, *self._guests], return_when=asyncio.FIRST_COMPLETED)
            for guest in self._guests:
                if guest.done():
                    guest.result()
            if self._loss:
                raise RoomError(self._loss)
            await ready
        except RoomError as error:
            raise RoomError(f"{error}; see {self._order.folder / 'debater.log'}") from error
        finally:
            ready.cancel()

    async def _run(self, chair: Chair) -> Match:
        order = self._order
        self._runner = Runner(MatchLog(order.folder), chair, on_event=self._on_event, on_refused=chair.refuse)
        for event in self._early:
            self._runner.post(event)
        with order.controls(self._runner):
            match = await self._runner.run(created(order, {side: seat.info() for side, seat in order.seats.items()}))
        await asyncio.sleep(0.5)  # the last event is on its way to the others
        if self._loss:
            raise RoomError(f"{self._loss}; the match so far is in {order.folder}")
        return match

    # -- what comes in -------------------------------------------------------------------------

    def _on_event(self, event: Event, match: Match) -> None:
        self._events.append(event)
        self._order.on_event(event, match)

    def _post(self, event: Event) -> None:
        if self._runner is None:
            self._early.append(event)
        else:
            self._runner.post(event)

    async def _watch_server(self) -> None:
        self._lost(await self._server.died())

    def _lost(self, reason: str) -> None:
        """The room is gone: end the match in order with what there is."""
        if self._loss is None and not (self._runner and self._runner.match.ended):
            self._loss = reason
            self._post(Failed(part="room", reason=reason))
            if self._runner is not None:
                self._runner.end("the room was lost")


@asynccontextmanager
async def _worker(url: str, keys: Keys, log: Path) -> AsyncIterator[None]:
    """A debater worker in a process of its own, registered with the server."""
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "agent.room.worker",
            DEDICATED,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={
                **os.environ,
                "LIVEKIT_URL": url,
                "LIVEKIT_API_KEY": keys.key,
                "LIVEKIT_API_SECRET": keys.secret,
                "LIVEKIT_AGENTS_PRELOAD_LOCAL_INFERENCE": "0",
            },
            start_new_session=True,
        )
    try:
        await _registered(process, log)
        yield
    finally:
        await _end(process)


def _says(log: Path, word: str) -> bool:
    return word in log.read_text(errors="replace")


async def _registered(process: asyncio.subprocess.Process, log: Path) -> None:
    """Wait until the worker has written into its log that it is registered."""
    try:
        async with asyncio.timeout(WORKER_TIMEOUT_SECONDS):
            while not _says(log, REGISTERED):
                if process.returncode is not None:
                    raise RoomError(f"the debater could not be started; see {log}")
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise RoomError(f"the debater did not register within {WORKER_TIMEOUT_SECONDS:.0f} s; see {log}") from None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask the process to end, then make it."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 8.0)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        await process.wait()
