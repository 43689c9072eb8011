"""The API's addresses for who listens in a study: where they stand, consent, answers, and the sound to hear."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import FileResponse

from agent.server.api.faults import DESCRIBED
from agent.server.api.parts import ANYBODY, VOTES, Here
from agent.server.contracts.studies import StepId, StudyAnswer, StudyToken, StudyView
from agent.studies.study import SOUND_TYPES

studies = APIRouter(prefix="/api/study", responses=DESCRIBED)
Token = Annotated[StudyToken, Path()]
Number = Annotated[int, Path(ge=0, le=100)]


@studies.get("/{token}", dependencies=ANYBODY)
async def place(here: Here, token: Token) -> StudyView:
    """Where a listener stands in a study; nothing is kept by asking."""
    return await here.studies.view(token)


@studies.post("/{token}/consent", dependencies=VOTES)
async def consent(here: Here, token: Token) -> StudyView:
    """Agree to take part: from now on answers are kept."""
    return await here.studies.consent(token)


@studies.post("/{token}/answers", dependencies=VOTES)
async def give_answer(here: Here, token: Token, order: StudyAnswer) -> StudyView:
    """An answer to the step that is asked now, which stays as it is; the next step comes back."""
    return await here.studies.answer(token, order)


@studies.get("/{token}/sound/{item}/{step}/{place}", dependencies=ANYBODY, response_class=FileResponse)
async def heard(here: Here, token: Token, item: Number, step: Annotated[StepId, Path()], place: Number) -> FileResponse:
    """The sound of a speech that is heard in a step, any part of it (ranges)."""
    file = await here.studies.sound(token, item, step, place)
    return FileResponse(file, media_type=SOUND_TYPES[file.suffix.lower()])
