"""What is kept of a match as sound, and where it is broadcast."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from config.settings.section import KeyVariable, Section


class Recording(Section):
    """`opus`: when a match ends, each turn and the whole match are written as Opus, with captions."""

    opus: bool = True
    bits_per_second: int = Field(default=32_000, ge=8_000, le=256_000)


class Broadcast(Section):
    """What LiveKit Egress makes of a room while its match is held: only sound, started and stopped with it.

    Egress is a service of its own (with Redis) beside the LiveKit server. `file`: where it writes a file, on the
    machine it runs on, such as `/out/{match}.ogg`; its ending says what kind. `stream_variable`: the NAME of the
    environment variable that holds the RTMP address with its key, which is in no settings file and no log. Where
    neither is named nothing is broadcast.
    """

    file: str = Field(default="", max_length=400, pattern=r"^$|\.(ogg|mp3|mp4)$")
    stream_variable: KeyVariable = ""
    start_timeout_seconds: float = Field(default=20.0, gt=0, le=120)

    @property
    def kind(self) -> Literal["OGG", "MP3", "MP4"]:
        """Of the file, by its ending."""
        ending = self.file.rpartition(".")[2]
        return "OGG" if ending == "ogg" else "MP3" if ending == "mp3" else "MP4"
