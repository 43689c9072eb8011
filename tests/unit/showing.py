"""A match told event by event to the screen, and the events that a person at the terminal sees."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from agent.match.events import (
    ActionExtracted,
    ClockSignal,
    Degraded,
    EndReason,
    Event,
    Failed,
    MatchCreated,
    SentenceSpoken,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.show.screen import Screen
from config.format import Side
from planning.debate.argument import Action, ActionKind
from tests.fakes import short_format

PRO, CON = Side
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind
XTERM = {"TERM": "xterm"}  # whatever terminal the tests are run on


class Hall:
    """A match told event by event to a screen. `shown()` is the picture at `now` seconds."""

    def __init__(self, *, width: int = 80, height: int = 24, live: bool = True, colour: bool = False) -> None:
        self.match, self.now = Match(), 0.0
        self.paper = StringIO()
        self.console = Console(
            file=self.paper,
            width=width,
            height=height,
            force_terminal=live,
            force_interactive=live,
            color_system="standard" if colour else None,
            _environ=XTERM,
        )
        self.screen = Screen(self.console, lambda: self.now)

    def at(self, at: float, event: Event) -> Hall:
        self.now = at
        stamped = event.model_copy(update={"seq": self.match.seq, "at": at})
        self.match.apply(stamped)
        self.screen.on_event(stamped, self.match)
        return self

    def shown(self) -> str:
        self.paper.seek(0)
        self.paper.truncate()
        self.console.print(self.screen)
        return self.paper.getvalue()

    def rows(self) -> list[str]:
        return [line.rstrip() for line in self.shown().splitlines()]

    @property
    def log(self) -> list[str]:
        return self.paper.getvalue().splitlines()


def created(
    pro: Occupant = Occupant.DEBATER, con: Occupant = Occupant.MICROPHONE, motion: str = "Uniforms should be mandatory"
) -> MatchCreated:
    sitting = {PRO: pro, CON: con}
    seats = {s: SeatInfo(occupant=o, keeps_flow=o is Occupant.DEBATER) for s, o in sitting.items()}
    return MatchCreated(match_id="m", motion_id="uniforms", motion=motion, format=short_format(), seats=seats)


def started(turn: int) -> TurnStarted:
    told = short_format().turns[turn]
    return TurnStarted(turn=turn, side=told.side, stage=told.stage, seconds=told.seconds)


def spoke(turn: int, text: str, *, cut: bool = False) -> SentenceSpoken:
    side = short_format().turns[turn].side
    return SentenceSpoken(turn=turn, side=side, id="s1", text=text, start=0, end=2, cut=cut)


def passage(turn: int, text: str) -> TranscriptSegment:
    side = short_format().turns[turn].side
    return TranscriptSegment(turn=turn, side=side, listener=side.other, text=text, start=0, end=2, recognizer="r")


def read(
    kind: ActionKind, actor: Side, owner: Side, node: str | None, claim: str, *, on: str | None = None, target: str = ""
) -> ActionExtracted:
    """An action as pro read it. `on`: the node it acts on, whose claim is `target`."""
    action = Action(kind=kind, actor=actor, claim=claim, target=target)
    return ActionExtracted(turn=0, observer=PRO, action=action, owner=owner, target=on, node=node)


def debate(hall: Hall) -> Hall:
    """Pro's opening, and the first seconds of con's, a person at a microphone."""
    bullying, marks = "uniforms reduce bullying", "bullies find other marks"
    hall.screen.on_line("recogniser: no model here; using pocketsphinx")
    hall.at(0, created())
    hall.at(0, started(0))
    hall.at(0, Degraded(part="recogniser", reason="no model here", instead="pocketsphinx"))
    hall.at(3, spoke(0, "Uniforms reduce bullying."))
    hall.at(3, read(PROPOSE, PRO, PRO, "pro1", bullying))
    hall.at(6, ClockSignal(turn=0, left=4))
    hall.at(10, ClockSignal(turn=0, left=0))
    hall.at(10, spoke(0, "And they", cut=True))
    hall.at(10, TurnEnded(turn=0, reason=EndReason.BELL))
    hall.at(12, started(1))
    hall.at(15, passage(1, "but bullies find other marks"))
    hall.at(15, read(ATTACK, CON, PRO, "pro2", marks, on="pro1", target=bullying))
    hall.at(16, read(REBUT, PRO, PRO, None, "not so many", target="they are happy"))
    hall.at(17, Failed(part="recording", reason="the disk is full"))
    hall.screen.on_interim(CON, "and tides")
    return hall
