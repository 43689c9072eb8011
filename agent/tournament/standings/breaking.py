"""Who goes on to the knockouts: the best of a category, with caps, and ties told. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.tournament.core.lots import lots
from agent.tournament.core.plan import BreakCategory
from agent.tournament.core.records import TournamentRecord
from agent.tournament.standings.ranking import Ranked
from agent.tournament.standings.tally import TeamTally
from agent.tournament.standings.teams import team_standings
from config.errors import RuleError


@dataclass(frozen=True)
class Break:
    """`teams`: by seed, the best first. `remarks`: in words, of whom it is said."""

    teams: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def broken(record: TournamentRecord, category: BreakCategory) -> Break:
    """The break of a category.

    Eligible are teams that have not left; in a category that is not general only those of it, and none that breaks in
    one of higher priority. A capped team leaves its place to the next. Equal teams are seeded by lot; at the last place
    the lot decides, or all break, as the category says.

    Raises:
        RuleError: fewer than two are eligible, or so many break that no knockout can be drawn.
    """
    remarks: list[str] = []
    elsewhere = _elsewhere(record, category)
    rows = [row for row in _seeded(record, category) if row.one.name not in record.away]
    if not category.general:
        rows = [row for row in rows if category.slug in record.teams[row.one.name].categories]
        for row in rows:
            if row.one.name in elsewhere:
                remarks.append(f"{row.one.name} breaks in {elsewhere[row.one.name]}")
        rows = [row for row in rows if row.one.name not in elsewhere]
    rows, capped = _capped(record, rows, category)
    remarks += capped
    taken = rows[: category.size]
    remarks += _ties(rows, category)
    if category.ties == "all" and len(rows) > len(taken):
        last = taken[-1].rank
        taken = [row for row in rows if row.rank <= last]
    if len(taken) < 2:
        raise RuleError(f"{category.name}: {len(taken)} teams are eligible; a knockout needs two")
    if len(taken) < category.size:
        remarks.append(f"{len(taken)} of {category.size} places are filled: no more teams are eligible")
    return Break(tuple(row.one.name for row in taken), tuple(remarks))


def _elsewhere(record: TournamentRecord, category: BreakCategory) -> dict[str, str]:
    """Teams in breaks of higher priority (a greater number), and general ones of the same."""
    found: dict[str, str] = {}
    for other in record.rules.breaks:
        higher = (other.priority, other.general) > (category.priority, category.general)
        if other.slug != category.slug and higher:
            found |= dict.fromkeys(record.breaks.get(other.slug, ()), other.name)
    return found


def _seeded(record: TournamentRecord, category: BreakCategory) -> list[Ranked[TeamTally]]:
    """By rank; equal ones in the order of the lot."""
    rows = team_standings(record)
    lot = lots(record.seed, f"break {category.slug}").permutation(len(rows))
    return [row for _, row in sorted(zip(lot, rows, strict=True), key=lambda pair: (pair[1].rank, pair[0]))]


def _capped(
    record: TournamentRecord, rows: Sequence[Ranked[TeamTally]], category: BreakCategory
) -> tuple[list[Ranked[TeamTally]], list[str]]:
    if not category.cap:
        return list(rows), []
    taken: Counter[str] = Counter()
    kept: list[Ranked[TeamTally]] = []
    told: list[str] = []
    for row in rows:
        name = record.teams[row.one.name].institution
        if name and taken[name] >= category.cap:
            if len(kept) < category.size:
                told.append(f"{row.one.name} is capped: {category.cap} teams of {name} break already")
            continue
        taken[name] += len(kept) < category.size
        kept.append(row)
    return kept, told


def _ties(rows: Sequence[Ranked[TeamTally]], category: BreakCategory) -> list[str]:
    told = []
    for rank in sorted({row.rank for row in rows[: category.size] if row.tied > 1}):
        equal = [row.one.name for row in rows if row.rank == rank]
        if len(equal) < 2:
            continue
        inside = [row.one.name for row in rows[: category.size] if row.rank == rank]
        told.append(f"{', '.join(equal)} are equal on all metrics: seeded by lot")
        if len(inside) < len(equal):
            decided = "all of them break" if category.ties == "all" else f"{', '.join(inside)} by lot"
            left = "one place is" if len(inside) == 1 else f"{len(inside)} places are"
            told.append(f"{left} left for them: {decided}")
    return told
