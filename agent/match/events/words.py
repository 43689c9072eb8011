"""What is said in a match, what is heard of it, and what it is taken for. Pure.

All times are seconds of the turn's own clock, which stands while the match is paused.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent.match.events.stamped import Stamped
from agent.match.file_names import Named
from config.format import Side
from planning.debate.argument import Action


class SentenceSpoken(Stamped):
    """Word for word what was heard."""

    type: Literal["sentence_spoken"] = "sentence_spoken"
    turn: int
    side: Side
    """Not the turn's where it was heard inside the other's."""
    id: str
    text: str
    start: float
    end: float
    voice: Named = ""
    cut: bool = False
    """The bell ended it."""


class TranscriptSegment(Stamped):
    """A committed passage of `side`'s speech as `listener`'s recogniser heard it."""

    type: Literal["transcript_segment"] = "transcript_segment"
    turn: int
    side: Side
    listener: Side
    text: str
    start: float
    end: float
    recognizer: Named
    sure: tuple[float | None, ...] = ()
    """How probable the recogniser holds each of its words, told apart at blanks; empty where it does not tell."""


class ActionExtracted(Stamped):
    """An action as `observer` read it, with its effect: on the flow tree of `owner`, from `target` to `node`."""

    type: Literal["action_extracted"] = "action_extracted"
    turn: int
    observer: Side
    action: Action
    owner: Side
    """Whose claims the tree holds."""
    target: str | None = None
    """The node it acts on; None for a proposal, and where it was not found."""
    node: str | None = None
    """The node it makes, puts right or touches; None where it comes to nothing."""
    quote: str = ""
    """The very words it was read in, as they were heard, or spoken where it is the observer's own; empty if unknown."""
    start: float | None = None
    """Of these words, like `end`; None if unknown."""
    end: float | None = None
    certainty: float | None = Field(default=None, ge=0, le=1)
    """How probable it is that this was meant, as far as the reader can tell."""
