"""A verdict on a match that is over: by a panel of language models that have heard it, else what can be counted."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path

from agent.judging.ledger import counted, ledger
from agent.judging.masking import viewed
from agent.judging.panel import Deliberation, heard_by, panel_models, sitting
from agent.judging.sources import looked_into
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.match.afterwards.verdicts import Outcome, PanelVerdict, QuotedReason, Usage
from agent.match.afterwards.votes import MOST_CHARACTERS, JudgeVerdict, ModelVerdict, SpeechReasons
from agent.running.files.folder import write_verdict
from agent.running.files.log import read_log
from agent.verifying.running import OnProgress
from config.format import Side
from config.settings import Models, Settings

log = logging.getLogger("rostrum.judging")
JOURNAL = "judging.jsonl"  # beside the log; without it all is asked anew


async def judge_by(
    settings: Settings,
    folder: Path,
    *,
    probe: bool = False,
    sources: int = 0,
    on_progress: OnProgress = lambda claim, progress: None,
) -> ModelVerdict:
    """Judge a match by the panel of the settings, and write the verdict beside its log, in place of an earlier one.

    Args:
        sources: so many claims of fact are looked into first, and judges told what came of it.
        on_progress: how far that is.

    Raises:
        LogError: the log cannot be read, or the verdict written. RuleError: the match is not over, or nobody spoke.
        ConfigError, LibraryError, ProviderError: the panel cannot sit, or nobody in it could be asked.
    """
    match = finished(await asyncio.to_thread(read_log, folder))
    view = viewed(match)
    models = panel_models(settings.models, settings.judging.panel)
    if not models.roles:
        verdict = only_counted(match)
    else:
        spent = Usage(cost=0.0)
        if sources:
            view, spent = await looked_into(match, view, settings, folder, sources, on_progress, log.warning)
        async with sitting(_left(models, spent), folder / JOURNAL) as panel:
            heard = await heard_by(panel.judges, settings.judging, view, probe=probe)
            verdict = verdict_of(heard, panel.usage.plus(spent))
    await asyncio.to_thread(write_verdict, folder, verdict)
    return verdict


def _left(models: Models, spent: Usage) -> Models:
    """With the budget that is left."""
    calls = None if models.max_calls is None else max(0, models.max_calls - spent.calls)
    return models.limited(calls, None if models.max_cost is None else max(0.0, models.max_cost - (spent.cost or 0.0)))


def only_counted(match: FinishedMatch) -> ModelVerdict:
    """No verdict: the ledger."""
    return ModelVerdict(
        by="", at=datetime.now(UTC), verdict=JudgeVerdict(side=None, reasons=counted(match)), ledger=ledger(match)
    )


def verdict_of(heard: Deliberation, usage: Usage) -> ModelVerdict:
    """As it is kept beside the log."""
    judged = heard.judged.model_copy(update={"usage": usage})
    decided = judged.result.outcome is not Outcome.NONE
    agreeing = next((one.reasons for one in judged.ballots if decided and one.result.same(judged.result)), ())
    return ModelVerdict(
        by=", ".join(one.by for one in judged.ballots),
        at=datetime.now(UTC),
        verdict=JudgeVerdict(side=_side(judged), reasons=_in_words(judged, agreeing)),
        speeches=tuple(SpeechReasons(turn=turn, reasons=note) for turn, note in sorted(heard.notes.items())),
        judged=judged,
    )


def _side(judged: PanelVerdict) -> Side | None:
    """The side that won; a team is none."""
    won = judged.result.outcome is Outcome.WON and judged.result.winner in list(Side)
    return Side(judged.result.winner) if won else None


def _in_words(judged: PanelVerdict, reasons: tuple[QuotedReason, ...]) -> str:
    told = judged.told()
    why = [f"{one.reason} “{one.quote}” (speech {one.turn + 1})" for one in reasons]
    return "\n".join([f"{told[0].upper()}{told[1:]}.", *why])[:MOST_CHARACTERS]
