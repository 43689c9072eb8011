"""People's verdicts on matches of an arena, from a csv file: match, person, winner (pro, con or tie)."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from agent.arena.results import Held, Vote
from agent.match.afterwards.verdicts import BEST, Outcome, Result
from config.errors import ConfigError

COLUMNS = ("match", "person", "winner")
WINNERS = ("pro", "con", "tie")
PEOPLE = "people"


def read_people(path: Path) -> dict[str, list[str]]:
    """What people said of each match. Raises ConfigError: the file cannot be read, or a line is wrong."""
    found: dict[tuple[str, str], str] = {}
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines)
            if missing := [name for name in COLUMNS if name not in (rows.fieldnames or ())]:
                raise ConfigError(f"{path}: there is no column {missing[0]}")
            for number, row in enumerate(rows, 2):
                match, person, winner = (str(row[name] or "").strip() for name in COLUMNS)
                if winner not in WINNERS:
                    raise ConfigError(f"{path}: line {number}: winner: {winner!r} is not pro, con or tie")
                if (match, person) in found:
                    raise ConfigError(f"{path}: line {number}: {person} has judged {match} before")
                found[match, person] = winner
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    by_match: dict[str, list[str]] = {}
    for (match, _), winner in found.items():
        by_match.setdefault(match, []).append(winner)
    return by_match


def heard_by_people(held: Sequence[Held], said: Mapping[str, Sequence[str]]) -> list[Held]:
    """With a vote of people where more than half of them said the same, and none where they did not agree."""
    return [
        one.model_copy(update={"votes": (*one.votes, _vote(said[one.id]))}) if one.id in said else one for one in held
    ]


def _vote(said: Sequence[str]) -> Vote:
    (winner, count), *_ = Counter(said).most_common(1)
    shares = (BEST * (said.count(side) + said.count("tie") / 2) / len(said) for side in ("pro", "con"))
    result = Result(outcome=Outcome.NONE, why="people split")
    if count * 2 > len(said):
        tie = winner == "tie"
        result = Result(outcome=Outcome.TIE if tie else Outcome.WON, winner="" if tie else winner)
    pro, con = shares
    return Vote(judge=PEOPLE, result=result, points=(pro, con))
