"""A motion is prepared: rehearsal trees for both sides, with which a match may begin before all of them have grown."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from agent.components import Components
from agent.components.growing import proposer, scored
from agent.server.inquiries.folders import InquiryFolder, OrderedInquiry
from agent.server.inquiries.telling import Telling, unless_stopped
from config.errors import ProviderError
from config.format import Side
from config.settings import Settings
from planning.asking.journal import JournalledModel, places
from planning.asking.ledger import Ledger
from planning.evidence.combined import READ_SECONDS
from planning.growth.calls import Progress
from planning.methods.treedebater.rehearsing.grow import Growth, Sizes
from planning.methods.treedebater.rehearsing.run import Assignment, Rehearsed, rehearse

TREES = "trees"  # the folder of the library file, with the journal beside it
log = logging.getLogger("rostrum.inquiry")


async def prepare(folder: InquiryFolder, order: OrderedInquiry, settings: Settings, telling: Telling) -> str:
    """Grow them, as far as the budget goes; why that stopped before its end, nothing if it did not. Raises
    ProviderError: nothing a match could be held from has come of it, and no budget is why. RostrumError."""
    components, limits = Components(settings), settings.serving.motions
    model, facts = proposer(components), components.evidence(log.info)
    sizes = Sizes(dict.fromkeys(Side, limits.claims), limits.depth, limits.branch)
    assignment = Assignment(order.claim, folder.id, folder.path / TREES, sizes, order.meaning)
    scorer, score_calls = scored(components)
    meter, ended = Meter(model.ledger), list[Rehearsed]()

    async def grow() -> None:
        ended.append(
            await rehearse(
                assignment,
                model,
                components.embedder(),
                gates=places(settings.models),
                scorer=scorer,
                score_calls=score_calls,
                evidence=facts,
                on_answer=lambda growth, journalled: telling.progressed(meter.read(growth, journalled)),
                begins=True,
                seconds=limits.minutes * 60,
            )
        )

    try:
        if facts is not None:
            await facts.ready(READ_SECONDS)
        await unless_stopped(grow(), telling)
    finally:
        if facts is not None:
            facts.close()
        await components.close()
    return _reason(ended[0]) if ended else ""


def _reason(outcome: Rehearsed) -> str:
    if outcome.model.stopped or outcome.file is not None:
        return outcome.model.stopped
    missing = outcome.growth.missing
    raise ProviderError("trees", missing[0].reason if missing else "too little came of it")


@dataclass(frozen=True)
class Meter:
    """What a run of growth has come to by now."""

    ledger: Ledger
    began: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "began", time.monotonic())

    def read(self, growth: Growth, model: JournalledModel) -> Progress:
        rows = self.ledger.rows()
        answered, asked = model.answered, len(model.spans)
        expected, seconds = max(growth.expected, answered), time.monotonic() - self.began
        return Progress(
            answered=answered,
            expected=expected,
            remembered=model.remembered,
            calls=sum(row.calls for row in rows),
            tokens=sum(row.prompt_tokens + row.completion_tokens for row in rows),
            cost=sum(row.cost or 0.0 for row in rows),
            seconds=seconds,
            left=seconds / asked * (expected - answered) if asked else None,
        )
