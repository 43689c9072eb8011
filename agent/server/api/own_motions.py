"""The API's addresses for people's own motions: checked, agreed on, prepared, gone on with, deleted. For the host."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from agent.server.api.faults import DESCRIBED
from agent.server.api.parts import CREATES, HOST, Here
from agent.server.contracts.contract import Contract
from agent.server.contracts.own_motions import (
    CheckedMotion,
    Meaning,
    OwnMotionId,
    OwnMotionLimits,
    OwnMotionList,
    OwnMotionOrder,
    OwnMotionView,
    PrepareOrder,
)

own_motions = APIRouter(prefix="/api", responses=DESCRIBED)
MotionAt = Annotated[OwnMotionId, Path()]


class MeaningOrder(Contract):
    """What both sides agree that a motion means; empty where each side is to say so."""

    meaning: Meaning


@own_motions.get("/own-motions/limits", dependencies=HOST)
async def own_motion_limits(here: Here) -> OwnMotionLimits:
    """What may be asked for, and whether there is a model to do it."""
    return here.own_motions.limits()


@own_motions.post("/own-motions", dependencies=CREATES, status_code=201)
async def check_motion(here: Here, order: OwnMotionOrder) -> CheckedMotion:
    """Have a model look at a motion: one that can be debated is kept with what it means, another gets a better wording;
    with motions that are like it. Waits for the model, a minute at most."""
    return await here.own_motions.check(order.motion, here.matches.motions())


@own_motions.get("/own-motions", dependencies=HOST)
async def listed_motions(here: Here) -> OwnMotionList:
    """The motions that were brought to this server, the newest first."""
    return OwnMotionList(motions=tuple(await here.own_motions.views()))


@own_motions.get("/own-motions/{id}", dependencies=HOST)
async def own_motion(here: Here, id: MotionAt) -> OwnMotionView:
    """One of them, and how far its trees are."""
    return await here.own_motions.view(id)


@own_motions.patch("/own-motions/{id}", dependencies=HOST)
async def edit_motion(here: Here, id: MotionAt, order: MeaningOrder) -> OwnMotionView:
    """Change what it is agreed to mean, before anything has grown."""
    return await here.own_motions.edit(id, order.meaning)


@own_motions.post("/own-motions/{id}/prepare", dependencies=CREATES, status_code=202)
async def prepare_motion(here: Here, id: MotionAt, order: PrepareOrder) -> OwnMotionView:
    """Grow trees for both sides, or go on where that stopped, perhaps with a larger budget; nothing is asked twice."""
    return await here.own_motions.prepare(id, order)


@own_motions.post("/own-motions/{id}/stop", dependencies=HOST, status_code=202)
async def stop_motion(here: Here, id: MotionAt) -> OwnMotionView:
    """Make no further call; what is there is kept, a match may be held from it, and it can go on."""
    return await here.own_motions.stop(id)


@own_motions.delete("/own-motions/{id}", dependencies=HOST, status_code=204)
async def delete_motion(here: Here, id: MotionAt) -> None:
    """Remove it with all that has grown for it; matches that are over keep their logs and reports."""
    await here.own_motions.delete(id, here.matches.debating(id))
