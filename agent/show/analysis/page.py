"""The figures of `rostrum analyse` as rows of tables, and as one page that needs nothing from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.match.file_names import without_folders
from agent.show.analysis.figures import FRAME, MatchFigures
from agent.show.hits import added
from agent.show.page_templates import page_templates
from config.errors import UsageError
from config.format import Side, Stage
from planning.debate.argument import ActionKind

CANDIDATE, TAKEN = "candidate", "taken"  # actions that are counted
UNPREPARED = "(points nothing was prepared for)"  # all battlefields that no rehearsal tree has, taken together


@dataclass(frozen=True)
class ActionRow:
    """How many of a side's arguments in a stage act so; `share` of its arguments there."""

    stage: Stage
    side: Side
    acts: str
    count: int
    share: float


@dataclass(frozen=True)
class HitRow:
    """Shares of the actions of a kind; `side` None: of both sides. `over`: `candidate` actions or those `taken`."""

    over: str
    side: Side | None
    kind: ActionKind
    count: int
    ours: float
    theirs: float
    together: float


@dataclass(frozen=True)
class FieldRow:
    """Seconds a side planned and spoke on a battlefield, over all its turns in all matches on that motion."""

    motion_id: str
    side: Side
    topic: str
    planned: float
    spoken: float


def action_rows(matches: Iterable[MatchFigures]) -> list[ActionRow]:
    """By stage and side in their order, the most frequent class first."""
    counts = Counter((a.stage, a.side, a.acts) for match in matches for a in match.arguments)
    totals: Counter[tuple[Stage, Side]] = Counter()
    for (stage, side, _), count in counts.items():
        totals[stage, side] += count
    return [
        ActionRow(stage, side, acts, count, count / totals[stage, side])
        for stage in Stage
        for side in Side
        for (at, by, acts), count in sorted(counts.items(), key=lambda item: (-item[1], item[0][2]))
        if (at, by) == (stage, side)
    ]


def hit_rows(matches: Iterable[MatchFigures]) -> list[HitRow]:
    """Each kind of action, first of both sides, then of each; kinds that did not occur are left out."""
    counted = [one.hits for one in matches]
    return [
        HitRow(over, side, row.kind, row.count, row.own / row.count, row.theirs / row.count, row.either / row.count)
        for over, some in ((CANDIDATE, [one.candidate for one in counted]), (TAKEN, [one.taken for one in counted]))
        for side in (None, *Side)
        for row in added(row for one in some for by, rows in one.items() if side in (None, by) for row in rows)
    ]


def field_rows(matches: Iterable[MatchFigures]) -> list[FieldRow]:
    """By motion and side, the battlefield with the most time spoken first, then by what was planned.

    Where there are trees, a battlefield that none of them has is a passage as it was heard, and no two matches share
    it: these are one row.
    """
    sums: dict[tuple[str, Side, str], tuple[float, float]] = {}
    for match in matches:
        for time in match.times:
            named = not match.topics or time.topic in match.topics | {FRAME}
            key = (match.motion_id, time.side, time.topic if named else UNPREPARED)
            planned, spoken = sums.get(key, (0.0, 0.0))
            sums[key] = (planned + time.planned, spoken + time.spoken)
    rows = [FieldRow(*key, planned=round(p, 1), spoken=round(s, 1)) for key, (p, s) in sums.items()]
    return sorted(rows, key=lambda r: (r.motion_id, r.side is Side.CON, -r.spoken, -r.planned, r.topic))


def write_page(path: Path, matches: Sequence[MatchFigures], missing: Sequence[str]) -> None:
    """Write the page.

    `missing`: what is not in the figures, a line each. Raises UsageError: the file cannot be written.
    """
    try:
        path.write_text(page(matches, missing), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}; name another file") from error


def page(matches: Sequence[MatchFigures], missing: Sequence[str] = ()) -> str:
    """The whole page; all text in it is escaped, and folders of this machine are told by their names."""
    templates = page_templates()
    fields = field_rows(matches)
    return templates.get_template("analysis.html.j2").render(
        matches=[(Path(match.name).name, match.motion_id) for match in matches],
        missing=[without_folders(line) for line in missing],
        actions=action_rows(matches),
        hits=hit_rows(matches),
        fields=fields,
        longest=max((max(row.planned, row.spoken) for row in fields), default=0.0),
    )
