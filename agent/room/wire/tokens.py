"""Who may do what in a room: tokens that grant the least, and whose seat a participant has."""

from __future__ import annotations

import datetime

from livekit import api

from agent.room.wire.texts import CHAIR, SCRIBE
from config.format import Side

TOKEN_HOURS = 6


def side_of(identity: str) -> Side | None:
    """Whose seat a participant has; spectators and the chair have none."""
    return Side(identity) if identity in set(Side) else None


def chair_token(key: str, secret: str, room: str) -> str:
    return _token(key, secret, CHAIR, api.VideoGrants(room_join=True, room=room, room_admin=True, can_publish=False))


def seat_token(key: str, secret: str, room: str, side: Side) -> str:
    """May publish one microphone, post to the chair, and say of itself that it is ready.

    The server knows one right for a participant's attributes, metadata and name together, so a seat may also
    call itself what it likes: people are shown sides, and names only as text of others'.
    """
    grants = api.VideoGrants(
        room_join=True, room=room, can_publish_sources=["microphone"], can_update_own_metadata=True
    )
    return _token(key, secret, side.value, grants)


def spectator_token(
    key: str, secret: str, room: str, identity: str, *, hidden: bool = False, seconds: float | None = None
) -> str:
    """May listen and read, nothing else.

    Args:
        seconds: in which one comes with it; as long as all others if left out.
        hidden: nobody in the room sees that they are there, and the chair sends them nothing of their own.

    Raises:
        ValueError: the identity is a seat's, the chair's or a scribe's.
    """
    if side_of(identity) is not None or identity in (CHAIR, SCRIBE):
        raise ValueError(f"{identity} is not a spectator's name")
    grants = api.VideoGrants(
        room_join=True,
        room=room,
        can_publish=False,
        can_publish_data=False,
        can_update_own_metadata=False,
        hidden=hidden,
    )
    return _token(key, secret, identity, grants, seconds)


def _token(key: str, secret: str, identity: str, grants: api.VideoGrants, seconds: float | None = None) -> str:
    lifetime = datetime.timedelta(hours=TOKEN_HOURS) if seconds is None else datetime.timedelta(seconds=seconds)
    return api.AccessToken(key, secret).with_identity(identity).with_grants(grants).with_ttl(lifetime).to_jwt()
