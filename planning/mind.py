"""One side's mind: hears passages, keeps the flow trees, plans and writes. Synchronous; no clock, no sound."""

from __future__ import annotations

from dataclasses import dataclass, field

from config.format import Format, Side, Stage
from config.statement import Sentence, Statement
from planning.argument import Action, ActionKind
from planning.choose import Plan, battlefields, candidates, options
from planning.extract import Flows, PreparedExtractor
from planning.ports import Embedder
from planning.prepared import PreparedWriter
from planning.rehearsal import Rehearsal
from planning.retrieve import Index, hit_rate, retrieve


@dataclass(frozen=True)
class Applied:
    """An action and what it did: in whose tree, on which node, and which node it made or touched."""

    action: Action
    owner: Side
    target: str | None
    node: str | None


@dataclass
class Mind:
    """Plans and writes for one side of one motion.

    Args:
        seed: chooses among equal phrasings; the same seed and the same debate give the same words.
    """

    rehearsal: Rehearsal
    side: Side
    format: Format
    embedder: Embedder
    seed: str
    flows: Flows = field(default_factory=Flows.empty)

    def __post_init__(self) -> None:
        self.index = Index(self.rehearsal, self.embedder)
        self._ears = Index(self.rehearsal, self.embedder, arguments=True)
        self.writer = PreparedWriter(self.rehearsal, self.side, self.seed)
        self._topics = {node.claim: node.topic for node in self.rehearsal.nodes.values()}
        self._extractor = PreparedExtractor(self._ears, self.side.other)

    def opponent_begins(self) -> None:
        """A new speech of the opponent's: nothing it says continues the last one."""
        self._extractor = PreparedExtractor(self._ears, self.side.other)

    def hear(self, passage: str) -> list[Applied]:
        """Read the next committed passage of the opponent's speech into the flow trees."""
        return [self._apply(action) for action in self._extractor.read(passage, self.flows)]

    def spoke(self, sentence: Sentence) -> list[Applied]:
        """Note a sentence of ours that was heard; one that states a claim acts on the flow trees."""
        self.writer.spoke(sentence)
        if sentence.action is None:
            return []
        prepared = self.rehearsal.nodes.get(sentence.source or "")
        action = Action(
            kind=ActionKind(sentence.action),
            actor=self.side,
            claim=prepared.claim if prepared else sentence.text,
            argument=prepared.node.argument[0] if prepared else "",
            target=sentence.target,
            source=sentence.source,
        )
        return [self._apply(action)]

    def _apply(self, action: Action) -> Applied:
        owner, target = self.flows.resolve(action, self.embedder)
        node = self.flows.trees[owner].apply(action, target)
        return Applied(action, owner, target, node)

    def plan(self, index: int) -> Plan:
        """What to do in turn `index` of the format, from all that was heard so far."""
        turn = self.format.turns[index]
        k = self.format.look_ahead(index)
        own = self.flows.trees[self.side]
        theirs = Flows.empty().trees[self.side.other] if turn.blind else self.flows.trees[self.side.other]
        claims = [root.claim for root in self.rehearsal.roots(self.side)]
        retrieved = retrieve(candidates(self.side, turn.stage, own, theirs, claims), self.index, self.side, k)
        spoken = frozenset() if turn.stage is Stage.CLOSING else frozenset(self.writer.memory.nodes)
        fields = battlefields(options(retrieved, spoken), self._topics_now(), turn.seconds, self._threats(k))
        return Plan(self.side, turn.stage, k, fields, hit_rate(retrieved))

    def _threats(self, k: int) -> dict[str, float]:
        """f_k of every claim the opponent could make."""
        return {node.claim: node.f(k) for node in self.rehearsal.spoken_by(self.side.other)}

    def _topics_now(self) -> dict[str, str]:
        """The topic of every claim that has one: the prepared ones and heard ones recognised as such."""
        heard = {
            node.claim: self.rehearsal.nodes[node.source].topic
            for tree in self.flows.trees.values()
            for node in tree.nodes.values()
            if node.source in self.rehearsal.nodes
        }
        return heard | self._topics

    def write(self, plan: Plan, index: int) -> Statement:
        """A statement for turn `index` with more than enough to fill it."""
        return self.writer.write(plan, self.format.turns[index].seconds, index)
