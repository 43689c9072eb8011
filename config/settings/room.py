"""Where sound goes in and out: a LiveKit room, or the sound devices of this machine."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from config.settings.section import Section


class Devices(Section):
    """Microphone and loudspeaker of this machine, by number or a part of the name (`rostrum devices` lists them).

    Empty for the machine's own choice; `mic:NAME` on the command line goes before.
    """

    microphone: str = ""
    loudspeaker: str = ""

    @field_validator("microphone", "loudspeaker", mode="before")
    @classmethod
    def _numbers_too(cls, wanted: Any) -> Any:
        return str(wanted) if isinstance(wanted, int) and not isinstance(wanted, bool) else wanted


class Room(Section):
    """LiveKit. Key and secret come from LIVEKIT_API_KEY and LIVEKIT_API_SECRET, never from a file.

    `patience_seconds`: how long a match waits for people to come, and for a worker to be free for a debater.
    `away_seconds`: how long a server that has gone may take to come back.
    """

    server: str = "livekit-server"
    url: str = ""
    start_timeout_seconds: float = Field(default=30.0, gt=0)
    patience_seconds: float = Field(default=900.0, gt=0)
    away_seconds: float = Field(default=60.0, gt=0)
