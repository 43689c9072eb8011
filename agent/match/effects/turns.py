"""What the chair's events do to the record of a match, and what they command. Pure.

Each may still be refused with a RuleError, and then has changed nothing. The phase itself is changed by `Match.apply`.
"""

from __future__ import annotations

from agent.match import events
from agent.match.clock import Stopwatch, signals
from agent.match.commands import (
    CancelSchedule,
    Command,
    Finish,
    HoldSchedule,
    OpenFloor,
    PauseFloor,
    ReleaseSchedule,
    ResumeFloor,
    Schedule,
)
from agent.match.effects.exchanges import floors_closed, left_out, next_turn, over_with_turn
from agent.match.records.match import MatchRecord, Phase
from agent.match.records.turn import TurnRecord
from config.errors import RuleError
from config.format import Side
from planning.debate.flow import FlowTree


def create(match: MatchRecord, event: events.MatchCreated) -> list[Command]:
    match.created = event
    match.flows = {
        observer: {owner: FlowTree(owner) for owner in Side}
        for observer, seat in event.seats.items()
        if seat.keeps_flow
    }
    return [next_turn(match, event.preparation_seconds)]


def start_turn(match: MatchRecord, event: events.TurnStarted) -> list[Command]:
    if event.turn != len(match.turns):
        raise RuleError(f"turn {event.turn} cannot start: turn {len(match.turns)} is next")
    turn = match.format.turns[event.turn]
    if (event.side, event.stage, event.seconds) != (turn.side, turn.stage, turn.seconds):
        raise RuleError(f"turn {event.turn} is not what the format says")
    examined = turn.cross_examination is not None
    clock = Stopwatch(event.at)
    match.turns.append(TurnRecord(event.turn, event.side, event.stage, event.seconds, clock, examined=examined))
    commands: list[Command] = [OpenFloor(event.turn, event.side, event.seconds)]
    if examined:
        commands.append(OpenFloor(event.turn, event.side.other, event.seconds, beside=True))
    for after, left in signals(match.format, event.seconds):
        commands.append(Schedule(after, events.ClockSignal(turn=event.turn, left=left)))
    commands += left_out(match, match.turns[-1])
    if event.side in match.gone or (examined and match.gone):
        commands.append(Schedule(0.0, events.TurnEnded(turn=event.turn, reason=events.EndReason.LEFT)))
    return commands


def signal(match: MatchRecord, event: events.ClockSignal) -> list[Command]:
    record = match.being_spoken(event.turn)
    if event.left > 0:
        return []
    return [*floors_closed(record), Schedule(0.0, events.TurnEnded(turn=record.index, reason=events.EndReason.BELL))]


def add_time(match: MatchRecord, event: events.TimeAdded) -> list[Command]:
    """Signals that are to come, come later; a warning that has been given comes again where it is due again."""
    record = match.being_spoken(event.turn)
    elapsed = record.clock.read(event.at)
    if elapsed >= record.seconds:
        raise RuleError(f"the bell of turn {event.turn} has gone")
    due = [left for _, left in signals(match.format, record.seconds)]
    record.seconds = round(record.seconds + event.seconds, 3)
    return [
        *(CancelSchedule(events.ClockSignal(turn=record.index, left=left)) for left in due),
        *(
            Schedule(after - elapsed, events.ClockSignal(turn=record.index, left=left))
            for after, left in signals(match.format, record.seconds)
            if after > elapsed
        ),
    ]


def end_turn(match: MatchRecord, event: events.TurnEnded) -> list[Command]:
    record = match.being_spoken(event.turn)
    if match.phase is Phase.PAUSED:
        if event.reason in (events.EndReason.BELL, events.EndReason.LEFT):
            raise RuleError(f"while the clock stands turn {event.turn} ends only if somebody wants it to")
        match.interrupted = Phase.WAITING
    commands: list[Command] = [CancelSchedule(), *floors_closed(record)]
    over_with_turn(record, event.at)
    record.ended, record.reason = event.at, event.reason
    record.clock = record.clock.go(event.at).stop(event.at)  # a pause that was on ends with the turn
    gap = match.format.gap_seconds
    if len(match.turns) < len(match.format.turns):
        return [*commands, next_turn(match, gap)]
    return [*commands, Schedule(gap, events.MatchEnded(reason="all turns were held"))]


def pause(match: MatchRecord, event: events.ClockPaused) -> list[Command]:
    record = match.turn
    if event.turn != (record.index if record else None):
        raise RuleError(f"the clock cannot stop in turn {event.turn}: {record.index if record else 'none'} is on")
    match.interrupted = match.phase
    if record is None:
        if (preparing := match.preparing) is not None:
            preparing.clock = preparing.clock.stop(event.at)
        return [HoldSchedule()]
    record.clock = record.clock.stop(event.at)
    return [HoldSchedule(), *(PauseFloor(record.index, side) for side in record.floors)]


def resume(match: MatchRecord, event: events.ClockResumed) -> list[Command]:
    record = match.turn
    if record is None:
        if (preparing := match.preparing) is not None:
            preparing.clock = preparing.clock.go(event.at)
        return [ReleaseSchedule()]
    record.clock = record.clock.go(event.at)
    return [*(ResumeFloor(record.index, side) for side in record.floors), ReleaseSchedule()]


def end(match: MatchRecord, event: events.MatchEnded) -> list[Command]:
    commands: list[Command] = [CancelSchedule()]
    if (record := match.turn) is not None:
        commands += floors_closed(record)
        over_with_turn(record, event.at)
        record.clock = record.clock.go(event.at).stop(event.at)
    if (preparing := match.preparing) is not None:
        preparing.clock = preparing.clock.go(event.at).stop(event.at)
    match.ended = event.reason
    return [*commands, Finish()]
