"""A judge over human debates: how often it agrees with people, beside floors, and how often its verdicts hold."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from agent.judging.debatrix import side_by_side
from agent.judging.panel import heard_by, panel_models, sitting
from agent.judging.rubric import rubric_hash
from agent.judging.verdict import majority, no_verdict, of_panel
from agent.match.afterwards.verdicts import Outcome, PanelVerdict, Result, Usage
from bench import Measurement
from bench.judging.accuracy import Accuracy, accuracy_of, floors, held_floors
from bench.judging.debates import HumanDebate
from config.settings import Settings

TOGETHER = 4  # debates at a time; how many calls are under way is the endpoints' matter
LEDGER = "ledger (no model)"
UNCHANGED = ", unchanged"  # before what must not matter was changed


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
        name = ", ".join(one.by.partition(" at ")[0] for one in judged[0].ballots)
    else:
        judged, usage, name = [], Usage(cost=0.0), LEDGER
    none = settings.judging.no_verdict
    results = [_rated(one.result, none) for one in judged] or [no_verdict("the ledger names no winner")] * len(debates)
    given = {name: results}
    if judged:
        given[name + UNCHANGED] = [_rated(_unchanged(one), none) for one in judged]
    rows = [row for source in dict.fromkeys(one.source for one in debates) for row in _rows(source, debates, given)]
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

        return await side_by_side(map(one, debates)), panel.usage


def _rated(result: Result, none: str) -> Result:
    """As verdicts are rated: want of one is nothing, or a tie."""
    return Result(outcome=Outcome.TIE) if none == "tie" and result.outcome is Outcome.NONE else result


def _unchanged(one: PanelVerdict) -> Result:
    """What the panel came to before anything was changed."""
    ballots = [ballot.model_copy(update={"result": majority(ballot.runs)}) for ballot in one.ballots]
    return of_panel(ballots, one.agreement)


def _rows(
    source: str, debates: Sequence[HumanDebate], given: Mapping[str, Sequence[Result]]
) -> Iterator[dict[str, Any]]:
    """The judge, with what its verdicts withstood and before that, and the floors."""
    some = [one for one in debates if one.source == source]
    below = floors(some)
    for name, results in given.items():
        here = [came for one, came in zip(debates, results, strict=True) if one.source == source]
        judge = accuracy_of(name, some, here)
        yield {"source": source, "floor": False, "holds": _names(held_floors(judge, below))} | judge.as_json()
    yield from ({"source": source, "floor": True, "holds": []} | one.as_json() for one in below)


def _names(held: Sequence[Accuracy]) -> list[str]:
    return [f"{floor.name} ({floor.accuracy[0]:.2f})" for floor in held]


def _first(rows: Sequence[dict[str, Any]], name: str) -> str:
    """What whoever reads no further should know."""
    told = []
    for row in (row for row in rows if not row["name"].endswith(UNCHANGED)):
        if not row["floor"] and not row["decided"]:
            told.append(f"{row['source']}: {name} came to no verdict on any of {row['debates']} debates")
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
    yield f"{'':28} {'debates':>7} {'decided':>7} {'accuracy':>8}  95 %           {'RMSE':>6}  95 %"
    for source, some in groupby(rows, key=lambda row: row["source"]):
        yield f"{source}, rubric {measured.settings['rubric']}"
        yield from map(_line, some)
    if kept["kept"]:
        kept_told = (f"{name} {held} of {tried}" for name, (held, tried) in kept["kept"].items())
        yield f"kept when changed: {', '.join(kept_told)}"
    each_told = (f"{name} {'unknown' if value is None else value}" for name, value in each["a debate"].items())
    yield f"a debate, in this run: {', '.join(each_told)}"


def _line(row: dict[str, Any]) -> str:
    share, low, high = row["accuracy"]
    accuracy = f"{share:8.2f}  [{low:.2f}, {high:.2f}]" if row["decided"] else f"{'-':>8}  {'':12}"
    rmse = f"{row['rmse'][0]:6.1f}  [{row['rmse'][1]:.1f}, {row['rmse'][2]:.1f}]" if row["rmse"] else ""
    return f"  {row['name'][:26]:26} {row['debates']:7} {row['decided']:7} {accuracy}   {rmse}".rstrip()
