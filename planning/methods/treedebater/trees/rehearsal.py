"""Rehearsal trees: what was prepared before the match (TreeDebater 3.2, Alg. 1).

Every child counters its parent, so a node is on the side of its grandparent. A library file holds
the trees of both sides of one motion; its schema is `MotionFile`, and `fault` says what is wrong beyond that. Pure.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side
from planning.debate.argument import Evidence
from planning.debate.motion import Motion, slug
from planning.debate.points import Frozen, Objection
from planning.methods.treedebater.trees.strength import strengths

SCHEMA, VERSION = "rostrum.rehearsal", 1

Sentence = Annotated[str, Field(min_length=1, max_length=400)]
Score = Annotated[float, Field(ge=0, le=2)]


class Node(Frozen):
    """One argument: its claim, the sentences under it, its impact and its scores (0 to 2)."""

    id: str = Field(min_length=1)
    claim: Sentence
    heard: tuple[Sentence, ...] = ()
    argument: tuple[Sentence, ...] = Field(min_length=1)
    impact: Sentence
    evidence: tuple[str, ...] = ()
    support: Score | None = None
    attack: Score | None = None
    children: tuple[Node, ...] = ()


class Tree(Frozen):
    """One main claim of a side, with what both sides can say about it.

    `weighing` and `answer` sum it up at the end, for its side and against it. `even_if`: said by its side where the
    other has answered it: what still stands if that answer is granted.
    """

    id: str = Field(min_length=1)
    topic: str = Field(min_length=1, max_length=60)
    weighing: tuple[Sentence, ...] = Field(min_length=1)
    answer: tuple[Sentence, ...] = Field(min_length=1)
    even_if: tuple[Sentence, ...] = ()
    root: Node


class Case(Frozen):
    """Everything one side brings: definition, judging criterion, main claims.

    `objections`: what it says to an objection that no tree holds, by its kind; each answer is a few sentences.
    """

    definition: tuple[Sentence, ...] = Field(min_length=1)
    criterion: tuple[Sentence, ...] = Field(min_length=1)
    trees: tuple[Tree, ...] = Field(min_length=1)
    objections: dict[Objection, tuple[Annotated[tuple[Sentence, ...], Field(min_length=1)], ...]] = Field(default={})


class MotionFile(BaseModel):
    """The library format, version 1. `background`: what both sides can accept, such as what the motion means."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["rostrum.rehearsal"] = Field(alias="schema")
    version: Literal[1]
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    motion: str = Field(min_length=1)
    domain: str
    type: Literal["policy", "value", "fact"]
    names: tuple[str, ...] = ()
    background: str = ""
    evidence: dict[str, Evidence] = {}
    sides: dict[Side, Case]


@dataclass(frozen=True)
class Prepared:
    """A node in its place: whose words it is, where it hangs and how strong it is.
    `strength[k]` is f_k; beyond the end of the list f_k no longer changes."""

    node: Node
    side: Side
    owner: Side
    topic: str
    level: int
    parent: str | None
    children: tuple[str, ...]
    strength: tuple[float, ...] = field(repr=False)

    @property
    def id(self) -> str:
        return self.node.id

    @property
    def claim(self) -> str:
        return self.node.claim

    def f(self, k: int) -> float:
        """f_k of this node."""
        return self.strength[min(k, len(self.strength) - 1)]


class Rehearsal:
    """The trees of both sides of one motion, indexed by node id."""

    def __init__(self, file: MotionFile) -> None:
        self.file = file
        self.nodes: dict[str, Prepared] = {
            prepared.id: prepared
            for side, case in file.sides.items()
            for tree in case.trees
            for prepared in _place(tree, side)
        }

    @property
    def motion(self) -> str:
        return self.file.motion

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def subject(self) -> Motion:
        """The motion as matches know it."""
        return Motion(
            id=self.id, text=self.motion, hints=self.hints, prepared=bool(self.nodes), background=self.file.background
        )

    @property
    def hints(self) -> str:
        """What a recogniser should expect to hear, a phrase a line, the most important first.
        Motion, names and topics, then the main claims of both sides, one of each in turn."""
        topics = ", ".join(tree.topic for side in Side for tree in self.case(side).trees)
        claims = zip_longest(*([root.claim for root in self.roots(side)] for side in Side))
        lines = [self.motion, ", ".join(self.file.names), topics, *(claim for pair in claims for claim in pair)]
        return "\n".join(line for line in lines if line)

    def case(self, side: Side) -> Case:
        return self.file.sides[side]

    def roots(self, side: Side) -> list[Prepared]:
        return [self.nodes[tree.root.id] for tree in self.case(side).trees]

    def spoken_by(self, side: Side) -> list[Prepared]:
        """All nodes in that side's voice, over the trees of both."""
        return [node for node in self.nodes.values() if node.side is side]

    def root_of(self, node: Prepared) -> Prepared:
        while node.parent is not None:
            node = self.nodes[node.parent]
        return node

    def tree_of(self, node: Prepared) -> Tree:
        root = self.root_of(node)
        return next(tree for tree in self.case(root.owner).trees if tree.root.id == root.id)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The line of `rostrum motions --json`."""
        return {
            "id": self.id,
            "motion": self.motion,
            "type": self.file.type,
            "domain": self.file.domain,
            "claims": {side.value: len(self.case(side).trees) for side in Side},
            "nodes": len(self.nodes),
        }


def bare(motion: str) -> Rehearsal:
    """A motion with nothing prepared for it but the plainest definition and criterion."""
    case = Case.model_construct(
        definition=("We take the motion in its plain meaning.",),
        criterion=("Judge it by what it would change for the people it concerns.",),
        trees=(),
    )
    return Rehearsal(
        MotionFile.model_construct(
            schema_name="rostrum.rehearsal",
            version=1,
            id=slug(motion),
            motion=motion,
            domain="",
            type="policy",
            names=(),
            evidence={},
            sides=dict.fromkeys(Side, case),
        )
    )


def walk(node: Node, parent: Node | None = None) -> Iterator[tuple[Node, Node | None]]:
    """Every node with its parent, a parent before its children."""
    stack: list[tuple[Node, Node | None]] = [(node, parent)]
    while stack:
        here, above = stack.pop()
        yield here, above
        stack.extend((child, here) for child in reversed(here.children))


def _place(tree: Tree, owner: Side) -> Iterator[Prepared]:
    pairs = list(walk(tree.root))
    place = {id(node): i for i, (node, _) in enumerate(pairs)}
    parents = [place[id(above)] if above is not None else -1 for _, above in pairs]
    table = strengths(
        parents,
        [node.attack if node.attack is not None else float("nan") for node, _ in pairs],
        [node.support if node.support is not None else float("nan") for node, _ in pairs],
    )
    levels: list[int] = []
    for i, (node, above) in enumerate(pairs):
        levels.append(levels[parents[i]] + 1 if above is not None else 0)
        yield Prepared(
            node=node,
            side=owner if levels[i] % 2 == 0 else owner.other,
            owner=owner,
            topic=tree.topic,
            level=levels[i],
            parent=above.id if above is not None else None,
            children=tuple(child.id for child in node.children),
            strength=tuple(float(value) for value in table[i]),
        )


def fault(file: MotionFile) -> tuple[str, str] | None:
    """The first thing wrong that the types cannot say, as (place, reason).
    Both sides are there, ids are unique, evidence is known, and each level has the scores it needs."""
    seen: set[str] = set()
    for side in Side:
        if side not in file.sides:
            return "sides", f"the {side} side is missing"
        for i, tree in enumerate(file.sides[side].trees):
            levels: dict[str, int] = {}
            for node, above in walk(tree.root):
                levels[node.id] = level = levels[above.id] + 1 if above else 0
                for place, reason in _node_faults(node, level, file, seen):
                    return f"sides.{side}.trees.{i} node {node.id}{place}", reason
                seen.add(node.id)
    return None


def _node_faults(node: Node, level: int, file: MotionFile, seen: Container[str]) -> Iterator[tuple[str, str]]:
    if node.id in seen:
        yield "", "this id occurs twice"
    if unknown := [e for e in node.evidence if e not in file.evidence]:
        yield " evidence", f"no evidence item {unknown[0]!r}"
    if level != 1 and node.support is None:
        yield " support", "missing: needed at every level but 1"
    if level > 0 and node.attack is None:
        yield " attack", "missing: needed below the root"
