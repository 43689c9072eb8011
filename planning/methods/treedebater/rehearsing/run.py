"""One run of growth: the trees of a motion from a language model into a library file, with the journal beside it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from config.errors import LibraryError
from config.format import Side
from config.settings import Role
from planning.asking.journal import CALL_SECONDS, Journal, JournalledModel, JournalledSource, NamedLLM, in_sequence
from planning.compare.differences import Differences
from planning.debate.argument import EvidenceSource
from planning.growth.ending import graceful
from planning.methods.treedebater.library.library import load
from planning.methods.treedebater.rehearsing.grow import Growth, Sizes
from planning.methods.treedebater.rehearsing.impact import (
    CLASSES,
    BatchedScorer,
    Impact,
    ImpactScorer,
    ModelScorer,
    impact_prompt,
)
from planning.methods.treedebater.rehearsing.store import library_file, may_begin, save, unscored
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from planning.ports import LLM, Embedder

log = logging.getLogger("rostrum.rehearse")
AGREED = "Both sides have agreed that it means this:"
SAVE_SECONDS = 1.0  # at least, between two times that what grows is saved


@dataclass(frozen=True)
class Assignment:
    """What to grow and where to keep it. `meaning`: what both sides agree that the motion means; they are free to say
    where it is empty."""

    motion: str
    id: str
    folder: Path
    sizes: Sizes
    meaning: str = ""

    def meaning_so(self, meaning: str) -> Assignment:
        """The same, from what both sides agree that it means."""
        return replace(self, meaning=meaning)

    @property
    def asked(self) -> str:
        """The motion as a model is asked about it."""
        return f"{self.motion}\n{AGREED} {self.meaning}" if self.meaning else self.motion

    @property
    def journal(self) -> Path:
        return self.folder / f"{self.id}.journal.jsonl"

    @property
    def file(self) -> Path:
        return self.folder / f"{self.id}.json"


@dataclass
class Rehearsed:
    """What came of it: `file` is None where there was not enough for one, `kept` where an earlier one has more."""

    assignment: Assignment
    growth: Growth
    model: JournalledModel
    rehearsal: Rehearsal | None = None
    file: Path | None = None
    kept: str = ""
    seconds: float = 0.0
    ledger: dict[str, Any] = field(default_factory=dict)
    verified: list[dict[str, Any]] | None = None  # its facts, where they were verified

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for is there, but for what the model could not give."""
        return self.file is not None and not self.model.stopped

    def as_json(self) -> dict[str, Any]:
        rehearsal = self.rehearsal
        return {
            "id": self.assignment.id,
            "motion": self.assignment.motion,
            "file": str(self.file) if self.file else None,
            "journal": str(self.assignment.journal),
            "complete": self.complete,
            "stopped": self.model.stopped,
            "missing": [{"what": one.what, "reason": one.reason} for one in self.growth.missing],
            "unscored": unscored(self.growth.sides),
            "dropped": self.growth.dropped,
            "claims": rehearsal.summary["claims"] if rehearsal else {side.value: 0 for side in Side},
            "nodes": len(rehearsal.nodes) if rehearsal else 0,
            "answers": {"asked": len(self.model.spans), "remembered": self.model.remembered},
            "differences": [
                {"claim": one.claim, "sources": [item.source for item in one.items], "told": one.told}
                for one in self.growth.differences
            ],
            "calls_in_sequence": in_sequence(self.model.spans),
            "wall_seconds": round(self.seconds, 1),
            **self.ledger,
            **({} if self.verified is None else {"verified": self.verified}),
        }


async def rehearse(
    assignment: Assignment,
    llm: NamedLLM,
    embedder: Embedder,
    *,
    gates: Mapping[str, asyncio.Semaphore],
    scorer: Callable[[LLM], ImpactScorer] | None = None,
    score_calls: Callable[[int], int] = lambda questions: 1,
    evidence: EvidenceSource | None = None,
    differences: Differences | None = None,
    on_answer: Callable[[Growth, JournalledModel], None] = lambda growth, model: None,
    begins: bool = False,
    seconds: float = math.inf,
) -> Rehearsed:
    """Grow the trees and save them, whole or as far as they went; without a `scorer` the language model scores.
    `differences`: finds what sources of evidence differ in about a main claim, which both sides may then lean on.
    `begins`: a match may begin before all is grown, so they are saved from the first main claims of each side on.
    `seconds`: that it may take.

    Cancelled, it makes no further call, waits a while for the answers that are under way, and saves before it goes.
    Raises LibraryError: journal or library file cannot be written, or another program is at it.
    """
    began = time.monotonic()
    with Journal(assignment.journal) as journal:
        grown: list[Growth] = []  # none while it is found out who scores
        saving: list[_Saving] = []

        def told() -> None:
            for one in grown:
                on_answer(one, model)
            for file in saving:
                file.soon()

        model = JournalledModel(llm, journal, gates, on_answer=told, until=began + seconds)
        source = JournalledSource(evidence, journal) if evidence else None
        if scorer is None:
            scorer, score_calls = scoring_by("each" if await _tells_chances(model, assignment.asked) else "together")
        growth = Growth(
            assignment.asked,
            assignment.sizes,
            model,
            scorer(model),
            embedder,
            journal,
            evidence=source,
            score_calls=score_calls,
            differences=differences,
            query=assignment.motion,
        )
        growth.expected += model.answered  # a question that found out how to score
        grown.append(growth)
        if begins:
            saving.append(_Saving(assignment, growth))
        await graceful(growth.grow(), model.stop, lambda: _saved(assignment, growth, model))
        for file in saving:
            file.over()
        outcome = _saved(assignment, growth, model)
        outcome.seconds = time.monotonic() - began
        return outcome


def _saved(assignment: Assignment, growth: Growth, model: JournalledModel) -> Rehearsed:
    outcome = Rehearsed(assignment, growth, model)
    file = _file(assignment, growth)
    if file is None:
        return outcome
    earlier = _nodes_of(assignment.file)
    if model.stopped and earlier > len(Rehearsal(file).nodes):
        outcome.kept = f"{assignment.file} has more of them ({earlier} arguments) and was left as it is"
        return outcome
    outcome.file, outcome.rehearsal = save(file, assignment.folder)
    return outcome


def _file(assignment: Assignment, growth: Growth) -> MotionFile | None:
    """What there is so far; arguments and evidence that the file before has keep their ids."""
    try:
        before = load(assignment.file).file.evidence
    except LibraryError:
        before = {}
    return library_file(assignment.id, assignment.motion, growth.sides, background=assignment.meaning, before=before)


class _Saving:
    """Saves what has grown while more grows, not too often, and never less than there is."""

    def __init__(self, assignment: Assignment, growth: Growth) -> None:
        self._assignment, self._growth = assignment, growth
        self._nodes = _nodes_of(assignment.file)
        self._next = 0.0  # by time.monotonic()
        self._waiting: asyncio.TimerHandle | None = None

    def soon(self) -> None:
        """There is an answer, which has been put in its place by then."""
        if self._waiting is None:
            wait = max(0.0, self._next - time.monotonic())
            self._waiting = asyncio.get_running_loop().call_later(wait, self._save)

    def over(self) -> None:
        """Somebody else saves."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _save(self) -> None:
        self._waiting = None
        if not may_begin(self._growth.sides):
            return
        try:
            file = _file(self._assignment, self._growth)
            if file is None or (nodes := len(Rehearsal(file).nodes)) <= self._nodes:
                return
            save(file, self._assignment.folder)
        except LibraryError as error:
            log.warning("%s", error)  # it is tried again, and at the end it is an error
            return
        self._nodes, self._next = nodes, time.monotonic() + SAVE_SECONDS


def _nodes_of(path: Path) -> int:
    try:
        return len(load(path).nodes)
    except LibraryError:
        return 0


async def _tells_chances(model: JournalledModel, motion: str) -> bool:
    """Whether token probabilities can be had: asked of the motion as its own main claim."""
    question = impact_prompt(Impact(motion, Side.PRO, (motion,), "support"))
    return await model.tells_chances(Role.SCORER, question, CLASSES, CALL_SECONDS)


def scoring_by(scoring: str) -> tuple[Callable[[LLM], ImpactScorer], Callable[[int], int]]:
    """How a language model says how much arguments matter, and how many calls so many questions are."""
    if scoring == "each":
        return ModelScorer, lambda questions: questions
    return BatchedScorer, lambda questions: 1
