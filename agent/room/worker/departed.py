"""A job whose process is gone: its worker sees that at once, and sends what is left of it out of the room.

The server would keep it there for 20 s, and the chair would miss its beats after two.
"""

from __future__ import annotations

import asyncio
import logging

from livekit import api
from livekit.agents import AgentServer
from livekit.agents.job import RunningJobInfo

from agent.room.wire.dispatch import Trouble
from agent.running.tasks import Tasks, cause

log = logging.getLogger("rostrum.worker")

JOB = "rostrum.job"  # attribute of an agent's participant: by which job it came
LOOK_SECONDS = 0.1


class Departed:
    """Looks after the jobs of one worker, from when it has registered."""

    def __init__(self, server: AgentServer) -> None:
        self._server, self._tasks = server, Tasks()
        self._watching: asyncio.Task[None] | None = None

    def watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = self._tasks.spawn(self._watch(), "watching jobs")

    async def _watch(self) -> None:
        jobs: dict[str, RunningJobInfo] = {}
        async with api.LiveKitAPI() as livekit:
            while True:
                now = {info.job.id: info for info in self._server.active_jobs}
                for id in jobs.keys() - now.keys():
                    self._tasks.spawn(self._send_away(livekit, jobs[id]), "sending away what a job left")
                jobs = now
                await asyncio.sleep(LOOK_SECONDS)

    async def _send_away(self, livekit: api.LiveKitAPI, info: RunningJobInfo) -> None:
        """Unless it left by itself, or another job has its name by now."""
        who = api.RoomParticipantIdentity(room=info.job.room.name, identity=info.accept_arguments.identity)
        try:
            found = await livekit.room.get_participant(who)
            if found.attributes.get(JOB) == info.job.id:
                await livekit.room.remove_participant(who)
                log.warning("the job of %s in %s has died", who.identity, who.room)
        except Trouble as error:  # it has left, as one does
            log.debug("%s is not in %s any more: %s", who.identity, who.room, cause(error))
