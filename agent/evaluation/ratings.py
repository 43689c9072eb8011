"""What listeners said, one line a listener and version: of people and of models, and never mixed. Pure."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from agent.match.afterwards.votes import MOST
from config.errors import UsageError

Kind = Literal["person", "model"]
TIE = "tie"
VOTES = {
    "strongly against": -2, "highly against": -2, "against": -1, "rather against": -1, "slightly against": -1,
    "neutral": 0, "neither": 0, "slightly support": 1, "for": 1, "rather for": 1, "slightly for": 1,
    "highly support": 2, "strongly for": 2, "highly for": 2,
}  # fmt: skip


@dataclass(frozen=True)
class Rating:
    """Of one version of an item by one listener.

    `item`: a comparison or a debate. `version`: A or B in a comparison, the number of the speech in a debate. `better`:
    the key of the version that is better, or `tie`; empty if nobody was asked. `argues`: what the version was heard to
    speak for. Those who did not pass their checks are counted apart and weigh nothing.
    """

    listener: str
    kind: Kind
    item: str
    version: str
    rating: int | None = None
    better: str = ""
    vote_before: int | None = None
    vote_after: int | None = None
    passed_checks: bool = True
    argues: str = ""


COLUMNS = tuple(one.name for one in fields(Rating))
NEEDED = COLUMNS[:9]


def written(ratings: Iterable[Rating]) -> Iterator[list[str]]:
    """As rows of a csv file, its head first."""
    yield list(COLUMNS)
    for one in ratings:
        shown = asdict(one) | {"passed_checks": "yes" if one.passed_checks else "no"}
        yield ["" if value is None else str(value) for value in shown.values()]


def read(lines: Iterable[str], where: str) -> list[Rating]:
    """The ratings of a csv file.

    Args:
        where: what the file is called.

    Raises:
        UsageError: it has no such columns, or something in a line is none of what it may be: with its number.
    """
    rows = csv.DictReader(lines)
    if missing := [name for name in NEEDED if name not in (rows.fieldnames or ())]:
        raise UsageError(f"{where}: there is no column {missing[0]}; there must be {', '.join(NEEDED)}")
    found: dict[tuple[str, str, str], Rating] = {}
    for number, row in enumerate(rows, 2):
        try:
            one = _rating({name: (value or "").strip() for name, value in row.items() if name})
        except ValueError as error:
            raise UsageError(f"{where}: line {number}: {error}") from None
        if found.setdefault((one.listener, one.item, one.version), one) is not one:
            raise UsageError(
                f"{where}: line {number}: {one.listener} has rated version {one.version} of {one.item} before"
            )
    return list(found.values())


def _rating(row: dict[str, str]) -> Rating:
    if row["kind"] not in get_args(Kind):
        raise ValueError(f"kind: {row['kind']!r} is neither person nor model")
    if row["better"] not in ("", "A", "B", TIE):
        raise ValueError(f"better: {row['better']!r} is neither A nor B nor {TIE}")
    for name in ("listener", "item", "version"):
        if not row[name]:
            raise ValueError(f"{name} is empty")
    return Rating(
        row["listener"],
        "person" if row["kind"] == "person" else "model",
        row["item"],
        row["version"],
        _number("rating", row["rating"], 1, 5),
        row["better"],
        _vote("vote_before", row["vote_before"]),
        _vote("vote_after", row["vote_after"]),
        row["passed_checks"].lower() not in ("no", "false", "0"),
        row.get("argues", ""),
    )


def _vote(name: str, text: str) -> int | None:
    return VOTES[text.lower()] if text.lower() in VOTES else _number(name, text, -MOST, MOST)


def _number(name: str, text: str, least: int, most: int) -> int | None:
    if not text:
        return None
    if not re.fullmatch(r"[+-]?\d(?:\.0*)?", text) or not least <= float(text) <= most:
        raise ValueError(f"{name}: {text!r} is no whole number from {least} to {most}")
    return int(float(text))
