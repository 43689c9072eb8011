"""The match as one page that explains itself: the time, the words, the reasons, the flow.

Everything is read from the log; the page is one file and asks for nothing but the recordings beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agent.match.clock import face
from agent.match.events import ActionExtracted, AudienceFeedback, FitStep, PlannedField, PlannedOption, PlanUpdated
from agent.match.state import Match, TurnRecord
from agent.running.folder import recording_name
from agent.running.log import NAME, read_log
from agent.show.flow_picture import flow_svg
from agent.show.heard import Heard, lines_heard, unplaced
from agent.show.trace import name_of, traced_figures, words_of
from agent.show.transcript import Paragraph, paragraphs, recognizers, seated, side_name, transcript_markdown
from config.errors import LogError
from config.format import Side, Stage, Turn
from planning.trees.flow import FlowTree
from speech.audio import read, write_opus

TEMPLATES = Path(__file__).parent / "templates"
SHARED = ".ogg"  # how a recording ends in a copy that is small enough to be sent


@dataclass(frozen=True)
class Note:
    """Something that did not go as it should, and what was done about it; `times` it happened."""

    part: str
    reason: str
    instead: str
    times: int


@dataclass(frozen=True)
class TurnView:
    """A turn of the format; `record` is None for one that was not held, `recording` a URL beside the page."""

    number: int
    turn: Turn
    record: TurnRecord | None
    recording: str | None
    paragraphs: Sequence[Paragraph]
    heard: Sequence[Heard]
    unplaced: Sequence[ActionExtracted]
    recognizers: str


@dataclass(frozen=True)
class FieldView:
    """A battlefield with its options apart by whether they were spoken; `share` of the longest one's seconds."""

    field: PlannedField
    share: float
    spoken: Sequence[PlannedOption]
    left: Sequence[PlannedOption]


@dataclass(frozen=True)
class PlanView:
    """What was planned for a turn, what the controller did step by step, and what the audience said of the draft."""

    number: int
    turn: Turn
    plan: PlanUpdated | None
    fields: Sequence[FieldView]
    fit: FitStep | None
    steps: Sequence[FitStep]
    feedback: Sequence[AudienceFeedback]


@dataclass(frozen=True)
class FlowView:
    """One observer's picture of what became of one side's claims."""

    observer: Side
    owner: Side
    tree: FlowTree
    picture: Markup


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
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters.update(clock=face, side=side_name, seated=seated, cited=name_of, words=words_of)
    return templates.get_template("report.html.j2").render(
        match=match,
        created=match.created,
        notes=list(_notes(match)),
        turns=[_turn(match, index, folder) for index in range(len(match.format.turns))],
        plans=[_plan(match, index) for index in sorted({*match.plans, *match.fits})],
        figures=traced_figures(match),
        models=[(side, row) for side, used in match.used.items() for row in used.rows],
        flows=[_flow(match, observer, owner) for observer in match.flows for owner in (observer, observer.other)],
        Side=Side,
        Stage=Stage,
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error


def _notes(match: Match) -> Iterator[Note]:
    troubles = Counter((d.part, d.reason, d.instead) for d in match.degraded)
    troubles.update((f.part, f.reason, "") for f in match.failed)
    troubles.update((side_name(side), f"left: {reason}", "") for side, reason in match.gone.items())
    for trouble, times in troubles.items():
        yield Note(*trouble, times)


# -- what was said -------------------------------------------------------------------------------


def _turn(match: Match, index: int, folder: Path) -> TurnView:
    turn = match.format.turns[index]
    record = match.turns[index] if index < len(match.turns) else None
    wav = folder / recording_name(index, turn.side, match.format)
    recording = next((path.name for path in (wav, wav.with_suffix(SHARED)) if path.is_file()), None)
    return TurnView(
        number=index + 1,
        turn=turn,
        record=record,
        recording=recording and quote(recording),
        paragraphs=paragraphs(match, index) if record else (),
        heard=lines_heard(record) if record else (),
        unplaced=unplaced(record) if record else (),
        recognizers=recognizers(record) if record else "",
    )


# -- why it was said -----------------------------------------------------------------------------


def _plan(match: Match, index: int) -> PlanView:
    plan, fits, spoken = match.plans.get(index), match.fits.get(index), _spoken_nodes(match, index)
    planned = plan.battlefields if plan else ()
    longest = max((field.seconds for field in planned), default=0.0) or 1.0
    return PlanView(
        number=index + 1,
        turn=match.format.turns[index],
        plan=plan,
        fields=[_field(field, longest, spoken) for field in planned],
        fit=fits[-1] if fits else None,
        steps=fits or (),
        feedback=match.feedback.get(index, ()),
    )


def _spoken_nodes(match: Match, index: int) -> frozenset[str]:
    """The rehearsal nodes of which something was spoken in that turn."""
    if index >= len(match.turns):
        return frozenset()
    lines = [line for paragraph in paragraphs(match, index) for line in paragraph.lines]
    return frozenset(line.written.source for line in lines if line.written and line.written.source)


def _field(field: PlannedField, longest: float, spoken: frozenset[str]) -> FieldView:
    return FieldView(
        field=field,
        share=field.seconds / longest,
        spoken=[option for option in field.options if option.node in spoken],
        left=[option for option in field.options if option.node not in spoken],
    )


# -- what became of it ---------------------------------------------------------------------------


def _flow(match: Match, observer: Side, owner: Side) -> FlowView:
    tree = match.flows[observer][owner]
    return FlowView(observer, owner, tree, Markup(flow_svg(tree)))  # noqa: S704  (it escapes all text)
