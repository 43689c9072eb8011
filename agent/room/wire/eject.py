"""Who is in a room; who may not be there any more is sent out of it.

The token by which they came holds until it expires: the server (1.13) does not revoke any. A page is told that it was
removed and does not come back by itself, and is let in by the API no more.
"""

from __future__ import annotations

import logging

from livekit import api

from agent.room.processes.livekit_server import Keys
from agent.room.wire.dispatch import Trouble
from agent.running.tasks import cause

log = logging.getLogger("rostrum.room")


async def put_out(url: str, keys: Keys, room: str, identity: str) -> None:
    """Where they are not there, or the server does not answer, nothing happens but a line in the log."""
    who = api.RoomParticipantIdentity(room=room, identity=identity)
    try:
        async with api.LiveKitAPI(url.replace("ws", "http", 1), keys.key, keys.secret) as livekit:
            await livekit.room.remove_participant(who)
        log.info("%s was put out of %s", identity, room)
    except Trouble as error:
        log.info("%s was not put out of %s: %s", identity, room, cause(error))


async def who_is_in(url: str, keys: Keys, room: str) -> set[str] | None:
    """The identities of all who are there, seen or unseen; None where the server does not answer."""
    try:
        async with api.LiveKitAPI(url.replace("ws", "http", 1), keys.key, keys.secret) as livekit:
            found = await livekit.room.list_participants(api.ListParticipantsRequest(room=room))
    except Trouble as error:
        log.info("who is in %s is not known: %s", room, cause(error))
        return None
    return {participant.identity for participant in found.participants}
