"""What has to be sent, one step after another; each is left out where it is not needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from agent.tournament.core.state import Tournament
from agent.tournament.exchange.tabbycat.api import TabbycatApi
from agent.tournament.exchange.tabbycat.links import Links
from agent.tournament.exchange.tabbycat.places import Places
from agent.tournament.exchange.tabbycat.there import There


@dataclass(frozen=True)
class Step:
    """`what`: in words. `round`: the round that it belongs to; empty of people and things."""

    what: str
    do: Callable[[], Awaitable[None]]
    round: str = ""


@dataclass
class Exchange:
    """All that steps work with. `failed`: rounds of which something was refused. `unchanged`: how much is there.

    `left`: what is not sent, with the reason. `overwrite`: whether what others changed there gives way.
    """

    api: TabbycatApi
    record: Tournament
    there: There
    places: Places
    links: Links
    overwrite: bool = False
    failed: set[str] = field(default_factory=set)
    unchanged: int = 0
    left: list[str] = field(default_factory=list)

    @property
    def root(self) -> str:
        return self.there.root

    async def make(self, kind: str, name: str, path: str, body: dict[str, Any]) -> Any:
        """Make one and remember where it is."""
        made = await self.api.post(path, body)
        self.places[kind][name] = str(made["url"])
        return made


Steps = Iterator[Step]
