"""Debates as they were written down: a JSON object a line with motion, winner and speeches.

PanelBench's lines are read as they are; other exports say `title` or `topic`, `rounds` or `arguments`, `for` and
`against`, `content`, and those words are known too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from config.errors import LibraryError, first_fault
from config.format import Side

LONGEST_SPEECH = 200_000  # characters
SIDES = {  # what others call them
    "for": "pro", "affirmative": "pro", "proposition": "pro", "government": "pro", "instigator": "pro",
    "against": "con", "negative": "con", "opposition": "con", "contender": "con",
}  # fmt: skip


class TranscribedSpeech(BaseModel):
    """One speech; several speakers may share a side, as the benches of British Parliamentary debates do."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    side: Side
    speaker: str = Field(default="", max_length=200)
    text: str = Field(max_length=LONGEST_SPEECH, validation_alias=AliasChoices("text", "content", "argument"))

    @field_validator("side", mode="before")
    @classmethod
    def _lower_case(cls, side: object) -> object:
        return _side(side) if isinstance(side, str) else side


class DebateTranscript(BaseModel):
    """A whole debate. `winner` is a side, `tie`, or the names of benches; empty where nobody knows."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(min_length=1, max_length=100, pattern=r"^\S+$")
    source: str = Field(default="", max_length=200)
    motion: str = Field(
        min_length=1, max_length=2000, validation_alias=AliasChoices("motion", "title", "topic", "resolution")
    )
    licence: str = Field(default="", max_length=200, validation_alias=AliasChoices("licence", "license"))
    winner: str = Field(default="", max_length=200)
    speeches: tuple[TranscribedSpeech, ...] = Field(
        min_length=1, max_length=200, validation_alias=AliasChoices("speeches", "rounds", "arguments")
    )

    @field_validator("id", mode="before")
    @classmethod
    def _may_be_a_number(cls, value: object) -> object:
        return str(value) if isinstance(value, int) else value

    @field_validator("winner", "source", "licence", mode="before")
    @classmethod
    def _may_be_unknown(cls, value: object) -> object:
        return "" if value is None else value

    @field_validator("winner")
    @classmethod
    def _of_a_side(cls, winner: str) -> str:
        return _side(winner) if winner.strip().lower() in SIDES else winner

    @property
    def digest(self) -> str:
        """The same for the same motion and speeches."""
        told = json.dumps([self.motion, *((one.side.value, one.text) for one in self.speeches)])
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def _side(name: str) -> str:
    plain = name.strip().lower()
    return SIDES.get(plain, plain)


@dataclass(frozen=True)
class Damaged:
    """A line, from 1, that is no debate, and why."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"

    def as_json(self) -> dict[str, JsonValue]:
        return {"line": self.line, "reason": self.reason}


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file that are not empty, with their numbers from 1; what is not UTF-8 is marked as such.

    Raises:
        LibraryError: it cannot be read.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.strip(" \t\r\n\ufeff"):
                    yield number, line.lstrip("\ufeff")
    except OSError as error:
        raise LibraryError(path, "", f"cannot be read: {error.strerror}") from error


def transcripts(path: Path) -> tuple[list[DebateTranscript], list[Damaged]]:
    """The debates of a file in order, and the lines that are none; of two with one id the first counts.

    Raises:
        LibraryError: the file cannot be read.
    """
    found: dict[str, DebateTranscript] = {}
    damaged: list[Damaged] = []
    for number, line in lines_of(path):
        try:
            one = DebateTranscript.model_validate_json(line)
        except ValidationError as error:
            damaged.append(Damaged(number, first_fault(error)))
        else:
            if one.id in found:
                damaged.append(Damaged(number, f"the id {one.id} was there before"))
            elif not any(speech.text.strip() for speech in one.speeches):
                damaged.append(Damaged(number, f"{one.id}: all its speeches are empty"))
            else:
                found[one.id] = one
    return list(found.values()), damaged
