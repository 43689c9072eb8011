"""The flow as one side keeps it while it listens and speaks: whose claims there are, and what was done to them. Pure.

What the other side does is read by whoever can read, and handed in as actions (`FlowKeeper.apply`). What our own
sentences do follows from what was heard of them (`planning.methods.common.own_words`).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace

from config.format import Format, Side
from config.statement import Sentence
from planning.debate import acting
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import Flows, find
from planning.debate.points import Point, point_id
from planning.debate.standing import Standing, speeches, standings
from planning.methods.common.own_words import Deed, KnownClaim, Spoken, continues, deed, reason
from planning.methods.contract import Applied, Past
from planning.ports import Embedder
from planning.reading.passages import Passage


class FlowKeeper:
    """What a side knows of a debate. `use_flow`: plan on the trees of it; without, they are kept for the log alone.
    `known`: the claims that our sentences may be written from, by their `source`."""

    def __init__(
        self,
        side: Side,
        match_format: Format,
        embedder: Embedder,
        *,
        use_flow: bool = True,
        known: Mapping[str, KnownClaim] | None = None,
    ) -> None:
        self.side, self.format, self.embedder, self.use_flow = side, match_format, embedder, use_flow
        self.flows = Flows.empty()
        self.heard: list[str] = []  # passages of the opponent's, in order
        self.spoken: dict[int, list[str]] = {}  # sentences of ours by turn, in order
        self._known_claims = known or {}
        self._turn = 0  # that is being heard or spoken
        self._last: tuple[Sentence, Deed] | None = None  # of ours, that acted and was spoken just now
        self._passage: list[Sentence] = []  # of ours, that is being spoken

    def in_turn(self, index: int) -> None:
        """What is heard and spoken from now on is of turn `index`."""
        self._turn = index

    def recall(self, past: Past) -> None:
        """Know what was said before; the trees are taken as they stand."""
        self.flows = Flows({owner: copy.deepcopy(tree) for owner, tree in past.flows.items()})
        for turn, said in past.said:
            if isinstance(said, Sentence):
                self.spoken.setdefault(turn, []).append(said.text)
                self.was_spoken(said)
            else:
                self.listened(said.text)

    def listened(self, passage: str) -> None:
        """The opponent said this, whoever reads it into the trees."""
        self.heard.append(passage)

    def was_spoken(self, sentence: Sentence) -> None:
        """All of this sentence of ours has been heard."""

    def heard_before(self, index: int) -> Sequence[str]:
        """What the other side said, as far as turn `index` may know of it."""
        return () if self.format.turns[index].blind else self.heard

    def flows_for(self, index: int) -> Flows:
        """The flow trees that it plans on; in a turn in which neither side sees the other's, empty ones."""
        return Flows.empty() if self.format.turns[index].blind else self._known

    @property
    def _known(self) -> Flows:
        return self.flows if self.use_flow else Flows.empty()

    def spoke(self, sentence: Sentence, heard: Passage | None = None) -> list[Applied]:
        """Note what was heard of a sentence of ours; what states a claim or answers a point acts on the flow trees.
        `heard`: the words of it that were heard; all of them, if left out."""
        before = self._passage if self._passage and continues(self._passage[-1], sentence) else []
        self._passage = [*before, sentence]
        passage = " ".join(one.text for one in before)
        spoken = Spoken(sentence, heard or Passage(sentence.text, 0.0, 0.0), self.next_point(self.side), passage)
        self.spoken.setdefault(self._turn, []).append(spoken.heard.text)
        if spoken.whole:
            self.was_spoken(sentence)
        last, self._last = self._last, None
        done = deed(spoken, self.side, self.flows, self._known_claims.get(sentence.source or ""))
        if done is not None:
            done = self._once(done)
            self._last = (sentence, done)
        elif last is not None:
            done = reason(last[1], last[0], spoken)
        return [replace(self.apply(done.action, done.place), certainty=1.0)] if done is not None else []

    def _once(self, done: Deed) -> Deed:
        """A claim of ours that is in our tree already, in nearly these words, is not made again: it is backed."""
        action = done.action
        if action.kind is not ActionKind.PROPOSE or action.source is not None or done.place is not None:
            return done
        own = self.flows.trees[self.side].of(self.side)
        said = find(Encoded(action.claim, self.embedder), own, self.embedder.same)
        if said is None:
            return done
        node = self.flows.trees[self.side].nodes[said]
        again = {"kind": ActionKind.REINFORCE, "target": node.claim, "argument": action.claim}
        return Deed(action.model_copy(update=again), (self.side, said))

    def next_point(self, side: Side) -> str:
        """The id of the next point of that side in the turn that is on."""
        places = [point.place for _, point in acting.points(self.flows.trees) if point.side is side]
        numbers = [number for turn, number in places if turn == self._turn]
        return point_id(side, self._turn, max(numbers, default=0) + 1)

    def heard_points(self) -> list[Point]:
        """All points of the other side's, in order."""
        return [point for _, point in acting.points(self.flows.trees) if point.side is not self.side]

    def standings(self, index: int) -> Mapping[str, Standing]:
        """How every point stands as turn `index` begins."""
        over = range(min(index, self._turn))  # nobody has dropped a point who still speaks
        return standings(self.flows_for(index).trees, speeches(self.format.turns, over))

    def apply(self, action: Action, place: tuple[Side, str | None] | None = None) -> Applied:
        """Do an action to the flow trees.
        `place`: the tree and the node that are meant; looked for by the words of its target, if left out."""
        owner, target = place or self.flows.resolve(action, self.embedder)
        action = acting.met(action, target)
        node = acting.apply(self.flows.trees, owner, action, target)
        return Applied(action, owner, target, node)

    def claims(self) -> list[str]:
        """All that is compared by meaning of the trees as they are: encoded before, nothing waits for an embedder."""
        trees = list(self.flows.trees.values())
        nodes = [node for tree in trees for node in list(tree.nodes.values())]
        lost = [action.point.claim for tree in trees for action in list(tree.unmatched) if action.point]
        return [node.claim for node in nodes] + [point.claim for node in nodes for point in node.points] + lost
