"""What is still to come of a match that is read from its log. Pure."""

from __future__ import annotations

from agent.match.clock import signals
from agent.match.commands import Command, OpenFloor, Schedule
from agent.match.effects.exchanges import EXAMINATION, left_out, next_turn, open_points, used_up
from agent.match.events import ClockSignal, EndReason, MatchEnded, TurnEnded
from agent.match.state import Match, Phase, TurnRecord


def outstanding(match: Match) -> list[Command]:
    """The commands that bring a match to where it stood: its schedule, and the floor of the turn that was on.

    Times of the schedule count from now, by the clock that the chair can stop. A gap between turns begins again.
    """
    if match.phase in (Phase.CREATED, Phase.ENDED):
        return []
    if (record := match.turn) is not None:
        return _of_turn(match, record)
    if (preparing := match.preparing) is not None:
        return [Schedule(match.preparation_left(preparing.side), used_up(preparing))]
    return [_next(match)]


def _next(match: Match) -> Schedule:
    index = len(match.turns)
    gap = match.format.gap_seconds if index else _preparation(match)
    if index == len(match.format.turns):
        return Schedule(gap, MatchEnded(reason="all turns were held"))
    return next_turn(match, gap)


def _preparation(match: Match) -> float:
    """What is left of the time before the first turn."""
    whole = match.created.preparation_seconds if match.created is not None else 0.0
    return max(0.0, whole - match.at)


def _of_turn(match: Match, record: TurnRecord) -> list[Command]:
    elapsed = min(record.seconds, record.clock.read(match.at))
    commands: list[Command] = [OpenFloor(record.index, record.side, record.seconds, elapsed)]
    commands += open_points(match, record, elapsed)
    commands += [
        Schedule(max(0.0, after - elapsed), ClockSignal(turn=record.index, left=left))
        for after, left in signals(match.format, record.index)
        if after > elapsed or left == 0
    ]
    told = any(one.part == EXAMINATION and one.at >= record.started for one in match.degraded)
    commands += left_out(match, record)[int(told) :]  # the notice comes first
    if record.side in match.gone or (record.examined and match.gone):
        commands.append(Schedule(0.0, TurnEnded(turn=record.index, reason=EndReason.LEFT)))
    return commands
