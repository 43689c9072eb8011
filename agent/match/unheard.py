"""What a listener that takes another's place may not have heard: from the last words that were written down. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.match.records.turn import TurnRecord
from agent.match.state import Match
from config.format import Side

LATE_SECONDS = 20.0  # of our own speech in which the end of the one before it may still not have been recognised
BEFORE_SECONDS = 4.0  # of what is written down already that are heard again: words need some before them to be known
READ = "captions"  # stands for the recogniser's name where exact words were read
KNOWN_WORDS = 8  # of those, by which the first new one is found


@dataclass(frozen=True)
class Unheard:
    """The rest of a speech of the other side's.

    `known`: the last words of it that were written down, which ended at second `heard_to` of it; `over`: it has ended.
    `captions`: sentences that its speaker has published and that were not, each with the second at which it ended;
    `read`: whether so far the other side was read, not heard.
    """

    turn: int
    known: tuple[str, ...]
    heard_to: float
    over: bool
    captions: tuple[tuple[str, float], ...] = ()
    read: bool = False

    @property
    def start(self) -> float:
        """Second of the turn from which it is heard again."""
        return max(0.0, self.heard_to - BEFORE_SECONDS)


def unheard(match: Match, listener: Side) -> Unheard | None:
    """What `listener`, or a scribe in its place, has to hear again; None where nothing can be lacking.

    Cross-examinations are not: what is said in them is heard in turns of their own.
    """
    record = _last_heard(match, listener)
    if record is None or record.examined:
        return None
    parts = [part for part in record.heard if part.listener is listener]
    words = [word for part in parts for word in part.text.split()]
    texts = {part.text for part in parts}
    return Unheard(
        record.index,
        tuple(words[-KNOWN_WORDS:]),
        max((part.end for part in parts), default=0.0),
        over=match.turn is not record,
        captions=tuple((one.text, one.end) for one in record.spoken if one.text not in texts),
        read=any(part.recognizer == READ for turn in match.turns for part in turn.heard if part.listener is listener),
    )


def _last_heard(match: Match, listener: Side) -> TurnRecord | None:
    """The last speech of the other side, while it is on or may still be being recognised."""
    for record in reversed(match.turns):
        if record.side is not listener:
            return record
        if record.clock.read(match.at if record.ended is None else record.ended) > LATE_SECONDS:
            return None
    return None
