"""Contestants as seats of a match, and what each of them is to do without."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agent.evaluation.plan import Contestant
from agent.match.seats import Occupant
from agent.running.setup import SeatSetup
from config.errors import UsageError
from config.format import Side
from config.settings import Settings
from planning.asking.journal import key_of
from planning.methods import registry

TELLING = {"model", "temperature", "max_tokens", "structured", "extra"}  # of an endpoint: what bears on its answers


@dataclass(frozen=True)
class ContestantSeat(SeatSetup):
    """Whose seat it is."""

    contestant: str = ""


def seat_of(contestant: Contestant, motion: str, side: Side) -> ContestantSeat:
    """Where it sits on that side of a motion (its id). Raises UsageError: a person has no text for it."""
    if contestant.texts is not None:
        return ContestantSeat(Occupant.TEXT, _text(contestant.texts, f"{motion}-{side}"), contestant=contestant.name)
    registry.check_parts(contestant.method, contestant.without)
    return ContestantSeat(
        Occupant.DEBATER,
        method=contestant.method,
        model=contestant.model,
        contestant=contestant.name,
        without=contestant.without,
    )


def _text(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / f"{name}.txt"):
        if path.exists():
            return path
    raise UsageError(f"{folder}: there is no {name} or {name}.txt")


def fingerprint(contestant: Contestant, settings: Settings, *more: object) -> str:
    """Eight letters that are others where it would speak otherwise: by its settings and models, or its texts. Where a
    model runs, and what it costs, makes no difference."""
    own = ContestantSeat(Occupant.DEBATER, model=contestant.model, without=contestant.without).settings_of(settings)
    asked = {role: own.models.of(role).model_dump(mode="json", include=TELLING) for role in own.models.named}
    told = own.model_dump(mode="json", include={"thinking", "evidence", "library"})
    spoken = (own.speaking.words_per_minute, own.speaking.controller, own.embedding.engine, own.embedding.model)
    return key_of(contestant.model_dump(mode="json", exclude={"name"}), asked, told, spoken, *more)[:8]
