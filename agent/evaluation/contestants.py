"""Contestants as seats of a match, and what each of them is to do without."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from agent.evaluation.plan import Contestant
from agent.match.seats import Occupant
from agent.running.setup import SeatSetup
from config.errors import UsageError
from config.format import Side
from config.settings import EvidenceFrom, Settings
from planning.asking.journal import key_of

SWITCHES = ("rehearsal", "flow", "audience", "check")  # of the settings under `thinking`
TELLING = {"model", "temperature", "max_tokens", "structured", "extra"}  # of an endpoint: what bears on its answers


def deprived(settings: Settings, without: Collection[str]) -> Settings:
    """The settings of a seat that does without these. The only place that knows how it is told.

    Raises:
        UsageError: this Rostrum cannot do without one of them.
    """
    if strange := sorted({*without} - {*SWITCHES, "evidence"}):
        raise UsageError(f"a seat cannot do without {strange[0]!r}, only without {', '.join(SWITCHES)} or evidence")
    switched = {name: False for name in SWITCHES if name in without}
    thinking = settings.thinking.model_copy(update=switched)
    evidence = EvidenceFrom() if "evidence" in without else settings.evidence
    return settings.model_copy(update={"thinking": thinking, "evidence": evidence})


@dataclass(frozen=True)
class ContestantSeat(SeatSetup):
    """Whose seat it is, and what it does without of what its method has."""

    contestant: str = ""
    without: tuple[str, ...] = ()

    def settings_of(self, settings: Settings) -> Settings:
        return deprived(super().settings_of(settings), self.without)


def seat_of(contestant: Contestant, motion: str, side: Side) -> ContestantSeat:
    """Where it sits on that side of a motion (its id). Raises UsageError: a person has no text for it."""
    if contestant.texts is not None:
        return ContestantSeat(Occupant.TEXT, _text(contestant.texts, f"{motion}-{side}"), contestant=contestant.name)
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
