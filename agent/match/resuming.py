"""What is still to come of a match that is read from its log. Pure."""

from __future__ import annotations

from agent.match.clock import signals
from agent.match.commands import Command, OpenFloor, Schedule
from agent.match.events import ClockSignal, EndReason, MatchEnded, TurnEnded, TurnStarted
from agent.match.state import Match, Phase, TurnRecord


def outstanding(match: Match) -> list[Command]:
    """The commands that bring a match to where it stood: its schedule, and the floor of the turn that was on.

    Times of the schedule count from now, by the clock that the chair can stop. A gap between turns begins again.
    """
    if match.phase in (Phase.CREATED, Phase.ENDED):
        return []
    record = match.turn
    return _of_turn(match, record) if record is not None else [_next(match)]


def _next(match: Match) -> Schedule:
    index = len(match.turns)
    gap = match.format.gap_seconds if index else 0.0
    if index == len(match.format.turns):
        return Schedule(gap, MatchEnded(reason="all turns were held"))
    turn = match.format.turns[index]
    return Schedule(gap, TurnStarted(turn=index, side=turn.side, stage=turn.stage, seconds=turn.seconds))


def _of_turn(match: Match, record: TurnRecord) -> list[Command]:
    elapsed = min(record.seconds, record.clock.read(match.at))
    commands: list[Command] = [OpenFloor(record.index, record.side, record.seconds, elapsed)]
    commands += [
        Schedule(max(0.0, after - elapsed), ClockSignal(turn=record.index, left=left))
        for after, left in signals(match.format, record.index)
        if after > elapsed or left == 0
    ]
    if record.side in match.gone:
        commands.append(Schedule(0.0, TurnEnded(turn=record.index, reason=EndReason.LEFT)))
    return commands
