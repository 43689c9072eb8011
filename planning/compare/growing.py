"""The tree of a comparison (Tree-of-Debate 3.2 and 3.4): the focus deliberates, its subtopics are debated, level by
level.

The focus is depth 0 and is not debated; at most three levels lie below it, which the published code miscounts. A
person's own subtopics and questions come after those of the moderator and what is dropped keeps its place, so that ids
stay what they were and nothing else is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from config.errors import ProviderError
from planning.compare.asking import Asker
from planning.compare.debating import Debated, debate, judged
from planning.compare.deliberation import Prepared, Topic, deliberate, subtopics
from planning.compare.records import MOST_DEPTH, Ended, Origin, Steer, Tree
from planning.compare.records import Node as NodeRecord
from planning.growth.levels import grow
from planning.growth.tree import Limits, Node

MOST_NODES = 400
CALLS_A_DEBATE, CALLS_A_DELIBERATION = 9, 3  # with checks and verdict; the latter without the claims to be met


@dataclass
class Growing:
    """The tree of one pair while it grows. `joined`: all subtopics of the focus in one debate (the paper's "No Tree");
    without `retrieve`, documents' beginnings stand for what is searched for ("No SD"). `depth`: levels the moderator
    may make below the focus."""

    id: str
    pair: tuple[str, str]
    topic: Topic
    steering: Sequence[Steer] = ()
    joined: bool = False
    retrieve: bool = True
    depth: int = 2
    root: Node[Debated] = field(init=False)

    def __post_init__(self) -> None:
        self.steering = [one for one in self.steering if one.tree == self.id]
        self.root = Node(Debated(self.topic, Origin.FOCUS))

    async def grow(self, asker: Asker) -> None:
        """Everything to the depth wanted. What cannot be had ends up in `asker.missing`."""
        sizes = asker.sizes
        asker.calls.expected += calls_to_deliberate(asker)
        branch = sizes.branch + len(self.steering)
        limits = Limits(depth=MOST_DEPTH + 1, branch=branch, nodes=MOST_NODES)
        await grow(self.root, partial(self._expand, asker), limits)

    def record(self) -> Tree:
        """What there is so far, without its synthesis."""
        nodes = tuple(recorded(node) for node in self.root.walk())
        return Tree.model_validate(
            {
                "id": self.id,
                "pair": self.pair,
                "topic": self.topic.title,
                "description": self.topic.description,
                "nodes": nodes,
            }
        )

    async def _expand(self, asker: Asker, node: Node[Debated]) -> Sequence[Debated]:
        one = node.content
        if one.ended is Ended.DROPPED:
            return ()
        try:
            if node is not self.root:
                await debate(asker, one, self.pair, retrieve=self.retrieve)
            own = await self._subtopics(asker, node) if await self._goes_on(asker, node) else []
        except ProviderError as error:
            asker.miss(f"the debate on “{one.topic.title}”", error)
            one.ended = Ended.OPEN if asker.calls.stopped else Ended.FAILED
            return ()
        children = [*own, *self._added(node)]
        for place, child in enumerate(children, 1):
            if self._dropped(f"{node.id}.{place}"):
                child.ended = Ended.DROPPED
        if own or (children and node is self.root):
            one.ended = Ended.GROWN
        asker.calls.expected += sum(child.ended is not Ended.DROPPED for child in children) * CALLS_A_DEBATE
        return children

    async def _goes_on(self, asker: Asker, node: Node[Debated]) -> bool:
        """Whether the moderator wants a level more; sets why not."""
        one = node.content
        if node is self.root:
            return True
        if one.ended is not Ended.OPEN:
            return False
        if one.question:
            one.ended = Ended.ASKED
        elif node.depth >= (1 if self.joined else self.depth):
            one.ended = Ended.DEPTH
        else:
            one.expansion = await judged(asker, one, self.pair)
            if one.expansion.expands:
                return True
            one.ended = Ended.SETTLED
        return False

    async def _subtopics(self, asker: Asker, node: Node[Debated]) -> list[Debated]:
        one = node.content
        if node is not self.root:
            asker.calls.expected += calls_to_deliberate(asker)
        one.prepared = await deliberate(asker, one.topic, self.pair, retrieve=self.retrieve)
        above = [above.content.topic.title for above in node.path]
        found = await subtopics(asker, one.topic, one.prepared, above, asker.sizes.branch)
        if not found:
            one.ended = Ended.SETTLED
        claims = {claim.id: claim for claim in one.prepared.every_claim()}
        children = [
            Debated(
                Topic(sub.title, sub.description),
                claims=tuple(claims[key] for key in dict.fromkeys(sub.claims)),
                before=one.prepared,
            )
            for sub in found
        ]
        return [_joined(children, one.prepared)] if self.joined and children else children

    def _added(self, node: Node[Debated]) -> list[Debated]:
        """What a person put under a node."""
        return [
            Debated(Topic(one.text, ""), Origin.PERSON, question=one.what == "ask")
            for one in self.steering
            if one.what != "drop" and one.node == node.id
        ]

    def _dropped(self, node_id: str) -> bool:
        return any(one.what == "drop" and one.node == node_id for one in self.steering)


def calls_to_deliberate(asker: Asker) -> int:
    """At one node: claims of both, what each has on the other's, the moderator."""
    return CALLS_A_DELIBERATION + 2 * asker.sizes.claims


def _joined(children: Sequence[Debated], prepared: Prepared) -> Debated:
    """All subtopics as one, each told apart, as the paper joins them (App. B)."""
    title = "; ".join(child.topic.title for child in children)
    told = " ".join(
        f"({number}) {child.topic.title}: {child.topic.description}" for number, child in enumerate(children, 1)
    )
    claims = {claim.id: claim for child in children for claim in child.claims}
    return Debated(Topic(title, told), claims=tuple(claims.values()), before=prepared)


def recorded(node: Node[Debated]) -> NodeRecord:
    """A node as it is kept."""
    one = node.content
    prepared = one.prepared or Prepared()
    mapped: dict[str, list[str]] = {}
    for claim in one.claims:
        mapped.setdefault(claim.id[0], []).append(claim.id)
    return NodeRecord.model_validate(
        {
            "id": node.id,
            "parent": node.above.id if node.above else None,
            "depth": node.depth,
            "topic": one.topic.title,
            "description": one.topic.description,
            "origin": one.origin,
            "question": one.question,
            "mapped": mapped,
            "shown": one.shown,
            "claims": prepared.claims,
            "counters": prepared.counters,
            "not_addressed": prepared.unmet,
            "debate": one.debate,
            "expansion": one.expansion,
            "ended": one.ended,
        }
    )
