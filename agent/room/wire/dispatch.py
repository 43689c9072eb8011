"""Calls agents into a room, and sees to it that a worker takes each: the server loses a call that nobody can take."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

import aiohttp
from livekit import api, rtc
from livekit.protocol.agent import JobStatus

from agent.room.wire.texts import CHAIR, REFUSED
from agent.running.tasks import cause
from config.plain_text import one_line

log = logging.getLogger("rostrum.room")

AGENT_NAME = "rostrum-debater"  # under which workers register
TAKEN_SECONDS = 6.0  # in which a worker that is free takes a job, also on a busy machine
ASKED_SECONDS = 1.5  # in which workers elsewhere, of which nothing is known here, have mostly answered
LOOK_SECONDS = 0.25
AGAIN_SECONDS = (0.5, 2.0)  # between two calls that nobody took: the first time, and at most
Trouble = (api.TwirpError, aiohttp.ClientError, OSError, TimeoutError)
MOST_CHARACTERS = 300


class _Refused(Exception):
    """A worker has said why it does not take the call."""


class Calling:
    """Calls agents into the room of one match.

    Args:
        livekit: the server's API with the right to administer the room.
        tell: gets a line when nobody takes a call.
        refused: why a worker did not take a call, where it has said so since the last time it was asked.
        deserted: whether no worker is registered, as far as is known here.
    """

    def __init__(
        self,
        livekit: api.LiveKitAPI,
        agent_name: str,
        room: str,
        tell: Callable[[str], None],
        refused: Callable[[], str] = lambda: "",
        deserted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._refused, self._deserted, self.why = refused, deserted, ""
        self._dispatches, self._rooms = livekit.agent_dispatch, livekit.room
        self._agent, self._room, self._tell = agent_name, room, tell

    async def call(self, who: str, metadata: Callable[[], str]) -> None:
        """Until a worker has taken the job, however long that takes.

        What a job before it left in the room is sent away first. The new one would send it away too, by having the same
        identity; but then the server takes the new one for the agent that has left, and ends its job. `metadata`: asked
        anew each time.
        """
        await self._send_away(who)
        wait, longest = AGAIN_SECONDS
        while why := await self._not_taken(metadata()):
            self.why = why
            self._tell(f"{why}; {who} is called again every {longest:.0f} s")
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)

    async def _not_taken(self, metadata: str) -> str:
        """Call once. Empty where a worker has taken the job, else why none has."""
        dispatch, why = "", "no worker is free"
        try:
            request = api.CreateAgentDispatchRequest(agent_name=self._agent, room=self._room, metadata=metadata)
            dispatch = (await self._dispatches.create_dispatch(request)).id
            if await self._taken(dispatch):
                return ""
        except _Refused as error:
            why = str(error)
        except Trouble as error:
            log.warning("a call into %s was not taken: %s", self._room, cause(error))
        await self._call_off(dispatch)
        return why

    async def _taken(self, dispatch: str) -> bool:
        """Whether it runs; at the end of the time also where a worker has it and has not refused it by then.

        Where no worker was there to be asked, it is over as soon as one has come.
        """
        pending = alone = False
        for look in range(round(TAKEN_SECONDS / LOOK_SECONDS)):
            found = await self._dispatches.get_dispatch(dispatch, self._room)
            states = {job.state.status for job in found.state.jobs} if found is not None else set()
            if states & {JobStatus.JS_RUNNING, JobStatus.JS_SUCCESS}:
                return True
            pending = JobStatus.JS_PENDING in states
            if why := self._refused():
                raise _Refused(why)
            alone |= (deserted := self._deserted())
            if not states and alone and not deserted and look * LOOK_SECONDS >= ASKED_SECONDS:
                return False
            await asyncio.sleep(LOOK_SECONDS)
        return pending

    async def _call_off(self, dispatch: str) -> None:
        """One that nobody took: deleting one that runs would send away whoever has its identity by then."""
        if dispatch:
            try:
                await self._dispatches.delete_dispatch(dispatch, self._room)
            except Trouble as error:
                log.debug("a call could not be called off: %s", cause(error))

    async def _send_away(self, who: str) -> None:
        try:
            await self._rooms.remove_participant(api.RoomParticipantIdentity(room=self._room, identity=who))
        except Trouble as error:  # it has gone by itself
            log.debug("%s was not sent away: %s", who, cause(error))


async def refuse(room: str, reason: str) -> None:
    """Tell the chair of that room why nobody comes. What cannot be told is in this worker's log."""
    word = json.dumps({"reason": reason[:MOST_CHARACTERS]}).encode()
    try:
        async with api.LiveKitAPI() as livekit:
            await livekit.room.send_data(
                api.SendDataRequest(room=room, data=word, topic=REFUSED, destination_identities=[CHAIR])
            )
    except Trouble as error:
        log.warning("the chair of %s was not told why its job is refused: %s", room, cause(error))


class Refusals:
    """Why the last worker that was called into a room did not come."""

    def __init__(self, room: rtc.Room) -> None:
        self.reason = ""
        room.on("data_received", self._received)

    def take(self) -> str:
        """Empty where none has said anything since the last time."""
        reason, self.reason = self.reason, ""
        return reason

    def _received(self, packet: rtc.DataPacket) -> None:
        if packet.topic != REFUSED or packet.participant is not None:  # the server's own words have no sender
            return
        try:
            self.reason = one_line(str(json.loads(packet.data)["reason"]))[:MOST_CHARACTERS]
        except (ValueError, KeyError, TypeError):
            log.warning("a refusal cannot be read")
