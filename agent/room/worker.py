"""The AI debater as a LiveKit agent: `python -m agent.room.worker` registers with the server and waits for jobs.

A job's metadata says which match, side and motion; the job joins the room under the side's name, so
that two of them can run on two machines. The turns belong to the chair's clock and every sentence is
decided a few seconds before it is heard, so the job drives the room's media itself and has no use for a
conversation session.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import sys
from pathlib import Path

from livekit.agents import AgentServer, AutoSubscribe, JobContext, JobRequest
from pydantic import BaseModel, ConfigDict, ValidationError

from agent.components import Components
from agent.debater.build import open_debater
from agent.match.seats import Occupant
from agent.room.seat import RoomSeat
from agent.room.wire import CAPTIONED, INTERIM, Sender
from agent.running.heartbeat import heartbeat
from agent.running.ports import Post, Seat
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import RostrumError
from config.format import Format, Side, first_fault
from config.logs import about, set_up_worker
from config.settings import Settings
from planning.trees.rehearsal import Rehearsal

AGENT_NAME = "rostrum-debater"
DEDICATED = "--dedicated"
BUSY = 0.7  # share of the processor from which a shared worker takes no more jobs
REGISTERED = "rostrum-worker-registered"
log = logging.getLogger("rostrum.worker")


class Brief(BaseModel):
    """What a debater needs to know; travels as the job's metadata."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    match_id: str
    motion_id: str
    motion: str
    side: Side
    method: str
    format: Format
    settings: Settings

    def setup(self, rehearsal: Rehearsal) -> MatchSetup:
        """The match, as far as its debater needs to know it."""
        seats = {self.side: SeatSetup(Occupant.DEBATER, method=self.method)}
        return MatchSetup(rehearsal, self.format, seats, self.settings, Path(self.match_id))


def read_brief(metadata: str) -> Brief:
    """Raises RostrumError with the place and the reason when the metadata is not a brief."""
    try:
        return Brief.model_validate_json(metadata)
    except ValidationError as error:
        raise RostrumError(f"the job's metadata is not a brief: {first_fault(error)}") from error


async def accept(request: JobRequest) -> None:
    """Take the job under the side's own name; a job that is not for us is refused for good."""
    try:
        brief = read_brief(request.job.metadata)
    except RostrumError as error:
        log.error("%s", error)
        await request.reject()
        return
    await request.accept(
        identity=brief.side.value, name=f"Rostrum, {brief.side}", attributes={"side": brief.side, CAPTIONED: "yes"}
    )


async def debate(context: JobContext) -> None:
    """One debater in one match, from joining the room to the end of the match."""
    brief = read_brief(context.job.metadata)
    with about(brief.match_id):
        await _debate(context, brief)


async def _debate(context: JobContext, brief: Brief) -> None:
    await context.connect(auto_subscribe=AutoSubscribe.AUDIO_ONLY)
    components = Components(brief.settings)
    rehearsal = components.rehearsal(brief.motion_id if brief.settings.thinking.rehearsal else brief.motion)
    recognizer = await asyncio.to_thread(components.recognizer, rehearsal.hints)
    interim = Sender(context.room, INTERIM)
    gone = asyncio.Event()
    context.room.on("disconnected", lambda reason: gone.set())

    async def make_seat(post: Post) -> Seat:
        debater = await open_debater(
            brief.setup(rehearsal), brief.side, components, recognizer, post, on_interim=interim.send
        )
        return debater

    seat = asyncio.create_task(
        RoomSeat(context.room, brief.side, make_seat, captions=brief.settings.hearing.captions).run()
    )
    lost = asyncio.create_task(gone.wait())
    try:
        async with heartbeat():
            await asyncio.wait([seat, lost], return_when=asyncio.FIRST_COMPLETED)
        if seat.done():
            seat.result()
    finally:
        for task in (seat, lost):
            task.cancel()
        await asyncio.gather(seat, lost, return_exceptions=True)
        await interim.close()
        recognizer.close()
        await components.close()
        context.shutdown("the match is over")


def make_server(*, dedicated: bool = False) -> AgentServer:
    """The agent server; LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET say where to register.

    Args:
        dedicated: started for one match, whose jobs it takes however busy the machine is.
    """
    server = AgentServer(
        host="127.0.0.1",
        port=0,
        num_idle_processes=1,
        initialize_process_timeout=60.0,
        load_threshold=math.inf if dedicated else BUSY,
    )
    server.rtc_session(debate, agent_name=AGENT_NAME, on_request=accept)
    server.on("worker_registered", lambda *_: print(REGISTERED, flush=True))
    return server


def main() -> int:
    missing = [n for n in ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET") if not os.environ.get(n)]
    if missing:
        print(f"set {', '.join(missing)} to where the LiveKit server is", file=sys.stderr)
        return 2
    set_up_worker()
    asyncio.run(make_server(dedicated=DEDICATED in sys.argv[1:]).run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
