"""Every spoken argument of a match, and the ways in which it acts (TreeDebater 4.3, Figure 2). Pure.

Which actions there are says `agent.match.afterwards.actions`.

**One spoken argument may act in several ways**, and such a combination is a class of its own. An argument is the
actions of one turn with the same claim and the same words under it. It acts in every way in which it was read, and at
the moment when it is spoken

    a rebuttal  is also an attack         if what it answers is kin to a main claim of the opponent's
    an attack   is also a rebuttal        if its target says the same as an attack of the opponent's on the speaker
    either      is also a reinforcement   if its own claim says what the speaker has claimed before

Two claims *say the same* if they were recognised as one rehearsal node or their cosine reaches the encoder's `same`;
they are *kin* if they say the same or were recognised in one rehearsal tree.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.match.afterwards.actions import taken
from agent.match.events import ActionExtracted, Event
from agent.match.state import Match
from config.format import Side, Stage
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import FlowNode, FlowTree, find
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

AIMED = (ActionKind.ATTACK, ActionKind.REBUT)


@dataclass(frozen=True)
class SpokenArgument:
    """One spoken argument and the ways in which it acts."""

    turn: int
    stage: Stage
    side: Side
    claim: str
    ways: frozenset[ActionKind]

    @property
    def acts(self) -> str:
        """'attack+rebut': its class, in a fixed order."""
        return "+".join(kind.value for kind in ActionKind if kind in self.ways)


def read_actions(
    events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder
) -> tuple[Match, list[SpokenArgument], list[tuple[Action, FlowNode | None]]]:
    """The match after these events, its arguments, and all the actions they were read in with the nodes acted on.

    Raises RuleError: the events do not follow from each other.
    """
    played = Match.replay(events)
    counted = {id(one) for turn in played.turns for one in taken(played, turn)}
    likeness = _Likeness(rehearsal, embedder)
    ways: dict[tuple[int, Side, str, str], frozenset[ActionKind]] = {}
    made: dict[tuple[int, Side, str, str], set[str | None]] = {}
    actions: list[tuple[Action, FlowNode | None]] = []
    match = Match()
    for event in events:
        if isinstance(event, ActionExtracted) and id(event) in counted:
            action = event.action
            key = (event.turn, action.actor, action.claim, action.argument)
            flows, own = match.flows.get(event.observer, {}), made.setdefault(key, set())
            if action.point is not None and action.point.corrects:
                own.add(event.node)  # which is there already
            ways[key] = ways.get(key, frozenset()) | _ways(event, flows, own, likeness)
            own.add(event.node)
            tree = flows.get(event.owner)
            actions.append((action, tree.nodes.get(event.target or "") if tree else None))
        match.apply(event)
    stages = [record.stage for record in match.turns]
    found = [SpokenArgument(turn, stages[turn], side, claim, kinds) for (turn, side, claim, _), kinds in ways.items()]
    return match, found, actions


@dataclass(frozen=True)
class _Likeness:
    rehearsal: Rehearsal | None
    embedder: Embedder

    def same(self, claim: str, source: str | None, nodes: Sequence[FlowNode]) -> bool:
        if source is not None and any(node.source == source for node in nodes):
            return True
        return find(Encoded(claim, self.embedder), nodes, self.embedder.same) is not None

    def kin(self, one: FlowNode, nodes: Sequence[FlowNode]) -> bool:
        tree = self._tree(one.source)
        if tree is not None and any(self._tree(node.source) == tree for node in nodes):
            return True
        return self.same(one.claim, one.source, nodes)

    def _tree(self, source: str | None) -> str | None:
        node = self.rehearsal.nodes.get(source) if self.rehearsal and source else None
        return self.rehearsal.tree_of(node).id if self.rehearsal and node else None


def _ways(
    event: ActionExtracted, flows: Mapping[Side, FlowTree], made: Collection[str | None], likeness: _Likeness
) -> frozenset[ActionKind]:
    """In which ways an action acts, on the trees as they were before it; `made`: nodes of the same argument."""
    action = event.action
    ways = {action.kind}
    if action.kind in AIMED and flows:
        own, theirs = flows[action.actor], flows[action.actor.other]
        target = flows[event.owner].nodes.get(event.target or "")
        if target and action.kind is ActionKind.REBUT and likeness.kin(target, [theirs.nodes[n] for n in theirs.top]):
            ways.add(ActionKind.ATTACK)
        if (
            target
            and action.kind is ActionKind.ATTACK
            and likeness.same(target.claim, target.source, own.of(action.actor.other))
        ):
            ways.add(ActionKind.REBUT)
        if likeness.same(action.claim, action.source, [n for n in own.of(action.actor) if n.id not in made]):
            ways.add(ActionKind.REINFORCE)
    return frozenset(ways)
