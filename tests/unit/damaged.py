"""A shipped rehearsal file damaged in one place, and what is found in it then."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from config.format import Side
from planning.methods.treedebater.library.library import SHIPPED
from planning.methods.treedebater.library.lint import check
from planning.methods.treedebater.library.sentences import Finding
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from planning.ports import Vectors

Damage = Callable[[dict[str, Any]], object]


class WordEmbedder:
    """A bag of words in which no two words meet: what shares none has cosine 0."""

    name = "words"

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), 30_000), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"[a-z0-9']+", text.lower()):
                row[self._places.setdefault(word, len(self._places))] += 1.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@cache
def shipped() -> str:
    return (SHIPPED / "labor-unions.json").read_text(encoding="utf-8")


def findings(damage: Damage = lambda data: None) -> list[Finding]:
    data = json.loads(shipped())
    damage(data)
    return check(Rehearsal(MotionFile.model_validate(data)), WordEmbedder(), lambda text: 0.35 * len(text.split()))


@cache
def _before() -> frozenset[Finding]:
    return frozenset(findings())


def more(damage: Damage) -> list[Finding]:
    """What is found beyond the findings on the whole file."""
    return [finding for finding in findings(damage) if finding not in _before()]


def only(damage: Damage) -> Finding:
    (finding,) = more(damage)
    return finding


def tree(data: dict[str, Any], side: Side = Side.PRO, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = data["sides"][side.value]["trees"][number]
    return found


def node(data: dict[str, Any], *path: int) -> dict[str, Any]:
    """The root of pro's first tree, or a node under it."""
    here: dict[str, Any] = tree(data)["root"]
    for place in path:
        here = here["children"][place]
    return here
