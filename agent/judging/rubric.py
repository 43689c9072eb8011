"""What judges are told: a rubric in two wordings, and the prompts around it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from config.yaml_file import read_yaml
from planning.asking.prompts import Prompts

FOLDER = Path(__file__).parent
PROMPTS = Prompts(FOLDER / "prompts", of="judging")
OF_SIDES = ("argument", "source", "language")
OF_TEAMS = ("argument", "support", "clash", "language")
ON_SOURCES = frozenset(("source", "support"))  # on which it bears what was found out about claims
OVERALL = "overall"


class Wording(BaseModel):
    """One way to say it; `dimensions`: what to look at in each; `sources`: what claims that were verified count for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: str
    analyse: str
    decide: str
    overall: str
    teams: str
    data: str
    sources: str
    dimensions: Mapping[str, str]


class Rubric(BaseModel):
    """Both wordings; they ask for the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: Wording
    second: Wording


@cache
def rubric() -> Rubric:
    return read_yaml(FOLDER / "rubric.yaml", Rubric)


@cache
def rubric_hash() -> str:
    """Of every word that judges are told, whatever the debate."""
    files = [FOLDER / "rubric.yaml", *sorted((FOLDER / "prompts").glob("*.md"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
