"""Human debates with verdicts, one JSON object a line: PanelBench's, or others of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.judging.masking import SIDES, STANCES, HeldSpeech, Party, View, team_key, written
from config.errors import UsageError, first_fault
from config.format import Side

TIE = "tie"
_KEY = re.compile(r"\(([A-Z]+)\)$")


class SpeechRow(BaseModel):
    model_config = ConfigDict(frozen=True)

    side: Side
    speaker: str
    text: str = Field(min_length=1)


class DebateRow(BaseModel):
    """A line. `winner`: pro, con or tie, or the teams that were named, with commas between them."""

    model_config = ConfigDict(frozen=True)

    id: str
    source: str
    motion: str
    info: str = ""
    winner: str
    speeches: tuple[SpeechRow, ...] = Field(min_length=2)


@dataclass(frozen=True)
class HumanDebate:
    """`winners`: the side that people voted for, or the teams they named; empty for a tie."""

    id: str
    source: str
    view: View
    winners: frozenset[str]

    @property
    def between(self) -> Literal["sides", "teams"]:
        return "teams" if len(self.view.parties) > 2 else "sides"


def read_debates(path: Path) -> list[HumanDebate]:
    """All of a file. Raises UsageError: it cannot be read, or a line is no debate; names it."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error
    debates = list(_debates(path, lines))
    if not debates:
        raise UsageError(f"{path}: there is no debate in it")
    return debates


def _debates(path: Path, lines: list[str]) -> Iterator[HumanDebate]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _debate(DebateRow.model_validate_json(line))
            except ValidationError as error:
                raise UsageError(f"{path}: line {number}: {first_fault(error)}") from error
            except ValueError as error:
                raise UsageError(f"{path}: line {number}: {error}") from error


def _debate(row: DebateRow) -> HumanDebate:
    teams = len({one.speaker for one in row.speeches}) > 2
    parties = {_key(one, teams): _party(one, teams) for one in row.speeches}
    named = frozenset() if row.winner == TIE else frozenset(name.strip() for name in row.winner.split(","))
    if wrong := named - parties.keys():
        raise ValueError(f"winner: {', '.join(sorted(wrong))} did not speak; there are {', '.join(parties)}")
    speeches = tuple(
        HeldSpeech(
            turn, _key(one, teams), f"speech {turn + 1}", written(one.text), teams and turn >= len(row.speeches) - 2
        )
        for turn, one in enumerate(row.speeches)
    )
    return HumanDebate(row.id, row.source, View(row.motion, tuple(parties.values()), speeches, row.info), named)


def _key(one: SpeechRow, teams: bool) -> str:
    name = one.speaker.replace("_", " ").strip()
    found = _KEY.search(name)
    return (found[1] if found else team_key(name)) if teams else one.side.value


def _party(one: SpeechRow, teams: bool) -> Party:
    name = _KEY.sub("", one.speaker.replace("_", " ")).strip()
    return Party(_key(one, teams), name if teams else SIDES[one.side], STANCES[one.side])
