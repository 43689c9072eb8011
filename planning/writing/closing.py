"""A closing of the embedded debater: what the debate turned on, in both sides' words, and nothing new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from config.statement import Priority, Sentence
from planning.argument import ActionKind
from planning.choosing.choose import Clash
from planning.points import PointForm
from planning.trees.rehearsal import Tree
from planning.writing.by_kind import WAITED, ByKind
from planning.writing.speech import SHORT_TURN_SECONDS, Speech
from planning.writing.transitions import UNDERSTOOD, said_again

SECONDS_A_CLASH = 11.0  # that one takes, with what still stands if they are right
CLASHES_MOST = 9
QUESTIONS_MOST = 4  # points made after our last word that are still met


TELLS_OF_THEM = re.compile(
    r"^(they|their)\b|\b(the other side|opponents?)\b"
    r"|\bthey (say|said|told|tell|ask|asked|want|call|called|offer|offered|spoke|speak|count|counted|fear|think|claim)",
    re.I,
)


class Closing(Speech):
    """A closing in the making.

    It weighs the clashes that there were; where there were few, what of our own case was made. What a tree sums up is
    said only of claims that we really made: the other side's is told in its own words alone.
    """

    def sentences(self) -> Iterator[Sentence]:
        yield from self._line(self.say("closing.start"), Priority.MAY)
        self._summed: set[str] = set()  # ids of trees
        for rank, clash in enumerate(self._chosen()):
            first = rank == 0 and self.seconds >= SHORT_TURN_SECONDS
            yield from self._clash(clash, Priority.MUST if first else Priority.SHOULD)
        yield from self._last_points()
        for tree in self._ours():
            yield from self._sum_up(tree, Priority.SHOULD if not self.plan.clashes else Priority.MAY)
        yield from self._frame((self.say("closing.criterion", criterion=self.case.criterion[0]),), Priority.MAY)
        yield from self._filling()
        yield from self._close(f"closing.end.{self.w.side}")

    def _chosen(self) -> list[Clash]:
        """The clashes to be weighed, each answer once: those with something prepared to say first, then the latest."""
        quoted = [clash for clash in self.plan.clashes if clash.point.quote]
        by_answer = {clash.claim: clash for clash in quoted}
        count = max(1, min(CLASHES_MOST, round(self.seconds / SECONDS_A_CLASH)))
        latest_first = list(by_answer.values())[::-1]
        ranked = sorted(latest_first, key=lambda clash: clash.node is None)
        return ranked[:count]

    def _clash(self, clash: Clash, priority: Priority) -> Iterator[Sentence]:
        unit = self._unit()
        quote = clash.point.quote[:1].upper() + clash.point.quote[1:]
        tree = self.w.rehearsal.tree_of(clash.node) if clash.node is not None else None
        topic = tree.topic if tree is not None else ""
        yield self._sentence(self.say("closing.said", quote=quote), unit, priority, topic=topic)
        answered = self.say("closing.answered", claim=self.w.clause(clash.claim))
        act: dict[str, Any] = {"answers": (clash.point.id,)} if clash.open else {}
        yield self._sentence(answered, unit, priority, topic=topic, **act)
        if tree is None or tree not in self.case.trees or tree.id in self._summed:
            return
        self._summed.add(tree.id)
        before = unit
        for text in tree.even_if or tree.weighing:
            after = self._unit()
            yield self._sentence(text, after, Priority.SHOULD, needs=before, topic=topic)
            before = after

    def _last_points(self) -> Iterator[Sentence]:
        """What they said after our last word, questions first, as far as something not new can be said to it."""
        said = [
            point
            for field in self.plan.battlefields
            for option in field.options
            for point in option.candidate.points
            if point.quote and option.candidate.unanswered
        ]
        asked = sorted(said, key=lambda point: (point.form not in WAITED, -point.turn))
        met = {clash.point.id for clash in self._chosen()}
        kinds = ByKind(self.case.objections, self.w.said, f"{self.w.rehearsal.id}/{self.w.side}/end")
        most = QUESTIONS_MOST if self.seconds >= SHORT_TURN_SECONDS else 1
        for point in [one for one in dict.fromkeys(asked) if one.id not in met][:most]:
            answer = kinds.answer(point)
            if not answer and point.form is not PointForm.QUESTION:
                continue
            unit = self._unit()
            yield self._sentence(said_again(self.say, point), unit, Priority.SHOULD)
            for text in answer[:2] or (self.say("put-off"),):
                yield self._sentence(text, unit, Priority.SHOULD, answers=(point.id,))

    def _ours(self) -> Iterator[Tree]:
        """Our trees of which something was spoken."""
        for tree in self.case.trees:
            if tree.id not in self._summed and tree.root.id in self.w.spoken:
                self._summed.add(tree.id)
                yield tree

    def _filling(self) -> Iterator[Sentence]:
        """What fills the time and is nothing new: why what we said matters, and what we hold against what they said."""
        for name in sorted(self.w.spoken):
            node = self.w.rehearsal.nodes.get(name)
            if node is not None:
                yield self._sentence(node.node.impact, self._unit(), Priority.RESERVE, topic=node.topic)
        if self.seconds < SHORT_TURN_SECONDS:  # which is hard to fill to the second
            first = [line for tree in self.case.trees for line in tree.weighing[:1] if not TELLS_OF_THEM.search(line)]
            for text in (*self.case.criterion, *first):
                yield self._sentence(text, self._unit(), Priority.RESERVE)
            return
        theirs = self.w.rehearsal.case(self.w.side.other).trees
        for tree in [one for one in theirs if one.id in self._met()]:
            yield from self._summary(tree, tree.answer, "weigh.theirs", Priority.RESERVE)
        for tree in self.case.trees:
            if tree.id not in self._summed:
                yield from self._sum_up(tree, Priority.RESERVE)

    def _met(self) -> set[str]:
        """Ids of the other side's trees on which it surely said something itself."""
        nodes = self.w.rehearsal.nodes
        heard = [
            nodes[option.candidate.source]
            for battlefield in self.plan.battlefields
            for option in battlefield.options
            if option.candidate.kind is ActionKind.ATTACK
            and option.candidate.confidence >= UNDERSTOOD
            and option.candidate.source in nodes
        ]
        return {self.w.rehearsal.tree_of(node).id for node in heard}

    def _sum_up(self, tree: Tree, priority: Priority) -> Iterator[Sentence]:
        yield from self._summary(tree, tree.weighing, "weigh.ours", priority)

    def _summary(self, tree: Tree, lines: Sequence[str], bank: str, priority: Priority) -> Iterator[Sentence]:
        lines = [line for line in lines if not TELLS_OF_THEM.search(line)]  # which they may never have said
        if not lines:
            return
        unit = self._unit()
        if tree.topic.lower() not in lines[0].lower():
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
