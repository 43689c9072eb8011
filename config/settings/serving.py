"""What `rostrum serve` lets others ask for, and how much of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from config.settings.models import Models
from config.settings.section import Section

SetName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class Serving(Section):
    """`models`: by the names under which a match may ask for them, beside the settings' own; `voices`: others that it
    may ask for besides the embedded ones and those under `speaking`. Nobody outside can name an address or a file.

    `connections`: open at once, in all, and `connections_by_address`; fewer where fewer files may be open. All who come
    through a proxy, or share a network, have one address.

    `matches`: held at once. `requests_per_minute`: of one address, in the long run; `created_per_minute`: matches,
    recordings and invitations of one address. A recording has at most `upload_megabytes` and `upload_minutes` of sound,
    and so many `recordings` are kept. A match waits `wait_hours` for those who are to sit, and one
    that had begun `recovery_minutes` for a room that was lost. `finish_seconds`: so long a server that is told to stop
    waits for matches to end before they are left off. `theme`: colours and logo of broadcasts, a theme.yaml or its
    folder.

    A match is listened to by `listeners` at once who were not invited, and voted on by `voters`; of one address by
    `listeners_by_address` and `voters_by_address`. One address votes, and asks to listen, `votes_per_minute` times.
    When a match is over, the vote after it is open for `vote_minutes`, the judges' marks for `judging_minutes`.
    """

    models: dict[SetName, Models] = Field(default={})
    voices: tuple[str, ...] = ()
    connections: int = Field(default=2000, ge=16, le=100_000)
    connections_by_address: int = Field(default=300, ge=8, le=100_000)
    matches: int = Field(default=8, ge=1, le=10_000)
    requests_per_minute: int = Field(default=600, ge=10)
    created_per_minute: int = Field(default=30, ge=1)
    upload_megabytes: int = Field(default=64, ge=1, le=2048)
    upload_minutes: int = Field(default=40, ge=1, le=600)
    recordings: int = Field(default=100, ge=1)
    invitations: int = Field(default=200, ge=1)  # of one match
    wait_hours: float = Field(default=24.0, gt=0, le=720)
    recovery_minutes: float = Field(default=30.0, gt=0, le=1440)
    listeners: int = Field(default=500, ge=0, le=100_000)  # of one match
    listeners_by_address: int = Field(default=100, ge=1, le=100_000)
    voters: int = Field(default=2000, ge=0, le=100_000)  # in one match
    voters_by_address: int = Field(default=50, ge=1, le=100_000)
    votes_per_minute: int = Field(default=240, ge=1)
    vote_minutes: float = Field(default=3.0, ge=0, le=1440)
    judging_minutes: float = Field(default=60.0, ge=0, le=10_080)
    theme: Path | None = None
    finish_seconds: float = Field(default=0.0, ge=0, le=86_400)
