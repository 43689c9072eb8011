"""The points of labelled speeches, each with the kind of objection that it is, and which of them no fit may see."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.matches.silent import spoken_words
from bench.reading.labels import LABELS, labels
from config.errors import ConfigError
from config.format import Side, Stage
from planning.debate.points import Objection
from planning.methods.treedebater.trees.rehearsal import Rehearsal

OBJECTIONS = "objections.tsv"
COLUMNS = ["speech", "point", "paraphrase", "claims", "kind", "quote", "asks"]
ARGUED = ("claim", "new")  # the kinds of lines that make a point
QUOTED = range(4, 15)  # words that a quote may have
YES_OR_NO = {"yes": True, "no": False}

# one side of each motion: what is fitted on the rest is judged on these
PRO_HELD_OUT = frozenset(
    {
        "ai-creativity",
        "book-bans",
        "cultural-borrowing",
        "digital-dollar",
        "health-rationing",
        "processed-foods",
        "wage-transparency",
    }
)

Key = tuple[Stage, int]  # a speech, and the number of a point in it


@dataclass(frozen=True)
class Objected:
    """A point that a reader found in a speech.

    `claims`: ids of the prepared claims that it makes, none for what no tree holds. `quote`: the speaker's own words
    for it. `asks`: whether it puts a question that the other side owes an answer to.
    """

    speech: Stage
    point: int
    paraphrase: str
    claims: frozenset[str]
    kind: Objection
    quote: str
    asks: bool


def held_out(folder_name: str) -> bool:
    """Whether the speeches of `<motion>-<side>` are for judging alone, never for fitting.

    Raises:
        ConfigError: the name does not end in a side.
    """
    motion, _, side = folder_name.rpartition("-")
    if not motion or side not in list(Side):
        raise ConfigError(f"{folder_name!r} is not named <motion>-pro or <motion>-con")
    return (side == Side.PRO) == (motion in PRO_HELD_OUT)


def objections(folder: Path, rehearsal: Rehearsal, side: Side) -> dict[Key, Objected]:
    """All points of an opponent's speeches, as `points.tsv` numbers them.

    Raises:
        ConfigError: with the file, and with the line where there is one, for what is missing or does not fit the trees,
            the speeches or `points.tsv`.
    """
    path = folder / OBJECTIONS
    argued = _argued(folder, rehearsal, side)
    said = {stage: _said(folder / f"{stage}.txt") for stage in Stage}
    found: dict[Key, Objected] = {}
    for number, row in _rows(path):
        try:
            objected = _objected(row)
            _check_claims(objected, rehearsal, side, argued)
            _check_quote(objected.quote, objected.speech, said[objected.speech])
            if (objected.speech, objected.point) in found:
                raise ValueError(f"point {objected.point} of the {objected.speech} is there twice")
        except ValueError as error:
            raise ConfigError(f"{path} line {number}: {error}") from error
        found[objected.speech, objected.point] = objected
    for speech, point in argued:
        if (speech, point) not in found:
            raise ConfigError(f"{path}: point {point} of the {speech}, which {LABELS} has, is missing")
    return found


def _argued(folder: Path, rehearsal: Rehearsal, side: Side) -> dict[Key, frozenset[str]]:
    """The points that make something, each with all claims that its lines make."""
    if not (folder / LABELS).is_file():
        raise ConfigError(f"{folder}: no {LABELS} in it")
    found: dict[Key, frozenset[str]] = {}
    for sentence in labels(folder, rehearsal, side).values():
        if sentence.point and sentence.kind in ARGUED:
            key = sentence.speech, sentence.point
            found[key] = found.get(key, frozenset()) | sentence.claims
    return found


def _said(path: Path) -> str:
    """A speech as a recogniser without errors would give it, on one line."""
    try:
        return _plain(path.read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error


def _plain(lines: Sequence[str]) -> str:
    return " ".join(word.text for _, word in spoken_words(lines))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their lines."""
    if not path.is_file():
        raise ConfigError(f"{path.parent}: no {path.name} in it")
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if next(rows, None) != COLUMNS:
            raise ConfigError(f"{path}: its columns must be {', '.join(COLUMNS)}")
        yield from enumerate(rows, 2)


def _objected(row: Sequence[str]) -> Objected:
    if len(row) != len(COLUMNS):
        raise ValueError(f"{len(row)} columns in place of {len(COLUMNS)}")
    speech, point, paraphrase, claims, kind, quote, asks = row
    if kind not in list(Objection):
        raise ValueError(f"{kind!r} is none of {', '.join(Objection)}")
    if asks not in YES_OR_NO:
        raise ValueError(f"{asks!r} is neither yes nor no")
    if not paraphrase.strip():
        raise ValueError("it has no paraphrase")
    ids = frozenset(claims.split(",")) - {""}
    return Objected(Stage(speech), int(point), paraphrase, ids, Objection(kind), quote, YES_OR_NO[asks])


def _check_claims(objected: Objected, rehearsal: Rehearsal, side: Side, argued: Mapping[Key, frozenset[str]]) -> None:
    """Whether it is one of the points of `points.tsv`, with claims that the speaker makes there.

    Raises:
        ValueError: saying what does not fit.
    """
    for claim in sorted(objected.claims):
        if claim not in rehearsal.nodes or rehearsal.nodes[claim].side is not side:
            raise ValueError(f"{claim!r} is no claim of {side}")
    of_lines = argued.get((objected.speech, objected.point))
    if of_lines is None:
        raise ValueError(f"{LABELS} has no point {objected.point} in the {objected.speech}")
    if strange := sorted(objected.claims - of_lines):
        raise ValueError(f"{LABELS} has no line of point {objected.point} that makes {strange[0]!r}")
    if of_lines and not objected.claims:
        raise ValueError(f"{LABELS} has claims for point {objected.point}: {', '.join(sorted(of_lines))}")


def _check_quote(quote: str, speech: Stage, said: str) -> None:
    """Whether the speaker says it, in so many words. Raises ValueError: saying what does not fit."""
    words = len(quote.split())
    if words not in QUOTED:
        raise ValueError(f"its quote has {words} words, not {QUOTED[0]} to {QUOTED[-1]}")
    if f" {_plain([quote])} " not in f" {said} ":
        raise ValueError(f"nobody says {quote!r} in the {speech}")
