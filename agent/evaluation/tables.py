"""The tables of a report: the paper's, in our numbers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from agent.evaluation.statistics import Interval, wilson
from agent.evaluation.tallies import PEOPLE, Acts, Cell, EvaluationResults, Whole, cells, leanings, rated_alike, wholes
from config.format import Stage


@dataclass(frozen=True)
class Table:
    """`name`: of the paper's table, or our own. `rows` are as long as `head`."""

    name: str
    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(results: EvaluationResults, acts: Mapping[str, Acts]) -> Iterator[Table]:
    """Those that there is something to tell in."""
    counted, whole = list(cells(results)), list(wholes(results))
    found = (
        _table_1(results, counted),
        _table_9(counted),
        _table_2(results, whole),
        _table_3(results),
        _table_6(results),
        _motions(results),
        _figure_2(acts),
        _figure_3(acts),
    )
    yield from (one for one in found if one.rows)


def _table_1(results: EvaluationResults, counted: Sequence[Cell]) -> Table:
    """With table 7's standard deviations in brackets."""
    ours, places = results.contestants[0], list(dict.fromkeys((one.stage, one.side) for one in counted if one.stage))
    rows: list[list[str]] = []
    for (kind, other), some in _grouped(counted):
        parts: Mapping[str, Sequence[str]] = {
            other: [_scored(one.theirs, one.theirs_spread) for one in some],
            ours: [_scored(one.ours, one.ours_spread) for one in some],
            f"{ours} to {other}, win:tie:lose": [f"{one.won}:{one.tied}:{one.lost}" for one in some],
            "preferred by": [_interval(one.lead) for one in some],
            "chance of that without a difference": [_chance(one.chance) for one in some],
            "judgements, alpha": [f"{one.judgements}, {_number(one.agreement)}" for one in some],
            "left out as invalid, unheard": [f"{one.invalid}, {one.unheard}" for one in some],
        }
        rows += [[PEOPLE[kind], name, *values] for name, values in parts.items()]
    heads = [f"{stage} {side}" for stage, side in places]
    title = "Stage by stage: persuasiveness from 1 to 5 (standard deviation), and which version was better"
    return Table("1", title, ["listeners", "", *heads, "all"], rows)


def _grouped(counted: Iterable[Cell]) -> list[tuple[tuple[str, str], list[Cell]]]:
    found: dict[tuple[str, str], list[Cell]] = {}
    for one in counted:
        found.setdefault((one.kind, one.other), []).append(one)
    return list(found.items())


def _table_9(counted: Sequence[Cell]) -> Table:
    rows = []
    for one in counted:
        decided = one.won + one.lost
        low, high = wilson(one.won, decided)
        share = f"{one.won / decided:.1%}" if decided else ""
        where = f"{one.stage} {one.side}" if one.stage else "all"
        bounds = f"[{low:.3f}, {high:.3f}]" if decided else ""
        sure = [_interval(one.lead), _chance(one.chance), _number(one.agreement)]
        rows.append([PEOPLE[one.kind], f"to {one.other}, {where}", share, bounds, *sure])
    head = ["listeners", "", "wins among wins and losses", "Wilson 95 %", "preferred by, 95 %", "sign flip", "alpha"]
    return Table("9", "How sure that is", head, rows)


def _table_2(results: EvaluationResults, whole: Sequence[Whole]) -> Table:
    rows = [
        [
            PEOPLE[one.kind],
            f"{one.contestant} (with {one.other})" if one.contestant != one.other else one.contestant,
            *(_spread(*one.scores[stage]) for stage in results.stages),
            _interval(one.shifted),
            _interval(one.turned),
            _chance(one.chance),
            f"{one.motions}, {one.votes}, {_number(one.agreement)}",
        ]
        for one in whole
        if one.motions
    ]
    head = [
        "listeners",
        "",
        *results.stages,
        "votes that moved to it",
        "came over to it",
        "chance",
        "motions, votes, alpha",
    ]
    return Table("2", "Whole debates, both stances of each motion (± standard deviation over motions)", head, rows)


def _table_3(results: EvaluationResults) -> Table:
    """Every contestant's mean score by stage, wherever it was compared."""
    rows = []
    for kind in results.kinds:
        for name in results.contestants:
            scores: dict[Stage, list[float]] = {}
            items = []
            for one in results.comparisons:
                mine = [
                    key
                    for key in "AB"
                    if one.version(key).contestant == name and one.version(key).id not in results.invalid
                ]
                for rating in results.rated(one.id, kind):
                    if rating.version in mine and rating.rating:
                        scores.setdefault(one.place.stage, []).append(rating.rating)
                        items.append(one.id)
            told = [_scored(fmean(some), None) if (some := scores.get(stage)) else "" for stage in results.stages]
            alpha = rated_alike(results, kind, dict.fromkeys(items))
            if items:
                rows.append([PEOPLE[kind], name, *told, f"{sum(map(len, scores.values()))}, {_number(alpha)}"])
    head = ["listeners", "", *results.stages, "judgements, alpha"]
    return Table("3", "Every contestant, whoever it was compared with", head, rows)


def _table_6(results: EvaluationResults) -> Table:
    """Of all speeches that were written; a debate is valid where all those of the contestant are."""
    rows = []
    for name in results.contestants:
        own = [one for some in results.held.values() for one in some if one.contestant == name]
        own += [one for one in results.versions.values() if one.contestant == name]
        if not own:
            continue
        whole = [[one for one in some if one.contestant == name] for some in results.held.values()]
        valid = [all(one.valid_format for one in some) for some in whole if some]
        faults = sorted({fault for one in own for fault in one.invalid})
        heard = [id for id, wrong in results.invalid.items() if results.versions[id].contestant == name and wrong]
        in_time = [_share([one.in_time for one in own if one.stage is stage]) for stage in results.stages]
        told = "; ".join(f"{fault} {sum(fault in one.invalid for one in own)}" for fault in faults)
        formats = f"{_share(valid) or '–'} of debates, {_share([one.valid_format for one in own])} of speeches"
        rows.append(["", name, formats, *in_time, told or "–", str(len(heard))])
    head = [
        "",
        "",
        "valid format",
        *(f"{stage} in time" for stage in results.stages),
        "faults by form",
        "versions left out",
    ]
    return Table("6", "Valid speeches", head, rows)


def _motions(results: EvaluationResults) -> Table:
    rows = [
        [
            PEOPLE[one.kind],
            one.motion,
            f"{one.before:+.2f}" + (f" ± {one.spread_before:.2f}" if one.spread_before is not None else ""),
            f"{one.shift:+.2f}",
            f"{one.won_by_pro} of {one.debates}",
            f"{one.won_by_con} of {one.debates}",
            f"{one.always} always" if one.always else "",
            _number(one.agreement),
        ]
        for one in leanings(results)
    ]
    head = [
        "listeners",
        "",
        "opinion before (-2 to 2)",
        "votes moved to Pro",
        "won by Pro",
        "won by Con",
        "whatever the method",
        "alpha",
    ]
    return Table("motions", "How polarised the motions are, and where one stance wins whoever argues it", head, rows)


def _figure_2(acts: Mapping[str, Acts]) -> Table:
    names = list(dict.fromkeys(name for one in acts.values() for name, _ in one.ways))
    rows = []
    for contestant, one in acts.items():
        if total := one.arguments:
            rows.append([contestant, str(total), *(f"{one.rebuttals.get(name, 0) / total:.0%}" for name in names)])
    return Table("figure 2", "How arguments act in rebuttals", ["", "arguments", *names], rows)


def _figure_3(acts: Mapping[str, Acts]) -> Table:
    rows = [
        [contestant, kind, str(row.count), *(f"{count / row.count:.0%}" for count in (row.own, row.theirs, row.either))]
        for contestant, one in acts.items()
        for kind, row in sorted(one.hits.items())
        if row.count
    ]
    head = ["", "action", "count", "in trees of own claims", "in trees of theirs", "in either"]
    return Table("figure 3", "Actions that rehearsal trees had prepared", head, rows)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _scored(mean: float | None, spread: float | None) -> str:
    return "" if mean is None else f"{mean:.2f}" + (f" ({spread:.2f})" if spread is not None else "")


def _spread(mean: float | None, spread: float | None) -> str:
    return "" if mean is None else f"{mean:.2f}" + (f" ± {spread:.2f}" if spread is not None else "")


def _interval(one: Interval | None) -> str:
    if one is None:
        return ""
    return f"{one.mean:.2f}" + (f" [{one.low:.2f}, {one.high:.2f}]" if one.low is not None else " [–]")


def _chance(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _share(of: Sequence[bool]) -> str:
    return f"{sum(of) / len(of):.1%}" if of else ""
