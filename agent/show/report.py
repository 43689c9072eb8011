"""The match as one page that explains itself: the time, the words, the reasons, the flow.

Everything is read from the log; the page is one file and asks for nothing but the recordings beside it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from threading import Lock, get_ident

from markupsafe import Markup

from agent.match.afterwards.finished import finished_of
from agent.match.afterwards.recording_layout import Layout, Stretch
from agent.match.afterwards.timeline import Timeline
from agent.match.afterwards.trace import name_of, words_of
from agent.match.afterwards.votes import Verdicts
from agent.match.clock import face
from agent.match.state import Match
from agent.running.files.folder import VERDICT, recording_name, verdicts_of
from agent.running.files.log import NAME, read_log
from agent.show.flow_sheet import sheet_svg
from agent.show.inquiries import words as inquiry_words
from agent.show.page_templates import page_templates
from agent.show.report_views import (
    SHARED,
    SHARED_BITS,
    VerifiedView,
    flow_view,
    models_views,
    notes,
    plan_view,
    turn_view,
)
from agent.show.transcript import ended, seated, side_name, transcript_markdown
from config.errors import LogError, RuleError
from config.format import Side, Stage
from planning.debate.standing import MEANING
from speech.opus import opus_of

# -- where what was said is heard: an address beside the page for each second of each turn, that players begin at

WHOLE, STRETCHES = "match.opus", "match.sound.json"  # as agent/running/files/whole_match.py has them


@dataclass(frozen=True)
class SoundAddresses:
    """In the recording of the whole match where it lies there with its table, else in that of the turn, if any.

    `recordings`: of each turn of the format, as a URL.
    """

    recordings: Sequence[str | None]
    timeline: Timeline | None = None
    layout: Layout | None = None

    def at(self, number: int, seconds: float) -> str | None:
        """Of a second of the clock of the turn `number`, counted from 1; None where nothing was recorded."""
        turn = number - 1
        if self.layout is not None and self.timeline is not None and turn < len(self.timeline.turns):
            return f"{WHOLE}#t={self.layout.file(self.timeline.turns[turn].at(seconds)):.1f}"
        recording = self.recordings[turn]
        return f"{recording}#t={seconds:.1f}" if recording else None


def layout_in(folder: Path) -> Layout | None:
    """How the recording of the whole match is laid out; None where there is none, or nobody can tell."""
    if not (folder / WHOLE).is_file():
        return None
    try:
        rows = json.loads((folder / STRETCHES).read_text(encoding="utf-8"))["stretches"]
        return Layout(tuple(_stretch(row) for row in rows)) if rows else None
    except (OSError, ValueError, TypeError, KeyError):
        return None  # an older match has no table


def _stretch(row: dict[str, object]) -> Stretch:
    at, seconds, file = (float(str(row[name])) for name in ("at", "seconds", "file"))
    return Stretch(at, seconds, extra=row.get("extra") is True, file=file)


log = logging.getLogger("rostrum.report")
_making = Lock()
PAGE = "report.html"
WHOLE_MATCH = (WHOLE, "match.vtt", "match.srt", STRETCHES)


def write_report(folder: Path, judged: Verdicts | None = None) -> Path:
    """Write `report.html` and `transcript.md` into the match folder, from its log and what judges left beside it.

    Args:
        judged: what they decided, if that lies elsewhere.

    Returns:
        The path of the page.

    Raises:
        LogError: the log cannot be read or has no match in it, or the files cannot be written.
        RuleError: the events of the log do not follow from each other.
    """
    events = read_log(folder)
    match = Match.replay(events)
    if match.created is None:
        raise LogError(f"{folder}: the log is empty; there is nothing to report")
    page = folder / PAGE
    _write(folder / "transcript.md", transcript_markdown(match))
    _write(page, report_html(match, folder, Timeline.of(events), judged))
    return page


def report_as_of_now(folder: Path) -> Path:
    """The page, made again where what it shows came after it: a model's verdict, the recording of the whole."""
    with _making:  # one for all who ask
        made = _written(folder / PAGE)
        if made and any(_written(folder / name) > made for name in (VERDICT, WHOLE)):
            report_anew(folder)
    return folder / PAGE


def report_anew(folder: Path) -> None:
    """The page made again, if there was one; where that fails the earlier one is there all the same."""
    if not (folder / PAGE).is_file():
        return
    try:
        write_report(folder)
    except (LogError, RuleError) as error:
        log.warning("the report of %s is not made again: %s", folder.name, error)


def _written(path: Path) -> int:
    """When, in nanoseconds; 0 where it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def share(folder: Path, target: Path) -> Path:
    """Copy a match to a new folder, small enough to be sent: its log, and its recordings as Opus, with captions.

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
        for name in WHOLE_MATCH:
            if (folder / name).is_file():
                copyfile(folder / name, target / name)
    except OSError as error:
        raise LogError(f"{target}: cannot be written: {error.strerror}") from error
    for index, turn in enumerate(match.format.turns):
        wav = folder / recording_name(index, turn.side, match.format)
        if wav.is_file():
            opus_of(wav, target / wav.with_suffix(SHARED).name, SHARED_BITS)
    return write_report(target, verdicts_of(folder))


def report_html(match: Match, folder: Path, timeline: Timeline, judged: Verdicts | None = None) -> str:
    """The page for a match; only the recordings that are in `folder` are offered.

    `timeline`: of the same events: by it sentences are found in the recording of the whole match. `judged`: what judges
    decided; else what lies in the folder.
    """
    templates, was = page_templates(), finished_of(match, timeline)
    templates.filters.update(clock=face, ended=ended, side=side_name, seated=seated, cited=name_of, words=words_of)
    templates.filters.update(percent=inquiry_words.percent)
    turns = [turn_view(match, index, folder) for index in range(len(match.format.turns))]
    return templates.get_template("report.html.j2").render(
        match=match,
        created=match.created,
        notes=list(notes(match)),
        turns=turns,
        plans=[plan_view(match, index) for index in sorted({*match.plans, *match.fits})],
        points=was.points,
        sheets=[Markup(sheet_svg(was, seen)) for seen in was.points],  # noqa: S704  (it escapes all text)
        meaning=MEANING,
        places=SoundAddresses([turn.recording for turn in turns], timeline, layout_in(folder)),
        figures=was.figures,
        verified=VerifiedView(was.verified, match),
        findings=inquiry_words.FINDING,
        words=inquiry_words.VERDICT,
        decided=inquiry_words.DECIDED,
        models=models_views(match),
        judged=judged or verdicts_of(folder),
        whole=WHOLE if (folder / WHOLE).is_file() else None,
        flows=[flow_view(match, observer, owner) for observer in match.flows for owner in (observer, observer.other)],
        Side=Side,
        Stage=Stage,
    )


def _write(path: Path, text: str) -> None:
    half = path.with_name(f".{path.name}.{get_ident()}.half")  # somebody may be reading the earlier one
    try:
        half.write_text(text, encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error
