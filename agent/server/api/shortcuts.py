"""Ways to a match that are short: an address that can be read out, and its QR code for a hall."""

from __future__ import annotations

import io
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from agent.server.api.faults import DESCRIBED
from agent.server.api.parts import ANYBODY, Here, Readable, check_watching
from agent.server.contracts.contract import MatchId

shortcuts = APIRouter(responses=DESCRIBED)
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}, "description": "A QR code."}}
ELSEWHERE: dict[int | str, dict[str, Any]] = {307: {"description": "The match."}}


@shortcuts.get("/w/{code}", dependencies=ANYBODY, status_code=307, response_class=RedirectResponse, responses=ELSEWHERE)
async def watch(request: Request, here: Here, code: Annotated[str, Path(max_length=40)]) -> RedirectResponse:
    """To the page of the match that has this code."""
    return RedirectResponse(f"/watch/{check_watching(request, here, code)}")


@shortcuts.get("/api/matches/{id}/qr", dependencies=ANYBODY, response_class=Response, responses=SVG)
async def qr(
    here: Here,
    id: Annotated[MatchId, Path()],
    view: Readable,
    origin: Annotated[str, Query(max_length=300)] = "",
    host: Annotated[str, Header(max_length=300)] = "",
) -> Response:
    """The short address of a match as a QR code.

    `origin`: under which whoever asks reached this server, which may know itself by another name.
    """
    at = here_or_there(origin, host, here.address)
    return Response(qr_code(f"{at}/w/{view.code}"), media_type="image/svg+xml")


def qr_code(text: str) -> str:
    """As an SVG picture of any size."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True
    )
    return picture.getvalue().decode()


def here_or_there(origin: str, host: str, address: str) -> str:
    """The address of this server for links: as whoever asks reached it, if they did, else as it knows itself."""
    return origin if _same_place(origin, host) else address


def _same_place(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and bool(host) and origin == f"{parts.scheme}://{host}"
    except ValueError:
        return False
