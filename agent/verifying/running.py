"""Claims verified by the models of the settings: one journal and one document a claim, several claims at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from config.errors import ConfigError, RostrumError
from config.settings import Models
from planning.asking.client import LanguageModel
from planning.debate.argument import EvidenceSource
from planning.growth.calls import Calls, Progress, drawn_at
from planning.growth.ending import graceful
from planning.growth.levels import together
from planning.verify.calibration import Calibration
from planning.verify.policy import Policy
from planning.verify.record import Verification
from planning.verify.roles import BASELINE_TEMPERATURES, TEMPERATURES
from planning.verify.splitting import AskBack
from planning.verify.verifying import Assignment, Verifying

AT_ONCE = 4  # claims

OnProgress = Callable[[str, Progress], None]


def models_for(models: Models) -> Models:
    """The settings with a temperature for every role of a verification."""
    return drawn_at(models, TEMPERATURES | BASELINE_TEMPERATURES)


def language_model(models: Models) -> LanguageModel:
    """Raises ConfigError: there is none. ProviderError: its key is missing."""
    if not models.default.model and not any(models.of(role).model for role in TEMPERATURES):
        raise ConfigError("claims are verified by a language model, and none is set; set models.default.model")
    return LanguageModel(models)


@dataclass(frozen=True)
class Verifier:
    """What verifies claims into a folder.

    `seconds`: for each claim.
    """

    llm: LanguageModel
    models: Models
    folder: Path
    policy: Policy
    source: EvidenceSource | None = None
    seconds: float | None = None
    ask_back: AskBack | None = None
    calibration: Calibration | None = None

    def journal(self, assignment: Assignment) -> Path:
        return self.folder / f"{assignment.id}.journal.jsonl"

    def document(self, assignment: Assignment) -> Path:
        return self.folder / f"{assignment.id}.json"

    async def verify(
        self,
        assignment: Assignment,
        on_progress: OnProgress = lambda claim, progress: None,
        on_change: Callable[[Verification], None] = lambda found: None,
    ) -> Verification:
        """One claim, its document saved whatever happens: cancelled, it waits for what is under way, saves and goes.

        `on_change`: told of the whole document after each level, debate and synthesis. Raises RostrumError: something
        cannot be written.
        """
        llm = self.llm.booked_to(self.llm.ledger.account(assignment.id))
        with Calls(
            self.journal(assignment),
            llm,
            self.models,
            seconds=self.seconds,
            on_progress=lambda progress: on_progress(assignment.text, progress),
        ) as calls:
            run = Verifying(
                calls,
                assignment,
                self.policy,
                source=self.source,
                ask_back=self.ask_back,
                models=self._names(),
                on_change=lambda: on_change(run.record()),
            )
            found = await graceful(run.run(), calls.stop, lambda: self._save(assignment, run.record()))
            return self._save(assignment, found)

    async def verify_all(
        self,
        assignments: Sequence[Assignment],
        on_progress: OnProgress = lambda claim, progress: None,
        sources: Mapping[str, EvidenceSource] = MappingProxyType({}),
    ) -> list[Verification]:
        """All of them, each once, in the order in which they are given. `sources`: by the ids of those that have
        another one."""
        gate = asyncio.Semaphore(AT_ONCE)
        found: dict[str, Verification] = {}

        async def one(assignment: Assignment) -> None:
            async with gate:
                verifier = replace(self, source=sources.get(assignment.id, self.source))
                found[assignment.id] = await verifier.verify(assignment, on_progress)

        await together(one(assignment) for assignment in {one.id: one for one in assignments}.values())
        return [found[assignment.id] for assignment in assignments]

    def _save(self, assignment: Assignment, found: Verification) -> Verification:
        done = self.calibration.applied(found) if self.calibration else found
        path = self.document(assignment)
        try:
            new = path.with_suffix(".new")
            new.write_text(done.model_dump_json(by_alias=True, indent=1) + "\n", encoding="utf-8")
            new.replace(path)
        except OSError as error:
            raise RostrumError(f"{path}: cannot be written: {error.strerror}") from error
        return done

    def _names(self) -> dict[str, str]:
        return {role: self.llm.name(role).partition(" at ")[0] for role in TEMPERATURES if self.llm.has(role)}
