"""Debate flow trees: what has been said about whose claims (TreeDebater 3.3, Alg. 2). Pure.

A debater keeps two for a match, one rooted in each side's claims. Which node a target means is
decided outside (it takes embeddings) and comes in as an id, so that applying a log twice gives the
same tree twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from config.errors import RuleError
from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.points import Point, PointForm
from planning.ports import Embedder

ROOT = "root"
ARGUMENTS_SHOWN = 3  # of a claim, the latest


class ClaimStatus(StrEnum):
    PROPOSED = "proposed"
    ATTACKED = "attacked"


@dataclass
class FlowNode:
    """A claim as the debate has left it. `source`: the rehearsal node it was taken for, `confidence`: how surely.

    `said`: the actions with a point that made it or came back to it, in order. `withdrawn`: what made it has been
    corrected, and nothing else speaks for it; it is in nobody's way, but its id is not given again.
    """

    id: str
    side: Side
    claim: str
    arguments: list[str]
    parent: str
    source: str | None = None
    confidence: float = 1.0
    status: ClaimStatus = ClaimStatus.PROPOSED
    visits: int = 0
    children: list[str] = field(default_factory=list)
    said: list[Action] = field(default_factory=list)
    withdrawn: bool = False

    @property
    def points(self) -> list[Point]:
        return [action.point for action in self.said if action.point is not None]


@dataclass
class FlowTree:
    """The claims of one side and everything said for and against them.

    `unmatched` keeps the actions whose target was not found: they are reported, never dropped. `corrected`: points that
    are no more, each with the one that was put in its place.
    """

    owner: Side
    nodes: dict[str, FlowNode] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)
    unmatched: list[Action] = field(default_factory=list)
    corrected: dict[str, str] = field(default_factory=dict)

    def apply(self, action: Action, target: str | None = None) -> str | None:
        """Alg. 2. Returns the id of the created or reinforced node, None when unmatched.

        `action`: the tuple; its actor decides the side of a new node. `target`: id of the node its target means;
        ignored for a proposal. Raises RuleError: a proposal by the side that does not own the tree, or a target not in
        it.
        """
        made = self.effect(action, target)
        if action.kind is ActionKind.PROPOSE:
            return self._add(action, ROOT)
        if target is None or made is None:
            self.unmatched.append(action)
            return None
        node = self.nodes[target]
        node.visits += 1
        if action.kind is ActionKind.REINFORCE:
            if action.argument:
                node.arguments.append(action.argument)
            if action.source is not None and action.source == node.source:
                node.confidence = max(node.confidence, action.confidence)
            if action.point is not None:
                node.said.append(action)
            return node.id
        node.status = ClaimStatus.ATTACKED
        return self._add(action, node.id)

    def effect(self, action: Action, target: str | None = None) -> str | None:
        """What `apply` would return, with the same errors; changes nothing."""
        if action.kind is ActionKind.PROPOSE:
            if action.actor is not self.owner:
                raise RuleError(f"{action.actor} cannot propose in the tree of {self.owner}")
            return self._next_id()
        if target is None:
            return None
        if target not in self.nodes or self.nodes[target].withdrawn:
            raise RuleError(f"the flow tree of {self.owner} has no node {target!r}")
        return target if action.kind is ActionKind.REINFORCE else self._next_id()

    def _next_id(self) -> str:
        return f"{self.owner}{len(self.nodes) + 1}"

    def _add(self, action: Action, parent: str) -> str:
        node = FlowNode(
            id=self._next_id(),
            side=action.actor,
            claim=action.claim,
            arguments=[action.argument] if action.argument else [],
            parent=parent,
            source=action.source,
            confidence=action.confidence,
            said=[action] if action.point is not None else [],
        )
        self.nodes[node.id] = node
        (self.top if parent == ROOT else self.nodes[parent].children).append(node.id)
        return node.id

    def __iter__(self) -> Iterator[FlowNode]:
        """Depth first, in the order in which things were said."""
        stack = list(reversed(self.top))
        while stack:
            node = self.nodes[stack.pop()]
            yield node
            stack.extend(reversed(node.children))

    def of(self, side: Side) -> list[FlowNode]:
        return [node for node in self if node.side is side]

    def thread(self, node: FlowNode) -> FlowNode:
        """The main claim under which `node` hangs."""
        while node.parent != ROOT:
            node = self.nodes[node.parent]
        return node

    def depth(self, node: FlowNode) -> int:
        """0 for a main claim."""
        depth = 0
        while node.parent != ROOT:
            node, depth = self.nodes[node.parent], depth + 1
        return depth

    def unanswered(self, side: Side) -> list[FlowNode]:
        """Leaves that speak against `side`: it has not answered them yet."""
        return [node for node in self if node.side is not side and not node.children]


def find(claim: Encoded, nodes: Sequence[FlowNode], threshold: float) -> str | None:
    """The node whose claim is most like `claim`, if its cosine reaches the threshold.
    Search only among nodes of the side in question: no threshold tells a claim from its denial."""
    if not nodes or not claim.text:
        return None
    for node in nodes:
        if node.claim == claim.text:
            return node.id
    cosines = claim.cosines([node.claim for node in nodes])
    best = int(cosines.argmax())
    return nodes[best].id if cosines[best] >= threshold else None


@dataclass
class Flows:
    """The two flow trees of one debater."""

    trees: dict[Side, FlowTree]

    @classmethod
    def empty(cls) -> Flows:
        return cls({side: FlowTree(side) for side in Side})

    def by_source(self, source: str, side: Side) -> FlowNode | None:
        """The node of that side recognised as this rehearsal node."""
        for tree in self.trees.values():
            for node in tree.nodes.values():
                if node.source == source and node.side is side and not node.withdrawn:
                    return node
        return None

    def owner_of(self, node: FlowNode) -> Side:
        """In whose tree it is."""
        return next(owner for owner, tree in self.trees.items() if tree.nodes.get(node.id) is node)

    def answering(self, target: FlowNode, actor: Side) -> ActionKind:
        """What it is for `actor` to answer `target`: a rebuttal where the actor's own claims are at stake."""
        at_home = self.trees[actor].nodes.get(target.id) is target
        return ActionKind.REBUT if at_home else ActionKind.ATTACK

    def resolve(self, action: Action, embedder: Embedder) -> tuple[Side, str | None]:
        """In which tree an action acts, and on which node (None: unmatched).

        A proposal acts in the actor's tree. A reinforcement looks for its target among the actor's own nodes, an attack
        or rebuttal among the opponent's, in the tree where the cosine is best served: for attacks the opponent's tree
        first, for rebuttals the actor's. A concession reinforces a claim of the opponent's.
        """
        if action.kind is ActionKind.PROPOSE:
            return action.actor, None
        own, other = action.actor, action.actor.other
        first, second = (other, own) if action.kind is ActionKind.ATTACK else (own, other)
        granted = action.point is not None and action.point.form is PointForm.CONCESSION
        whose = own if action.kind is ActionKind.REINFORCE and not granted else other
        meant = Encoded(action.target, embedder)
        for owner in (first, second):
            target = find(meant, self.trees[owner].of(whose), embedder.same)
            if target is not None:
                return owner, target
        return first, None


# -- as a model is shown them


def flow_lines(tree: FlowTree) -> Iterator[str]:
    """A line a claim, children indented: `[pro3] con attacks: ...`, with the latest arguments under it."""
    for node in tree:
        indent = "  " * tree.depth(node)
        state = f"{node.status.value}, returned to {node.visits} times" if node.visits else node.status.value
        yield f"{indent}[{node.id}] {node.side} ({state}): {node.claim}"
        for argument in node.arguments[-ARGUMENTS_SHOWN:]:
            if argument != node.claim:
                yield f"{indent}    because: {argument}"


def flows_text(trees: Mapping[Side, FlowTree]) -> str:
    """Both flow trees, each under a heading."""
    parts = []
    for owner, tree in trees.items():
        lines = list(flow_lines(tree)) or ["(nothing yet)"]
        lost = [f"{one.actor}, about something that is not in the record: {one.claim}" for one in tree.unmatched]
        parts.append("\n".join([f"Claims of {owner} and what was said about them:", *lines, *lost]))
    return "\n\n".join(parts)
