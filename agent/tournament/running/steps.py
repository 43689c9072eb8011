"""What a director does, each step decided under the log's lock. All raise RuleError: it cannot be done now."""

from __future__ import annotations

from agent.tournament.core.events import (
    BreakMade,
    DrawReleased,
    MotionReleased,
    ResultsPublished,
    RoundClosed,
    RoundStarted,
)
from agent.tournament.core.people import Kind
from agent.tournament.core.records import RoundPhase, RoundRecord
from agent.tournament.core.state import Tournament
from agent.tournament.desk.drawing import draw_round
from agent.tournament.desk.panels import make_panels
from agent.tournament.log.entry_log import Writing
from agent.tournament.standings.breaking import broken
from config.errors import RuleError


def draw(desk: Writing, number: int, by: str, *, incomplete: bool = False) -> None:
    """The break, where a knockout begins and it has not been made; the debates, and who judges them."""
    one = desk.state.round(number)
    if one.plan.elimination and one.plan.category not in desk.state.breaks:
        make_break(desk, one.plan.category, by)
    for entry in draw_round(desk.state, number, by, incomplete=incomplete):
        desk.add(entry)
    panels(desk, number, by)


def advance(desk: Writing, number: int, by: str) -> None:
    """The next step of a round: draw and release it, start it, close and publish it."""
    phase = desk.state.round(number).phase
    if phase in (RoundPhase.PLANNED, RoundPhase.DRAWN):
        if phase is RoundPhase.PLANNED:
            draw(desk, number, by)
        release(desk, number, by)
    elif phase is RoundPhase.RELEASED:
        start(desk, number, by)
    elif phase is RoundPhase.STARTED:
        finish(desk, number, by)


def panels(desk: Writing, number: int, by: str, *, keep: bool = False) -> None:
    """Who judges, where anybody does. `keep`: panels that were made by hand stay."""
    if desk.state.adjudicators and desk.state.round(number).debates:
        desk.add(make_panels(desk.state, number, by, keep=keep))


def make_break(desk: Writing, slug: str, by: str) -> None:
    found = broken(desk.state, desk.state.category(slug))
    desk.add(BreakMade(by=by, category=slug, teams=found.teams, remarks=found.remarks))


def release(desk: Writing, number: int, by: str, motion: str = "") -> None:
    """The draw, and its motion where there is one."""
    release_draw(desk, number, by)
    if motion or motion_of(desk.state, desk.state.round(number)):
        release_motion(desk, number, by, motion)


def release_draw(desk: Writing, number: int, by: str) -> None:
    """The draw alone."""
    desk.add(DrawReleased(by=by, round=number))


def release_motion(desk: Writing, number: int, by: str, motion: str = "") -> None:
    """The one that is named, or else set for the round, or else the first that has not been debated."""
    state = desk.state
    wanted = motion or motion_of(state, state.round(number))
    if not wanted:
        raise RuleError(f"no motion is left for {state.round(number).plan.name}: enter one, or name one with --motion")
    minutes = state.rules.preparation_minutes
    name = state.name(Kind.MOTION, wanted)
    desk.add(MotionReleased(by=by, round=number, motion=name, preparation_minutes=minutes))


def motion_of(record: Tournament, one: RoundRecord) -> str:
    """The reference of the motion of a round; empty where none is left."""
    if one.plan.motion:
        return one.plan.motion
    for entry in record.motions.values():
        if {one.plan.label, one.plan.name} & {*entry.rounds}:
            return entry.reference
    taken = {other.motion for other in record.rounds} | {other.plan.motion for other in record.rounds}
    free = (entry.reference for entry in record.motions.values() if entry.reference not in taken and not entry.rounds)
    return next(free, "")


def start(desk: Writing, number: int, by: str) -> None:
    desk.add(RoundStarted(by=by, round=number))


def finish(desk: Writing, number: int, by: str) -> None:
    """The round is closed, and published unless it is silent."""
    close_round(desk, number, by)
    if not desk.state.round(number).plan.silent:
        publish(desk, number, by)


def close_round(desk: Writing, number: int, by: str) -> None:
    desk.add(RoundClosed(by=by, round=number))


def publish(desk: Writing, number: int, by: str) -> None:
    desk.add(ResultsPublished(by=by, round=number))
