"""The match as one page that explains itself: the time, the words, the reasons, the flow.

Everything is read from the log; the page is one file and asks for nothing but the recordings beside it.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

from agent.match.clock import face
from agent.match.state import Match
from agent.running.folder import recording_name
from agent.running.log import NAME, read_log
from agent.show.page_templates import page_templates
from agent.show.points import points_views
from agent.show.report_views import SHARED, flow_view, models_views, notes, plan_view, turn_view
from agent.show.trace import name_of, traced_figures, words_of
from agent.show.transcript import seated, side_name, transcript_markdown
from config.errors import LogError
from config.format import Side, Stage
from speech.audio import read, write_opus


def write_report(folder: Path) -> Path:
    """Write `report.html` and `transcript.md` into the match folder, from its log alone.

    Returns:
        The path of the page.

    Raises:
        LogError: the log cannot be read or has no match in it, or the files cannot be written.
        RuleError: the events of the log do not follow from each other.
    """
    match = Match.replay(read_log(folder))
    if match.created is None:
        raise LogError(f"{folder}: the log is empty; there is nothing to report")
    page = folder / "report.html"
    _write(folder / "transcript.md", transcript_markdown(match))
    _write(page, report_html(match, folder))
    return page


def share(folder: Path, target: Path) -> Path:
    """Copy a match to a new folder, small enough to be sent: its log, and its recordings as Opus.

    Returns:
        The path of the page that was written there.

    Raises:
        LogError: as `write_report`, or the target is not empty. AudioError: a recording cannot be read or written.
    """
    match = Match.replay(read_log(folder))
    try:
        target.mkdir(parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise LogError(f"{target}: is not empty")
        copyfile(folder / NAME, target / NAME)
    except OSError as error:
        raise LogError(f"{target}: cannot be written: {error.strerror}") from error
    for index, turn in enumerate(match.format.turns):
        wav = folder / recording_name(index, turn.side, match.format)
        if wav.is_file():
            write_opus(target / wav.with_suffix(SHARED).name, read(wav))
    return write_report(target)


def report_html(match: Match, folder: Path) -> str:
    """The page for a match; only the recordings that are in `folder` are offered."""
    templates = page_templates()
    templates.filters.update(clock=face, side=side_name, seated=seated, cited=name_of, words=words_of)
    turns = [turn_view(match, index, folder) for index in range(len(match.format.turns))]
    return templates.get_template("report.html.j2").render(
        match=match,
        created=match.created,
        notes=list(notes(match)),
        turns=turns,
        plans=[plan_view(match, index) for index in sorted({*match.plans, *match.fits})],
        points=points_views(match, [turn.recording for turn in turns]),
        figures=traced_figures(match),
        models=models_views(match),
        flows=[flow_view(match, observer, owner) for observer in match.flows for owner in (observer, observer.other)],
        Side=Side,
        Stage=Stage,
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error
