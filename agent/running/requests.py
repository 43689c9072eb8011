"""What a person in a match may ask of its chair: the end of its turn, pauses, points of information, preparation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum

from agent.match import events
from agent.match.events import Event
from agent.match.records.turn import TurnRecord
from agent.match.state import Match, Phase
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from config.errors import RuleError
from config.format import Side, Turn


class Wish(StrEnum):
    """What people at this machine's microphones may ask for: the key for it; on the page it is the same."""

    OFFER = "o"  # a point of information
    ACCEPT = "a"
    REFUSE = "r"
    FINISH = "e"  # the point: withdrawn, put, or cut by the speaker
    PREPARE = "t"  # take time to prepare; when it is taken: be ready


class Requests(Observer):
    """Watches one match, and takes what its people ask for to its inbox, where the rules allow it.

    `pauses`: how many each side may have; `past`: the events of a match that goes on from its log.
    """

    def __init__(self, inbox: Inbox, pauses: int, past: Sequence[Event] = ()) -> None:
        self._inbox, self._most = inbox, pauses
        self._taken: Counter[Side | None] = Counter()  # None: the chair's own
        self._pausing: Side | None = None  # whose pause it is
        self._match: Match | None = None
        for event in past:
            self._note(event)

    def on_event(self, event: Event, match: Match) -> None:
        self._match = match
        self._note(event)

    def _note(self, event: Event) -> None:
        match event:
            case events.ClockPaused(by=side):
                self._pausing = side
                self._taken[side] += 1
            case events.ClockResumed():
                self._pausing = None

    def pauses_left(self, side: Side) -> int:
        return max(0, self._most - self._taken[side])

    def end_turn(self, side: Side) -> None:
        """Raises RuleError: it is not its turn."""
        turn = self._match.turn if self._match is not None else None
        if turn is None or turn.side is not side:
            raise RuleError(f"it is not the turn of {side}: only who has the floor can give it up")
        self._inbox.post(events.TurnEnded(turn=turn.index, reason=events.EndReason.YIELDED))

    def pause(self, side: Side) -> None:
        """Raises RuleError: the clock does not run, or the side has had all its pauses."""
        if self._match is None or self._match.phase not in (Phase.WAITING, Phase.SPEAKING):
            raise RuleError("the clock does not run")
        if not self.pauses_left(side):
            raise RuleError(f"{side} has had all its pauses ({self._most}); the host can stop the clock")
        self._inbox.pause(f"{side} asked for a pause", by=side)

    def resume(self, side: Side) -> None:
        """Raises RuleError: the clock does not stand because that side wanted it to."""
        if self._pausing is not side:
            raise RuleError(f"{side} has not stopped the clock: only who did, and the host, can let it run on")
        self._inbox.resume()

    # -- points of information -----------------------------------------------------------------

    def offer(self, side: Side) -> None:
        """Offer a point of information to who is speaking; the rules say whether it may come now. Raises RuleError."""
        turn = self._turn()
        window = self._format_turn(turn).points_of_information
        if turn.side is side:
            raise RuleError(f"{side} is speaking: points of information are the other side's")
        if window is None:
            raise RuleError("there are no points of information in this speech")
        self._inbox.post(events.PoiOffered(turn=turn.index, side=side))

    def accept(self, side: Side) -> None:
        """Take the point that was offered. Raises RuleError: none is, or somebody else speaks."""
        turn = self._offered_to(side)
        self._inbox.post(events.PoiAccepted(turn=turn.index, side=side.other))

    def refuse(self, side: Side) -> None:
        """Do not take it. Raises RuleError: as `accept`."""
        turn = self._offered_to(side)
        self._inbox.post(events.PoiDeclined(turn=turn.index, side=side.other, reason=events.Declined.REFUSED))

    def finish(self, side: Side) -> None:
        """Who offers or puts a point of information has done, or the speaker goes on. Raises RuleError: there is none.

        Where it is only offered, it is withdrawn or refused.
        """
        turn = self._turn()
        if (poi := turn.poi) is None:
            raise RuleError("there is no point of information")
        if poi.being_put:
            reason = events.PoiOver.ASKED if poi.side is side else events.PoiOver.CUT
            self._inbox.post(events.PoiEnded(turn=turn.index, side=poi.side, reason=reason))
            return
        reason_not = events.Declined.WITHDRAWN if poi.side is side else events.Declined.REFUSED
        self._inbox.post(events.PoiDeclined(turn=turn.index, side=poi.side, reason=reason_not))

    def _turn(self) -> TurnRecord:
        turn = self._match.turn if self._match is not None else None
        if turn is None:
            raise RuleError("nobody is speaking")
        return turn

    def _format_turn(self, turn: TurnRecord) -> Turn:
        if self._match is None:
            raise RuleError("the match has not begun")
        return self._match.format.turns[turn.index]

    def _offered_to(self, side: Side) -> TurnRecord:
        turn = self._turn()
        if turn.side is not side or turn.poi is None or not turn.poi.standing:
            raise RuleError(f"no point of information is offered to {side}")
        return turn

    # -- preparation ---------------------------------------------------------------------------

    def prepare(self, side: Side) -> None:
        """Take time for preparation before the next turn. Raises RuleError: there is none left, or somebody speaks."""
        if self._match is None or self._match.phase is not Phase.WAITING:
            raise RuleError("time for preparation is taken between two turns")
        if self._match.preparation_left(side) <= 0:
            raise RuleError(f"{side} has no time for preparation left")
        self._inbox.post(events.PreparationStarted(side=side))

    def ready(self, side: Side) -> None:
        """It needs no more of it now. Raises RuleError: it is not preparing."""
        preparing = self._match.preparing if self._match is not None else None
        if preparing is None or preparing.side is not side:
            raise RuleError(f"{side} is not preparing")
        self._inbox.post(events.PreparationEnded(side=side, reason=events.PreparationOver.READY))

    # -- by a key, of the side that it can only mean -------------------------------------------

    def wish(self, wish: Wish, present: Collection[Side]) -> None:
        """What that key means now. `present`: the sides that sit here. Raises RuleError: it means nothing."""
        if wish is Wish.PREPARE:
            self._wish_to_prepare(present)
            return
        turn = self._turn()
        speaker, asker = turn.side, turn.side.other
        if wish is Wish.OFFER:
            self.offer(_at_hand(asker, present))
        elif turn.poi is None:
            raise RuleError("no point of information is offered")
        elif wish is Wish.FINISH:  # whoever put or offered it, if that side sits here, else the speaker, who goes on
            self.finish(speaker if turn.poi.being_put and asker not in present else _at_hand(asker, present))
        else:
            (self.accept if wish is Wish.ACCEPT else self.refuse)(_at_hand(speaker, present))

    def _wish_to_prepare(self, present: Collection[Side]) -> None:
        """Of the only side at this machine; where both are, of the one that speaks next."""
        match = self._match
        if match is not None and match.preparing is not None:
            self.ready(_at_hand(match.preparing.side, present))
            return
        if match is None or len(match.turns) == len(match.format.turns):
            raise RuleError("there is no turn to prepare for")
        following = match.format.turns[len(match.turns)].side
        self.prepare(following if following in present else _at_hand(following.other, present))


def _at_hand(side: Side, present: Collection[Side]) -> Side:
    if side not in present:
        raise RuleError(f"that is for {side}, who does not sit at this machine")
    return side
