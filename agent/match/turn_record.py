"""What is kept of one turn, and what it comes to in numbers. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.match.clock import Stopwatch
from agent.match.events import ActionExtracted, EndReason, SentenceSpoken, TranscriptSegment
from agent.match.transcript_lines import lines
from config.format import Side, Stage


@dataclass
class TurnRecord:
    """Everything said and heard in one turn. `clock` is its own, by match seconds; pauses do not count."""

    index: int
    side: Side
    stage: Stage
    seconds: float
    clock: Stopwatch
    ended: float | None = None
    reason: EndReason | None = None
    spoken: list[SentenceSpoken] = field(default_factory=list)
    heard: list[TranscriptSegment] = field(default_factory=list)
    actions: list[ActionExtracted] = field(default_factory=list)

    @property
    def started(self) -> float:
        """In match seconds, like `ended`."""
        return self.clock.began

    @property
    def spoken_seconds(self) -> float:
        """When the last word ended, from the turn's start.

        Known for our voices. Of others we know when they were heard, a moment later; the chair closes
        their microphone at the bell, so nothing of theirs lies beyond it.
        """
        if self.spoken:
            return max(sentence.end for sentence in self.spoken)
        return min(self.seconds, max((segment.end for segment in self.heard), default=0.0))

    @property
    def overrun(self) -> float:
        return max(0.0, self.spoken_seconds - self.seconds)

    def numbers(self) -> dict[str, str | float | int]:
        """The turn in `rostrum debate --json`; times in seconds. What was only heard is counted in lines."""
        return {
            "side": self.side.value,
            "stage": self.stage.value,
            "allotted": self.seconds,
            "spoken": round(self.spoken_seconds, 3),
            "overrun": round(self.overrun, 3),
            "sentences": len(self.spoken) or len(lines(self.heard)),
            "actions": len(self.actions),
            "paused": round(self.clock.stood, 3),
        }
