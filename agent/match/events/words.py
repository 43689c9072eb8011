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
    """Word for word what was heard. `cut`: the bell ended it. `side` is not the turn's where it was heard inside it."""

    type: Literal["sentence_spoken"] = "sentence_spoken"
    turn: int
    side: Side
    id: str
    text: str
    start: float
    end: float
    voice: Named = ""
    cut: bool = False


class TranscriptSegment(Stamped):
    """A committed passage of `side`'s speech as `listener`'s recogniser heard it.

    `sure`: how probable the recogniser holds each of its words, told apart at blanks; empty where it does not tell.
    """

    type: Literal["transcript_segment"] = "transcript_segment"
    turn: int
    side: Side
    listener: Side
    text: str
    start: float
    end: float
    recognizer: Named
    sure: tuple[float | None, ...] = ()


class ActionExtracted(Stamped):
    """An action as `observer` read it, with its effect: the flow tree of `owner`, its target and its node.

    `quote`: the very words it was read in, as they were heard, or spoken where the action is the observer's own, from
    `start` to `end`; empty and None where they are not known. `certainty`: how probable it is that this was meant, as
    far as the reader can tell.
    """

    type: Literal["action_extracted"] = "action_extracted"
    turn: int
    observer: Side
    action: Action
    owner: Side
    target: str | None = None
    node: str | None = None
    quote: str = ""
    start: float | None = None
    end: float | None = None
    certainty: float | None = Field(default=None, ge=0, le=1)
