"""What a speech of the embedded debater is made of: sentences in units, and short answers to points of theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from config.statement import Priority, Sentence
from planning.debate.points import Objection, Point, PointForm
from planning.language.cues.questions import evades
from planning.language.said import stems
from planning.methods.treedebater.choosing.choose import Option, TreePlan
from planning.methods.treedebater.writing.advocate import Advocate
from planning.methods.treedebater.writing.transitions import Place, Transitions, said_back
from planning.methods.treedebater.writing.wording import Phrases

SHORT_TURN_SECONDS = 60.0  # in a shorter turn there is no time for courtesies


PUT_OFF_MOST = 3  # questions in one speech
OUTWEIGHED_MOST = 2  # points in one speech that only a claim of ours is held against
GRANTED_MOST = 1  # concessions of theirs that are told of in one speech
Answers = Mapping[Objection, Sequence[Sequence[str]]]


class ByKind:
    """Answers to objections by their kind, each given once. `spoken`: sentences that have been spoken in the match.
    `seed`: chooses among several answers, together with the point."""

    def __init__(self, answers: Answers, spoken: Collection[str], seed: str) -> None:
        self._answers, self._spoken, self._seed = answers, spoken, seed
        self._given: set[str] = set()

    def answer(self, point: Point) -> Sequence[str]:
        """Sentences that answer a point of that kind; none are left, or there were none, if empty.
        A point that is hard to place is answered only in its own words: else nobody would know what is meant."""
        known = (point.objection,) if point.objection is not Objection.OTHER else ()
        for kind in (*known, *((Objection.OTHER,) if point.quote else ())):
            fresh = [one for one in self._answers.get(kind, ()) if not {*one} & (self._given | {*self._spoken})]
            if fresh:
                chosen = min(fresh, key=lambda one: self._rank(point, one))
                self._given.update(chosen)
                return chosen
        return ()

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
        self._transitions = Transitions(writer, phrases)
        self._kinds = ByKind(self.case.objections, writer.said, f"{writer.rehearsal.id}/{writer.side}/{plan.stage}")
        self._put_offs = 0
        self._weighed: set[str] = set()  # ids of claims of ours that were held against something
        self._admitted = False
        self._met: set[str] = set()  # ids of points that are answered in this speech

    def _frame(self, texts: Sequence[str], priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        unit = self._unit()
        for i, text in enumerate(texts):
            if i == 0:
                yield self._sentence(text, unit, priority)
            else:
                yield self._sentence(text, self._unit(), Priority.SHOULD, needs=unit)

    def _line(self, text: str, priority: Priority = Priority.MUST) -> Iterator[Sentence]:
        yield self._sentence(text, self._unit(), priority)

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
        """A dry word to what argued nothing, what they grant us, and that they read out what we said: each once."""
        if (meant := self.w.unmannered) is not None:
            yield self._sentence(self.say(f"dry.{meant}"), self._unit(), Priority.SHOULD)
        quoted = [one for one in self.plan.granted if one.quote and not any(one.quote in said for said in self.w.said)]
        for point in quoted[-GRANTED_MOST:]:
            yield self._sentence(self.say("quote.concession", quote=point.quote), self._unit(), Priority.SHOULD)
        if (echo := self.w.echo) is not None:
            yield self._sentence(self.say("read-back", quote=echo.rstrip(".!?")), self._unit(), Priority.SHOULD)

    def _admission(self, point: Point, unit: str, priority: Priority) -> Iterator[Sentence]:
        """Where they are right that something went unanswered, it is granted before the answer."""
        if point.id in self.plan.admitted and not self._admitted:
            self._admitted = True
            yield self._sentence(self.say("concede.unanswered"), unit, priority, concedes=(point.id,))

    def _by_kind(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """A point that no tree holds, in its own words, and what was prepared for its kind."""
        points = [one for one in option.candidate.points if one.id not in self._met]
        point = said_back(points) or next((one for one in points if one.objection is not Objection.OTHER), None)
        if point is None or not (answer := self._kinds.answer(point) or self._general(point)):
            return
        unit = self._unit()
        self._met.add(point.id)
        act: dict[str, Any] = {"action": option.candidate.kind.value, "target": option.candidate.target}
        named = self._transitions.quoted(point) if point.quote else self._transitions.kind(point.objection)
        yield self._sentence(named, unit, priority)
        yield from self._admission(point, unit, priority)
        left = self.plan.admitted.get(point.id, point)
        act = {} if evades(answer[0]) else act | {"answers": (left.id,)}
        yield self._sentence(answer[0], unit, priority, **act)
        before = unit
        for place, text in enumerate(answer[1:]):
            after, tail = self._unit(), Priority.MAY if place else Priority.SHOULD
            yield self._sentence(text, after, priority if priority is Priority.RESERVE else tail, needs=before)
            before = after

    def _general(self, point: Point) -> tuple[str, ...]:
        """An honest word to a question that nothing is prepared for, or what any point can be held against.
        The honest word is said once to a question, and answers nothing."""
        if not point.quote:
            return ()
        if point.form is PointForm.QUESTION:
            said_before = any(point.quote.lower() in said.lower() for said in self.w.said)
            if self._put_offs >= PUT_OFF_MOST or said_before:
                return ()
            self._put_offs += 1
            return (self.say("put-off"),)
        return self._outweighed(point)

    def _outweighed(self, point: Point) -> tuple[str, ...]:
        """A claim of ours that is not yet held against anything: the one that shares most words with the point."""
        ours = [tree.root for tree in self.case.trees if tree.root.id in self.w.spoken - self._weighed]
        if not ours or len(self._weighed) >= OUTWEIGHED_MOST:
            return ()
        chosen = max(ours, key=lambda one: len(stems(one.claim) & stems(point.words)))
        self._weighed.add(chosen.id)
        return (self.say("outweigh", claim=self.w.clause(chosen.claim)),)

    def _met_in_advance(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """A point that something we have said already is an answer to: it is claimed, not argued anew."""
        node, points = option.node, option.candidate.points
        if node is None or not points:
            return
        unit = self._unit()
        mark = {"source": node.id, "topic": node.topic}
        self._met |= {one.id for one in points}
        lead = self._transitions.to(option, node, node.topic, Place(unit, priority))
        yield self._sentence(lead.named, unit, priority, needs=lead.needs, **mark)
        text = self.say("met", claim=self.w.clause(node.claim))
        yield self._sentence(text, unit, priority, **mark, answers=tuple(one.id for one in points))
