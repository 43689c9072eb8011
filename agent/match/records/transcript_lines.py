"""Segments of what was heard, which come a few words at a time, joined into lines. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from agent.match.events import TranscriptSegment

PAUSE_SECONDS = 0.24  # between two segments: as long as the silence that ends an utterance
OVERLAP_SECONDS = 0.5  # by which times of neighbours may disagree
MOST_WORDS = 40
STOPS = (".", "!", "?", "…")


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
    sure = (*before.sure, *segment.sure) if before.sure and segment.sure else ()
    return before.model_copy(update={"text": f"{before.text} {segment.text}", "end": segment.end, "sure": sure})


def lines(segments: Iterable[TranscriptSegment]) -> list[TranscriptSegment]:
    """All segments of one listener as lines, in order."""
    found: list[TranscriptSegment] = []
    for segment in segments:
        if found and (one := joined(found[-1], segment)) is not None:
            found[-1] = one
        else:
            found.append(segment)
    return found
