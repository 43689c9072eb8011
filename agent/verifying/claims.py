"""Claims and questions from a file: lines of JSON, or csv; with labels, or with TruthfulQA's columns.

JSON lines and csv may have `claim` or `question`, and `label`: true, false or neither. TruthfulQA's own columns are
known in both spellings (`Best Answer`, `best_answer`): `question`, `best answer`, `best incorrect answer`, `correct
answers`, `incorrect answers` (a list, or parted by semicolons) and `category`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from config.errors import ConfigError
from planning.language.text import clean
from planning.verify.verifying import Assignment

Label = Literal["yes", "no", "neither"]
LABELS: dict[str, Label] = {
    **dict.fromkeys(("true", "yes", "supported", "supports", "1"), "yes"),
    **dict.fromkeys(("false", "no", "refuted", "refutes", "0"), "no"),
    **dict.fromkeys(("neither", "unknown", "not enough info", "mixed"), "neither"),
}
LONGEST = 2_000  # characters of a claim
MOST = 20_000  # claims of a file


@dataclass(frozen=True)
class Item:
    """A claim or question of a file. `right`, `wrong`: reference answers, the best first; `label`: of a claim."""

    assignment: Assignment
    line: int
    label: Label | None = None
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    category: str = ""

    @property
    def labelled(self) -> bool:
        return self.label is not None or bool(self.right and self.wrong)


def read_claims(path: Path) -> list[Item]:
    """Raises ConfigError: the file cannot be read, or a line has no claim, with its number."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text") from error
    rows = _csv(path, text) if path.suffix.lower() == ".csv" else _json_lines(path, text)
    items = [_item(path, line, row) for line, row in rows]
    if not items:
        raise ConfigError(f'{path}: has no claims; a line is {{"claim": "..."}}, with "label" where it is known')
    if len(items) > MOST:
        raise ConfigError(f"{path}: has more than {MOST} claims")
    return items


def assignment(text: str, where: str = "the claim") -> Assignment:
    """Raises ConfigError: it has no words, or too many."""
    plain = clean(text)
    if not any(c.isalnum() for c in plain):
        raise ConfigError(f"{where} has no words")
    if len(plain) > LONGEST:
        raise ConfigError(f"{where} has {len(plain)} characters; {LONGEST} are the most")
    return Assignment.of(plain)


def _csv(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    reader = csv.DictReader(text.splitlines(keepends=True))
    try:
        for row in reader:
            yield reader.line_num, _named(row)
    except csv.Error as error:
        raise ConfigError(f"{path}: line {reader.line_num}: {error}") from error


def _json_lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise ConfigError(f"{path}: line {number}: not JSON: {error}") from error
        if isinstance(found, str):
            found = {"claim": found}
        if not isinstance(found, dict):
            raise ConfigError(f"{path}: line {number}: neither an object nor a text")
        yield number, _named(found)


def _named(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key).strip().lower().replace("_", " "): value for key, value in row.items() if key is not None}


def _item(path: Path, line: int, row: Mapping[str, Any]) -> Item:
    where = f"{path}: line {line}"
    given = row.get("claim") or row.get("question")
    if not isinstance(given, str):
        raise ConfigError(f"{where}: there is neither `claim` nor `question`")
    found = assignment(given, where)
    if row.get("claim"):
        found = Assignment(found.text, claim=True)
    return Item(
        found,
        line,
        _label(where, row.get("label")),
        _answers(row.get("best answer"), row.get("correct answers")),
        _answers(row.get("best incorrect answer"), row.get("incorrect answers")),
        clean(str(row.get("category") or "")),
    )


def _label(where: str, given: Any) -> Label | None:
    if given is None or given == "":
        return None
    if (label := LABELS.get(str(given).strip().lower())) is None:
        raise ConfigError(f"{where}: label {str(given)[:40]!r} is none of true, false and neither")
    return label


def _answers(*given: Any) -> tuple[str, ...]:
    texts: list[str] = []
    for one in given:
        texts += [str(text) for text in one] if isinstance(one, list) else str(one or "").split(";")
    return tuple(dict.fromkeys(filter(None, map(clean, texts))))
