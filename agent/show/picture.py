"""What the screen shows at one moment, as values: clock, captions, flow trees, notices."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

from rich.text import Text
from rich.tree import Tree

from agent import events
from agent.clock import face, signals
from agent.events import Event
from agent.match import Match
from agent.show.lines import harmless, line_of, turn_name, was_told
from config.format import Format, Side
from planning.flow import ROOT, FlowTree, Status

KEPT = 100  # captions and notices, more than a terminal has lines
COLOURS = {Side.PRO: "cyan", Side.CON: "magenta"}
NOTICES: dict[type, str] = {
    events.ClockSignal: "dim",
    events.Degraded: "yellow",
    events.Failed: "bold red",
    events.ParticipantLeft: "bold red",
    events.MatchEnded: "bold",
}


@dataclass(frozen=True)
class TurnClock:
    """The clock of one turn, in match seconds. `warning`: seconds left at the last signal before the bell."""

    turn: str
    seconds: float
    started: float
    warning: float
    ended: float | None = None

    @classmethod
    def of(cls, event: events.TurnStarted, match: Match) -> Self:
        warnings = [left for _, left in signals(match.format, event.turn) if left > 0]
        name = turn_name(match.format, event.turn)
        return cls(name, event.seconds, event.at, min(warnings, default=0.0))

    def left(self, now: float) -> float:
        """Seconds left, never below 0; of a turn that has ended, those it did not use."""
        passed = (now if self.ended is None else self.ended) - self.started
        return max(0.0, self.seconds - max(0.0, passed))

    def shown(self, now: float) -> Text:
        """Counting down: 0:01 until the bell, which is 0:00."""
        left = self.left(now)
        colour = "red" if left <= 0 else "yellow" if left <= self.warning else "green"
        return Text(face(math.ceil(left - 1e-6)), style=f"bold {colour}")


@dataclass(frozen=True)
class Flow:
    """A flow tree as it stood when it was drawn; `newest` is the line of its latest change."""

    owner: Side
    tree: Tree
    newest: int = 0
    unmatched: int = 0

    @classmethod
    def of(cls, flow: FlowTree, changed: str | None = None) -> Self:
        """One line a claim: ✗ if it is attacked, how often it was taken up again, its words."""
        drawn = {ROOT: Tree("", hide_root=True, guide_style="dim")}
        newest = 0
        for line, node in enumerate(flow):
            label = Text(no_wrap=True, overflow="ellipsis")
            label.append("✗ " if node.status is Status.ATTACKED else "", "bold red")
            label.append(f"×{node.visits} " if node.visits else "", "yellow")
            label.append(harmless(node.claim), COLOURS[node.side] + (" bold" if node.id == changed else ""))
            drawn[node.id] = drawn[node.parent].add(label)
            newest = line if node.id == changed else newest
        return cls(flow.owner, drawn[ROOT], newest, len(flow.unmatched))

    def title(self, observer: Side | None, width: int) -> str:
        title = f"{self.owner}'s claims · ✗ attacked ×visits"
        if width < 120:
            return title
        return f"{title} · {self.unmatched} unmatched · as {observer} sees them"


@dataclass(frozen=True)
class Picture:
    """All that is on the screen but the time. Never changed: an event makes a new one."""

    created: events.MatchCreated | None = None
    clock: TurnClock | None = None
    observer: Side | None = None
    flows: tuple[Flow, ...] = ()
    captions: tuple[Text, ...] = ()
    interim: Text | None = None
    notices: tuple[Text, ...] = ()
    state: str = "the seats are being prepared"
    at: float = 0.0

    def after(self, event: Event, match: Match) -> Picture:
        """The picture with this event, which the match has taken already."""
        picture = replace(self._moved(event, match), at=event.at)
        line = line_of(event, match)
        if line is None or type(event) not in NOTICES:
            return picture
        signal = isinstance(event, events.ClockSignal)  # only the last one is kept
        old = (n for n in self.notices if not (signal and " clock: " in n.plain) and not was_told(event, n.plain))
        return replace(picture, notices=tuple(old)).noted(f"{face(event.at)} {line}", NOTICES[type(event)])

    def noted(self, line: str, style: str) -> Picture:
        notice = Text(harmless(line), style=style, no_wrap=True, overflow="ellipsis")
        return replace(self, notices=(*self.notices, notice)[-KEPT:])

    def _moved(self, event: Event, match: Match) -> Picture:
        match event:
            case events.MatchCreated():
                observer = next(iter(match.flows), None)
                flows = tuple(Flow.of(flow) for flow in match.flows[observer].values()) if observer else ()
                return replace(self, created=event, observer=observer, flows=flows, state="the match begins")
            case events.TurnStarted():
                clock = TurnClock.of(event, match)
                return replace(self, clock=clock, interim=None, state=f"{event.side} is speaking")
            case events.TurnEnded():
                stopped = replace(self.clock, ended=event.at) if self.clock else None
                return replace(self, clock=stopped, state=f"{event.reason}; {what_next(event.turn, match.format)}")
            case events.SentenceSpoken():
                return self._captioned(caption(event.side, event.text, " [bell]" if event.cut else ""))
            case events.TranscriptSegment() if event.side in match.flows:  # an AI's own words are known exactly
                return replace(self, interim=None)
            case events.TranscriptSegment():
                return self._captioned(heard(event.side, event.text))
            case events.ActionExtracted() if event.observer is self.observer:
                drawn = Flow.of(match.flows[event.observer][event.owner], event.node)
                return replace(self, flows=tuple(drawn if f.owner is event.owner else f for f in self.flows))
            case events.MatchEnded():
                return replace(self, interim=None, clock=None, state=f"the match has ended: {event.reason}")
            case _:
                return self

    def _captioned(self, line: Text) -> Picture:
        return replace(self, captions=(*self.captions, line)[-KEPT:], interim=None)


def caption(side: Side, words: str, mark: str = "") -> Text:
    """What a side said, word for word."""
    return Text.assemble((f"{side} ", f"bold {COLOURS[side]}"), harmless(words), (mark, "dim"))


def heard(side: Side, words: str, style: str = "") -> Text:
    """What the other side's recogniser made of it."""
    return Text.assemble((f"{side} ", f"bold {COLOURS[side]}"), ("heard ", "dim italic"), (harmless(words), style))


def what_next(index: int, match_format: Format) -> str:
    if index + 1 == len(match_format.turns):
        return "that was the last turn"
    turn = match_format.turns[index + 1]
    return f"next: {turn.side} {turn.name}"
