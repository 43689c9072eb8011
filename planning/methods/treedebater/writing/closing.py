"""A closing of the embedded debater: what the debate turned on, in both sides' words, and nothing new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.debate.points import PointForm
from planning.methods.treedebater.choosing.choose import Clash, Option
from planning.methods.treedebater.choosing.replies import SHORT_TURN_SECONDS
from planning.methods.treedebater.trees.rehearsal import Tree
from planning.methods.treedebater.writing.replying import Replying
from planning.methods.treedebater.writing.transitions import UNDERSTOOD, Place

CLASHES = 2  # that are weighed
_OF_THEMSELVES = re.compile(r"\b(i|me|my|mine|i'm|i've|you|your|yours|you're|you've|we|us|our|ours)\b")

TELLS_OF_THEM = re.compile(
    r"^(they|their)\b|\b(the other side|opponents?)\b"
    r"|\bthey (say|said|told|tell|ask|asked|want|call|called|offer|offered|spoke|speak|count|counted|fear|think|claim)",
    re.I,
)


class Closing(Replying):
    """A closing in the making: it weighs the clashes that there were, meets what was said after our last word, and
    where there was little of both weighs what of our own case was made. What a tree sums up is said only of claims that
    we really made: the other side's is told in its own words alone."""

    def sentences(self) -> Iterator[Sentence]:
        self._summed: set[str] = set()  # ids of trees
        if self.short and any(option.node is not None for option in self.plan.replies):
            yield from self._briefly()
            return
        yield from self._line(self.say("closing.start"), Priority.MAY)
        yield from self._asides()
        clashes = self._chosen()
        for rank, clash in enumerate(clashes):
            needed = not rank or self.seconds >= SHORT_TURN_SECONDS
            yield from self._clash(clash, Priority.MUST if needed else Priority.SHOULD)
        short = self.seconds < SHORT_TURN_SECONDS
        if short:  # there is no time for a frame around it, or for much beside it
            yield from self._line(self.case.criterion[0], Priority.SHOULD)
        yield from self._last_points()
        yield from self._granted()
        for tree in self._ours():
            yield from self._sum_up(tree, Priority.MAY if clashes or self.plan.replies else Priority.SHOULD)
        if not short:
            yield from self._line(self.say("closing.criterion", criterion=self.case.criterion[0]))
        yield from self._filling()
        yield from self._small(())
        yield from self._close(f"closing.end.{self.w.side}")

    def _briefly(self) -> Iterator[Sentence]:
        """Where seconds are short and something is still open: answers to it, and the criterion."""
        for place, option in enumerate(self.plan.replies):
            yield from self._brief(option, Priority.SHOULD if place else Priority.MUST)
        yield from self._line(self.case.criterion[0], Priority.SHOULD)
        for clash in self._chosen():
            yield from self._clash(clash, Priority.RESERVE)
        for tree in self._ours():
            yield from self._sum_up(tree, Priority.MAY)
        yield from self._filling()
        yield from self._small(())
        yield from self._close(f"closing.end.{self.w.side}")

    def _chosen(self) -> list[Clash]:
        """The clashes to be weighed: those in which the answer surely met the point, on two topics if it can be."""
        found = [clash for clash in self.plan.clashes if clash.node is not None]
        ranked = sorted(found, key=lambda one: -one.sure)
        topics = {one.node.topic: one for one in reversed(ranked) if one.node is not None}
        best = [one for one in ranked if one in topics.values()]
        return [*best, *(one for one in ranked if one not in best)][:CLASHES]

    def _granted(self) -> Iterator[Sentence]:
        """What they granted in the debate, told in our words: the last of it that can be."""
        for point in reversed(self.plan.granted):
            made = [self.w.rehearsal.nodes[one.node] for one in point.makes if one.node in self.w.rehearsal.nodes]
            if point.quote and not _OF_THEMSELVES.search(point.quote.lower()):
                text = self.say("granted", claim=self.w.clause(point.quote))
            elif made:
                text = self.say("granted.topic", topic=made[0].topic)
            else:
                continue
            yield self._sentence(text, self._unit(), Priority.SHOULD)
            return
        if self.plan.granted:
            yield self._sentence(self.say("granted.bare"), self._unit(), Priority.SHOULD)

    def _clash(self, clash: Clash, priority: Priority) -> Iterator[Sentence]:
        unit = self._unit()
        tree = self.w.rehearsal.tree_of(clash.node) if clash.node is not None else None
        topic = tree.topic if tree is not None else ""
        if (point := self._transitions.quotable((clash.point,), clash.sure)) is not None:
            self._transitions.quoting(point)
            said = "closing.asked" if point.form is PointForm.QUESTION else "closing.said"
            told = self.say(said, quote=point.quote[:1].upper() + point.quote[1:])
        else:
            told = self.say("closing.topic", topic=topic)
        yield self._sentence(told, unit, priority, topic=topic)
        answered = self.say("closing.answered", claim=self.w.clause(clash.claim))
        yield self._sentence(answered, unit, priority, topic=topic)
        if tree is None or tree not in self.case.trees or tree.id in self._summed:
            return
        self._summed.add(tree.id)
        before = unit
        for text in tree.even_if or tree.weighing:
            after = self._unit()
            yield self._sentence(text, after, Priority.SHOULD, needs=before, topic=topic)
            before = after

    def _last_points(self) -> Iterator[Sentence]:
        """What they said after our last word: to that alone something new may be said."""
        said = 0
        for option in self.plan.replies:
            passage = list(self._last_point(option))
            if passage and not said:
                yield from self._line(self.say("closing.last"), Priority.MAY)
            said += bool(passage)
            yield from passage

    def _last_point(self, option: Option) -> Iterator[Sentence]:
        node, points = option.node, option.candidate.points
        if node is None:
            yield from self._by_kind(option, Priority.SHOULD)
            return
        if node.id in self.w.spoken:
            yield from self._met_in_advance(option, Priority.SHOULD)
            return
        unit = self._unit()
        mark = {"source": node.id, "topic": node.topic}
        lead = self._transitions.to(option, node, node.topic, Place(unit, Priority.SHOULD))
        if lead.named:
            yield self._sentence(lead.named, unit, Priority.SHOULD, needs=lead.needs, **mark)
        claim, met = self._transitions.turned(node, lead), tuple(one.id for one in points)
        yield self._sentence(claim, unit, Priority.SHOULD, needs=lead.needs, **mark, answers=met)
        for text in node.node.argument[:1]:
            yield self._sentence(text, self._unit(), Priority.SHOULD, needs=unit, **mark)

    def _ours(self) -> Iterator[Tree]:
        """Our trees of which something was spoken."""
        for tree in self.case.trees:
            if tree.id not in self._summed and tree.root.id in self.w.spoken:
                self._summed.add(tree.id)
                yield tree

    def _filling(self) -> Iterator[Sentence]:
        """What fills the time and is nothing new: why what we said matters, of what that was said, and what we hold
        against what they said."""
        for name in sorted(self.w.spoken):
            node = self.w.rehearsal.nodes.get(name)
            if node is not None:
                unit, lead = self._unit(), self.say("weigh.neutral", topic=node.topic)
                yield self._sentence(lead, unit, Priority.RESERVE, topic=node.topic)
                yield self._sentence(node.node.impact, unit, Priority.RESERVE, topic=node.topic)
        if self.seconds < SHORT_TURN_SECONDS:  # which is hard to fill to the second
            first = [line for tree in self.case.trees for line in tree.weighing[:1] if not TELLS_OF_THEM.search(line)]
            for text in (*self.case.criterion[1:], *first):
                yield self._sentence(text, self._unit(), Priority.RESERVE)
            return
        theirs = self.w.rehearsal.case(self.w.side.other).trees
        for tree in [one for one in theirs if one.id in self._recognised()]:
            yield from self._summary(tree, tree.answer, "weigh.theirs", Priority.RESERVE)
        for tree in self.case.trees:
            if tree.id not in self._summed:
                yield from self._sum_up(tree, Priority.RESERVE)

    def _recognised(self) -> set[str]:
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
