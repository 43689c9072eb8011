"""What an AI debater on a side is made of: `plain,model=NAME,voice=NAME`, `treedebater,without=flow`."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from config.errors import UsageError, first_fault
from config.format import Side
from config.settings.section import Section

GRAMMAR = "METHOD[,model=NAME][,voice=NAME][,without=PART+PART]"
OTHER_NAMES = {"prepared": "treedebater"}  # of methods
Part = Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
Method = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class AiSeat(Section):
    """One AI debater, written as a mapping or in one line: `plain,model=large,voice=hibari:heart`.

    `model`: the name of a set under `serving.models`, or of a model at the server of `models.default`; empty for the
    settings' own. `voice`: as under `speaking.voices`, which name it where it is empty. `without`: parts of its method
    that it does not use, for comparison (`flow+rehearsal`, or a list); which there are says the method.
    """

    method: Method = "treedebater"
    model: str = Field(default="", max_length=200)
    voice: str = Field(default="", max_length=400)
    without: tuple[Part, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """As it is written in one line. Raises UsageError: it is no such seat."""
        try:
            return cls.model_validate(text)
        except ValidationError as error:
            raise UsageError(f"{text!r} is not a seat; use {GRAMMAR} ({first_fault(error)})") from None

    @field_validator("without", mode="before")
    @classmethod
    def _joined(cls, raw: Any) -> Any:
        parts = [part for part in raw.split("+") if part] if isinstance(raw, str) else raw
        return [str(part).replace("_", "-") for part in parts] if isinstance(parts, list | tuple) else parts

    @field_validator("without")
    @classmethod
    def _once(cls, parts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(parts)))

    @model_validator(mode="before")
    @classmethod
    def _in_one_line(cls, raw: Any) -> Any:
        if isinstance(raw, str):
            method, *options = (part.strip() for part in raw.strip(", ").split(","))
            given = [option.partition("=") for option in options]
            if missing := [name for name, _, value in given if not value]:
                raise ValueError(f"{missing[0]} has no value")
            raw = {"method": method, **{name: value for name, _, value in given}}
        if isinstance(raw, dict) and raw.get("method") in OTHER_NAMES:
            raw = raw | {"method": OTHER_NAMES[raw["method"]]}
        return raw


class SeatSettings(Section):
    """The AI debaters of matches for which nobody names another."""

    pro: AiSeat = AiSeat()
    con: AiSeat = AiSeat()

    def of(self, side: Side) -> AiSeat:
        return self.pro if side is Side.PRO else self.con
