"""A match to be reported on, and what a reader sees of its page."""

from __future__ import annotations

from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from agent.match.events import (
    ActionExtracted,
    EndReason,
    Event,
    FitStep,
    MatchCreated,
    PlannedField,
    PlanUpdated,
    SentenceSpoken,
    StatementDrafted,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.seats import Occupant, SeatInfo
from agent.running.files.log import MatchLog
from agent.show.report import write_report
from config.format import Format, Side, Stage, Turn
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.planned import Importance, Means, PlannedOption, Rationale
from speech.timing.steps import Landing, Remedy

PRO, CON = Side.PRO, Side.CON
EVIL = "<script>alert('x')</script> & **bold**"
FORMAT = Format(
    name="short",
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=40),
        Turn(side=CON, stage=Stage.OPENING, seconds=40),
        Turn(side=PRO, stage=Stage.CLOSING, seconds=20),
    ),
)
CREATED = MatchCreated(
    match_id="m1",
    motion_id="uniforms",
    motion="Uniforms <should> stay",
    format=FORMAT,
    seats={
        PRO: SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True),
        CON: SeatInfo(occupant=Occupant.PERSON, name="Ada"),
    },
)
DRAFT = (
    Sentence(id="s1", text="I speak for it.", unit="u1", priority=Priority.MUST),
    Sentence(
        id="s2", text="They calm.", unit="u2", priority=Priority.MUST, topic="calm", source="p1", action="propose"
    ),
    Sentence(id="s3", text="Not said.", unit="u3", priority=Priority.RESERVE, topic="cost", source="p2"),
)
PLAN = PlannedField(
    topic="calm",
    owner=PRO,
    importance=Importance.HIGH,
    rationale=Rationale(unanswered=0, strength=0.91),
    seconds=30,
    options=(
        PlannedOption(kind=ActionKind.PROPOSE, target="They calm.", means=Means.PREPARED, node="p1", strength=0.91),
        PlannedOption(kind=ActionKind.ATTACK, target="x ” with <b>y</b>", means=Means.REASONING),
    ),
)


def action(kind: ActionKind, actor: Side, claim: str, target: str = "", source: str | None = None) -> Action:
    return Action(kind=kind, actor=actor, claim=claim, target=target, source=source)


def fitted(**step: object) -> FitStep:
    return FitStep.model_validate({"turn": 0, "side": PRO, "budget": 39.65, **step})


def speech_of_pro() -> list[Event]:
    proposed = action(ActionKind.PROPOSE, PRO, "They calm.", source="p1")
    return [
        PlanUpdated(turn=0, side=PRO, k=1, hit_rate=0.75, battlefields=(PLAN,)),
        fitted(seconds=30.0, kept=4, dropped=3, verdict=Landing.UNMEASURED, remedy=Remedy.MEASURE, count=2),
        fitted(seconds=39.1, kept=2, dropped=1, verdict=Landing.LANDS),
        TurnStarted(turn=0, side=PRO, stage=Stage.OPENING, seconds=40),
        StatementDrafted(turn=0, side=PRO, sentences=DRAFT),
        SentenceSpoken(turn=0, side=PRO, id="s1", text="I speak for it.", start=0, end=4),
        SentenceSpoken(turn=0, side=PRO, id="s2", text="They calm.", start=17.9, end=40.5, cut=True),
        ActionExtracted(turn=0, observer=PRO, action=proposed, owner=PRO, node="pro1"),
        TurnEnded(turn=0, reason=EndReason.BELL),
    ]


def speech_of_con() -> list[Event]:
    answered = action(ActionKind.ATTACK, CON, EVIL, target="They calm.", source="c7")
    missed = action(ActionKind.REBUT, CON, "no they do not", target="whatever <i>you</i> said")
    nowhere = action(ActionKind.REINFORCE, CON, "it is <u>ugly</u>", target=EVIL)
    return [
        TurnStarted(turn=1, side=CON, stage=Stage.OPENING, seconds=40),
        TranscriptSegment(turn=1, side=CON, listener=PRO, text=EVIL, start=65, end=70, recognizer="sphinx <embedded>"),
        TranscriptSegment(turn=1, side=CON, listener=PRO, text="no they do not", start=70, end=75, recognizer="sphinx"),
        ActionExtracted(
            turn=1,
            observer=PRO,
            action=answered,
            owner=PRO,
            target="pro1",
            node="pro2",
            quote=EVIL,
            start=65,
            end=70,
            certainty=0.237,
        ),
        ActionExtracted(turn=1, observer=PRO, action=missed, owner=CON, quote="<u>they</u> do not", start=70.3, end=75),
        ActionExtracted(turn=1, observer=PRO, action=nowhere, owner=PRO, target="pro2", node="pro2"),
        TurnEnded(turn=1, reason=EndReason.YIELDED),
    ]


def report(folder: Path, events: Iterable[Event]) -> str:
    """The page for a log of these events, a second apart."""
    log = MatchLog(folder)
    for seq, event in enumerate([CREATED, *events]):
        log.append(event.model_copy(update={"seq": seq, "at": float(seq)}))
    log.close()
    page = write_report(folder)
    assert page == folder / "report.html"
    return page.read_text(encoding="utf-8")


def words(page: str) -> str:
    """What a reader sees, with single spaces."""

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []
            self.styles = False

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.styles = tag == "style"

        def handle_data(self, data: str) -> None:
            if not self.styles:
                self.seen.append(data)

    reader = Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.seen).split())
