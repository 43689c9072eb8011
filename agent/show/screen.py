"""What a person at the terminal sees of a match while it runs.

On a terminal: a picture that stays in its place, with the clock, the captions and the flow trees. In a
pipe or a log: plain lines, one for each event that matters. What was heard, and why a part failed, is
data: it is never read as markup, and no control character in it reaches the terminal.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.layout import Layout
from rich.live import Live
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text
from rich.tree import Tree

from agent import events
from agent.clock import face, signals
from agent.events import Event
from agent.match import Match
from config.format import Format, Side
from planning.argument import Action
from planning.flow import ROOT, FlowTree, Status

REFRESHES_PER_SECOND = 8
KEPT = 100  # captions and notices, more than a terminal has lines
ROOMY = (60, 16)  # columns and rows from which the flow trees and the big clock are shown
COLOURS = {Side.PRO: "cyan", Side.CON: "magenta"}
NOTICES: dict[type, str] = {
    events.ClockSignal: "dim",
    events.Degraded: "yellow",
    events.Failed: "bold red",
    events.ParticipantLeft: "bold red",
    events.MatchEnded: "bold",
}
DIGITS = (  # 0 to 9 and the colon, three columns each
    "┏━┓╺┓ ╺━┓╺━┓╻ ╻┏━╸┏━╸╺━┓┏━┓┏━┓ ╻ ",
    "┃ ┃ ┃ ┏━┛ ━┫┗━┫┗━┓┣━┓  ┃┣━┫┗━┫   ",
    "┗━┛╺┻╸┗━╸╺━┛  ╹╺━┛┗━┛  ╹┗━┛╺━┛ ╹ ",
)
_ESCAPES = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d).*?(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?")
_TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # would make the rest of a line run backwards


def harmless(text: str) -> str:
    """The text on one line, without escape sequences, control characters and turns of direction."""
    kept = _TURNING.sub("", _ESCAPES.sub("", text))
    return " ".join("".join(c for c in kept if c.isspace() or unicodedata.category(c) not in ("Cc", "Cs")).split())


def line_of(event: Event, match: Match) -> str | None:
    """The event in one line; None if it does not matter to a listener. May hold harmful characters."""
    match event:
        case events.MatchCreated():
            seats = ", ".join(f"{side}: {seat.name}" for side, seat in event.seats.items())
            return f"{event.motion} ({event.format.name}; {seats})"
        case events.TurnStarted():
            return f"{_turn_name(match.format, event.turn)} has {face(event.seconds)}"
        case events.TurnEnded():
            return f"{_turn_name(match.format, event.turn)} has ended: {event.reason}"
        case events.SentenceSpoken():
            return f"{event.side}: {event.text}{' [bell]' if event.cut else ''}"
        case events.TranscriptSegment():
            return f"{event.side}, heard: {event.text}"
        case events.ActionExtracted():
            return f"{event.observer}'s flow: {_deed(event.action)}{'' if event.node else ' (target not found)'}"
        case events.ClockSignal():
            return f"clock: {face(event.left)} left" if event.left > 0 else "clock: the bell"
        case events.Degraded():
            return f"degraded: {event.part}; instead: {event.instead} ({event.reason})"
        case events.Failed():
            return f"failed: {event.part}: {event.reason}"
        case events.ParticipantLeft():
            return f"{event.side} left: {event.reason}"
        case events.MatchEnded():
            return f"the match has ended: {event.reason}"
        case _:
            return None


def _turn_name(match_format: Format, index: int) -> str:
    turn = match_format.turns[index]
    return f"turn {index + 1} of {len(match_format.turns)}: {turn.side} {turn.name}"


def _deed(action: Action) -> str:
    target = f" “{_short(action.target)}” with" if action.target else ""
    return f"{action.actor} {action.kind}s{target} “{_short(action.claim)}”"


def _short(claim: str, most: int = 60) -> str:
    claim = harmless(claim)
    return claim if len(claim) <= most else claim[: most - 1].rstrip() + "…"


def _was_told(event: Event, line: str) -> bool:
    """Whether the line, given while the seats were prepared, said the same in other words."""
    return isinstance(event, events.Degraded) and all(
        harmless(part) in line for part in (event.part, event.reason, event.instead)
    )


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
        name = _turn_name(match.format, event.turn)
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
        old = (n for n in self.notices if not (signal and " clock: " in n.plain) and not _was_told(event, n.plain))
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
                return replace(self, clock=stopped, state=f"{event.reason}; {_what_next(event.turn, match.format)}")
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


def _what_next(index: int, match_format: Format) -> str:
    if index + 1 == len(match_format.turns):
        return "that was the last turn"
    turn = match_format.turns[index + 1]
    return f"next: {turn.side} {turn.name}"


class Screen:
    """Shows one match. Its methods are the callbacks of an `Order`; use it as a context manager.

    Args:
        now: match seconds, read by the thread that redraws the clock; None: the clock moves with the events.
    """

    def __init__(self, console: Console, now: Callable[[], float] | None = None) -> None:
        self._console, self._now = console, now
        self._live = console.is_interactive and console.encoding.startswith("utf")
        self._display = Live(
            console=console, screen=True, refresh_per_second=REFRESHES_PER_SECOND, get_renderable=lambda: self
        )
        self._lock = Lock()  # the event loop's thread makes the pictures, the display's own draws them
        self._picture = Picture()
        self._told: list[str] = []

    def __enter__(self) -> Self:
        if self._live:
            self._display.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Gives the terminal back and leaves the last picture on it."""
        if self._live:
            self._display.stop()
            if self._picture.created:
                self._console.print(self, height=max(1, self._console.height - 2))  # and the prompt below it

    def on_event(self, event: Event, match: Match) -> None:
        if self._live:
            with self._lock:
                self._picture = self._picture.after(event, match)
            return
        line = line_of(event, match)
        if line is not None and not any(_was_told(event, told) for told in self._told):
            self._say(f"{face(event.at):>5} {harmless(line)}")

    def on_interim(self, side: Side, text: str) -> None:
        """What is being heard and may still change; nothing, in plain lines."""
        interim = heard(side, f"{text} …", "dim") if harmless(text) else None
        with self._lock:
            self._picture = replace(self._picture, interim=interim)

    def on_line(self, line: str) -> None:
        if self._live:
            with self._lock:
                self._picture = self._picture.noted(line, "yellow")
            return
        self._told.append(harmless(line))
        self._say(self._told[-1])

    def _say(self, line: str) -> None:
        encoding = self._console.encoding
        self._console.print(Text(line.encode(encoding, "replace").decode(encoding)), soft_wrap=True)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with self._lock:
            picture = self._picture
        width, height = options.max_width, options.height or console.height
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        now = self._now() if self._now else picture.at
        layout = Layout()
        layout.split_column(
            head(picture, now) if roomy else short_head(picture, now),
            body(picture, width) if roomy else captions(picture),
            titled("notices", Window(Group(*picture.notices)), size=max(2, height // 6)),
        )
        yield layout


# -- parts of the picture --------------------------------------------------------------------------


@dataclass(frozen=True)
class Window:
    """As many lines of something as there is room for, among them line `focus` (from 0); None: the last."""

    content: RenderableType
    focus: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        height = options.height or options.max_height
        lines = console.render_lines(self.content, options.update(height=None), pad=False)
        first = len(lines) if self.focus is None else self.focus - height // 2
        first = max(0, min(first, len(lines) - height))
        for line in lines[first : first + height]:
            yield from line
            yield Segment.line()


def head(picture: Picture, now: float) -> Layout:
    """Motion, turn and state, and beside them the clock, three rows high."""
    time = picture.clock.shown(now) if picture.clock else Text()
    names = [picture.created.format.name] if picture.created else []
    names += [picture.clock.turn] if picture.clock else []
    state = Text.assemble(time, " left, " if time else "", harmless(picture.state))
    layout = Layout(size=3)
    layout.split_row(
        Layout(_rows(_motion(picture), Text(harmless(" · ".join(names))), state)),
        Layout(big(time), size=4 * len(time) or 1),
    )
    return layout


def big(time: Text) -> Text:
    """The time in digits three rows high."""
    at = [3 * "0123456789:".index(digit) for digit in time.plain]
    return Text("\n".join(" ".join(row[i : i + 3] for i in at) for row in DIGITS), style=time.style)


def short_head(picture: Picture, now: float) -> Layout:
    """Where there is no room: the motion, and the clock with its turn."""
    clock = picture.clock
    below = Text.assemble(clock.shown(now), " ", harmless(clock.turn)) if clock else Text(harmless(picture.state))
    return Layout(_rows(_motion(picture), below), size=2)


def _motion(picture: Picture) -> Text:
    return Text(harmless(picture.created.motion) if picture.created else "Rostrum", style="bold")


def _rows(*texts: Text) -> Group:
    """One line each, however narrow."""
    for text in texts:
        text.no_wrap, text.overflow = True, "ellipsis"
    return Group(*texts)


def captions(picture: Picture) -> Layout:
    said = [*picture.captions, *([picture.interim] if picture.interim else [])]
    return titled("captions", Window(Group(*said)))


def body(picture: Picture, width: int) -> Layout:
    """The captions and beside them the flow trees, if a side keeps any."""
    if not picture.flows:
        return captions(picture)
    trees = Layout()
    trees.split_column(
        *(titled(flow.title(picture.observer, width), Window(flow.tree, flow.newest)) for flow in picture.flows)
    )
    layout = Layout()
    layout.split_row(captions(picture), Layout(" ", size=2), trees)
    return layout


def titled(title: str, content: RenderableType, size: int | None = None) -> Layout:
    """A rule with a title and, below it, something that fills the rest."""
    layout = Layout(size=size)
    layout.split_column(Layout(Rule(Text(title, "dim"), align="left", style="dim"), size=1), Layout(content))
    return layout
