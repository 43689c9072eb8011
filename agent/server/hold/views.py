"""What is told of matches and invitations."""

from __future__ import annotations

from agent.match.afterwards.votes import Tally
from agent.server.contracts.choices import FormatView, PlannedTurn
from agent.server.contracts.invitations import InvitationMade, InvitationView
from agent.server.contracts.matches import MatchView, SeatOrder, SeatsView, SeatView
from agent.server.hold.invitations import Invitation
from agent.server.hold.live import Live
from config.format import Format, Turn


def view(live: Live, votes: Tally) -> MatchView:
    """A match as everybody may know it."""
    ordered, order = live.ordered, live.ordered.order
    return MatchView(
        id=live.id,
        state=live.state,
        motion=ordered.motion,
        format=order.format,
        seats=SeatsView(pro=_seat(order.seats.pro), con=_seat(order.seats.con)),
        created=ordered.created,
        reason=live.reason,
        turn=live.turn,
        turns=live.turns,
        events=live.count,
        preparation_seconds=order.preparation_seconds,
        grace_seconds=order.grace_seconds,
        pauses=order.pauses,
        spectators=order.spectators,
        judges=order.judges,
        broadcast=order.broadcast,
        coach=order.coach,
        votes=votes,
    )


def _seat(seat: SeatOrder) -> SeatView:
    return SeatView(kind=seat.kind, name=seat.name, method=seat.method)


def invitation_view(one: Invitation) -> InvitationView:
    return InvitationView(
        id=one.id,
        match=one.match,
        role=one.role,
        name=one.name,
        expires=one.expires,
        revoked=one.revoked,
        used=bool(one.holder),
    )


def invitation_made(one: Invitation, token: str, address: str) -> InvitationMade:
    """With what is handed out, behind a # in the link: browsers do not send that to anybody."""
    told = invitation_view(one).model_dump()
    return InvitationMade(**told, invitation=token, link=f"{address}/join#{token}")


def format_view(name: str, one: Format) -> FormatView:
    return FormatView(
        name=name,
        description=one.description,
        turns=len(one.turns),
        seconds=one.seconds,
        gap_seconds=one.gap_seconds,
        preparation_seconds=one.preparation_seconds,
        warnings_seconds=one.warnings_seconds,
        timeline=tuple(map(_planned, one.turns)),
    )


def _planned(turn: Turn) -> PlannedTurn:
    window = turn.points_of_information
    return PlannedTurn(
        side=turn.side,
        name=turn.name,
        seconds=turn.seconds,
        cross_examination=turn.cross_examination is not None,
        questions=(window.start, window.end) if window is not None else None,
    )
