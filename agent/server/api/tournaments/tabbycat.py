"""A tournament sent to Tabbycat, and one brought from there."""

from __future__ import annotations

from fastapi import APIRouter, Request

from agent.server.api.faults import DESCRIBED
from agent.server.api.parts import ANYBODY, CREATES, Here
from agent.server.api.tournaments.access import Directed, is_host
from agent.server.api.tournaments.directing import director_link
from agent.server.contracts.tabbycat import BringOrder, BroughtView, SendingView, SendOrder
from agent.server.contracts.tournament_links import TournamentMade
from agent.server.tournaments.tabbycat import brought
from agent.tournament.exchange.tabbycat import links as kept

tabbycat = APIRouter(prefix="/api/tournaments", responses=DESCRIBED)


@tabbycat.get("/{id}/tabbycat", dependencies=ANYBODY)
async def sending(here: Here, held: Directed) -> SendingView:
    """How far the last sending is, and where this tournament went before."""
    return await here.tournaments.sendings.view(held)


@tabbycat.post("/{id}/tabbycat", dependencies=ANYBODY, status_code=202)
async def send_there(request: Request, here: Here, held: Directed, order: SendOrder) -> SendingView:
    """Send what is not there, or was changed here; or tell what would be sent. It goes on by itself."""
    return await here.tournaments.sendings.begin(held, order, host=is_host(request, here))


@tabbycat.delete("/{id}/tabbycat", dependencies=ANYBODY)
async def stop_sending(here: Here, held: Directed) -> SendingView:
    """Stop it; sending again goes on from there."""
    return await here.tournaments.sendings.stop(held)


@tabbycat.post("/tabbycat", dependencies=CREATES)
async def bring_tournament(here: Here, order: BringOrder) -> BroughtView:
    """A tournament from one of a Tabbycat: what would come, or a new one of this server."""
    found = await brought(order)
    record = found.done.record
    debates = [debate for one in record.rounds for debate in one.debates.values()]
    made = None
    if not order.preview:
        held = await here.tournaments.take_over(found.done.entries, lambda folder: kept.save(folder, found.links))
        made = TournamentMade(tournament=await here.tournaments.brief(held), director=director_link(here, held))
    return BroughtView(
        name=found.name,
        teams=len(record.teams),
        adjudicators=len(record.adjudicators),
        rounds=len(record.rounds),
        debates=len(debates),
        decided=sum(one.result is not None for one in debates),
        remarks=tuple(found.done.remarks),
        made=made,
    )
