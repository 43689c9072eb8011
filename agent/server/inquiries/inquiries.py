"""The inquiries of a data folder: as many at once as the settings allow; all that have not ended go on."""

from __future__ import annotations

import asyncio
import logging
import secrets
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from agent.running.tasks import Tasks, cause, within
from agent.server.contracts.inquiries import (
    Budget,
    InquiryKind,
    InquiryLimits,
    InquiryState,
    InquiryView,
    SteerOrder,
    VerifyOrder,
)
from agent.server.hold.folders import now
from agent.server.inquiries.engines import ENDINGS, NO_MODEL, checked, checked_document, checked_steering, ending_of
from agent.server.inquiries.folders import (
    DOCUMENT,
    DOCUMENTS,
    FOLDER,
    ORDER,
    OUTCOME,
    InquiryFolder,
    InquiryOutcome,
    OrderedInquiry,
    inquiries_in,
    told_name,
)
from agent.server.inquiries.looking import looked_at
from agent.server.inquiries.running import PROGRAM, STOP_SECONDS, Running
from config.errors import LogError, RostrumError, RuleError, UsageError
from config.settings import Settings
from config.settings.serving import InquirySettings

DOCUMENTS_FEWEST, DOCUMENTS_MOST = 2, 8
STEPS_MOST = 40  # by which a comparison is steered
COPY_BYTES = 1 << 20
log = logging.getLogger("rostrum.server")


class TooManyInquiries(RostrumError):
    """One more cannot be worked at, or kept."""


class NoSuchInquiry(UsageError):
    """There is none of that id."""

    def __init__(self) -> None:
        super().__init__("there is nothing here: the link is not whole, or what it showed has been deleted")


class Inquiries:
    """Creates, lists, runs and deletes them.

    `calibration`: the file by which confidences are calibrated, if it is there; `program`: what works at one;
    `folder`: where they lie in the data folder, and `limits` what they may come to, if not as usual.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        calibration: Path | None = None,
        program: tuple[str, ...] = PROGRAM,
        *,
        folder: str = FOLDER,
        limits: InquirySettings | None = None,
    ) -> None:
        self._root, self._settings = root / folder, settings
        self._program = (*program, "--calibration", str(calibration)) if calibration is not None else program
        self._limits = limits or settings.serving.inquiries
        self._created: dict[str, datetime] = {}
        self._running: dict[str, Running] = {}
        self._versions: dict[str, int] = {}
        self._tasks = Tasks()
        self._closing = False

    async def start(self) -> None:
        """Read which there are, and go on with every one that has not ended."""
        found = await asyncio.to_thread(lambda: [(one, _outcome(one)) for one, _ in inquiries_in(self._root)])
        for folder, outcome in found:
            self._created[folder.id] = (await asyncio.to_thread(folder.order)).created
            self._versions[folder.id] = int((folder.path / DOCUMENT).is_file())
            if outcome is None:
                log.info("going on with an inquiry")
                self._spawn(folder)

    async def close(self) -> None:
        """Leave off those that are worked at, to be gone on with."""
        self._closing = True
        for one in self._running.values():
            one.leave_off()
        await within(STOP_SECONDS, asyncio.gather(*(one.over.wait() for one in self._running.values())))
        await self._tasks.close()

    # -- what is asked for -------------------------------------------------------------------------

    def limits(self) -> InquiryLimits:
        """What may be asked for."""
        try:
            checked(self._settings)
        except UsageError:
            ready, message = False, NO_MODEL
        else:
            ready, message = True, ""
        return InquiryLimits(
            ready=ready,
            message=message,
            calls=self._limits.calls,
            cost=self._limits.cost,
            priced=self._priced,
            documents=DOCUMENTS_MOST,
            megabytes=self._limits.megabytes,
            endings=ENDINGS,
        )

    async def verify(self, order: VerifyOrder) -> InquiryView:
        """Begin to verify a claim. Raises UsageError: there is no model. TooManyInquiries, LogError."""
        calls, cost = self._budget(order)
        ordered = OrderedInquiry(
            created=now(), kind=InquiryKind.VERIFY, claim=order.claim, depth=order.depth, calls=calls, cost=cost
        )
        return await self._begin(ordered, ())

    async def prepare(self, id: str, motion: str, meaning: str, budget: Budget) -> InquiryView:
        """Begin to grow trees for both sides of a motion, in the folder of that id. Raises as `verify`."""
        calls, cost = self._budget(budget)
        ordered = OrderedInquiry(
            created=now(), kind=InquiryKind.MOTION, claim=motion, meaning=meaning, calls=calls, cost=cost
        )
        return await self._begin(ordered, (), id)

    async def compare(self, files: Sequence[tuple[str, BinaryIO]], focus: str, budget: Budget) -> InquiryView:
        """Begin to compare documents, each with the name it was sent under.

        Raises UsageError: they are too few, too many or too large, or one is none that can be read. Others as `verify`.
        """
        if not DOCUMENTS_FEWEST <= len(files) <= DOCUMENTS_MOST:
            raise UsageError(f"send {DOCUMENTS_FEWEST} to {DOCUMENTS_MOST} documents to compare")
        calls, cost = self._budget(budget)
        names = tuple(told_name(name, number) for number, (name, _) in enumerate(files, 1))
        ordered = OrderedInquiry(
            created=now(), kind=InquiryKind.COMPARE, focus=focus, documents=names, calls=calls, cost=cost
        )
        return await self._begin(ordered, [file for _, file in files])

    async def steer(self, id: str, order: SteerOrder) -> InquiryView:
        """Change a comparison that is not worked at now; only what depends on it is asked again.

        Raises NoSuchInquiry, RuleError, TooManyInquiries, LogError. UsageError: there is no such node.
        """
        folder = self._found(id)
        ordered = await asyncio.to_thread(folder.order)
        if ordered.kind is not InquiryKind.COMPARE:
            raise RuleError("only comparisons can be changed")
        if order.what != "drop" and not order.text:
            raise UsageError("say in a few words what to add or to ask")
        if len(ordered.steering) >= STEPS_MOST:
            raise RuleError(f"a comparison is changed {STEPS_MOST} times at most: begin a new one")
        await asyncio.to_thread(checked_steering, self.document(id), order)
        changed = ordered.model_copy(update={"steering": (*ordered.steering, order)})
        return await self._again(folder, changed)

    async def go_on(self, id: str, budget: Budget) -> InquiryView:
        """With one that was stopped or failed, perhaps with a larger budget. Raises as `steer`."""
        folder = self._found(id)
        ordered = await asyncio.to_thread(folder.order)
        calls, cost = self._budget(budget) if budget.calls or budget.cost else (ordered.calls, ordered.cost)
        return await self._again(folder, ordered.model_copy(update={"calls": calls, "cost": cost}))

    async def stop(self, id: str) -> InquiryView:
        """No further call is made. Raises NoSuchInquiry; RuleError: it is over."""
        folder = self._found(id)
        running = self._running.get(id)
        if running is None:
            raise RuleError("nothing is worked at here: it is over")
        running.stop()
        return await self.view(folder.id)

    async def delete(self, id: str) -> None:
        """End it and remove all its files. Raises NoSuchInquiry; LogError: some are still there."""
        folder = self._found(id)
        running = self._running.get(id)
        if running is not None:
            running.kill()
            await running.over.wait()
        await asyncio.to_thread(folder.remove)
        self._created.pop(id, None)
        self._versions.pop(id, None)

    # -- what is told ------------------------------------------------------------------------------

    def running(self, id: str) -> Running | None:
        """One that is worked at now. Raises NoSuchInquiry."""
        self._found(id)
        return self._running.get(id)

    async def view(self, id: str) -> InquiryView:
        """Raises NoSuchInquiry; LogError: it cannot be read."""
        folder = self._found(id)
        ordered = await asyncio.to_thread(folder.order)
        running = self._running.get(id)
        outcome = None if running is not None else await asyncio.to_thread(_outcome, folder)
        state = InquiryState.RUNNING if outcome is None else outcome.state
        return InquiryView(
            id=id,
            kind=ordered.kind,
            title=ordered.claim or " · ".join(ordered.documents),
            focus=ordered.focus,
            documents=ordered.documents,
            created=ordered.created,
            state=state,
            reason=outcome.reason if outcome is not None else "",
            version=running.version if running is not None else self._versions.get(id, 0),
            progress=running.progress if running is not None else await asyncio.to_thread(folder.progress),
            calls=ordered.calls,
            cost=ordered.cost,
            priced=self._priced,
        )

    async def views(self, limit: int, before: str, kind: InquiryKind | None) -> list[InquiryView]:
        """The newest first; those after `before` in this order, where it is given."""
        known = sorted(self._created, key=lambda id: (self._created[id], id), reverse=True)
        if before:
            known = known[known.index(before) + 1 :] if before in self._created else []
        found: list[InquiryView] = []
        for id in known:
            if len(found) == limit:
                break
            try:
                view = await self.view(id)
            except LogError as error:
                log.warning("%s", error)
                continue
            if kind in (None, view.kind):
                found.append(view)
        return found

    def document(self, id: str) -> Path:
        """Where its document is. Raises NoSuchInquiry; RuleError: there is none yet."""
        path = self._found(id).path / DOCUMENT
        if not path.is_file():
            raise RuleError("there is nothing to show yet")
        return path

    # -- running one -------------------------------------------------------------------------------

    def _found(self, id: str) -> InquiryFolder:
        if id not in self._created:
            raise NoSuchInquiry
        return InquiryFolder(self._root / id)

    @property
    def _priced(self) -> bool:
        models = self._settings.models
        named = [one for one in (models.of(role) for role in models.named) if one.model]
        return bool(named) and all(one.price_in is not None and one.price_out is not None for one in named)

    def _budget(self, asked: Budget) -> tuple[int, float | None]:
        """What one may come to. Raises UsageError: that is more than this server allows, or there is no model."""
        checked(self._settings)
        most = self._limits
        if asked.calls is not None and asked.calls > most.calls:
            raise UsageError(f"calls: this server allows {most.calls} at most")
        if asked.cost is not None and not self._priced:
            raise UsageError("cost: the prices of this server's models are not known; limit the calls instead")
        if asked.cost is not None and most.cost is not None and asked.cost > most.cost:
            raise UsageError(f"cost: this server allows {most.cost:g} at most")
        cost = asked.cost if asked.cost is not None else most.cost if self._priced else None
        return asked.calls or most.calls, cost

    def _room_for_one(self) -> None:
        if self._closing:
            raise TooManyInquiries("this server is about to end: ask again in a moment")
        if len(self._running) >= self._limits.at_once:
            told = f"{self._limits.at_once} are worked at already: wait until one is done, or stop one"
            raise TooManyInquiries(told if self._limits.at_once else "this server takes none")

    async def _begin(self, ordered: OrderedInquiry, files: Sequence[BinaryIO], id: str = "") -> InquiryView:
        self._room_for_one()
        if len(self._created) >= self._limits.kept:
            raise TooManyInquiries(f"{self._limits.kept} are kept already: delete some")
        folder = InquiryFolder(self._root / (id or secrets.token_hex(16)))
        try:
            await asyncio.to_thread(self._write, folder, ordered, files)
            if files:
                await looked_at(folder.files(), ordered.documents)
            self._room_for_one()  # others may have come meanwhile
        except BaseException:
            if not id:  # else there was something before
                await asyncio.to_thread(shutil.rmtree, folder.path, ignore_errors=True)
            raise
        self._created[folder.id] = ordered.created
        self._spawn(folder)
        return await self.view(folder.id)

    def _write(self, folder: InquiryFolder, ordered: OrderedInquiry, files: Sequence[BinaryIO]) -> None:
        try:
            folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            left = self._limits.megabytes * 1_000_000
            for number, (name, file) in enumerate(zip(ordered.documents, files, strict=True), 1):
                place = folder.path / DOCUMENTS / f"{number}{ending_of(name)}"
                place.parent.mkdir(exist_ok=True)
                left -= _copied(file, place, left)
                if left < 0:
                    raise UsageError(f"the documents are larger than {self._limits.megabytes} MB together")
                checked_document(place, name)
        except OSError as error:
            raise LogError(f"it cannot be kept: {error.strerror}") from error
        folder.write(ORDER, ordered)

    async def _again(self, folder: InquiryFolder, ordered: OrderedInquiry) -> InquiryView:
        if folder.id in self._running:
            raise RuleError("it is still worked at: wait until it is done, or stop it")
        checked(self._settings)
        self._room_for_one()
        running = self._spawn(folder, begun=False)
        try:
            await asyncio.to_thread(folder.write, ORDER, ordered)
            await asyncio.to_thread(folder.go_on)
        except BaseException:
            del self._running[folder.id]
            raise
        self._begun(running)
        return await self.view(folder.id)

    def _spawn(self, folder: InquiryFolder, *, begun: bool = True) -> Running:
        running = self._running[folder.id] = Running(folder, self._versions.get(folder.id, 0))
        if begun:
            self._begun(running)
        return running

    def _begun(self, running: Running) -> None:
        self._tasks.spawn(self._run(running), f"inquiry {running.folder.id[:8]}")

    async def _run(self, running: Running) -> None:
        settings = self._settings
        outcome: InquiryOutcome | None = None
        try:
            outcome = await running.run(settings, self._program)
        except Exception as error:
            log.exception("an inquiry broke")
            outcome = InquiryOutcome(state=InquiryState.FAILED, reason=cause(error))
        finally:
            await self._finish(running, outcome)

    async def _finish(self, running: Running, outcome: InquiryOutcome | None) -> None:
        if outcome is not None:
            log.info("an inquiry: %s%s", outcome.state.value, f": {outcome.reason}" if outcome.reason else "")
            try:
                await asyncio.to_thread(running.folder.write, OUTCOME, outcome)
            except LogError as error:
                log.warning("an inquiry: %s", error)
        self._versions[running.folder.id] = running.version
        self._running.pop(running.folder.id, None)
        running.ended(outcome)


def _outcome(folder: InquiryFolder) -> InquiryOutcome | None:
    """How it ended; what cannot be read has failed."""
    try:
        return folder.outcome()
    except LogError as error:
        return InquiryOutcome(state=InquiryState.FAILED, reason=cause(error))


def _copied(file: BinaryIO, path: Path, most: int) -> int:
    """Its bytes, of which no more than one piece beyond `most` are kept."""
    size = 0
    with path.open("xb") as into:
        while size <= most and (piece := file.read(COPY_BYTES)):
            into.write(piece)
            size += len(piece)
    return size
