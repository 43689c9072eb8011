"""A director's orders as entries of the log, with what follows from each in words, and what is to be done in matches.

Everything here happens under the log's lock; whether it is kept says who called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from agent.server.contracts import directing as asked
from agent.server.contracts.matches import MatchState
from agent.server.tournaments.telling.scene import MatchFact
from agent.tournament.core.events import (
    BallotCast,
    BallotsCounted,
    CheckedIn,
    CheckedOut,
    DebateBroke,
    DebateStarted,
    Event,
    Panel,
    TeamReturned,
    TeamWithdrawn,
    TournamentClosed,
    Undone,
    WalkOver,
)
from agent.tournament.core.people import Kind
from agent.tournament.core.records import DebateRecord, RoundPhase, RoundRecord
from agent.tournament.core.state import Tournament
from agent.tournament.desk.editing import by_hand, exchanged, faults, withdrawal_told
from agent.tournament.desk.moving import changes, moved, replaced, seated
from agent.tournament.desk.told import about, counted, stands, winners
from agent.tournament.files.log import Writing
from agent.tournament.running import steps
from config.errors import RuleError
from config.format import Side


@dataclass(frozen=True)
class MatchAct:
    """Something to be done in a match of this server once the entries are kept. `what`: pause, resume, end, or free,
    which puts out whoever sits on `side`."""

    what: str
    match: str
    side: Side | None = None


@dataclass
class Desk:
    """An order that is being carried out. `matches`: those of this server; `new_match`: an id for one more; `most`:
    matches that this server holds at once. `effects` and `warnings`: what is told; `acts`: what is to be done."""

    writing: Writing
    by: str
    matches: Mapping[str, MatchFact]
    new_match: Callable[[], str]
    most: int = 0
    effects: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    acts: list[MatchAct] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    round: int | None = None

    @property
    def state(self) -> Tournament:
        return self.writing.state

    def add(self, event: Event) -> Event:
        made = self.writing.add(event)
        self.entries.append(made.seq)
        return made

    def tell(self, line: str) -> None:
        self.effects.append(line)

    def debate(self, round: int, id: str) -> DebateRecord:
        self.round = round
        return self.state.round(round).debate(id)

    def fact(self, debate: DebateRecord) -> MatchFact | None:
        return self.matches.get(debate.matches[-1]) if debate.running else None

    def end_match(self, debate: DebateRecord) -> None:
        """Its match, if it is being held here, is ended."""
        fact = self.fact(debate)
        if fact is not None and not fact.state.over:
            self.acts.append(MatchAct("end", debate.matches[-1]))
            self.tell(f"{debate.id}: its match is ended")

    @property
    def digest(self) -> str:
        """Of all that is told; the same wherever the same would follow."""
        told = "\n".join((*self.effects, "", *self.warnings))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def decide(desk: Desk, order: asked.Order) -> None:
    """Carry an order out. Raises RuleError, UnknownName: it cannot be done now; ValidationError: as it is written."""
    DOES[type(order)](desk, order)


def held_on_server(record: Tournament, debate: DebateRecord) -> bool:
    """Whether a debate is one for a match of this server: of two sides, at least one of them people."""
    return len(debate.teams) == len(Side) and any(not record.teams[name].seat for name in debate.teams)


# -- who is there ------------------------------------------------------------------------------------------------------


def _check(desk: Desk, order: asked.CheckOrder) -> None:
    for named in order.names:
        name = desk.state.name(order.kind, named)
        if (name in desk.state.there[order.kind]) is order.there:
            desk.tell(f"{name} is {'' if order.there else 'not '}there already")
            continue
        desk.add((CheckedIn if order.there else CheckedOut)(by=desk.by, kind=order.kind, name=name))
        drawn = "can be drawn" if order.there else "is drawn no longer"
        desk.tell(f"{name} {'is there' if order.there else 'has gone'} and {drawn}")
    if not desk.state.rules.check_in:
        desk.warnings.append("everybody is drawn in this tournament, be they checked in or not")


def _withdraw(desk: Desk, order: asked.WithdrawOrder) -> None:
    event = TeamWithdrawn(by=desk.by, team=desk.state.name(Kind.TEAM, order.team), reason=order.reason)
    desk.effects += withdrawal_told(desk.state, event)
    for one in desk.state.rounds:
        if (debate := one.of(event.team)) is not None and debate.result is None:
            desk.end_match(debate)
    desk.add(event)


def _return(desk: Desk, order: asked.ReturnOrder) -> None:
    name = desk.state.name(Kind.TEAM, order.team)
    desk.add(TeamReturned(by=desk.by, team=name))
    desk.tell(f"{name} is drawn again; what was decided without it stands")


def _replace(desk: Desk, order: asked.ReplaceOrder) -> None:
    entry = replaced(desk.state, order.team, order.speaker, order.by, desk.by, order.reason)
    desk.add(entry)
    whose = f" instead of {order.speaker}" if order.speaker else ""
    desk.tell(f"{order.by.name} speaks for {entry.team.name}{whose}")
    current = desk.state.current
    debate = current.of(entry.team.name) if current is not None else None
    if debate is not None and debate.running and desk.fact(debate) is not None:
        side = list(Side)[debate.teams.index(entry.team.name)]
        desk.acts.append(MatchAct("free", debate.matches[-1], side))
        desk.tell(f"{debate.id}: its seat is free for whoever comes with the team's link next")


# -- the draw ----------------------------------------------------------------------------------------------------------


def _redrawn(desk: Desk, number: int, before: Mapping[str, DebateRecord], faults_before: list[str]) -> None:
    """What became otherwise in a round, and what speaks against it now."""
    desk.round = number
    one = desk.state.round(number)
    desk.effects += changes(desk.state, dict(before), one)
    desk.warnings += [line for line in faults(desk.state, number) if line not in faults_before]


def _snapshot(desk: Desk, number: int) -> tuple[dict[str, DebateRecord], list[str]]:
    one = desk.state.round(number)
    return {id: copy(debate) for id, debate in one.debates.items()}, faults(desk.state, number)


def _draw(desk: Desk, order: asked.DrawOrder) -> None:
    first, state = desk.state.seq, desk.state
    again = bool(state.round(order.round).debates)
    if order.pairs:
        desk.add(by_hand(state, order.round, order.pairs, desk.by))
        steps.panels(desk.writing, order.round, desk.by)
    else:
        steps.draw(desk.writing, order.round, desk.by, incomplete=order.incomplete)
    desk.entries[:] = range(first, desk.state.seq)
    desk.round = order.round
    one = desk.state.round(order.round)
    desk.tell(f"{one.plan.name} is {'drawn again' if again else 'drawn'}: {counted(len(one.debates), 'debate')}")
    for debate in one.debates.values():
        judges = ", ".join(debate.panel.voting) or "nobody"
        desk.tell(f"{debate.id}: {' v '.join(debate.teams)}, {debate.drawn.room or 'no room'}, judged by {judges}")
    desk.effects += [f"{name}: a bye" for name in one.byes]
    desk.effects += [f"{name} goes on without a debate" for name in one.through]
    desk.warnings += list(dict.fromkeys((*one.remarks, *one.panel_remarks)))
    desk.warnings += faults(desk.state, order.round)


def _swap(desk: Desk, order: asked.SwapOrder) -> None:
    before = _snapshot(desk, order.round)
    for entry in exchanged(desk.state, order.round, order.team, order.other, desk.by, order.reason):
        desk.add(entry)
    _redrawn(desk, order.round, *before)


def _move(desk: Desk, order: asked.MoveOrder) -> None:
    before = _snapshot(desk, order.round)
    for entry in moved(desk.state, order.round, order.debate, order.room, desk.by, order.reason):
        desk.add(entry)
    _redrawn(desk, order.round, *before)


def _panel(desk: Desk, order: asked.PanelOrder) -> None:
    before = _snapshot(desk, order.round)
    panel = Panel(chair=order.chair, wings=order.wings, trainees=order.trainees)
    debate = desk.state.round(order.round).debate(order.debate)
    lost = [name for name in debate.ballots if name and name not in panel.voting]
    desk.add(seated(desk.state, order.round, order.debate, panel, desk.by, order.reason))
    desk.effects += [f"{order.debate}: the ballot of {name} counts no longer" for name in lost]
    _redrawn(desk, order.round, *before)


def _panels(desk: Desk, order: asked.PanelsOrder) -> None:
    before = _snapshot(desk, order.round)
    first = desk.state.seq
    steps.panels(desk.writing, order.round, desk.by)
    desk.entries[:] = range(first, desk.state.seq)
    _redrawn(desk, order.round, *before)


def _break(desk: Desk, order: asked.BreakOrder) -> None:
    first = desk.state.seq
    steps.make_break(desk.writing, order.category, desk.by)
    desk.entries[:] = range(first, desk.state.seq)
    desk.effects += [f"{seed}. {name}" for seed, name in enumerate(desk.state.breaks[order.category], 1)]
    desk.warnings += desk.state.break_remarks[order.category]


# -- the round ---------------------------------------------------------------------------------------------------------


def _release(desk: Desk, order: asked.ReleaseOrder) -> None:
    first, one = desk.state.seq, desk.state.round(order.round)
    desk.round = order.round
    lacking = [debate.id for debate in one.debates.values() if not debate.panel.chair]
    if order.motion is None:
        steps.release_draw(desk.writing, order.round, desk.by)
    else:
        steps.release(desk.writing, order.round, desk.by, order.motion)
    desk.entries[:] = range(first, desk.state.seq)
    desk.tell(f"everybody sees the draw of {one.plan.name}; from here on it is changed for a reason only")
    _motion_told(desk, desk.state.round(order.round))
    if lacking:
        desk.warnings.append(f"nobody judges {', '.join(lacking)}: their ballots come from the director")
    desk.warnings += faults(desk.state, order.round)


def _motion(desk: Desk, order: asked.MotionOrder) -> None:
    first = desk.state.seq
    desk.round = order.round
    steps.release_motion(desk.writing, order.round, desk.by, order.motion)
    desk.entries[:] = range(first, desk.state.seq)
    _motion_told(desk, desk.state.round(order.round))


def _motion_told(desk: Desk, one: RoundRecord) -> None:
    if not one.motion:
        desk.warnings.append("no motion is released with it")
        return
    minutes = f"{one.preparation_minutes:g} minutes of preparation begin" if one.preparation_minutes else "at once"
    desk.tell(f"everybody reads the motion: {desk.state.motions[one.motion].text} ({minutes})")


def _start(desk: Desk, order: asked.StartOrder) -> None:
    one = desk.state.round(order.round)
    desk.round = order.round
    for id in order.aloud:
        if not _of_ais(desk.state, one.debate(id)):
            raise RuleError(f"{id} is not between two AIs: debates of people are always held aloud")
    steps.start(desk.writing, order.round, desk.by)
    desk.entries.append(desk.state.seq - 1)
    one = desk.state.round(order.round)
    if not one.motion:
        desk.warnings.append("its motion has not been released: rooms are opened once it is")
    rooms = [debate for debate in one.open if held_on_server(desk.state, debate) or debate.id in order.aloud]
    for debate in rooms:
        desk.add(DebateStarted(by=desk.by, round=order.round, debate=debate.id, match=desk.new_match()))
    _start_told(desk, one, rooms)


def _start_told(desk: Desk, one: RoundRecord, rooms: list[DebateRecord]) -> None:
    written = [debate.id for debate in one.open if debate not in rooms and _of_ais(desk.state, debate)]
    outside = [debate.id for debate in one.open if debate not in rooms and debate.id not in written]
    for debate in rooms:
        people = [name for name in debate.teams if not desk.state.teams[name].seat]
        desk.tell(f"{debate.id}: a room is opened" + (f" for {' and '.join(people)}" if people else " for its AIs"))
    if written:
        desk.tell(f"held in writing at once: {', '.join(written)}")
    if outside:
        desk.tell(f"held elsewhere, their ballots are waited for: {', '.join(outside)}")
    busy = sum(not fact.state.over for fact in desk.matches.values())
    if desk.most and len(rooms) + busy > desk.most:
        desk.warnings.append(
            f"{len(rooms)} rooms are wanted and this server holds {desk.most} matches at once: the others wait until "
            "one is over (`serving.matches` in its settings)"
        )


def _of_ais(record: Tournament, debate: DebateRecord) -> bool:
    return len(debate.teams) == len(Side) and all(record.teams[name].seat for name in debate.teams)


def _clocks(desk: Desk, number: int, id: str, what: str, states: tuple[MatchState, ...], told: str) -> None:
    """Stop or start the clocks of one debate, or of all."""
    one = desk.state.round(number)
    desk.round = number
    chosen = [one.debate(id)] if id else one.open
    for debate in chosen:
        fact = desk.fact(debate)
        if fact is not None and fact.state in states:
            desk.acts.append(MatchAct(what, debate.matches[-1]))
            desk.tell(f"{debate.id}: {told}")
    if not desk.acts:
        raise RuleError(f"no clock of {id or one.plan.name} can be {'stopped' if what == 'pause' else 'let run'} now")


def _pause(desk: Desk, order: asked.PauseOrder) -> None:
    _clocks(desk, order.round, order.debate, "pause", (MatchState.RUNNING,), "its clock stops")


def _resume(desk: Desk, order: asked.ResumeOrder) -> None:
    _clocks(desk, order.round, order.debate, "resume", (MatchState.PAUSED,), "its clock runs on")


def _repeat(desk: Desk, order: asked.RepeatOrder) -> None:
    debate = desk.debate(order.round, order.debate)
    if debate.result is not None:
        raise RuleError(f"{debate.id} has a result: {debate.result.told}: undo it first")
    if debate.ballots:
        names = ", ".join(name or "the panel" for name in debate.ballots)
        raise RuleError(f"{debate.id} has ballots of {names}: undo them first, then it can be held again")
    if not debate.matches:
        raise RuleError(f"{debate.id} has not been held yet")
    last = debate.matches[-1]
    aloud = last in desk.matches
    if debate.running:
        desk.end_match(debate)
        desk.add(DebateBroke(by=desk.by, round=order.round, debate=debate.id, match=last, reason=order.reason))
    if aloud:
        match = desk.new_match()
        desk.add(DebateStarted(by=desk.by, round=order.round, debate=debate.id, match=match))
    desk.tell(f"{debate.id} is held again from its beginning; what was said in {last} does not count")


# -- how it is decided -------------------------------------------------------------------------------------------------


def _decided(desk: Desk, round: int, id: str) -> None:
    desk.tell(f"{id}: {stands(desk.state, desk.debate(round, id))}")


def _walk_over(desk: Desk, order: asked.WalkOverOrder) -> None:
    debate = desk.debate(order.round, order.debate)
    names = tuple(desk.state.name(Kind.TEAM, name) for name in order.absent)
    fact = desk.fact(debate)
    here = fact.entered if fact is not None else frozenset()
    came = [name for side, name in zip(Side, debate.teams, strict=False) if side in here and name in names]
    desk.end_match(debate)
    desk.add(WalkOver(by=desk.by, round=order.round, debate=debate.id, absent=names, reason=order.reason))
    _decided(desk, order.round, debate.id)
    desk.warnings += [f"{name} has come to its room" for name in came]


def _ballot(desk: Desk, order: asked.BallotOrder) -> None:
    desk.add(
        BallotCast(
            by=desk.by,
            round=order.round,
            debate=order.debate,
            ballot=order.ballot,
            replaces=order.replaces,
            reason=order.reason,
        )
    )
    _decided(desk, order.round, order.debate)


def _count(desk: Desk, order: asked.CountOrder) -> None:
    desk.add(BallotsCounted(by=desk.by, round=order.round, debate=order.debate, reason=order.reason))
    _decided(desk, order.round, order.debate)


def _end_round(desk: Desk, order: asked.EndRoundOrder) -> None:
    desk.round = order.round
    steps.close_round(desk.writing, order.round, desk.by)
    desk.entries.append(desk.state.seq - 1)
    name = desk.state.round(order.round).plan.name
    desk.tell(f"{name} is closed: its ballots are corrected for a reason only; nothing is published by this")


def _publish(desk: Desk, order: asked.PublishOrder) -> None:
    desk.round = order.round
    steps.publish(desk.writing, order.round, desk.by)
    desk.entries.append(desk.state.seq - 1)
    one = desk.state.round(order.round)
    desk.tell(f"everybody sees the results of {one.plan.name}, and standings with them")
    if one.plan.silent:
        desk.warnings.append(f"{one.plan.name} was to be silent")


def _undo(desk: Desk, order: asked.UndoOrder) -> None:
    log = desk.state.log
    told = f"{log[order.entry].type}{about(log[order.entry])}" if order.entry < len(log) else ""
    running = {
        id: debate for one in desk.state.rounds for debate in one.debates.values() for id in debate.matches[-1:]
        if debate.running
    }  # fmt: skip
    desk.add(Undone(by=desk.by, of=order.entry, reason=order.reason))
    desk.tell(f"entry {order.entry} counts no longer: {told}")
    still = {
        debate.matches[-1] for one in desk.state.rounds for debate in one.debates.values() if debate.running
    }  # fmt: skip
    for id, debate in running.items():
        fact = desk.matches.get(id)
        if id not in still and fact is not None and not fact.state.over:
            desk.acts.append(MatchAct("end", id))
            desk.tell(f"{debate.id}: its match is ended")


def _close(desk: Desk, order: asked.CloseOrder) -> None:
    desk.add(TournamentClosed(by=desk.by, reason=order.reason))
    desk.effects += list(winners(desk.state))
    desk.tell("nothing is entered any more")
    if any(one.phase is RoundPhase.CLOSED and not one.published for one in desk.state.rounds):
        desk.warnings.append("not everything has been published, and it cannot be afterwards")


DOES: dict[type[Any], Callable[[Desk, Any], None]] = {
    asked.CheckOrder: _check,
    asked.WithdrawOrder: _withdraw,
    asked.ReturnOrder: _return,
    asked.ReplaceOrder: _replace,
    asked.DrawOrder: _draw,
    asked.SwapOrder: _swap,
    asked.MoveOrder: _move,
    asked.PanelOrder: _panel,
    asked.PanelsOrder: _panels,
    asked.BreakOrder: _break,
    asked.ReleaseOrder: _release,
    asked.MotionOrder: _motion,
    asked.StartOrder: _start,
    asked.PauseOrder: _pause,
    asked.ResumeOrder: _resume,
    asked.RepeatOrder: _repeat,
    asked.WalkOverOrder: _walk_over,
    asked.BallotOrder: _ballot,
    asked.CountOrder: _count,
    asked.EndRoundOrder: _end_round,
    asked.PublishOrder: _publish,
    asked.UndoOrder: _undo,
    asked.CloseOrder: _close,
}
