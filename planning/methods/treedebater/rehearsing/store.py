"""Grown trees as a library file, whole or as far as they go."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from config.errors import LibraryError
from config.format import Side
from planning.asking.asking import plain
from planning.debate.argument import Evidence
from planning.language.cues.cues import content_words
from planning.methods.treedebater.library.library import load
from planning.methods.treedebater.rehearsing.grown import (
    LINES_KEPT,
    Grown,
    GrownArgument,
    GrownTree,
    SideGrowth,
    names,
    sentences,
)
from planning.methods.treedebater.trees.rehearsal import SCHEMA, VERSION, MotionFile, Rehearsal

LONGEST_ID = 60
FIRST_CLAIMS = 2  # of each side, with which a match may begin
PREFIX = {Side.PRO: "p", Side.CON: "c"}


def motion_id(motion: str) -> str:
    """An id for a new motion: its words, and where they are too many or none of them is Latin, a mark of the rest."""
    words = "-".join(re.findall(r"[a-z0-9]+", motion.lower()))
    if words and len(words) <= LONGEST_ID:
        return words
    mark = hashlib.sha256(motion.encode()).hexdigest()[:8]
    return "-".join(filter(None, [words[:LONGEST_ID].rpartition("-")[0], mark]))


def library_file(
    name: str,
    motion: str,
    sides: Mapping[Side, SideGrowth],
    *,
    background: str = "",
    before: Mapping[str, Evidence] | None = None,
) -> MotionFile | None:
    """The trees in the library's format, without arguments that have no scores yet and what hangs under them.
    None where a side has no definition or no tree yet: there is nothing a match could be held from.

    While trees grow, an argument keeps its id from one file to the next: debaters speak by them meanwhile. `before`:
    the evidence of the file before, whose items keep theirs. `background`: what both sides agree on.
    """
    items = _Items(before or {})
    cases: dict[Side, Any] = {}
    for side in Side:
        growth = sides[side]
        trees = grown_trees(growth)
        if growth.framing is None or not trees:
            return None
        topics = _topics(growth.trees)
        cases[side] = {
            "definition": sentences(growth.framing.definition, LINES_KEPT),
            "criterion": sentences(growth.framing.criterion, LINES_KEPT),
            "trees": [_tree(tree, f"{PREFIX[side]}{i}", topics[i - 1], items) for i, tree in trees],
        }
    framing = next(sides[side].framing for side in Side)
    assert framing is not None
    return MotionFile.model_validate(
        {
            "schema": SCHEMA,
            "version": VERSION,
            "id": name,
            "motion": motion,
            "domain": plain(framing.domain) or "General",
            "type": framing.type,
            "names": names(text for side in Side for tree in sides[side].trees for text in _said(tree)),
            "background": background,
            "evidence": items.used,
            "sides": cases,
        }
    )


def grown_trees(growth: SideGrowth) -> list[tuple[int, GrownTree]]:
    """Those that a match can be held from, each with its place among all of its side, from 1."""
    return [(i, tree) for i, tree in enumerate(growth.trees, 1) if tree.weighing and tree.root.scored]


def may_begin(sides: Mapping[Side, SideGrowth]) -> bool:
    """Whether a match may begin with what each side has: what it means, and its first main claims."""

    def begun(growth: SideGrowth) -> bool:
        first = min(FIRST_CLAIMS, len(growth.trees))
        return growth.framing is not None and 0 < first <= len(grown_trees(growth))

    return all(begun(sides[side]) for side in Side)


def _topics(trees: Sequence[GrownTree]) -> list[str]:
    """Of each: two trees of one topic could not be told apart."""
    topics: list[str] = []
    for tree in trees:
        topic = tree.seed.topic
        if topic in topics:
            topic = " and ".join(content_words(tree.seed.claim)[:3])[:60] or topic
        topics.append(topic)
    return topics


class _Items:
    """Evidence by ids; the same item in the same words is there once."""

    def __init__(self, before: Mapping[str, Evidence]) -> None:
        self._ids = {item.model_dump_json(): key for key, item in before.items()}
        self._last = max((int(key[1:]) for key in before if re.fullmatch(r"e\d+", key)), default=0)
        self.used: dict[str, Evidence] = {}

    def id(self, item: Evidence) -> str:
        told = item.model_dump_json()
        if told not in self._ids:
            self._last += 1
            self._ids[told] = f"e{self._last}"
        self.used[self._ids[told]] = item
        return self._ids[told]


def _tree(tree: GrownTree, name: str, topic: str, items: _Items) -> dict[str, Any]:
    return {
        "id": name,
        "topic": topic,
        "weighing": tree.weighing,
        "answer": tree.answer,
        "root": _node(tree.root, name, items),
    }


def _node(node: Grown, name: str, items: _Items) -> dict[str, Any]:
    one = node.point
    scores = {"support": node.support, "attack": node.attack}
    return {
        "id": name,
        "claim": one.claim,
        "heard": one.heard,
        "argument": one.argument,
        "impact": one.impact,
        "evidence": list(dict.fromkeys(items.id(item) for item in one.evidence)),
        **{relation: round(score, 3) for relation, score in scores.items() if score is not None},
        "children": [_node(child, f"{name}.{i}", items) for i, child in enumerate(node.children, 1) if child.scored],
    }


def _said(tree: GrownTree) -> Iterator[str]:
    def under(node: Grown) -> Iterator[GrownArgument]:
        yield node.point
        for child in node.children:
            yield from under(child)

    for one in under(tree.root):
        yield from (*one.said, *(item.finding for item in one.evidence))
    yield from (*tree.weighing, *tree.answer)


def unscored(sides: Mapping[Side, SideGrowth]) -> int:
    """How many arguments a library file leaves out for want of a score, their own or one above them."""

    def under(node: Grown, lost: bool) -> int:
        lost = lost or not node.scored
        return int(lost) + sum(under(child, lost) for child in node.children)

    return sum(under(tree.root, False) for growth in sides.values() for tree in growth.trees)


def save(file: MotionFile, folder: Path) -> tuple[Path, Rehearsal]:
    """Write a library file in one step, after reading it back as a match would.
    Raises LibraryError: the folder cannot be written to."""
    path = folder / f"{file.id}.json"
    work = folder / f".{file.id}.{os.getpid()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with work.open("w", encoding="utf-8") as stream:
            stream.write(file.model_dump_json(by_alias=True, exclude_none=True, indent=1) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        rehearsal = load(work)
        os.replace(work, path)
    except OSError as error:
        raise LibraryError(path, "", f"cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            work.unlink(missing_ok=True)
    return path, rehearsal
