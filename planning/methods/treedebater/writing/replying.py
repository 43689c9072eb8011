"""What a speech of the embedded debater is made of: sentences in units, and short answers to points of theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from config.format import Stage
from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.debate.points import Objection, Point, PointForm
from planning.language.cues.questions import evades
from planning.methods.treedebater.choosing.choose import Option, TreePlan
from planning.methods.treedebater.choosing.replies import SHORT_TURN_SECONDS
from planning.methods.treedebater.writing.advocate import Advocate
from planning.methods.treedebater.writing.transitions import Place, Transitions
from planning.methods.treedebater.writing.wording import Phrases

FEW = 2  # answers in a short turn, up to which they are given with their reasons
TINY_TURN_SECONDS = 30.0  # in a shorter turn a claim may stand without its reason, and words of a second or two fill it
SMALL_TOPICS = 2  # of our own case that are called to mind in such a turn

Answers = Mapping[Objection, Sequence[Sequence[str]]]


class ByKind:
    """Answers to objections by their kind, each given once. `spoken`: sentences that have been spoken in the match.
    `seed`: chooses among several answers, together with the point."""

    def __init__(self, answers: Answers, spoken: Collection[str], seed: str) -> None:
        self._answers, self._spoken, self._seed = answers, spoken, seed
        self._given: set[str] = set()

    def answer(self, point: Point) -> Sequence[str]:
        """Sentences that answer a point of that kind; none are left, or there were none, if empty.
        What is hard to place gets none: words that fit anything meet nothing."""
        if point.objection is Objection.OTHER:
            return ()
        known = self._answers.get(point.objection, ())
        fresh = [one for one in known if not {*one} & (self._given | {*self._spoken})]
        chosen = min(fresh, key=lambda one: self._rank(point, one), default=())
        self._given.update(chosen)
        return chosen

    def _rank(self, point: Point, answer: Sequence[str]) -> bytes:
        return hashlib.sha256(f"{self._seed}|{point.words}|{answer[0]}".encode()).digest()


class Replying:
    """A speech in the making that meets what was said. `seconds`: the length of the turn.
    Each answer is a passage of its own: the point and the answer are spoken together or not at all."""

    def __init__(self, writer: Advocate, phrases: Phrases, plan: TreePlan, seconds: float) -> None:
        self.w, self.plan, self.seconds = writer, plan, seconds
        self.say = phrases.say
        self.case = writer.rehearsal.case(writer.side)
        self._spent = self._planned = 0.0  # seconds: of all that was written, and of what should be said
        self._units = self._count = 0
        self.short = seconds < SHORT_TURN_SECONDS
        self._transitions = Transitions(writer, phrases, short=self.short)
        self._kinds = ByKind(self.case.objections, writer.said, f"{writer.rehearsal.id}/{writer.side}/{plan.stage}")
        self._confessed = writer.confessed or plan.stage is Stage.CLOSING  # once in a match, and never at its end
        self._met: set[str] = set()  # ids of points that are answered in this speech

    def _frame(self, texts: Sequence[str], priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        unit = self._unit()
        for i, text in enumerate(texts):
            if i == 0:
                yield self._sentence(text, unit, priority)
            else:
                yield self._sentence(text, self._unit(), Priority.MAY, needs=unit)

    def _line(self, text: str, priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        yield self._sentence(text, self._unit(), priority)

    def _small(self, said: Collection[str]) -> Iterator[Sentence]:
        """Words of two or three seconds that call our own case to mind: few whole sentences end where a turn of a few
        seconds does. `said`: ids of the nodes in this speech."""
        if self.seconds >= TINY_TURN_SECONDS:
            return
        known = {self.w.rehearsal.root_of(node).id for name in said if (node := self.w.rehearsal.nodes.get(name))}
        trees = sorted(self.case.trees, key=lambda tree: tree.root.id not in known | self.w.spoken)
        for tree in trees[:SMALL_TOPICS]:
            text = self.say("small.topic", topic=tree.topic)
            yield self._sentence(text, self._unit(), Priority.RESERVE, topic=tree.topic)
        topic = trees[0].topic if trees else ""  # what has none is no matter of a newer draft
        yield self._sentence(self.say("small.weigh"), self._unit(), Priority.RESERVE, topic=topic)

    def _close(self, bank: str) -> Iterator[Sentence]:
        if self.seconds < SHORT_TURN_SECONDS:
            bank = f"end.short.{self.w.side}"
        text = self.say(bank, motion=self.w.clause(self.w.rehearsal.motion))
        yield self._sentence(text, self._unit(), Priority.CLOSING)

    def _unit(self) -> str:
        self._units += 1
        return f"u{self._units}"

    def _sentence(self, text: str, unit: str, priority: Priority, **mark: Any) -> Sentence:
        seconds = len(text.split()) / self.w.words_per_second
        self._spent += seconds
        if priority in (Priority.MUST, Priority.SHOULD):
            self._planned += seconds
        self._count += 1
        return Sentence(id=f"s{self._count}", text=text, unit=unit, priority=priority, **mark)

    def _asides(self) -> Iterator[Sentence]:
        """A dry word to what argued nothing, and a polite one to talk of another matter, each once in a match."""
        if (meant := self.w.unmannered) is not None:
            yield self._sentence(self.say(f"dry.{meant}"), self._unit(), Priority.SHOULD)
        if self.w.astray:
            yield self._sentence(self.say("astray"), self._unit(), Priority.MAY if self.short else Priority.MUST)

    def _admission(self, point: Point, unit: str, priority: Priority) -> Iterator[Sentence]:
        """Where they are right that something went unanswered, it is granted before the answer."""
        if point.id in self.plan.admitted and not self._confessed:
            self._confessed = True
            yield self._sentence(self.say("concede.unanswered"), unit, priority, concedes=(point.id,))

    def _by_kind(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """A point that no tree holds: what was prepared for its kind, or one honest line to a question."""
        point = next((one for one in option.candidate.points if one.id not in self._met), None)
        if point is None or not (answer := self._kinds.answer(point) or self._put_off(point)):
            return
        unit = self._unit()
        self._met.add(point.id)
        act: dict[str, Any] = {"action": option.candidate.kind.value, "target": option.candidate.target}
        if evades(answer[0]) and point.quote:
            self._transitions.quoting(point)
            yield self._sentence(self._transitions.quoted(point), unit, priority)
            act = {}
        else:
            yield self._sentence(self._transitions.kind(point.objection), unit, priority)
            yield from self._admission(point, unit, priority)
            act = {} if evades(answer[0]) else act | {"answers": (self.plan.admitted.get(point.id, point).id,)}
        yield self._sentence(answer[0], unit, priority, **act)
        before = unit
        for place, text in enumerate(answer[1:]):
            after, tail = self._unit(), Priority.MAY if place else Priority.SHOULD
            yield self._sentence(text, after, priority if priority is Priority.RESERVE else tail, needs=before)
            before = after

    def _put_off(self, point: Point) -> tuple[str, ...]:
        """An honest word to a question that nothing is prepared for, once in a match. It answers nothing."""
        asked = point.form is PointForm.QUESTION and point.quote and self._transitions.may_quote
        if not asked or self._confessed:
            return ()
        self._confessed = True
        return (self.say("put-off"),)

    def _brief(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """An answer where seconds are short: its claim in one sentence, without the words that it answers; the reason
        only if there is time left."""
        node, points = option.node, option.candidate.points
        if node is None:
            return
        unit, mark = self._unit(), {"source": node.id, "topic": node.topic}
        if node.id in self.w.spoken:
            if points:
                self._met |= {one.id for one in points}
                text = self.say("met", claim=self.w.clause(node.claim))
                yield self._sentence(text, unit, priority, **mark, answers=tuple(one.id for one in points))
            return
        act: dict[str, Any] = {"action": option.candidate.kind.value, "target": option.candidate.target}
        if points:
            act["answers"] = tuple(point.id for point in points if point.id not in self._met)
            self._met |= {point.id for point in points}
        elif option.candidate.kind is ActionKind.PROPOSE:
            act["target"] = ""
        yield self._sentence(self._transitions.brief(node, option.candidate), unit, priority, **mark, **act)
        tail = Priority.SHOULD if self._few and priority is not Priority.RESERVE else Priority.RESERVE
        for text in (*node.node.argument, node.node.impact):
            yield self._sentence(text, self._unit(), tail, needs=unit, **mark)

    @property
    def _few(self) -> bool:
        """Whether so little is answered that the reasons have time too."""
        return self.plan.stage is not Stage.CLOSING and len(self.plan.replies) <= FEW

    def _met_in_advance(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """A point that something we have said already is an answer to: it is claimed, not argued anew."""
        node, points = option.node, option.candidate.points
        if node is None or not points:
            return
        unit = self._unit()
        mark = {"source": node.id, "topic": node.topic}
        self._met |= {one.id for one in points}
        lead = self._transitions.to(option, node, node.topic, Place(unit, priority))
        if lead.named:
            yield self._sentence(lead.named, unit, priority, needs=lead.needs, **mark)
        text = self.say("met", claim=self.w.clause(node.claim))
        yield self._sentence(text, unit, priority, **mark, answers=tuple(one.id for one in points))
