"""The match in plain words: who said what, and at which second of the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.match.afterwards.timeline import Course, Timeline
from agent.match.clock import face
from agent.match.state import Match, TurnRecord
from agent.show.exchanges import in_order
from agent.show.transcript import BELL, SEATS, side_name
from config.format import Side
from config.plain_text import printable_line


def transcript_text(match: Match, timeline: Timeline) -> str:
    """The motion, the sides, and every turn that has begun, each run of words after the time at which it began.

    Args:
        timeline: of the same events.
    """
    assert match.created is not None
    head = [printable_line(match.created.motion), "", *(_seat(match, side) for side in Side), ""]
    turns = (line for turn in match.turns for line in _turn(match, turn, timeline.turns[turn.index]))
    end = [f"The match is over: {printable_line(match.ended)}."] if match.ended else []
    return "\n".join([*head, *turns, *end]) + "\n"


def _seat(match: Match, side: Side) -> str:
    assert match.created is not None
    seat = match.created.seats[side]
    name = printable_line(seat.name)
    return f"{side_name(side)}: {name or SEATS[seat.occupant]}"


def _turn(match: Match, record: TurnRecord, course: Course) -> Iterator[str]:
    turn = match.format.turns[record.index]
    yield f"{record.index + 1}. {side_name(turn.side)}, {turn.name}, at most {face(turn.seconds)}"
    yield ""
    for said in in_order(record):
        for part in said.parts:
            cut = f" {BELL}" if getattr(part, "cut", False) else ""
            yield f"[{face(course.at(part.start))}] {side_name(said.side)}: {printable_line(part.text)}{cut}"
    yield ""
