"""What is kept of a match: all that its events have said so far; and a fingerprint for each part of it. Pure.

Two states with the same digest are the same; where they differ the parts say in what. Fields that have their default
are left out, so a field that a later Rostrum adds does not change the digest of an older match.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel

from agent.match import events
from agent.match.records.turn import PreparationRecord, TurnRecord
from config.errors import RuleError
from config.format import Format, Side
from planning.debate.flow import FlowTree


class Phase(Enum):
    """Where a match stands."""

    CREATED = "created"
    WAITING = "waiting"  # between turns; the tail of the last one may still be transcribed
    SPEAKING = "speaking"
    PREPARING = "preparing"  # between turns; a side takes time from its pool
    PAUSED = "paused"  # within a turn or between two
    ENDED = "ended"


class MatchRecord:
    """The record of one match. Compare two with `==`.

    By turn (from 0) unless said otherwise: the last plan and draft, every feedback, revision and step of the
    controller. `flows`: by observer, then by whose claims they hold. `interrupted`: while PAUSED, what goes on when the
    clock runs again. `preparations`, `verified`: all there were, in order.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self) -> None:
        self.phase = Phase.CREATED
        self.interrupted: Phase | None = None
        self.created: events.MatchCreated | None = None
        self.turns: list[TurnRecord] = []
        self.flows: dict[Side, dict[Side, FlowTree]] = {}
        self.plans: dict[int, events.PlanUpdated] = {}
        self.drafts: dict[int, events.StatementDrafted] = {}
        self.feedback: dict[int, list[events.AudienceFeedback]] = {}
        self.revisions: dict[int, list[events.StatementRevised]] = {}
        self.verified: list[events.ClaimVerified] = []
        self.used: dict[Side, events.ModelUsed] = {}
        self.fits: dict[int, list[events.FitStep]] = {}
        self.gone: dict[Side, str] = {}
        self.preparations: list[PreparationRecord] = []
        self.degraded: list[events.Degraded] = []
        self.failed: list[events.Failed] = []
        self.ended: str | None = None
        self.seq = 0
        self.at = 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchRecord) and vars(self) == vars(other)

    @property
    def format(self) -> Format:
        if self.created is None:
            raise RuleError("the match has not been created yet")
        return self.created.format

    @property
    def turn(self) -> TurnRecord | None:
        """The turn that is being spoken, if one is; in the middle of it the clock may stand."""
        return self.turns[-1] if Phase.SPEAKING in (self.phase, self.interrupted) else None

    @property
    def preparing(self) -> PreparationRecord | None:
        """The time for preparation that a side is taking; in the middle of it the clock may stand."""
        return self.preparations[-1] if Phase.PREPARING in (self.phase, self.interrupted) else None

    def preparation_left(self, side: Side, now: float | None = None) -> float:
        """Seconds of that side's pool, at a time of the match; that of the last event, if left out."""
        at = self.at if now is None else now
        used = sum(one.clock.read(at) for one in self.preparations if one.side is side)
        return max(0.0, self.format.preparation_seconds - used)

    def being_spoken(self, index: int) -> TurnRecord:
        """Turn `index`, if it is the one that is on. Raises RuleError."""
        record = self.turn
        if record is None or index != record.index:
            raise RuleError(f"turn {index} is not the one being spoken")
        return record

    def begun(self, index: int) -> TurnRecord:
        """Turn `index`, if it has begun. Raises RuleError."""
        if not 0 <= index < len(self.turns):
            raise RuleError(f"turn {index} has not begun")
        return self.turns[index]

    def in_format(self, index: int) -> int:
        """`index`, if the format has such a turn. Raises RuleError."""
        if not 0 <= index < len(self.format.turns):
            raise RuleError(f"the format has no turn {index}")
        return index


def digest(match: MatchRecord) -> dict[str, str]:
    """The sha256 of each part of the state, in hexadecimal, by its name: "turns", "flows", "plans", ..."""
    return {name: _sha256(canonical(part)) for name, part in vars(match).items()}


def _sha256(value: Any) -> str:
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> Any:
    """A value of the state as JSON, the same for equal values: 10 and 10.0 are one number.

    Raises RuleError: it holds something that no log can hold.
    """
    match value:
        case None | bool():
            return value
        case Enum():
            return canonical(value.value)
        case str():
            return value
        case int() | float():
            return float(value)
        case BaseModel():
            return {name: canonical(part) for name, part in _told(value)}
        case Mapping():
            return {str(canonical(key)): canonical(part) for key, part in value.items()}
        case Sequence():
            return [canonical(part) for part in value]
    if dataclasses.is_dataclass(value):
        return {name: canonical(part) for name, part in _kept(value)}
    raise RuleError(f"a {type(value).__name__} is no part of a match's state")


def _told(model: BaseModel) -> Iterator[tuple[str, Any]]:
    """The fields of a model that do not have their default."""
    for name, field in type(model).model_fields.items():
        part = getattr(model, name)
        if field.is_required() or part != field.get_default(call_default_factory=True, validated_data={}):
            yield name, part


def _kept(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a data class that do not have their default."""
    for field in dataclasses.fields(record):
        part = getattr(record, field.name)
        default = field.default_factory() if callable(field.default_factory) else field.default
        if default is dataclasses.MISSING or part != default:
            yield field.name, part
