"""The API's addresses for tournaments: made, directed, told to the hall and the public, followed."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from enum import StrEnum
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import FileResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel
from starlette.background import BackgroundTask

from agent.server.access import NotAllowed, bearer
from agent.server.api.faults import DESCRIBED, DESCRIBED_BESIDE_A_STREAM
from agent.server.api.parts import ANYBODY, CREATES, HOST, Here, HostParts
from agent.server.api.shortcuts import SVG, here_or_there, qr_code
from agent.server.contracts.directing import (
    Decided,
    Decision,
    LinkOrder,
    MockOrder,
    PlanOrder,
    SheetOrder,
    SheetPreview,
)
from agent.server.contracts.tournaments import (
    DebateDetail,
    DeskView,
    EntryList,
    HallView,
    LinkList,
    LinkRole,
    LinkView,
    PublicView,
    RoundTold,
    StandingsTold,
    TournamentId,
    TournamentList,
    TournamentMade,
)
from agent.server.tournaments.halls import served
from agent.server.tournaments.held import HeldTournament
from agent.server.tournaments.links import Holder, holder_named, holders
from agent.server.tournaments.telling.calendar import calendar
from agent.server.tournaments.telling.debates import debate_detail
from agent.server.tournaments.telling.desk import entries, public_round
from agent.server.tournaments.telling.personal import link_page
from agent.server.tournaments.telling.standings import standings_told
from agent.show.report import PAGE, write_report
from agent.tournament.core.plan import Slug
from agent.tournament.files.archive import pack
from agent.tournament.files.log import Writing
from agent.tournament.running.debates import MATCHES, over
from config.errors import RostrumError, RuleError, UsageError
from config.plain_text import one_line

tournaments = APIRouter(prefix="/api/tournaments", responses=DESCRIBED)
pasting = APIRouter(prefix="/api/tournaments", responses=DESCRIBED)  # takes sheets
PASTED_BYTES = 2 * 1024 * 1024
LEAST_SECONDS, BYTES_A_SECOND = 0.5, 200_000  # between two views to one reader
Number = Annotated[int, Path(ge=0, le=200)]
RoundAt = Annotated[int, Query(alias="round", ge=0, le=200)]
DebateAt = Annotated[str, Query(alias="debate", min_length=1, max_length=120)]
ZIP: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}, "description": "The archive."}}
HTML: dict[int | str, dict[str, Any]] = {200: {"content": {"text/html": {}}, "description": "The report."}}
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox"


# -- who may -----------------------------------------------------------------------------------------


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
    """Raises nothing: whoever shows nothing that is known is none, nor who asks as the public would (`?public=true`):
    without a key everybody on this machine is the host, who wants to see there what others see."""
    if request.query_params.get("public") == "true":
        return False
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


# -- made --------------------------------------------------------------------------------------------


@tournaments.get("", dependencies=HOST)
async def tournament_list(here: Here) -> TournamentList:
    """Tournaments of this server, the newest first."""
    return TournamentList(tournaments=await here.tournaments.briefs())


@pasting.post("/preview", dependencies=HOST)
async def preview_tournament(here: Here, order: PlanOrder) -> SheetPreview:
    """What a plan and sheets would make, and each line that is wrong; nothing is made."""
    return await asyncio.to_thread(here.tournaments.making.previewed, order)


@pasting.post("", dependencies=CREATES, status_code=201)
async def make_tournament(here: Here, order: PlanOrder) -> TournamentMade:
    """A new tournament, with the link of its director."""
    making = here.tournaments.making
    plan, people = await asyncio.to_thread(making.planned, order)
    held = await here.tournaments.make(plan, order.by, lambda record: making.brought(order, people, record))
    return TournamentMade(tournament=await here.tournaments.brief(held), director=_link(here, held, _DIRECTOR))


@tournaments.post("/mock", dependencies=CREATES, status_code=201)
async def make_mock(here: Here, order: MockOrder) -> TournamentMade:
    """A mock tournament, with a link for its director and one for each person or team of people."""
    making = here.tournaments.making
    plan, people = await asyncio.to_thread(making.mock, order)
    held = await here.tournaments.make(plan, order.by, lambda record: making.mocked(order, people, record))
    teams = await held.read(lambda record: list(holders(record, LinkRole.TEAM)))
    return TournamentMade(
        tournament=await here.tournaments.brief(held),
        director=_link(here, held, _DIRECTOR),
        you=tuple(_link(here, held, one) for one in teams),
    )


@tournaments.delete("/{id}", dependencies=HOST, status_code=204)
async def delete_tournament(here: Here, id: Annotated[TournamentId, Path()]) -> None:
    """It and all its files; matches that were held on this server are kept."""
    await here.tournaments.delete(id)


# -- directed ----------------------------------------------------------------------------------------


@tournaments.get("/{id}", dependencies=ANYBODY)
async def desk(here: Here, held: Directed) -> DeskView:
    """All that the director sees."""
    return await here.tournaments.desk(held)


@tournaments.get("/{id}/rounds/{number}", dependencies=ANYBODY)
async def tournament_round(request: Request, here: Here, held: There, number: Number) -> RoundTold:
    """One round; without what was not released or published for whoever is not the director."""
    director = await is_director(request, here, held)
    return await here.tournaments.told(held, lambda scene: public_round(scene, number), all=director)


@tournaments.get("/{id}/entries", dependencies=ANYBODY)
async def tournament_entries(
    here: Here, held: Directed, before: Annotated[int | None, Query(ge=0)] = None
) -> EntryList:
    """The log, the newest entries first."""
    return await here.tournaments.told(held, lambda scene: entries(scene, before), all=True)


@tournaments.post("/{id}/decisions", dependencies=ANYBODY)
async def decide(here: Here, held: Directed, decision: Decision) -> Decided:
    """A director's order: what would follow (`preview`), or what has."""
    made, acts = await here.tournaments.decide(held, decision)
    faults = []
    for act in acts:
        try:
            if act.side is not None:
                for one in here.tournaments.halls.freed(act.match, act.side):
                    if one.holder:
                        await here.door.put_out(one)
            else:
                await here.tournaments.halls.act(act.what, act.match)
        except RostrumError as error:  # the log has it; the match is told to the director
            faults.append(one_line(str(error)))
    held.tell()
    return made.model_copy(update={"warnings": (*made.warnings, *faults)})


@pasting.post("/{id}/sheets", dependencies=ANYBODY)
async def enter_sheets(here: Here, held: Directed, order: SheetOrder) -> SheetPreview:
    """Enter lines of sheets: with a wrong line nothing is, unless `skip_wrong`. `preview`: only told."""
    making = here.tournaments.making
    if order.preview:
        found = await held.read(lambda record: making.sheets(order.sheets, order.by, record))
        return await held.read(lambda record: making.told(found, record.rules.name, done=False))

    def entered(writing: Writing) -> SheetPreview:
        found = making.sheets(order.sheets, order.by, writing.state)
        if found.faults and not order.skip_wrong:
            raise RuleError(f"{found.faults[0]}: nothing was entered; mend it, or leave wrong lines out")
        for entry in found.entries:
            writing.add(entry)
        return making.told(found, writing.state.rules.name, done=True)

    return await held.write(entered)


@tournaments.get("/{id}/archive", dependencies=ANYBODY, response_class=FileResponse, responses=ZIP)
async def tournament_archive(here: Here, held: Directed) -> FileResponse:
    """The whole tournament in one zip file, from which `rostrum tournament restore` makes it on another machine: all
    entries, and its matches with their recordings."""
    rooms = {id: here.matches.folder(id) for id in await held.read(served)}
    folder = await asyncio.to_thread(lambda: FilePath(tempfile.mkdtemp(prefix="rostrum-archive-")))
    try:
        file = folder / f"tournament-{held.id}.zip"
        await held.read(lambda record: pack(held.folder, record, file, rooms))
    except BaseException:
        await asyncio.to_thread(shutil.rmtree, folder, True)
        raise
    after = BackgroundTask(shutil.rmtree, folder, True)
    return FileResponse(file, media_type="application/zip", filename=file.name, background=after)


# -- links -------------------------------------------------------------------------------------------

_DIRECTOR = Holder(LinkRole.DIRECTOR)


def _link(here: HostParts, held: HeldTournament, one: Holder, at: str = "", *, qr: bool = False) -> LinkView:
    page = "desk" if one.role is LinkRole.DIRECTOR else "me"
    word = held.links.word(one)
    link = f"{at or here.address}/t/{held.id}/{page}#{word}"
    return LinkView(role=one.role, name=one.name, word=word, link=link, qr=qr_code(link) if qr else "")


@tournaments.get("/{id}/links", dependencies=ANYBODY)
async def tournament_links(
    here: Here,
    held: Directed,
    role: Annotated[LinkRole | None, Query()] = None,
    qr: Annotated[bool, Query()] = False,
    origin: Annotated[str, Query(max_length=300)] = "",
    host: Annotated[str, Header(max_length=300)] = "",
) -> LinkList:
    """Private links, of one role or all. `origin`: under which whoever asks reached this server."""
    at = here_or_there(origin, host, here.address)
    found = await held.read(lambda record: list(holders(record, role)))
    links = await asyncio.to_thread(lambda: tuple(_link(here, held, one, at, qr=qr) for one in found))
    return LinkList(public=f"{at}/t/{held.id}", hall=f"{at}/t/{held.id}/hall", links=links)


@tournaments.post("/{id}/links", dependencies=ANYBODY)
async def renew_link(here: Here, held: Directed, order: LinkOrder) -> LinkView:
    """A link made anew; the old one opens nothing any more."""
    one = await held.read(lambda record: holder_named(record, order.role, order.name))
    await asyncio.to_thread(held.links.renew, one)
    held.tell()
    return _link(here, held, one, qr=True)


@tournaments.get("/{id}/qr", dependencies=ANYBODY, response_class=Response, responses=SVG)
async def tournament_qr(
    here: Here,
    held: There,
    page: Annotated[str, Query(pattern="^(public|hall)$")] = "public",
    origin: Annotated[str, Query(max_length=300)] = "",
    host: Annotated[str, Header(max_length=300)] = "",
) -> Response:
    """The address of the public page, or of the hall's, as a QR code."""
    at = f"{here_or_there(origin, host, here.address)}/t/{held.id}"
    return Response(qr_code(at if page == "public" else f"{at}/hall"), media_type="image/svg+xml")


# -- everybody ---------------------------------------------------------------------------------------


@tournaments.get("/{id}/public", dependencies=ANYBODY)
async def public(here: Here, held: There) -> PublicView:
    """What was released and published."""
    return await here.tournaments.public(held)


@tournaments.get("/{id}/hall", dependencies=ANYBODY)
async def hall(here: Here, held: There) -> HallView:
    """Every room's clock."""
    return await here.tournaments.hall(held)


@tournaments.get("/{id}/standings", dependencies=ANYBODY)
async def standings(
    request: Request, here: Here, held: There, category: Annotated[Slug | None, Query()] = None
) -> StandingsTold:
    """Standings of all rounds for the director, of those that were published for others. `category`: of speakers."""
    director = await is_director(request, here, held)
    return await here.tournaments.told(held, lambda scene: standings_told(scene, category or ""), all=director)


@tournaments.get("/{id}/debate", dependencies=ANYBODY)
async def tournament_debate(
    request: Request, here: Here, held: There, number: RoundAt, debate: DebateAt
) -> DebateDetail:
    """A debate with its ballots: the director's at any time, others' once its round is published."""
    director = await is_director(request, here, held)
    published = await held.read(lambda record: record.round(number).published)
    if not (director or published):
        raise NotAllowed("this round has not been published yet")
    return await here.tournaments.told(
        held,
        lambda scene: debate_detail(scene, scene.record.round(number), scene.record.round(number).debate(debate)),
        all=director,
    )


@tournaments.get("/{id}/report", dependencies=ANYBODY, response_class=Response, responses=HTML)
async def debate_report(
    request: Request, here: Here, held: There, match: Annotated[str, Query(min_length=1, max_length=200)]
) -> Response:
    """What was said in a debate that was held in writing, as a page of its own, once its round is published."""
    rounds = await held.read(
        lambda record: [one for one in record.rounds for debate in one.debates.values() if match in debate.matches]
    )
    if not rounds or not (rounds[0].published or await is_director(request, here, held)):
        raise NotAllowed("there is no such debate, or its round has not been published yet")
    path = await asyncio.to_thread(_report, held, match)
    return FileResponse(path, media_type="text/html; charset=utf-8", headers={"content-security-policy": PAGE_POLICY})


def _report(held: HeldTournament, match: str) -> FilePath:
    """Raises UsageError: there is none. The name is one of the log's, and never leads out of the folder."""
    place = (held.folder / MATCHES).resolve()
    folder = (place / match).resolve()
    if not folder.is_relative_to(place) or not over(folder):
        raise UsageError(f"there is no report of {one_line(match)} yet")
    path = folder / PAGE
    return path if path.is_file() else write_report(folder)


@tournaments.get(
    "/{id}/calendar.ics",
    dependencies=ANYBODY,
    response_class=Response,
    responses={200: {"content": {"text/calendar": {}}, "description": "Its rounds."}},
)
async def tournament_calendar(here: Here, held: There) -> Response:
    """The rounds whose time is known, for a calendar."""
    text = await here.tournaments.told(held, lambda scene: calendar(scene, here.address), all=False)
    return Response(text, media_type="text/calendar; charset=utf-8")


# -- followed ----------------------------------------------------------------------------------------


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


@tournaments.get(
    "/{id}/events",
    dependencies=[*ANYBODY, Depends(may_follow)],
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
        return await here.tournaments.told(held, lambda scene: link_page(scene, who), all=False)
    return await (here.tournaments.public(held) if view is Shown.PUBLIC else here.tournaments.hall(held))
