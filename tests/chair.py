"""A chair for tests: stamps events as the runner does, applies them and keeps the log as lines."""

from __future__ import annotations

from collections.abc import Mapping

from agent.match.commands import Command
from agent.match.events import (
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    EndReason,
    Event,
    MatchCreated,
    SentenceSpoken,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
    decode,
    encode,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from config.format import Format, Side
from planning.debate import acting
from planning.debate.argument import Action
from planning.debate.flow import Flows
from planning.ports import Embedder
from tests.fakes import BagEmbedder, short_format

PREPARED = SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True)
PERSON = SeatInfo(occupant=Occupant.PERSON, name="Ada")


class Chair:
    """Holds one match; `now` is in seconds since it began."""

    def __init__(
        self, match_format: Format | None = None, *, motion: str = "School uniforms should be mandatory"
    ) -> None:
        self.match = Match()
        self.log: list[str] = []
        self.now = 0.0
        self.format = match_format or short_format()
        self.motion = motion

    # -- telling the match ---------------------------------------------------------------------

    def tell(self, event: Event, at: float | None = None) -> list[Command]:
        """Stamp, apply, log. A refused event leaves no trace."""
        stamped = self.stamp(event, at)
        commands = self.match.apply(stamped)
        self.now = stamped.at
        self.log.append(encode(stamped))
        return commands

    def stamp(self, event: Event, at: float | None = None) -> Event:
        return event.model_copy(update={"seq": self.match.seq, "at": self.now if at is None else at})

    def create(self, seats: Mapping[Side, SeatInfo] | None = None) -> list[Command]:
        return self.tell(self.created(seats))

    def created(self, seats: Mapping[Side, SeatInfo] | None = None) -> MatchCreated:
        chosen = dict(seats or dict.fromkeys(Side, PREPARED))
        return MatchCreated(match_id="m1", motion_id="uniforms", motion=self.motion, format=self.format, seats=chosen)

    def begin(self, index: int, at: float | None = None) -> list[Command]:
        return self.tell(self.beginning(index), at)

    def beginning(self, index: int) -> TurnStarted:
        turn = self.format.turns[index]
        return TurnStarted(turn=index, side=turn.side, stage=turn.stage, seconds=turn.seconds)

    def bell(self, at: float | None = None) -> list[Command]:
        """The bell, and the end of the turn that it brings about."""
        turn = self.match.turns[-1].index
        return [
            *self.tell(ClockSignal(turn=turn, left=0.0), at),
            *self.tell(TurnEnded(turn=turn, reason=EndReason.BELL)),
        ]

    def pause(self, at: float | None = None, reason: str = "a question") -> list[Command]:
        turn = self.match.turn
        return self.tell(ClockPaused(turn=turn.index if turn else None, reason=reason), at)

    def resume(self, at: float | None = None) -> list[Command]:
        return self.tell(ClockResumed(), at)

    def end(self, reason: EndReason, at: float | None = None) -> list[Command]:
        return self.tell(TurnEnded(turn=self.match.turns[-1].index, reason=reason), at)

    def act(self, action: Action, embedder: Embedder | None = None, at: float | None = None) -> str | None:
        """What was said, as every listener with flow trees reads it; returns the node it made or touched."""
        node = None
        for observer, trees in self.match.flows.items():
            owner, target = Flows(trees).resolve(action, embedder or BagEmbedder())
            action = acting.met(action, target)
            node = self._node(observer, owner, action, target)
            self.tell(
                ActionExtracted(
                    turn=self.match.turns[-1].index,
                    observer=observer,
                    action=action,
                    owner=owner,
                    target=target,
                    node=node,
                ),
                at,
            )
        return node

    def _node(self, observer: Side, owner: Side, action: Action, target: str | None) -> str | None:
        """Which node the action will make or touch, as the debater who read it found out on its own trees."""
        if action.point is not None:  # it may put right what there is
            return acting.effect(self.match.flows[observer], owner, action, target)
        if action.kind != "propose" and target is None:
            return None
        if action.kind == "reinforce":
            return target
        return f"{owner}{len(self.match.flows[observer][owner].nodes) + 1}"

    # -- what came of it -----------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        return [decode(line) for line in self.log]

    def replayed(self) -> Match:
        """The state a new process would have from the log."""
        return Match.replay(self.events)


def spoken(turn: int, side: Side, text: str, start: float = 0.0, end: float = 1.0) -> SentenceSpoken:
    return SentenceSpoken(turn=turn, side=side, id=f"s{start:g}", text=text, start=start, end=end, voice="sine")


def heard(turn: int, side: Side, text: str, start: float = 0.0, end: float = 1.0) -> TranscriptSegment:
    return TranscriptSegment(
        turn=turn, side=side, listener=side.other, text=text, start=start, end=end, recognizer="script"
    )
