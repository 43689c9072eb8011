"""Who is there, who leaves, who comes in whose place."""

from __future__ import annotations

from agent.server.contracts import directing as asked
from agent.server.tournaments.decisions.desk import Desk, MatchAct
from agent.tournament.core.events import (
    CheckedIn,
    CheckedOut,
    NameHidden,
    TeamReturned,
    TeamWithdrawn,
)
from agent.tournament.core.people import Kind
from agent.tournament.desk.editing import withdrawal_told
from agent.tournament.desk.hidden import HiddenNames
from agent.tournament.desk.moving import replaced
from config.format import Side


def check(desk: Desk, order: asked.CheckOrder) -> None:
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


def withdraw(desk: Desk, order: asked.WithdrawOrder) -> None:
    event = TeamWithdrawn(by=desk.by, team=desk.state.name(Kind.TEAM, order.team), reason=order.reason)
    desk.effects += withdrawal_told(desk.state, event)
    for one in desk.state.rounds:
        if (debate := one.of(event.team)) is not None and debate.result is None:
            desk.end_match(debate)
    desk.add(event)


def hide(desk: Desk, order: asked.HideOrder) -> None:
    team = desk.state.name(Kind.TEAM, order.team)
    before = HiddenNames.of(desk.state)
    desk.add(NameHidden(by=desk.by, team=team, speaker=order.speaker, hidden=order.hidden))
    after = HiddenNames.of(desk.state)
    for name in (name for name in after.teams if name not in before.teams):
        desk.tell(f"the public is told {after.team(name)} instead of {name}, and codes for its speakers")
    if order.speaker and order.hidden:
        desk.tell(f"the public is told {after.speaker(team, order.speaker)} instead of {order.speaker}")
    if not order.hidden:
        desk.tell(f"the public is told the name of {order.speaker or team} again")
    if order.hidden and any(debate.matches for one in desk.state.rounds if (debate := one.of(team)) is not None):
        desk.warnings.append("matches that were opened before keep the name, for whoever may watch them")


def come_back(desk: Desk, order: asked.ReturnOrder) -> None:
    name = desk.state.name(Kind.TEAM, order.team)
    desk.add(TeamReturned(by=desk.by, team=name))
    desk.tell(f"{name} is drawn again; what was decided without it stands")


def replace(desk: Desk, order: asked.ReplaceOrder) -> None:
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
