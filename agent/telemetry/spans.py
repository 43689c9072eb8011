"""The story of a turn as spans of time, in seconds of the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from config.format import Side

Value = str | int | float | bool
Attributes = dict[str, Value]


@dataclass(frozen=True)
class Mark:
    """Something that happened at a moment."""

    name: str
    at: float
    attributes: Attributes = field(default_factory=dict)


@dataclass
class TraceSpan:
    """`content`: words of the match, which are told only where that is asked for."""

    name: str
    start: float
    end: float
    attributes: Attributes = field(default_factory=dict)
    content: dict[str, str] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)


@dataclass
class Story:
    """One turn: `whole` from first to last, and what it is made of. `heard`: when the other side's first word was."""

    turn: int
    side: Side
    whole: TraceSpan
    parts: list[TraceSpan] = field(default_factory=list)
    heard: float | None = None

    def begin(self) -> None:
        """It begins with the first word of the other side, where it has one, whatever was drafted before."""
        if self.heard is not None:
            self.whole.start = self.heard
            for span in self.parts:
                span.start = max(span.start, self.heard)
                span.end = max(span.end, span.start)

    def part(self, name: str, at: float) -> TraceSpan:
        """The only one of that name; it begins now if there is none yet."""
        for span in self.parts:
            if span.name == name:
                return span
        self.parts.append(span := TraceSpan(name, at, at))
        return span


def spans(story: Story) -> Iterator[TraceSpan]:
    """All of its spans, the whole one first."""
    yield story.whole
    yield from sorted(story.parts, key=lambda span: span.start)
