"""What people at this machine's microphones may ask for by a key, as events of the side that it can only mean. Pure."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from agent.match import events
from agent.match.events import Event
from agent.match.records.match import MatchRecord
from agent.match.records.turn import TurnRecord
from config.errors import RuleError
from config.format import Side


class Wish(StrEnum):
    """The key for it; on the page it is the same."""

    OFFER = "o"  # a point of information
    ACCEPT = "a"
    REFUSE = "r"
    FINISH = "e"  # the point: withdrawn, put, or cut by the speaker
    PREPARE = "t"  # take time to prepare; when it is taken: be ready


def event_of(wish: Wish, match: MatchRecord, present: Collection[Side]) -> Event:
    """What that key brings about now. Whether the rules allow it is for the match to say.

    `present`: the sides that sit at this machine. Raises RuleError: it means nothing now.
    """
    if wish is Wish.PREPARE:
        return _preparation(match, present)
    record = match.turn
    if record is None:
        raise RuleError("nobody is speaking")
    if wish is Wish.OFFER:
        return events.PoiOffered(turn=record.index, side=_at_hand(record.side.other, present))
    poi = record.poi
    if poi is None:
        raise RuleError("no point of information is offered")
    if wish is Wish.ACCEPT:
        return events.PoiAccepted(turn=record.index, side=_at_hand(record.side, present).other)
    if wish is Wish.REFUSE:
        return events.PoiDeclined(
            turn=record.index, side=_at_hand(record.side, present).other, reason=events.Declined.REFUSED
        )
    return _finished(record, being_put=poi.being_put, present=present)


def _finished(record: TurnRecord, *, being_put: bool, present: Collection[Side]) -> Event:
    """By whoever put or offered it, if that side sits here, else by the speaker, who goes on."""
    asker = record.side.other
    if not being_put:
        return events.PoiDeclined(turn=record.index, side=_at_hand(asker, present), reason=events.Declined.WITHDRAWN)
    reason = events.PoiOver.ASKED if asker in present else events.PoiOver.CUT
    return events.PoiEnded(turn=record.index, side=asker, reason=reason)


def _preparation(match: MatchRecord, present: Collection[Side]) -> Event:
    """Of the only side at this machine; where both are, of the one that speaks next."""
    if (preparing := match.preparing) is not None:
        return events.PreparationEnded(side=_at_hand(preparing.side, present), reason=events.PreparationOver.READY)
    if len(match.turns) == len(match.format.turns):
        raise RuleError("there is no turn to prepare for")
    following = match.format.turns[len(match.turns)].side
    return events.PreparationStarted(side=following if following in present else _at_hand(following.other, present))


def _at_hand(side: Side, present: Collection[Side]) -> Side:
    if side not in present:
        raise RuleError(f"that is for {side}, who does not sit at this machine")
    return side
