"""What lies beside a match's log of those who judged it: votes.jsonl of people, verdict.json of a language model."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from pydantic import ValidationError

from agent.match.afterwards.votes import BALLOT, Ballots, ModelVerdict, Verdicts
from config.errors import LogError

VOTES, VERDICT = "votes.jsonl", "verdict.json"
log = logging.getLogger("rostrum.match")


def ballots_of(folder: Path) -> Ballots:
    """All that was voted, marked and decided; a line that is damaged is left out and named in the log."""
    ballots = Ballots()
    for number, line in enumerate(_text(folder / VOTES).splitlines(), 1):
        try:
            ballots.take(BALLOT.validate_json(line, extra="ignore"))
        except ValidationError:
            log.warning("%s: line %d is damaged and left out", VOTES, number)
    return ballots


def model_verdict(folder: Path) -> ModelVerdict | None:
    """What a model decided; None where none was asked, or what is there is damaged."""
    text = _text(folder / VERDICT)
    try:
        return ModelVerdict.model_validate_json(text, extra="ignore") if text else None
    except ValidationError:
        log.warning("%s is damaged and left out", VERDICT)
        return None


def verdicts_of(folder: Path) -> Verdicts:
    """Of all who judged."""
    return Verdicts(people=tuple(ballots_of(folder).verdicts.values()), model=model_verdict(folder))


def write_verdict(folder: Path, verdict: ModelVerdict) -> None:
    """Whole, in place of an earlier one. Raises LogError: it cannot be written."""
    path, half = folder / VERDICT, folder / f".{VERDICT}.half"
    try:
        half.write_text(verdict.model_dump_json(indent=1) + "\n", encoding="utf-8")
        os.replace(half, path)
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
