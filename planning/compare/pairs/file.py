"""A file of pairs: which two documents, on what, and how they differ.

The columns of the published data set are known by their headings, wherever they stand (its own runner takes them by
number, and takes the wrong one), beside our own plain names. Of each paper it has a link only; here a column names a
local file.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.errors import ConfigError
from planning.language.text import clean

LONGEST_FIELD = 5_000_000
_HEADINGS = {
    "topic": ("topic", "focus"),
    "file_1": ("file1", "paper1file", "filea", "a"),
    "file_2": ("file2", "paper2file", "fileb", "b"),
    "title_1": ("title1", "paper1title", "titlea"),
    "title_2": ("title2", "paper2title", "titleb"),
    "abstract_1": ("abstract1", "paper1abstract", "abstracta"),
    "abstract_2": ("abstract2", "paper2abstract", "abstractb"),
    "differ": ("differ", "methodtask", "methodortask"),
    "cites": ("cites", "cite", "citeno", "nociteorcite"),
}
_NEEDED = ("topic", "file_1", "file_2")
_DIFFER = {"0": "method", "method": "method", "1": "task", "task": "task", "": ""}
_CITES = {"0": "apart", "no": "apart", "1": "citing", "yes": "citing", "cite": "citing", "": ""}


@dataclass(frozen=True)
class Paper:
    """One side of a pair; title and abstract are empty where the file's own are used."""

    file: Path
    title: str = ""
    abstract: str = ""


@dataclass(frozen=True)
class Pair:
    """`differ`: method or task; `cites`: citing or apart; empty where the file does not say."""

    number: int
    topic: str
    papers: tuple[Paper, Paper]
    differ: str = ""
    cites: str = ""

    @property
    def kind(self) -> str:
        return " ".join(filter(None, [self.differ, self.cites])) or "all"


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """The pairs of a .tsv or .csv with headings; files are named from the folder it is in.
    Raises ConfigError: it is none, in one line that names the place."""
    delimiter = "\t" if path.suffix.lower() in (".tsv", ".tab") else ","
    csv.field_size_limit(LONGEST_FIELD)
    try:
        with path.open(encoding="utf-8-sig", newline="") as opened:
            rows = list(csv.DictReader(opened, delimiter=delimiter))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be opened: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: no file of pairs ({error})") from error
    if not rows:
        raise ConfigError(f"{path}: there are no pairs in it")
    names = _names([heading for heading in rows[0] if heading])
    if lacking := [one for one in _NEEDED if one not in names]:
        told = ", ".join(lacking)
        raise ConfigError(f"{path}: there is no column for {told}; a pair needs topic, file_1 and file_2")
    return tuple(_pair(path, number, row, names) for number, row in enumerate(rows, 1))


def _names(headings: list[str]) -> dict[str, str]:
    """Our names to the headings that are there."""
    known = {re.sub(r"[^a-z0-9]", "", heading.lower()): heading for heading in headings}
    return {
        name: known[alias]
        for name, aliases in _HEADINGS.items()
        for alias in reversed((name.replace("_", ""), *aliases))
        if alias in known
    }


def _pair(path: Path, number: int, row: Mapping[str, str | None], names: Mapping[str, str]) -> Pair:
    def value(name: str) -> str:
        return clean(row.get(names[name]) or "") if name in names else ""

    def paper(which: str) -> Paper:
        named = value(f"file_{which}")
        file = path.parent / named
        if not named or not file.is_file():
            raise ConfigError(f"{path}: pair {number}: there is no file {named or f'in file_{which}'}")
        return Paper(file, value(f"title_{which}"), value(f"abstract_{which}"))

    topic, differ, cites = value("topic"), value("differ").lower(), value("cites").lower()
    if not topic:
        raise ConfigError(f"{path}: pair {number}: it has no topic")
    if differ not in _DIFFER:
        raise ConfigError(f"{path}: pair {number}: {differ!r} is neither method (0) nor task (1)")
    if cites not in _CITES:
        raise ConfigError(f"{path}: pair {number}: {cites!r} is neither yes (1) nor no (0)")
    return Pair(number, topic, (paper("1"), paper("2")), _DIFFER[differ], _CITES[cites])
