"""What was heard, joined into lines that can be read: segments come a few words at a time. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from agent.match.events import ActionExtracted, Event, MatchEnded, TranscriptSegment, TurnEnded, TurnStarted
from agent.match.state import TurnRecord
from agent.match.transcript_lines import MOST_WORDS, joined

__all__ = ["MOST_WORDS", "Heard", "WholeLines", "joined", "lines_heard"]


@dataclass(frozen=True)
class Heard:
    """A passage as it was heard, its segments joined, with the actions that were read once it had come."""

    passage: TranscriptSegment
    actions: tuple[ActionExtracted, ...]


@dataclass
class WholeLines:
    """For those who print: events as they come, but of what is heard only whole lines."""

    _line: TranscriptSegment | None = None

    def push(self, event: Event) -> list[Event]:
        """What there is to tell now that this event has come, in order."""
        before = self._line
        if isinstance(event, TranscriptSegment):
            more = joined(before, event)
            self._line = more.model_copy(update={"at": event.at}) if more else event
            return [before] if before and not more else []
        if before and isinstance(event, (ActionExtracted, TurnStarted, TurnEnded, MatchEnded)):
            self._line = None
            return [before, event]
        return [event]


def lines_heard(record: TurnRecord) -> list[Heard]:
    """The turn's segments as lines, each with the actions that its listener read before the next segment."""
    lines: list[Heard] = []
    for segment, actions in _read_after(record):
        last = lines[-1] if lines else None
        one = joined(last.passage, segment) if last and not last.actions else None
        if one is None:
            lines.append(Heard(segment, actions))
        else:
            lines[-1] = Heard(one, actions)
    return lines


def _read_after(record: TurnRecord) -> Iterator[tuple[TranscriptSegment, tuple[ActionExtracted, ...]]]:
    """Each segment with what its listener read between it and the next one."""
    read = [action for action in record.actions if action.action.actor is record.side]
    ends = [*(segment.seq for segment in record.heard[1:]), math.inf]
    first = 0
    for segment, end in zip(record.heard, ends, strict=False):
        actions = []
        while first < len(read) and read[first].seq < end:
            if read[first].observer is segment.listener and read[first].seq > segment.seq:
                actions.append(read[first])
            first += 1
        yield segment, tuple(actions)
