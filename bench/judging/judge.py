"""A judge over human debates: how often it agrees with people, beside floors, and how often its verdicts hold."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from agent.judging.panel import heard_by, panel_models, sitting
from agent.judging.rubric import rubric_hash
from agent.judging.verdict import no_verdict
from agent.match.afterwards.verdicts import Outcome, PanelVerdict, Result, Usage
from bench import Measurement
from bench.judging.accuracy import Accuracy, accuracy_of, floors, held_floors
from bench.judging.debates import HumanDebate
from config.settings import Settings

TOGETHER = 4  # debates at a time; how many calls are under way is the endpoints' matter
LEDGER = "ledger (no model)"


def run(
    settings: Settings,
    debates: Sequence[HumanDebate],
    journal: Path,
    tell: Callable[[str], None] = lambda _: None,
) -> Measurement:
    """By the panel of the settings; without a model by the ledger, which names no winner.

    Args:
        journal: where answers are kept, so that a run that was broken off goes on.

    Raises:
        ConfigError, LibraryError, ProviderError: as of `agent.judging.panel`.
    """
    models = panel_models(settings.models, settings.judging.panel)
    if models.roles:
        judged, usage = asyncio.run(_judged(settings, debates, journal, tell))
        name = ", ".join(one.by for one in judged[0].ballots)
    else:
        judged, usage, name = [], Usage(cost=0.0), LEDGER
    results = [_rated(one.result, settings.judging.no_verdict) for one in judged]
    results = results or [no_verdict("the ledger names no winner")] * len(debates)
    rows = [
        row for source in dict.fromkeys(one.source for one in debates) for row in _rows(source, name, debates, results)
    ]
    return Measurement(
        "judge",
        settings.judging.model_dump(mode="json") | {"rubric": rubric_hash(), "judge": name},
        [{"first": _first(rows, name)}, *rows, {"kept": _kept(judged)}, {"a debate": _each(usage, len(debates))}],
    )


async def _judged(
    settings: Settings, debates: Sequence[HumanDebate], journal: Path, tell: Callable[[str], None]
) -> tuple[list[PanelVerdict], Usage]:
    gate = asyncio.Semaphore(TOGETHER)
    async with sitting(panel_models(settings.models, settings.judging.panel), journal) as panel:

        async def one(debate: HumanDebate) -> PanelVerdict:
            async with gate:
                judged = (await heard_by(panel.judges, settings.judging, debate.view)).judged
                tell(f"{debate.id}: {judged.told()} (people: {', '.join(sorted(debate.winners)) or 'a tie'})")
                return judged

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(debate)) for debate in debates]
        return [task.result() for task in tasks], panel.usage


def _rated(result: Result, none: str) -> Result:
    """As verdicts are rated: want of one is nothing, or a tie."""
    return Result(outcome=Outcome.TIE) if none == "tie" and result.outcome is Outcome.NONE else result


def _rows(
    source: str, name: str, debates: Sequence[HumanDebate], results: Sequence[Result]
) -> Iterator[dict[str, Any]]:
    here = [(one, came) for one, came in zip(debates, results, strict=True) if one.source == source]
    some = [one for one, _ in here]
    judge, below = accuracy_of(name, some, [came for _, came in here]), floors(some)
    for one in (judge, *below):
        yield {
            "source": source,
            "floor": one is not judge,
            "holds": _names(held_floors(judge, below), one, judge),
        } | one.as_json()


def _names(held: Sequence[Accuracy], one: Accuracy, judge: Accuracy) -> list[str]:
    return [f"{floor.name} ({floor.accuracy[0]:.2f})" for floor in held] if one is judge else []


def _first(rows: Sequence[dict[str, Any]], name: str) -> str:
    """What whoever reads no further should know."""
    told = []
    for row in rows:
        if not row["floor"] and not row["decided"]:
            told.append(f"{row['source']}: {name} named no winner in any of {row['debates']} debates")
        elif not row["floor"]:
            shown = (
                f"NOT shown to be better than {', '.join(row['holds'])}" if row["holds"] else "better than every floor"
            )
            told.append(f"{row['source']}: {shown}")
    return "; ".join(told)


def _kept(judged: Sequence[PanelVerdict]) -> dict[str, list[int]]:
    """For each change how many of the votes that were tried came out the same."""
    kept: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for change in (change for one in judged for ballot in one.ballots for change in ballot.changes):
        if change.result is not None:
            kept[change.name][0] += change.held
            kept[change.name][1] += 1
    return dict(kept)


def _each(usage: Usage, debates: int) -> dict[str, float | None]:
    """Of this run of the program."""
    cost = None if usage.cost is None else round(usage.cost / debates, 6)
    counts = {"calls": usage.calls, "tokens in": usage.prompt_tokens, "tokens out": usage.completion_tokens}
    return {name: round(count / debates, 1) for name, count in counts.items()} | {"cost": cost}


def lines(measured: Measurement) -> Iterator[str]:
    """The table: the first line says what it comes to."""
    first, *rows, kept, each = measured.results
    yield first["first"]
    yield f"{'':24} {'debates':>7} {'decided':>7} {'accuracy':>8}  95 %           {'RMSE':>6}  95 %"
    for row in rows:
        if not row["floor"]:
            yield f"{row['source']}, rubric {measured.settings['rubric']}"
        yield _line(row)
    if kept["kept"]:
        kept_told = (f"{name} {held} of {tried}" for name, (held, tried) in kept["kept"].items())
        yield f"kept when changed: {', '.join(kept_told)}"
    each_told = (f"{name} {'unknown' if value is None else value}" for name, value in each["a debate"].items())
    yield f"a debate, in this run: {', '.join(each_told)}"


def _line(row: dict[str, Any]) -> str:
    share, low, high = row["accuracy"]
    accuracy = f"{share:8.2f}  [{low:.2f}, {high:.2f}]" if row["decided"] else f"{'-':>8}  {'':12}"
    rmse = f"{row['rmse'][0]:6.1f}  [{row['rmse'][1]:.1f}, {row['rmse'][2]:.1f}]" if row["rmse"] else ""
    return f"  {row['name'][:22]:22} {row['debates']:7} {row['decided']:7} {accuracy}   {rmse}".rstrip()
