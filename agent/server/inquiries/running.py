"""One inquiry that is being worked at, as its host sees it: the process, and what that has told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys

from pydantic import ValidationError

from agent.running.tasks import within
from agent.server.contracts.inquiries import InquiryProgress, InquiryState
from agent.server.inquiries.folders import InquiryFolder, InquiryOutcome
from config.settings import Settings

PROGRAM = (sys.executable, "-m", "agent.server.inquiries.child")
LOG = "inquiry.log"
LINE_BYTES = 65_536
STOP_SECONDS = 25.0  # for the answers that are under way
KILL_SECONDS = 5.0
log = logging.getLogger("rostrum.server")


class Running:
    """An inquiry. `version` grows with every change of its document; `outcome`: None while it is worked at.
    `left_off`: its host ends, and the next one goes on with it."""

    def __init__(self, folder: InquiryFolder, version: int) -> None:
        self.folder, self.version = folder, version
        self.progress = InquiryProgress()
        self.outcome: InquiryOutcome | None = None
        self.left_off = False
        self._process: asyncio.subprocess.Process | None = None
        self._changed = asyncio.Event()
        self._stopped = False
        self.over = asyncio.Event()

    async def run(self, settings: Settings, program: tuple[str, ...] = PROGRAM) -> InquiryOutcome | None:
        """To its end; None where it is left off."""
        self.progress = await asyncio.to_thread(self.folder.progress)
        outcome = None
        try:
            if not self._stopped:
                outcome = await self._run(settings, program)
        except OSError as error:
            outcome = InquiryOutcome(state=InquiryState.FAILED, reason=f"it could not be started: {error.strerror}")
        return None if self.left_off and not (outcome and outcome.state is InquiryState.DONE) else outcome

    def ended(self, outcome: InquiryOutcome | None) -> None:
        """Nothing more is to come of it now."""
        self.outcome = outcome
        self.over.set()
        self._tell()

    def stop(self) -> None:
        """No further call is made; what is there is kept."""
        self._stopped = True
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """At once: nothing of it is wanted any more."""
        self.leave_off()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def leave_off(self) -> None:
        """As `stop`, but to be gone on with."""
        self.left_off = True
        self.stop()

    async def change(self) -> None:
        """Returns at the next one."""
        await self._changed.wait()

    # -- the process -------------------------------------------------------------------------------

    async def _run(self, settings: Settings, program: tuple[str, ...]) -> InquiryOutcome:
        pipe = asyncio.subprocess.PIPE
        errors = await asyncio.to_thread((self.folder.path / LOG).open, "ab")
        with errors:
            process = self._process = await asyncio.create_subprocess_exec(
                *program, str(self.folder.path), stdin=pipe, stdout=pipe, stderr=errors, limit=LINE_BYTES
            )
        assert process.stdin is not None
        try:
            with contextlib.suppress(ConnectionError):
                process.stdin.write(settings.model_dump_json().encode() + b"\n")
                await process.stdin.drain()
            if self._stopped:
                process.stdin.close()
            said = await self._follow(process)
            return said or _broken(await process.wait())
        finally:
            await self._end(process)

    async def _follow(self, process: asyncio.subprocess.Process) -> InquiryOutcome | None:
        """What it tells, until it says how it ended or says nothing more."""
        outcome = None
        assert process.stdout is not None
        while line := await process.stdout.readline():
            told = json.loads(line)
            if "state" in told:
                outcome = InquiryOutcome.model_validate_json(line)
                continue
            with contextlib.suppress(ValidationError):
                self.progress = InquiryProgress.model_validate(told["progress"])
            self.version += bool(told.get("document"))
            self._tell()
        return outcome

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        if not await within(KILL_SECONDS, process.wait()):
            process.kill()
            await process.wait()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _broken(code: int) -> InquiryOutcome:
    reason = f"its process ended with {code}; {LOG} in its folder says more"
    return InquiryOutcome(state=InquiryState.FAILED, reason=reason)
