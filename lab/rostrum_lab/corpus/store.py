"""The corpus file: a line of JSON a debate, its two flow trees and where they come from, never the speeches.

Each line is whole by itself, so that files can be joined, cut and read by other programs. `text` is there for people;
what is used is written anew from the trees, so that it always has the form of the match's own.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from config.errors import LibraryError, first_fault
from config.format import Side
from planning.debate.flow import ROOT, ClaimStatus, FlowNode, FlowTree, flows_text
from rostrum_lab.corpus.speeches import Damaged, lines_of

SCHEMA, VERSION = "rostrum.corpus", 1
WRITTEN = "written"
MODEL_DEBATE, HUMAN_DEBATE = "model debate", "human debate"
HELD_BY = {"people": HUMAN_DEBATE, "people and machines": "match with a machine", "machines": "match of machines"}
LONGEST = 240  # characters of a claim or an argument: a short sentence
MOST_NODES = 400  # of a tree
LONGEST_SHOWN = 8_000  # characters of a tree, about 60 claims with their reasons


class DebateNode(BaseModel):
    """A claim in its tree, as in `planning.debate.flow.FlowNode`; `parent` is `root` or an id that came before.

    Whether it was attacked is seen by its children.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1, max_length=20, pattern=r"^\w+$")
    side: Side
    claim: str = Field(min_length=1, max_length=LONGEST)
    arguments: tuple[str, ...] = Field(default=(), max_length=50)
    parent: str
    visits: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _short(self) -> DebateNode:
        for text in (self.claim, *self.arguments):
            if len(text) > LONGEST or text != " ".join(text.split()):
                raise ValueError(f"a claim or an argument is one line of at most {LONGEST} characters")
        return self


class Debate(BaseModel):
    """A debate as its two flow trees: the corpus format, version 1.

    `reader` says who made the trees of the speeches: `embedded`, a model's name, or `written` for a model debate, which
    nobody held and which was written as trees. `held_by`: who debated. `licence`: under which its speeches are.
    `digest` is that of the speeches, by which a build knows what it has done.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["rostrum.corpus"] = Field(default="rostrum.corpus", alias="schema")
    version: Literal[1] = 1
    id: str = Field(min_length=1, max_length=100, pattern=r"^\S+$")
    motion: str = Field(min_length=1, max_length=2000)
    source: str = Field(default="", max_length=200)
    winner: str = Field(default="", max_length=200)
    reader: str = Field(min_length=1, max_length=200)
    held_by: Literal["people", "people and machines", "machines"] = Field(
        default="people", exclude_if=lambda who: who == "people"
    )
    licence: str = Field(default="", max_length=200, exclude_if=lambda told: not told)
    digest: str = ""
    trees: dict[Side, tuple[DebateNode, ...]]
    text: str = ""

    @model_validator(mode="after")
    def _are_trees(self) -> Debate:
        for owner in Side:
            _check(owner, self.trees.get(owner, ()))
        if not any(self.trees.values()):
            raise ValueError("both trees are empty")
        return self

    @property
    def kind(self) -> str:
        """What it may be called: what was written as trees is no debate of people."""
        return MODEL_DEBATE if self.reader == WRITTEN else HELD_BY[self.held_by]

    @cached_property
    def flows(self) -> dict[Side, FlowTree]:
        """The trees as a match keeps them."""
        return {owner: _grown(owner, self.trees.get(owner, ())) for owner in Side}

    @property
    def record(self) -> str:
        """What a listener is shown of it; of a very long one each tree's beginning."""
        won = f" (won by {self.winner})" if self.winner in list(Side) else ""
        shown = "\n\n".join(_beginning(flows_text({owner: tree})) for owner, tree in self.flows.items())
        return f"Motion: {self.motion}{won}\n\n{shown}"

    @property
    def claims(self) -> list[str]:
        return [node.claim for owner in Side for node in self.trees.get(owner, ())]

    @property
    def line(self) -> str:
        """Its line in a file, without the end of the line."""
        return json.dumps(self.model_dump(mode="json", by_alias=True), ensure_ascii=False)


def recorded(
    trees: Mapping[Side, FlowTree], *, id: str, motion: str, source: str, winner: str, reader: str, digest: str = ""
) -> Debate | None:
    """A debate for the corpus; None where nothing was read in it."""
    if not any(tree.nodes for tree in trees.values()):
        return None
    return Debate(
        id=id,
        motion=short(motion, 2000),
        source=source,
        winner=winner,
        reader=reader,
        digest=digest,
        trees={owner: tuple(map(_node, list(tree.nodes.values())[:MOST_NODES])) for owner, tree in trees.items()},
        text=flows_text(trees),
    )


def load(path: Path) -> tuple[list[Debate], list[Damaged]]:
    """The debates of a corpus file in order, and the lines that are none; of two with one id the last counts.

    Raises:
        LibraryError: the file cannot be read, or none of its lines is a debate.
    """
    found: dict[str, Debate] = {}
    damaged: list[Damaged] = []
    for number, line in lines_of(path):
        try:
            one = Debate.model_validate_json(line)
        except ValidationError as error:
            damaged.append(Damaged(number, first_fault(error)))
        else:
            found[one.id] = one
    if damaged and not found:
        raise LibraryError(path, str(damaged[0]).partition(":")[0], damaged[0].reason)
    return list(found.values()), damaged


def save(debates: Iterable[Debate], path: Path) -> None:
    """Write a corpus file in one step.

    Raises:
        LibraryError: it cannot be written.
    """
    work = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with work.open("w", encoding="utf-8") as file:
            file.writelines(f"{one.line}\n" for one in debates)
            file.flush()
            os.fsync(file.fileno())
        os.replace(work, path)
    except OSError as error:
        raise LibraryError(path, "", f"cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            work.unlink(missing_ok=True)


def short(text: str, most: int = LONGEST) -> str:
    """On one line, cut between two words where it is longer."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    return line[: most - 1].rpartition(" ")[0].rstrip(",;:–-") + "…" if " " in line[: most - 1] else line[:most]


def _beginning(text: str) -> str:
    """Whole lines, as many as may be shown."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN].rpartition(chr(10))[0]}\n(and more)"


def _node(node: FlowNode) -> DebateNode:
    return DebateNode(
        id=node.id,
        side=node.side,
        claim=short(node.claim),
        arguments=tuple(map(short, node.arguments[-50:])),
        parent=node.parent,
        visits=node.visits,
    )


def _check(owner: Side, nodes: Sequence[DebateNode]) -> None:
    """Raises ValueError where nodes are not a flow tree of that side."""
    sides: dict[str, Side] = {}
    for node in nodes:
        if node.id in sides or node.id == ROOT:
            raise ValueError(f"the id {node.id} occurs twice in the tree of {owner}")
        if node.parent == ROOT:
            if node.side is not owner:
                raise ValueError(f"{node.id}: a main claim in the tree of {owner} is {owner}'s")
        elif node.parent not in sides:
            raise ValueError(f"{node.id}: its parent {node.parent} is not before it")
        elif sides[node.parent] is node.side:
            raise ValueError(f"{node.id}: an answer to {node.parent} is the other side's")
        sides[node.id] = node.side


def _grown(owner: Side, nodes: Sequence[DebateNode]) -> FlowTree:
    tree = FlowTree(owner)
    for one in nodes:
        tree.nodes[one.id] = FlowNode(one.id, one.side, one.claim, list(one.arguments), one.parent, visits=one.visits)
        if one.parent == ROOT:
            tree.top.append(one.id)
            continue
        answered = tree.nodes[one.parent]
        answered.children.append(one.id)
        answered.status = ClaimStatus.ATTACKED
    return tree
