"""Who asks for something of a tournament: its director, the holder of a link, or anybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from agent.server.access import NotAllowed, bearer
from agent.server.api.parts import Here, HostParts
from agent.server.contracts.tournament_links import LinkRole
from agent.server.contracts.tournaments import (
    TournamentId,
)
from agent.server.tournaments.held import HeldTournament
from agent.server.tournaments.links import Holder


async def there(here: Here, id: Annotated[TournamentId, Path()]) -> HeldTournament:
    """Raises NoSuchTournament."""
    return here.tournaments.found(id)


There = Annotated[HeldTournament, Depends(there)]


def is_host(request: Request, here: HostParts) -> bool:
    headers = request.headers
    return here.access.passes(headers.get("authorization", ""), headers.get("host", ""), headers.get("origin", ""))


async def holder_of(request: Request, held: HeldTournament) -> Holder:
    """Whose link it is. Raises NotAllowed: there is none; UnknownLink."""
    word = bearer(request.headers.get("authorization", ""))
    if not word:
        raise NotAllowed("send the word of your link as `Authorization: Bearer WORD`")
    return await held.holder(word)


async def is_director(request: Request, here: HostParts, held: HeldTournament) -> bool:
    """Raises nothing: whoever shows nothing that is known is none."""
    if is_host(request, here):
        return True
    try:
        return (await holder_of(request, held)).role is LinkRole.DIRECTOR
    except NotAllowed:
        return False


async def directed(request: Request, here: Here, held: There) -> HeldTournament:
    """A tournament whose director asks. Raises NotAllowed, UnknownLink."""
    if not is_host(request, here) and (await holder_of(request, held)).role is not LinkRole.DIRECTOR:
        raise NotAllowed("only the director of this tournament may do this")
    return held


async def linked(request: Request, held: There) -> Holder:
    """Whose link it is. Raises NotAllowed, UnknownLink."""
    return await holder_of(request, held)


Directed = Annotated[HeldTournament, Depends(directed)]
Linked = Annotated[Holder, Depends(linked)]
