"""The figures of `rostrum analyse` as one page: tables with bars in them, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent.match.file_names import without_folders
from agent.show.analysis.figures import MatchFigures
from agent.show.analysis.rows import action_rows, field_rows, hit_rows
from agent.show.page_templates import page_templates
from config.errors import UsageError


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
