"""A view of a tournament followed while it changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel

from agent.server.access import NotAllowed
from agent.server.api.faults import DESCRIBED, DESCRIBED_BESIDE_A_STREAM
from agent.server.api.parts import FOLLOWS, Here, HostParts
from agent.server.api.tournaments.access import There, directed, holder_of
from agent.server.tournaments.held import HeldTournament
from agent.server.tournaments.telling.personal import link_page

followed = APIRouter(prefix="/api/tournaments", responses=DESCRIBED)
LEAST_SECONDS, BYTES_A_SECOND = 0.5, 200_000  # between two views to one reader


class Shown(StrEnum):
    """Which view is followed."""

    DESK = "desk"
    PUBLIC = "public"
    HALL = "hall"
    ME = "me"


async def may_follow(request: Request, here: Here, held: There, view: Annotated[Shown, Query()]) -> None:
    """Before a stream begins. Raises NotAllowed, UnknownLink."""
    if view is Shown.DESK:
        await directed(request, here, held)
    elif view is Shown.ME:
        await holder_of(request, held)


@followed.get(
    "/{id}/events",
    dependencies=[*FOLLOWS, Depends(may_follow)],
    response_class=EventSourceResponse,
    responses=DESCRIBED_BESIDE_A_STREAM,
)
async def tournament_events(
    request: Request, here: Here, held: There, view: Annotated[Shown, Query()]
) -> AsyncIterator[ServerSentEvent]:
    """A view, whole, now and whenever it is another one. Nothing is resumed: whoever comes again is told all anew.

    It ends with an event `gone` when the tournament is deleted or the link is made anew.
    """
    held.watchers += 1
    held.tell()
    try:
        async for told in _followed(request, here, held, view):
            yield told
    finally:
        held.watchers -= 1


async def _followed(
    request: Request, here: HostParts, held: HeldTournament, view: Shown
) -> AsyncIterator[ServerSentEvent]:
    before = ""
    while not held.gone:
        version = held.version
        try:
            found = await _shown(request, here, held, view)
        except NotAllowed:
            yield ServerSentEvent(raw_data="{}", event="gone")
            return
        text = found.model_dump_json()
        same = found.model_copy(update={"now": None}).model_dump_json() if "now" in type(found).model_fields else text
        if same != before:
            before = same
            yield ServerSentEvent(raw_data=text, event=view.value)
            await asyncio.sleep(max(LEAST_SECONDS, len(text) / BYTES_A_SECOND))
        await held.beyond(version)
    if held.deleted:
        yield ServerSentEvent(raw_data="{}", event="gone")


async def _shown(request: Request, here: HostParts, held: HeldTournament, view: Shown) -> BaseModel:
    if view is Shown.DESK:
        await directed(request, here, held)
        return await here.tournaments.desk(held)
    if view is Shown.ME:
        who = await holder_of(request, held)
        return await here.tournaments.told(held, lambda scene: link_page(scene, who), all=False, named=True)
    return await (here.tournaments.public(held) if view is Shown.PUBLIC else here.tournaments.hall(held))
