"""What was heard, joined into lines that can be read: segments come a few words at a time. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from agent.events import ActionExtracted, Event, MatchEnded, TranscriptSegment, TurnEnded, TurnStarted
from agent.match import TurnRecord

PAUSE_SECONDS = 0.24  # between two segments: as long as the silence that ends an utterance
OVERLAP_SECONDS = 0.5  # by which times of neighbours may disagree
MOST_WORDS = 40
STOPS = (".", "!", "?", "…")


@dataclass(frozen=True)
class Heard:
    """A passage as it was heard, its segments joined, with the actions that were read once it had come."""

    passage: TranscriptSegment
    actions: tuple[ActionExtracted, ...]


def joined(before: TranscriptSegment | None, segment: TranscriptSegment) -> TranscriptSegment | None:
    """Both as one line; None if the second begins a new one.

    A line ends with a sentence, at a pause, where another recogniser takes over, and when it is long.
    """
    if before is None or (before.turn, before.recognizer) != (segment.turn, segment.recognizer):
        return None
    if not -OVERLAP_SECONDS <= segment.start - before.end < PAUSE_SECONDS:
        return None
    if before.text.endswith(STOPS) or len(before.text.split()) >= MOST_WORDS:
        return None
    return before.model_copy(update={"text": f"{before.text} {segment.text}", "end": segment.end})


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
