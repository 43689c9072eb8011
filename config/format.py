"""Sides, stages, turns and formats: who speaks when, and for how long.

A format is data (`config/formats/*.yaml`), never code. Pure: reads no clock.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from config.errors import ConfigError, UnknownName

FORMATS = Path(__file__).parent / "formats"
MINIMUM_USED = 0.98  # share of a turn that a statement should fill


class Side(StrEnum):
    """For or against the motion."""

    PRO = "pro"
    CON = "con"

    @property
    def other(self) -> Side:
        return Side.CON if self is Side.PRO else Side.PRO


class Stage(StrEnum):
    """What a turn is for. A closing carries no new actions (TreeDebater 3.3)."""

    OPENING = "opening"
    REBUTTAL = "rebuttal"
    CLOSING = "closing"


class Turn(BaseModel):
    """One speech: a side, a stage and a length in seconds.

    `blind` turns are planned as if the opponent's turn of that stage had not been heard
    (Agent4Debate's constructive stage); `label` is what the chair calls the stage.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    side: Side
    stage: Stage
    seconds: float = Field(gt=0, le=3600)
    blind: bool = False
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or self.stage.value


class Format(BaseModel):
    """An ordered list of turns with the clock's warnings.

    `gap_seconds` lie between two turns, for the tail of a speech to be transcribed;
    `warnings_seconds` are the times left at which the chair gives a signal.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str
    description: str = ""
    turns: tuple[Turn, ...] = Field(min_length=1)
    gap_seconds: float = Field(default=2.0, ge=0, le=60)
    warnings_seconds: tuple[float, ...] = (60.0, 30.0, 15.0)
    minimum_used: float = Field(default=MINIMUM_USED, ge=0, le=1)

    @field_validator("warnings_seconds")
    @classmethod
    def _longest_first(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if any(seconds <= 0 for seconds in value):
            raise ValueError("a warning comes before the bell, so it is more than 0 s")
        return tuple(sorted(value, reverse=True))

    @property
    def seconds(self) -> float:
        """Speaking time of the whole format."""
        return sum(turn.seconds for turn in self.turns)

    def look_ahead(self, index: int) -> int:
        """Action-carrying turns that remain after turn `index` (closings carry none).

        This is the k of f_k: Oxford gives 3, 2, 1, 0, 0, 0 (TreeDebater 3.3).
        """
        return sum(turn.stage is not Stage.CLOSING for turn in self.turns[index + 1 :])


def format_names() -> list[str]:
    return sorted(path.stem for path in FORMATS.glob("*.yaml"))


def load_format(name: str) -> Format:
    """The shipped format of that name, or the one in the YAML file at that path.

    Raises:
        UnknownName: no such format. ConfigError: the file is not a format.
    """
    path = Path(name) if name.endswith((".yaml", ".yml")) else FORMATS / f"{name}.yaml"
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnknownName("format", name, format_names()) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    try:
        return Format.model_validate(raw)
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error


def yaml_fault(error: Exception) -> str:
    """Where and why a text is not YAML, in one line."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    place = f"line {mark.line + 1} column {mark.column + 1}: " if mark else ""
    return f"{place}not YAML: {problem or error.__class__.__name__}"


def first_fault(error: ValidationError) -> str:
    """The first fault pydantic found, as 'place: reason'."""
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"{place}: there is no such setting or field"
    return f"{place}: {fault['msg']}" if place else fault["msg"]
