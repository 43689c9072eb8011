"""A debate in another room, another panel, another person in a team: as entries, before the release or after. Pure."""

from __future__ import annotations

from agent.tournament.core.events import DebateChanged, DrawMade, Panel, PanelsMade, TeamChanged
from agent.tournament.core.people import Kind, TeamSpeaker, folded
from agent.tournament.core.records import DebateRecord, RoundPhase, RoundRecord
from agent.tournament.core.state import Tournament
from config.errors import RuleError, UnknownName


def moved(
    record: Tournament, number: int, debate: str, room: str, by: str = "", reason: str = ""
) -> list[DrawMade | DebateChanged]:
    """A debate in another room; whoever is there takes the room that it leaves."""
    one = record.round(number)
    found, wanted = one.debate(debate), record.name(Kind.ROOM, room)
    there = next((other for other in one.debates.values() if other.drawn.room == wanted), None)
    if there is found:
        raise RuleError(f"{debate} is in {wanted} already")
    rooms = {found.id: wanted} | ({there.id: found.drawn.room} if there is not None else {})
    if one.phase is RoundPhase.DRAWN:
        return [redrawn(record, one, rooms, by)]
    _needs_reason(one, reason)
    return [
        DebateChanged(by=by, round=number, debate=id, room=new, reason=f"{reason} ({id}: now in {new or 'no room'})")
        for id, new in rooms.items()
    ]


def redrawn(record: Tournament, one: RoundRecord, rooms: dict[str, str], by: str) -> DrawMade:
    """The draw of a round as it stands, but for some rooms."""
    waiting = tuple(debate.id for debate in record.rounds[one.number - 1].open) if one.number else ()
    return DrawMade(
        by=by,
        round=one.number,
        debates=tuple(
            debate.drawn.model_copy(update={"room": rooms[id]}) if id in rooms else debate.drawn
            for id, debate in one.debates.items()
        ),
        byes=one.byes,
        through=one.through,
        without=waiting,
        remarks=one.remarks,
        by_hand=True,
    )


def seated(
    record: Tournament, number: int, debate: str, panel: Panel, by: str = "", reason: str = ""
) -> PanelsMade | DebateChanged:
    """Another panel for a debate."""
    one = record.round(number)
    one.debate(debate)
    name = [record.name(Kind.ADJUDICATOR, each) for each in panel.everybody]
    votes = len(panel.voting)
    known = Panel(
        chair=name[0] if panel.chair else "",
        wings=tuple(name[1:votes] if panel.chair else name[:votes]),
        trainees=tuple(name[votes:]),
        why=("by hand",),
    )
    if one.phase is RoundPhase.DRAWN:
        return PanelsMade(by=by, round=number, panels={debate: known}, remarks=one.panel_remarks)
    _needs_reason(one, reason)
    return DebateChanged(by=by, round=number, debate=debate, panel=known, reason=reason)


def replaced(
    record: Tournament, team: str, leaves: str, comes: TeamSpeaker, by: str = "", reason: str = ""
) -> TeamChanged:
    """Somebody else in the place of a speaker, or one more speaker where nobody leaves."""
    old = record.teams[record.name(Kind.TEAM, team)]
    if old.seat:
        raise RuleError(f"{old.name} is an AI: it has no person to replace")
    names = [folded(speaker.name) for speaker in old.speakers]
    if folded(comes.name) in names:
        raise RuleError(f"{comes.name} speaks for {old.name} already")
    if not leaves:
        return TeamChanged(by=by, team=old.model_copy(update={"speakers": (*old.speakers, comes)}), reason=reason)
    if folded(leaves) not in names:
        raise UnknownName(f"speaker of {old.name}", leaves, [speaker.name for speaker in old.speakers])
    speakers = tuple(comes if folded(one.name) == folded(leaves) else one for one in old.speakers)
    return TeamChanged(by=by, team=old.model_copy(update={"speakers": speakers}), reason=reason)


def changes(record: Tournament, before: dict[str, DebateRecord], one: RoundRecord) -> list[str]:
    """What has become otherwise in the debates of a round, a line each."""
    sides, found = record.rules.style.sides, []
    for id, debate in one.debates.items():
        old = before.get(id)
        if old is None:
            continue
        if old.teams != debate.teams:
            now = ", ".join(f"{team} {side}" for team, side in zip(debate.teams, sides, strict=True))
            found.append(f"{id}: {now} (was {' v '.join(old.teams)})")
        if old.drawn.room != debate.drawn.room:
            found.append(f"{id}: in {debate.drawn.room or 'no room'} (was {old.drawn.room or 'none'})")
        if old.panel.everybody != debate.panel.everybody:
            judges = ", ".join(debate.panel.everybody) or "nobody"
            found.append(f"{id}: judged by {judges} (was {', '.join(old.panel.everybody) or 'nobody'})")
    return found


def _needs_reason(one: RoundRecord, reason: str) -> None:
    if not reason:
        raise RuleError(f"{one.plan.name} has been released: a change has a reason")
