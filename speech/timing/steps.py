"""One step of the search for a statement's length, as it is decided, logged and explained. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, computed_field


class Landing(StrEnum):
    """What there is to say, held against the window."""

    LANDS = "lands"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NO_SELECTION = "no_selection"  # long enough, but no choice among its sentences ends inside the window
    CLOSING_TOO_LONG = "closing_too_long"  # the line that is always spoken
    UNMEASURED = "unmeasured"  # sentences that would be spoken are only estimated


class Remedy(StrEnum):
    """What is done about it."""

    MEASURE = "measure"  # `count` sentences
    EXTEND = "extend"  # ask for `count` words more
    DOUBLE = "double"  # ask for another text of `count` words: the step doubled
    HALVE = "halve"  # ... : the interval halved
    RELAX = "relax"  # `count` of the `musts` passages that must be said may be left out


def _milliseconds(seconds: float) -> float:
    return round(seconds, 3)


Seconds = Annotated[float, AfterValidator(_milliseconds)]

_FOUND = {
    Landing.LANDS: "lands",
    Landing.TOO_SHORT: "too short",
    Landing.TOO_LONG: "too long",
    Landing.NO_SELECTION: "no selection lands",
    Landing.CLOSING_TOO_LONG: "the closing line alone is too long; no draft can change that",
}


class Step(BaseModel):
    """One decision; times in seconds, to a millisecond.

    `budget`: when the last word must have ended. `seconds`: when it would, with `kept` sentences spoken and `dropped`
    held back. `words`: what the writer was asked for, where it was asked. `pause`: between two sentences, where that
    was chosen. `count`, `musts`: see `Remedy`; without a remedy the search is over, `drafts` of them spent if it has
    no more.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    budget: Seconds
    seconds: Seconds
    kept: int
    dropped: int
    words: int | None = None
    verdict: Landing
    remedy: Remedy | None = None
    count: int | None = None
    musts: int | None = None
    pause: Seconds | None = None
    drafts: int | None = None

    @computed_field  # type: ignore[prop-decorator]  # mypy takes no decorator on a property
    @property
    def decision(self) -> str:
        """The step for people to read, and for no program."""
        match self.remedy:
            case Remedy.MEASURE:
                return f"measure {self.count} sentences"
            case Remedy.EXTEND:
                return f"{self._found}: ask for {self.count} words more"
            case Remedy.DOUBLE | Remedy.HALVE as how:
                step = "double the step" if how is Remedy.DOUBLE else "halve the interval"
                return f"{self._found}; {step}: ask for {self.count} words"
            case Remedy.RELAX:
                left_out = f"{self.count} of {self.musts} such passages may be left out"
                return f"nothing lands with all that must be said: {left_out}"
        return self._final

    @property
    def _found(self) -> str:
        if self.verdict is Landing.TOO_SHORT and self.pause is not None:
            return f"too little, even with pauses of {self.pause:.2f} s"
        return _FOUND[self.verdict]

    @property
    def _final(self) -> str:
        if self.drafts is not None:
            return f"{self._found}; it stays so after {self.drafts} drafts"
        if self.verdict is Landing.LANDS and self.pause is not None:
            return f"lands: {self.kept} of {self.kept + self.dropped} sentences, pauses of {self.pause:.2f} s"
        return {
            Landing.TOO_SHORT: "too short: there is no more to say",
            Landing.TOO_LONG: "too long even so",
        }.get(self.verdict, self._found)
