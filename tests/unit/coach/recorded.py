"""A recorded match of a person (con, as a recogniser heard her) with an AI, as the coach reads it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from agent.coach.coached import coached
from agent.coach.coaching import Coaching
from agent.coach.said import Spoken, spoken_by
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.match.events import Event
from agent.match.state import Match
from agent.running.files.log import read_log
from config.format import Side
from planning.methods.treedebater.library.library import Library

LOGS = Path(__file__).parents[2] / "page/logs"


@cache
def events(name: str = "labor-unions") -> tuple[Event, ...]:
    return tuple(read_log(LOGS / name))


@cache
def told(name: str = "labor-unions", side: Side = Side.CON, *, trees: bool = True) -> Coaching:
    happened = events(name)
    rehearsal = Library().get(name) if trees else None
    return coached(Match.replay(happened), was(name), side, rehearsal)


@cache
def was(name: str = "labor-unions") -> FinishedMatch:
    return finished(events(name))


def words(side: Side, name: str = "labor-unions") -> Spoken:
    return spoken_by(was(name), side)
