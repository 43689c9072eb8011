"""Trees of debates, their ablations and baselines on a file: each item with as many calls as the tree took on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from agent.verifying.claims import Item
from agent.verifying.grading import graded, how_of
from agent.verifying.running import language_model, models_for
from bench import Measurement
from bench.verifying.tables import Graded, by_category, paired, summary
from config.errors import ProviderError
from config.settings import Models
from planning.asking.client import LanguageModel
from planning.asking.journal import Stopped
from planning.debate.argument import EvidenceSource
from planning.growth.calls import Calls, Progress
from planning.growth.levels import together
from planning.verify.baselines import WAYS, Baselines, Outcome
from planning.verify.calibration import Calibration
from planning.verify.policy import Mode, Policy
from planning.verify.verifying import Verifying

TREE, DEBATE = "tree", "debate without tree"
AT_ONCE = 8  # items
ABLATIONS: dict[str, dict[str, Any]] = {
    "tree without split judge": {"split_judge": False},
    "tree without synthesis debate": {"synthesis": False},
    "tree without cautious ties": {"cautious_ties": False},
    "tree without second pass": {"second_pass_leaves": 0},
    "tree of fixed depth 1": {"mode": Mode.FIXED, "depth": 1},
    DEBATE: {"mode": Mode.ADAPTIVE, "depth": 0},
}
PAPER = ("single", "best_of", "flat")  # ways at the numbers of calls the paper gave them: 1, 6 and 6


@dataclass
class Comparing:
    """One run over a file. `found`: for each way what was graded."""

    items: Sequence[Item]
    policy: Policy
    models: Models
    folder: Path
    wanted: Literal["free", "choice"] = "free"
    source: EvidenceSource | None = None
    calibration: Calibration | None = None
    ablations: Collection[str] = ()  # of ABLATIONS, by their names
    found: dict[str, list[Graded]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    stopped: str = ""

    async def run(self) -> None:
        models = models_for(self.models)
        llm = language_model(models)
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(place: int) -> None:
            async with gate:
                await self._item(place, llm, models)

        try:
            await together(one(place) for place in range(len(self.items)))
        finally:
            await llm.close()
        for rows in self.found.values():
            rows.sort(key=lambda row: row.item)

    async def _item(self, place: int, llm: LanguageModel, models: Models) -> None:
        item = self.items[place]
        journal = self.folder / f"{item.assignment.id}.bench.jsonl"
        own = llm.booked_to(llm.ledger.account(item.assignment.id))
        with Calls(journal, own, models) as calls:
            took = await self._tree(calls, place, TREE, self.policy)
            for name in self.ablations:
                changed = Policy.model_validate(self.policy.model_dump() | ABLATIONS[name])
                await self._tree(calls, place, name, changed)
            if took:
                for name, way in WAYS.items():
                    await self._way(calls, place, f"{name} at equal calls" if name != "single" else name, way, took)
                for name in PAPER[1:]:
                    await self._way(calls, place, f"{name} at 6 calls", WAYS[name], 6)
            self.stopped = self.stopped or calls.stopped

    async def _tree(self, calls: Calls, place: int, name: str, policy: Policy) -> int:
        """How many questions to models it took; 0 where it was not finished."""
        before, began = calls.progress, time.monotonic()
        run = Verifying(calls, self.items[place].assignment, policy, source=self.source)
        record = await run.run()
        if record.stopped:
            return 0
        took = calls.model.answered - before.answered
        confidence = record.confidence
        if self.calibration is not None:
            confidence = self.calibration.applied(record).confidence
        outcome = Outcome(record.verdict, record.answer, confidence, took)
        await self._grade(calls, place, name, outcome, before, began)
        return took

    async def _way(self, calls: Calls, place: int, name: str, way: Any, budget: int) -> None:
        before, began = calls.progress, time.monotonic()
        try:
            outcome = await way(Baselines(calls, self.items[place].assignment, self.source), budget)
        except Stopped:
            return
        except ProviderError as error:
            self.lost.append(f"line {self.items[place].line}, {name}: {error}")
            return
        await self._grade(calls, place, name, outcome, before, began)

    async def _grade(
        self, calls: Calls, place: int, name: str, outcome: Outcome, before: Progress, began: float
    ) -> None:
        """Grading is nobody's cost."""
        item, seconds, after = self.items[place], time.monotonic() - began, calls.progress
        try:
            grade = await graded(calls, item, outcome, how_of(item, self.wanted))
        except ProviderError as error:
            self.lost.append(f"line {item.line}, {name}, not graded: {error}")
            return
        self.found.setdefault(name, []).append(
            Graded(
                place,
                grade,
                min(1.0, max(0.0, outcome.confidence)),
                outcome.answers,
                after.tokens - before.tokens,
                after.cost - before.cost,
                seconds,
                item.category,
                after.remembered == before.remembered,
            )
        )

    def measurement(self, name: str = "verify") -> Measurement:
        results: list[dict[str, Any]] = [{"way": way, **summary(rows)} for way, rows in self.found.items()]
        tree = self.found.get(TREE, [])
        others = [way for way in self.found if way != TREE]
        results += [{"pair": [TREE, way], "refusals_wrong": paired(tree, self.found[way]),
                     "refusals_true": paired(tree, self.found[way], lenient=True)} for way in others]  # fmt: skip
        if categories := by_category({way: self.found[way] for way in self.found if "without" not in way}):
            results.append({"by_category": categories})
        settings = {"items": len(self.items), "policy": self.policy.model_dump(mode="json"), "graded": self.wanted,
                    "models": sorted({self.models.of(role).model for role in self.models.named}),
                    "calibrated": self.calibration is not None, "stopped": self.stopped,
                    "lost": self.lost[:20], "lost_count": len(self.lost)}  # fmt: skip
        return Measurement(name, settings, results)
