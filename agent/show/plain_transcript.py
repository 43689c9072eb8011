"""The match in plain words: who said what, and at which second of the match. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.match.afterwards.finished import FinishedMatch, Speech
from agent.match.clock import face
from agent.show.transcript import BELL, SEATS, side_name
from config.format import Side
from config.plain_text import printable_line


def transcript_text(match: FinishedMatch) -> str:
    """The motion, the sides, and every turn that has begun, each run of words after the time at which it began."""
    head = [printable_line(match.motion), "", *(_seat(match, side) for side in Side), ""]
    turns = (line for speech in match.speeches for line in _speech(speech))
    end = [f"The match is over: {printable_line(match.ended)}."] if match.ended else []
    return "\n".join([*head, *turns, *end]) + "\n"


def _seat(match: FinishedMatch, side: Side) -> str:
    seat = match.seats[side]
    name = printable_line(seat.name)
    return f"{side_name(side)}: {name or SEATS[seat.occupant]}"


def _speech(speech: Speech) -> Iterator[str]:
    turn = speech.turn
    yield f"{speech.number}. {side_name(turn.side)}, {turn.name}, at most {face(turn.seconds)}"
    yield ""
    for said in speech.said:
        for part in said.parts:
            cut = f" {BELL}" if getattr(part, "cut", False) else ""
            yield f"[{face(speech.course.at(part.start))}] {side_name(said.side)}: {printable_line(part.text)}{cut}"
    yield ""
