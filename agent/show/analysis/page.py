"""The figures of `rostrum analyse` as one page: tables and pictures, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from agent.match.file_names import without_folders
from agent.show.analysis.figures import MatchFigures
from agent.show.analysis.picture import Bar, Row, bars_svg
from agent.show.analysis.rows import ActionRow, FieldRow, HitRow, action_rows, field_rows, hit_rows
from agent.show.page_templates import page_templates
from config.errors import UsageError

TREES = ("own trees", "their trees", "together")
TIMES = ("planned", "spoken")


def write_page(path: Path, matches: Sequence[MatchFigures], missing: Sequence[str]) -> None:
    """Write the page.

    Args:
        missing: what is not in the figures, a line each.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        path.write_text(page(matches, missing), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}; name another file") from error


def page(matches: Sequence[MatchFigures], missing: Sequence[str] = ()) -> str:
    """The whole page; all text in it is escaped, and folders of this machine are told by their names."""
    templates = page_templates()
    actions, hits, fields = action_rows(matches), hit_rows(matches), field_rows(matches)
    return templates.get_template("analysis.html.j2").render(
        matches=[(Path(match.name).name, match.motion_id) for match in matches],
        missing=[without_folders(line) for line in missing],
        actions=actions,
        hits=hits,
        fields=fields,
        actions_picture=_safe(actions_svg(actions)),
        hits_picture=_safe(hits_svg(hits)),
        fields_picture=_safe(fields_svg(fields)),
    )


def _safe(svg: str) -> Markup:
    return Markup(svg)  # noqa: S704  (it escapes all text)


def actions_svg(rows: Sequence[ActionRow]) -> str:
    """For each stage and side its classes of action, side by side up to 100 %."""
    classes = sorted({row.acts for row in rows}, key=lambda acts: (acts.count("+"), acts))
    groups: dict[str, list[Bar]] = {}
    for row in rows:
        told = f"{row.count} ({row.share:.0%})"
        groups.setdefault(f"{row.stage}, {row.side}", []).append(Bar(row.acts, row.share, told))
    drawn = [
        Row(label, tuple(sorted(bars, key=lambda bar: classes.index(bar.series)))) for label, bars in groups.items()
    ]
    return bars_svg("Share of each kind of action by stage and side", drawn, classes, 1.0, stacked=True)


def hits_svg(rows: Sequence[HitRow]) -> str:
    """For each kind of action of both sides the share that each side's trees, and both, had anticipated."""
    drawn = [
        Row(
            f"{row.kind} ({row.count})",
            tuple(
                Bar(name, share, f"{share:.0%}")
                for name, share in zip(TREES, (row.ours, row.theirs, row.together), strict=True)
            ),
        )
        for row in rows
        if row.side is None
    ]
    return bars_svg("Share of actions anticipated in the rehearsal trees", drawn, TREES, 1.0)


def fields_svg(rows: Sequence[FieldRow]) -> str:
    """For each battlefield the seconds planned and spoken."""
    motions = {row.motion_id for row in rows}
    longest = max((max(row.planned, row.spoken) for row in rows), default=0.0)
    drawn = [
        Row(
            f"{row.motion_id + ', ' if len(motions) > 1 else ''}{row.side}: {row.topic}",
            tuple(
                Bar(name, seconds, f"{seconds:.0f} s")
                for name, seconds in zip(TIMES, (row.planned, row.spoken), strict=True)
            ),
        )
        for row in rows
    ]
    return bars_svg("Seconds planned and spoken on each battlefield", drawn, TIMES, longest)
