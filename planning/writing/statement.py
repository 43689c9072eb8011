"""An opening or a rebuttal of the embedded debater: which prepared sentences, in which order, and how joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from config.format import Stage
from config.statement import Priority, Sentence
from planning.argument import ActionKind
from planning.choosing.choose import Battlefield, Option, Plan
from planning.choosing.reasons import Importance
from planning.language.wording import Phrases
from planning.points import Objection, Point, PointForm
from planning.trees.rehearsal import Prepared
from planning.writing.by_kind import ByKind, said_back
from planning.writing.filler import by_objection, together
from planning.writing.speech import SHORT_TURN_SECONDS, Speech
from planning.writing.transitions import Place, Transition, Transitions, Writer

DEEP_TURN_SECONDS = 120.0  # in a shorter turn no point is made whole before the next is named
GRANTED_MOST = 1  # concessions of theirs that are told of in one speech
RESERVE_SHARE = 0.6  # how much more than the window holds is written, as reserve
RESERVE_SECONDS = 30.0  # at least, for short turns are hard to fill
RESERVE_PASSAGES = 3  # at least, for one alone may be too long for a short turn
TINY_TURN_SECONDS = 30.0  # in a shorter turn a claim may stand without its reason
PLANNED_SHARE = 0.9  # of the time, for what should be said; the rest fills up with what may be
REINFORCED_SECONDS = 12.0  # what coming back to one's own case takes at least
MANY_POINTS = 6  # from which none is answered at length
PUT_OFF_MOST = 3  # questions in one speech
DEEP_ANSWERS = 2  # in a rebuttal the answers that are made whole
ANSWERS = (ActionKind.ATTACK, ActionKind.REBUT)
ANSWERS_IN_OPENING = 3  # an opening is first of all for one's own claims


class Draft(Speech):
    """An opening or a rebuttal in the making. It makes few points whole rather than many in passing."""

    def __init__(self, writer: Writer, phrases: Phrases, plan: Plan, seconds: float) -> None:
        super().__init__(writer, phrases, plan, seconds)
        self._transitions = Transitions(writer, phrases)
        self._left: list[tuple[Option, str]] = []  # what the plan has no time for, with its topic
        self._put_offs = 0
        self._kinds = ByKind(self.case.objections, writer.said, f"{writer.rehearsal.id}/{writer.side}")
        self._enough = max(seconds * (1 + RESERVE_SHARE), seconds + RESERVE_SECONDS)
        self._planned_nothing = True  # of the battlefields

    # -- the two kinds of speech ---------------------------------------------------------------

    def opening(self) -> Iterator[Sentence]:
        length = "short" if self.seconds < SHORT_TURN_SECONDS else "long"
        motion = self.w.clause(self.w.rehearsal.motion)
        yield from self._line(self.say(f"opening.{length}.{self.w.side}", motion=motion))
        yield from self._frame(self.case.definition)
        yield from self._frame(self.case.criterion)
        own = [b for b in self.plan.battlefields if any(o.candidate.kind is ActionKind.PROPOSE for o in b.options)]
        theirs = [b for b in self.plan.battlefields if b not in own]
        yield from self._battlefields([*own, *theirs[:ANSWERS_IN_OPENING]], late=theirs[ANSWERS_IN_OPENING:])
        yield from self._reserve()
        yield from self._close(f"opening.end.{self.w.side}")

    def rebuttal(self) -> Iterator[Sentence]:
        answers = any(o.candidate.kind in ANSWERS for b in self.plan.battlefields for o in b.options)
        start = "rebuttal.start" if answers else "rebuttal.start.alone"
        yield from self._line(self.say(start), self._spine())  # what follows may refer to it
        yield from self._granted()
        own = self._reinforcement()
        if own is not None:  # it comes after the answers, so its room is kept
            self._planned += REINFORCED_SECONDS
        yield from self._battlefields(self.plan.battlefields, besides=own and own[0])
        if own is not None:
            yield from self._option(*own, self._spine())
        yield from self._reserve()
        yield from self._close(f"rebuttal.end.{self.w.side}")

    def _spine(self) -> Priority:
        """What a speech should not be without: in a short turn an answer may take its place."""
        return Priority.MUST if self.seconds >= SHORT_TURN_SECONDS else Priority.SHOULD

    # -- passages ------------------------------------------------------------------------------

    def _battlefields(
        self, fields: Sequence[Battlefield], *, late: Sequence[Battlefield] = (), besides: Option | None = None
    ) -> Iterator[Sentence]:
        """Each battlefield's options until its share of the time is used; the rest is left for the reserve.

        Args:
            late: battlefields that are all reserve.
            besides: an option that is spoken elsewhere.
        """
        for place, battlefield in enumerate(fields):
            share = battlefield.seconds
            for rank, option in enumerate(o for o in battlefield.options if o != besides):
                full = share <= 0 or self._planned > self.seconds * PLANNED_SHARE
                if full or self._unasked_for(option):
                    self._left.append((option, battlefield.topic))
                    continue
                priority = Priority.MUST if self._planned_nothing else Priority.SHOULD
                deep = rank == 0 and self._deep(battlefield, place)
                passage = list(self._option(option, battlefield.topic, priority, deep=deep))
                self._planned_nothing = self._planned_nothing and not passage
                share -= self._cost(passage)
                yield from passage
        self._left += [(option, battlefield.topic) for battlefield in late for option in battlefield.options]

    def _unasked_for(self, option: Option) -> bool:
        """In a rebuttal what nobody said against us is answered only where there is time to fill."""
        return self.plan.stage is Stage.REBUTTAL and option.candidate.kind is ActionKind.REINFORCE

    def _deep(self, battlefield: Battlefield, place: int) -> bool:
        if self.seconds < DEEP_TURN_SECONDS or battlefield.importance is not Importance.HIGH:
            return False
        return self.plan.stage is not Stage.REBUTTAL or (place < DEEP_ANSWERS and len(self._owed()) < MANY_POINTS)

    def _owed(self) -> list[Battlefield]:
        """The battlefields on which something of theirs is open."""
        return [field for field in self.plan.battlefields if field.rationale.unanswered]

    def _reinforcement(self) -> tuple[Option, str] | None:
        """What backs one's own case best, on a claim the plan makes little of otherwise; with its topic."""
        found = [
            (place, option, battlefield.topic)
            for place, battlefield in enumerate(self.plan.battlefields)
            for option in battlefield.options
            if option.node is not None and option.candidate.kind is ActionKind.REINFORCE
        ]
        _, option, topic = max(found, key=lambda one: (one[0] >= DEEP_ANSWERS, one[1].strength), default=(0, None, ""))
        return None if option is None else (option, topic)

    def _option(self, option: Option, topic: str, priority: Priority, *, deep: bool = False) -> Iterator[Sentence]:
        if option.node is None:
            yield from self._by_kind(option, priority)
            return
        node, candidate = option.node, option.candidate
        if candidate.kind in ANSWERS and not self._transitions.can_name(candidate):
            return
        act: dict[str, Any] = {"action": candidate.kind.value, "target": candidate.target}
        if candidate.kind is ActionKind.PROPOSE:
            act["target"] = ""
        elif candidate.kind in ANSWERS:
            act["answers"] = tuple(point.id for point in candidate.points)
        unit = self._unit()
        lead = self._transitions.to(option, node, topic, Place(unit, priority))
        yield from self._node(node, unit, lead, priority, act, deep=deep)

    def _node(
        self,
        node: Prepared,
        unit: str,
        lead: Transition,
        priority: Priority,
        act: dict[str, Any],
        *,
        deep: bool = False,
    ) -> Iterator[Sentence]:
        """A prepared argument: what leads to it, its claim, its reasons, what was found out, its impact.

        Args:
            unit: what cannot be left out is in this one.
            deep: all of it should be spoken, not only its claim and first reasons.
        """
        reserve = priority is Priority.RESERVE
        many = not deep and self.plan.stage is Stage.REBUTTAL  # many points to be met, and findings before maxims
        tail = priority if reserve else Priority.MAY if many else Priority.SHOULD
        later = priority if reserve else Priority.SHOULD if deep else Priority.MAY
        found = priority if reserve else Priority.SHOULD if deep or many else Priority.MAY
        mark = {"source": node.id, "topic": node.topic}
        if lead.joined and act["action"] == ActionKind.PROPOSE and self.seconds >= SHORT_TURN_SECONDS:
            yield self._sentence(lead.joined, unit, priority, needs=lead.needs, **mark)
        elif lead.joined:
            yield self._sentence(lead.joined, self._unit(), tail, needs=unit, **mark)
        if lead.named:
            yield self._sentence(lead.named, unit, priority, needs=lead.needs, **mark)
        yield self._sentence(self._transitions.turned(node, lead), unit, priority, needs=lead.needs, **mark, **act)
        first = 0 if self.seconds < TINY_TURN_SECONDS else 1
        for text in node.node.argument[:first]:
            yield self._sentence(text, unit, priority, needs=lead.needs, **mark)
        before = unit
        for text in node.node.argument[first:]:  # a later reason may lean on the one before it
            after = self._unit()
            yield self._sentence(text, after, tail, needs=before, **mark)
            before, tail = after, later
        for key in node.node.evidence:
            finding = self.w.rehearsal.file.evidence[key].finding
            if self.w.read_out(finding):
                continue
            yield self._sentence(finding, self._unit(), found, needs=unit, cites=(key,), **mark)
        yield self._sentence(node.node.impact, self._unit(), later, needs=unit, **mark)

    def _by_kind(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """A point that no tree holds, in its own words, and what was prepared for its kind."""
        points = option.candidate.points
        point = said_back(points) or next((one for one in points if one.objection is not Objection.OTHER), None)
        if point is None or not (answer := self._kinds.answer(point) or self._put_off(point)):
            return
        unit = self._unit()
        act: dict[str, Any] = {"action": option.candidate.kind.value, "target": option.candidate.target}
        named = self._transitions.quoted(point) if point.quote else self._transitions.kind(point.objection)
        yield self._sentence(named, unit, priority)
        yield self._sentence(answer[0], unit, priority, **act, answers=(point.id,))
        before = unit
        for place, text in enumerate(answer[1:]):
            after, tail = self._unit(), Priority.MAY if place else Priority.SHOULD
            yield self._sentence(text, after, priority if priority is Priority.RESERVE else tail, needs=before)
            before = after

    def _put_off(self, point: Point) -> tuple[str, ...]:
        """An honest word to a question that nothing is prepared for."""
        if point.form is not PointForm.QUESTION or not point.quote or self._put_offs >= PUT_OFF_MOST:
            return ()
        self._put_offs += 1
        return (self.say("put-off"),)

    def _granted(self) -> Iterator[Sentence]:
        """What the other side grants, in its own words: a listener is told once."""
        quoted = [point for point in self.plan.granted if point.quote]
        for point in quoted[-GRANTED_MOST:]:
            yield self._sentence(self.say("quote.concession", quote=point.quote), self._unit(), Priority.SHOULD)

    def _reserve(self) -> Iterator[Sentence]:
        """What the plan had no time for, and own prepared nodes that answer what was not said: to fill the time."""
        passages = 0
        for option, topic in together(self._left):
            if self._spent > self._enough and passages >= RESERVE_PASSAGES:
                return
            passages += 1
            yield from self._option(option, topic, Priority.RESERVE)
        planned = {o.node.id for b in self.plan.battlefields for o in b.options if o.node}
        ready = [
            node
            for node in self.w.rehearsal.spoken_by(self.w.side)
            if node.id not in planned | self.w.spoken and self._foreseeable(node)
        ]
        for node in by_objection(ready, self.plan.k):
            if self._spent > self._enough and passages >= RESERVE_PASSAGES:
                return
            passages += 1
            unit = self._unit()
            if node.parent:
                lead = self._transitions.foreseen(
                    self.w.rehearsal.nodes[node.parent].claim, Place(unit, Priority.RESERVE)
                )
            else:
                lead = self._transitions.proposed(node.topic)
            yield from self._node(node, unit, lead, Priority.RESERVE, self._unasked(node))

    def _unasked(self, node: Prepared) -> dict[str, str]:
        """What it does to the debate to answer a point nobody made: it backs our claim, or is a new one."""
        root = self.w.rehearsal.root_of(node)
        if node.level >= 2 and root.owner is self.w.side and root.id in self.w.spoken:
            return {"action": ActionKind.REINFORCE.value, "target": root.claim}
        return {"action": ActionKind.PROPOSE.value, "target": ""}

    def _foreseeable(self, node: Prepared) -> bool:
        if node.level == 0:
            return self.plan.stage is Stage.OPENING
        return node.level <= 2

    def _cost(self, passage: Sequence[Sentence]) -> float:
        return sum(len(s.text.split()) for s in passage) / self.w.words_per_second
