"""A closing of the embedded debater: it weighs what the debate was about, and brings nothing new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from config.format import Side
from config.statement import Priority, Sentence
from planning.argument import ActionKind
from planning.choosing.choose import Battlefield
from planning.trees.rehearsal import Tree
from planning.writing.speech import SHORT_TURN_SECONDS, Speech
from planning.writing.transitions import UNDERSTOOD


class Closing(Speech):
    """A closing in the making."""

    def sentences(self) -> Iterator[Sentence]:
        yield from self._line(self.say("closing.start"), Priority.SHOULD)
        fields = [*self._weighed(self.plan.battlefields)]
        met = self._trees_of_theirs()
        for rank, (tree, owner) in enumerate(fields):
            yield from self._weigh(tree, owner, Priority.SHOULD if rank < 3 else Priority.MAY, tree.id in met)
        weighed = {tree.id for tree, _ in fields}
        for tree in self.case.trees:
            if tree.id not in weighed:
                yield from self._weigh(tree, self.w.side, Priority.RESERVE, tree.id in met)
        yield from self._frame((self.say("closing.criterion", criterion=self.case.criterion[0]),), Priority.MAY)
        yield from self._close(f"closing.end.{self.w.side}")

    def _weighed(self, battlefields: Sequence[Battlefield]) -> Iterator[tuple[Tree, Side]]:
        """The trees the debate was about, in the plan's order, each once."""
        topics = {t.topic: (t, s) for s in Side for t in self.w.rehearsal.case(s).trees}
        seen: set[str] = set()
        for battlefield in battlefields:
            if battlefield.topic in topics and battlefield.topic not in seen:
                seen.add(battlefield.topic)
                yield topics[battlefield.topic]

    def _trees_of_theirs(self) -> set[str]:
        """Ids of the other side's trees on which it surely said something itself."""
        candidates = [option.candidate for battlefield in self.plan.battlefields for option in battlefield.options]
        heard = [
            self.w.rehearsal.nodes[one.source]
            for one in candidates
            if one.kind is ActionKind.ATTACK and one.confidence >= UNDERSTOOD and one.source in self.w.rehearsal.nodes
        ]
        return {self.w.rehearsal.tree_of(node).id for node in heard}

    def _weigh(self, tree: Tree, owner: Side, priority: Priority, met: bool) -> Iterator[Sentence]:
        """`met`: whether the other side surely said something of its own on this tree."""
        ours = owner is self.w.side
        lines = tree.weighing if ours else tree.answer
        unit = self._unit()
        if tree.topic.lower() not in lines[0].lower():
            bank = "weigh.ours" if ours else "weigh.theirs" if met else "weigh.neutral"
            lead = self.say(bank, topic=tree.topic)
            if self.seconds < SHORT_TURN_SECONDS:  # where seconds count it may be left out
                yield self._sentence(lead, self._unit(), priority, needs=unit, topic=tree.topic)
            else:
                yield self._sentence(lead, unit, priority, topic=tree.topic)
        whole = 1 if self.seconds < SHORT_TURN_SECONDS else 2  # a first line alone often only sets the question
        for text in lines[:whole]:
            yield self._sentence(text, unit, priority, topic=tree.topic)
        tail = priority if priority is Priority.RESERVE else Priority.MAY
        for text in lines[whole:]:
            yield self._sentence(text, self._unit(), tail, needs=unit, topic=tree.topic)
