"""People's own motions on a server: each is checked before anything is grown for it, and belongs to who has the key."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

from agent.server.contracts.inquiries import Budget, InquiryProgress, InquiryState, InquiryView
from agent.server.contracts.matches import MOTION_CHARACTERS, GrowingView
from agent.server.contracts.own_motions import (
    CheckedMotion,
    LikeMotion,
    OwnMotionLimits,
    OwnMotionState,
    OwnMotionView,
    PrepareOrder,
)
from agent.server.hold.folders import now
from agent.server.inquiries.inquiries import Inquiries, NoSuchInquiry, TooManyInquiries
from agent.server.prepare.own_shelf import FOLDER, OwnMotion, OwnShelf, new_id
from agent.server.prepare.trying import Trying
from config.errors import LibraryError, RuleError, UsageError
from config.format import Side
from config.settings import Settings
from config.settings.serving import MotionSettings
from planning.methods import registry
from planning.methods.treedebater.library.library import load
from planning.methods.treedebater.rehearsing.grow import Sizes
from planning.motions.check import MotionCheck, tidy, tidy_meaning
from planning.motions.likeness import Like

log = logging.getLogger("rostrum.server")


class NoSuchMotion(UsageError):
    """There is none of that id."""

    def __init__(self) -> None:
        super().__init__("there is no such motion here: it may have been deleted")


def own_motions_of(root: Path, settings: Settings, shelf: OwnShelf) -> OwnMotions:
    """Those of a data folder."""
    growing = Inquiries(root, settings, folder=FOLDER, limits=settings.serving.motions)
    return OwnMotions(shelf, settings, growing, Trying(root, settings))


class OwnMotions:
    """Checks, keeps, prepares and deletes them.

    `shelf`: where they are kept; `growing`: what grows their trees; `aside`: by which one is checked.
    """

    def __init__(self, shelf: OwnShelf, settings: Settings, growing: Inquiries, aside: Trying) -> None:
        self._shelf, self._settings, self._growing, self._aside = shelf, settings, growing, aside
        self._changing = asyncio.Lock()

    @property
    def _limits(self) -> MotionSettings:
        return self._settings.serving.motions

    async def start(self) -> None:
        """Read which there are, and go on with all that were growing."""
        await asyncio.to_thread(self._shelf.start)
        await self._growing.start()

    async def close(self) -> None:
        """Leave off those that grow, to be gone on with."""
        await self._growing.close()

    # -- what is asked for -------------------------------------------------------------------------

    def limits(self) -> OwnMotionLimits:
        """What may be asked for."""
        most, sizes = self._growing.limits(), self._limits
        wanted = Sizes(dict.fromkeys(Side, sizes.claims), sizes.depth, sizes.branch)
        return OwnMotionLimits(
            ready=most.ready,
            message=most.message,
            characters=MOTION_CHARACTERS,
            calls=most.calls,
            cost=most.cost,
            priced=most.priced,
            questions=wanted.expected(lambda questions: 1),
            kept=sizes.kept,
        )

    async def check(self, typed: str, debated: Mapping[str, str]) -> CheckedMotion:
        """Whether it can be debated; what can is kept, with what it means. `debated`: the motions of matches, by id.

        Raises UsageError: it is no sentence, or there is no model. TooManyInquiries: too many are kept. NotMade.
        """
        motion = tidy(typed)
        if (there := self._shelf.find(motion)) is not None:
            return _accepted(motion, own=await self.view(there.id))
        if (known := await asyncio.to_thread(registry.known, motion, self._settings)) is not None:
            return _accepted(known.text, motion_id=known.id)
        if not (limits := self.limits()).ready:
            raise UsageError(limits.message)
        self._room_for_one()
        others = await asyncio.to_thread(self._others, debated)
        checked, like = await self._aside.motion(motion, others)
        told = tuple(map(_like, like))
        if not checked.accepted:
            return CheckedMotion(
                accepted=False,
                motion=motion,
                motion_id="",
                reason=checked.reason,
                better=checked.better,
                own=None,
                like=told,
            )
        own = await self._keep(motion, checked)
        return _accepted(motion, own=await self.view(own.id), like=told)

    async def edit(self, id: str, meaning: str) -> OwnMotionView:
        """Agree on something else, before anything has grown. Raises NoSuchMotion, UsageError, LogError; RuleError: it
        has been prepared from what it meant."""
        async with self._changing:
            own = self._found(id)
            if (meant := tidy_meaning(meaning)) != own.meaning:
                if await self._grown(id) is not None:
                    raise RuleError("what it means was agreed on when its arguments were prepared: bring it anew")
                await asyncio.to_thread(self._shelf.keep, own.model_copy(update={"meaning": meant}))
        return await self.view(id)

    async def prepare(self, id: str, order: PrepareOrder) -> OwnMotionView:
        """Grow its trees, or go on with them. Raises as `edit`; TooManyInquiries: not now; RuleError: they grow."""
        if order.meaning is not None:
            await self.edit(id, order.meaning)
        async with self._changing:
            own = self._found(id)
            budget = Budget(calls=order.calls, cost=order.cost)
            if await self._grown(id) is None:
                await self._growing.prepare(id, own.motion, own.meaning, budget)
            else:
                await self._growing.go_on(id, budget)
        return await self.view(id)

    async def stop(self, id: str) -> OwnMotionView:
        """No further call is made. Raises NoSuchMotion; RuleError: nothing grows."""
        self._found(id)
        try:
            await self._growing.stop(id)
        except NoSuchInquiry:
            raise RuleError("nothing has been prepared for it yet") from None
        return await self.view(id)

    async def delete(self, id: str, held: bool) -> None:
        """With all that has grown. `held`: whether a match is held on it. Raises NoSuchMotion, RuleError, LogError."""
        async with self._changing:
            self._found(id)
            if held:
                raise RuleError("a match is held on this motion: end it first")
            if await self._grown(id) is not None:
                await self._growing.delete(id)
            await asyncio.to_thread(self._shelf.remove, id)

    # -- what is told ------------------------------------------------------------------------------

    async def view(self, id: str) -> OwnMotionView:
        """Raises NoSuchMotion, LogError."""
        own, grown = self._found(id), await self._grown(id)
        claims, arguments = await asyncio.to_thread(self._counted, id)
        limits = self._growing.limits()
        return OwnMotionView(
            id=id,
            motion=own.motion,
            meaning=own.meaning,
            created=own.created,
            state=OwnMotionState(grown.state.value) if grown is not None else OwnMotionState.CHECKED,
            reason=grown.reason if grown is not None else "",
            ready=arguments > 0,
            claims=claims,
            arguments=arguments,
            progress=grown.progress if grown is not None else InquiryProgress(),
            calls=grown.calls if grown is not None else limits.calls,
            cost=grown.cost if grown is not None else limits.cost,
            priced=limits.priced,
        )

    async def views(self) -> list[OwnMotionView]:
        """The newest first."""
        return [await self.view(one.id) for one in self._shelf.all()]

    async def growing(self, id: str) -> GrowingView | None:
        """How far the trees of a match's motion are, for all who look at the match; None where none grow."""
        if self._shelf.find(id) is None or (grown := await self._grown(id)) is None:
            return None
        ready = self._shelf.file(id).is_file()
        if ready and grown.state is not InquiryState.RUNNING:
            return None
        progress = grown.progress
        return GrowingView(
            ready=ready,
            going=grown.state is InquiryState.RUNNING,
            answered=progress.answered,
            expected=max(progress.expected, progress.answered),
            left=progress.left,
        )

    async def _grown(self, id: str) -> InquiryView | None:
        try:
            return await self._growing.view(id)
        except NoSuchInquiry:
            return None

    def _counted(self, id: str) -> tuple[tuple[int, int], int]:
        """Main claims of each side, and arguments in all."""
        try:
            rehearsal = load(self._shelf.file(id))
        except LibraryError:
            return (0, 0), 0
        pro, con = (len(rehearsal.case(side).trees) for side in Side)
        return (pro, con), len(rehearsal.nodes)

    # -- keeping one -------------------------------------------------------------------------------

    def _found(self, id: str) -> OwnMotion:
        own = self._shelf.find(id)
        if own is None or own.id != id:
            raise NoSuchMotion
        return own

    def _room_for_one(self) -> None:
        if len(self._shelf.all()) >= self._limits.kept:
            raise TooManyInquiries(f"{self._limits.kept} motions are kept already: delete some")

    async def _keep(self, motion: str, checked: MotionCheck) -> OwnMotion:
        async with self._changing:
            if (there := self._shelf.find(motion)) is not None:  # somebody else was quicker
                return there
            self._room_for_one()
            own = OwnMotion(id=new_id(motion), motion=motion, meaning=checked.definition, created=now())
            await asyncio.to_thread(self._shelf.keep, own)
            return own

    def _others(self, debated: Mapping[str, str]) -> dict[str, str]:
        """All motions that one may be like, those that can be debated at once first."""
        prepared = registry.prepared(self._settings)
        own = {f"motion:{one.id}": one.motion for one in self._shelf.all()}
        return (
            own | {f"motion:{one.id}": one.text for one in prepared} | {f"match:{id}": m for id, m in debated.items()}
        )


def _accepted(
    motion: str, *, motion_id: str = "", own: OwnMotionView | None = None, like: tuple[LikeMotion, ...] = ()
) -> CheckedMotion:
    return CheckedMotion(accepted=True, motion=motion, motion_id=motion_id, reason="", better="", own=own, like=like)


def _like(one: Like) -> LikeMotion:
    kind, _, id = one.key.partition(":")
    return LikeMotion(
        motion=one.motion,
        motion_id=id if kind == "motion" else "",
        match=id if kind == "match" else "",
        likeness=one.cosine,
    )
