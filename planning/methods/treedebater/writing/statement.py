"""An opening or a rebuttal of the embedded debater: which prepared sentences, in which order, and how joined."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from config.format import Stage
from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.methods.treedebater.choosing.choose import Option, TreePlan
from planning.methods.treedebater.choosing.replies import SHORT_TURN_SECONDS
from planning.methods.treedebater.trees.rehearsal import Prepared
from planning.methods.treedebater.writing.advocate import Advocate
from planning.methods.treedebater.writing.replying import TINY_TURN_SECONDS, Replying
from planning.methods.treedebater.writing.transitions import Place, Transition
from planning.methods.treedebater.writing.wording import Phrases

FIRST_CLAIM_SECONDS, FIRST_CLAIM_SHARE = 10.0, 0.25  # before which it is made, in a short opening and in another
LEAD_SECONDS = 3.0  # that the words take which lead to it
FAREWELL_SECONDS = 6.0  # that the last line takes
SPARE_CLAIMS = 2  # more than needed, for one or two may not fit
FRAME_WORDS = 10  # around an objection and its answer
SECONDS_A_CLAIM = 20.0  # of an opening, for each of which there is a claim with its reason
DEEP_TURN_SECONDS = 120.0  # in a shorter turn no point is made whole before the next is named
RESERVE_SHARE = 0.6  # how much more than the window holds is written, as reserve
RESERVE_SECONDS = 30.0  # at least, for short turns are hard to fill
RESERVE_PASSAGES = 3  # at least, for one alone may be too long for a short turn
PLANNED_SHARE = 0.8  # of the time, for what should be said; the rest fills up with what may be
MANY_POINTS = 6  # from which none is answered at length
DEEP_ANSWERS = 2  # in a rebuttal the answers that are made whole
ANSWERS = (ActionKind.ATTACK, ActionKind.REBUT)


class CaseSpeech(Replying):
    """An opening or a rebuttal in the making. It makes few points whole rather than many in passing."""

    def __init__(self, writer: Advocate, phrases: Phrases, plan: TreePlan, seconds: float) -> None:
        super().__init__(writer, phrases, plan, seconds)
        self._left: list[tuple[Option, str]] = []  # what the plan has no time for, with its topic
        self._enough = max(seconds * (1 + RESERVE_SHARE), seconds + RESERVE_SECONDS)
        self._planned_nothing = True  # of the battlefields
        self._used: set[str] = set()  # ids of nodes in this speech
        self._said_any = False  # whether there is a claim in it
        self._cited = False  # whether it has any evidence

    def opening(self) -> Iterator[Sentence]:
        kept = yield from self._preamble()
        yield from self._own()
        yield from self._replies()
        yield from self._foreseen()
        for texts in kept:
            yield from self._frame(texts, Priority.SHOULD)
        yield from self._reserve()
        yield from self._small(self._used)
        yield from self._close(f"opening.end.{self.w.side}")

    def _preamble(self) -> Generator[Sentence, None, list[tuple[str, ...]]]:
        """What stands before the first claim, as far as there is time for it there; the criterion can follow later."""
        short = self.seconds < SHORT_TURN_SECONDS
        limit = FIRST_CLAIM_SECONDS if short else self.seconds * FIRST_CLAIM_SHARE
        motion = self.w.clause(self.w.rehearsal.motion)
        greeting = self.say(f"opening.{'short' if short else 'long'}.{self.w.side}", motion=motion)
        if len(greeting.split()) / self.w.words_per_second <= limit:  # a motion can be as long as that
            yield from self._line(greeting)
        kept: list[tuple[str, ...]] = []
        for texts in (self.case.definition, self.case.criterion):
            seconds = sum(len(text.split()) for text in texts) / self.w.words_per_second
            if self._spent + seconds + LEAD_SECONDS <= limit:
                yield from self._frame(texts)
            elif texts is self.case.criterion:
                kept.append(texts[:1])
        return kept

    def _foreseen(self) -> Iterator[Sentence]:
        """What backs our claims against what may be said, until there is a claim for every so many seconds."""
        for node in self._backing():
            missing = self.seconds / SECONDS_A_CLAIM + SPARE_CLAIMS - len(self._used)
            if missing <= 0:
                return
            unit = self._unit()
            lead = self._foreseeing(node, unit, (self.seconds - FAREWELL_SECONDS - self._planned) / max(missing, 1))
            yield from self._node(node, unit, lead, Priority.SHOULD, self._unasked(node))

    def _foreseeing(self, node: Prepared, unit: str, each: float) -> Transition:
        """What leads to it: the objection that it answers, where there is time for that beside it; else its topic."""
        objection = self.w.rehearsal.nodes[node.parent].claim if node.parent else ""
        words = sum(len(text.split()) for text in (objection, node.claim, node.node.argument[0])) + FRAME_WORDS
        if words / self.w.words_per_second > each:
            return self._transitions.about(node.topic)
        return self._transitions.foreseen(objection, Place(unit, Priority.SHOULD))

    def _backing(self) -> list[Prepared]:
        """Answers to what may be said against us, then against what they may say, the strongest first; of several to
        one objection all but one come last, for they may still be needed."""
        planned = {option.node.id for b in self.plan.battlefields for option in b.options if option.node}
        ready = [
            node
            for node in self.w.rehearsal.spoken_by(self.w.side)
            if node.level in (1, 2) and node.id not in planned | self.w.spoken | self._used
        ]
        ready.sort(key=lambda one: (-one.level, -one.f(self.plan.k)))
        first = {node.parent: node.id for node in reversed(ready)}
        return sorted(ready, key=lambda one: first[one.parent] != one.id)

    def rebuttal(self) -> Iterator[Sentence]:
        start = "rebuttal.start" if self.plan.replies else "rebuttal.start.alone"
        if not (self.short and self.plan.replies):
            yield from self._line(self.say(start), self._spine())  # what follows may refer to it
        yield from self._asides()
        yield from self._replies()
        own = self._reinforcement()
        self._left = [(option, b.topic) for b in self.plan.battlefields for option in b.options]
        if own is not None:
            self._left.remove(own)
            many = self.short or len(self.plan.replies) >= MANY_POINTS
            yield from self._option(*own, Priority.MAY if many else self._spine())
        yield from self._reserve()
        yield from self._small(self._used)
        yield from self._close(f"rebuttal.end.{self.w.side}")

    def _spine(self) -> Priority:
        """What a speech should not be without: in a short turn an answer may take its place."""
        return Priority.MUST if self.seconds >= SHORT_TURN_SECONDS else Priority.SHOULD

    def _own(self) -> Iterator[Sentence]:
        """Our claims, each battlefield until its share of the time is used; the rest is left for the reserve."""
        fields = [b for b in self.plan.battlefields if any(map(_ours, b.options))]
        for battlefield in fields:
            share = battlefield.seconds
            for option in filter(_ours, battlefield.options):
                if share <= 0 or self._planned > self.seconds * PLANNED_SHARE:
                    self._left.append((option, battlefield.topic))
                    continue
                passage = list(self._option(option, battlefield.topic, self._first()))
                self._planned_nothing = self._planned_nothing and not passage
                share -= sum(len(s.text.split()) for s in passage) / self.w.words_per_second
                yield from passage

    def _replies(self) -> Iterator[Sentence]:
        """What the other side said, point by point; the weightiest at length."""
        deep = self._weightiest()
        for option in self.plan.replies:
            passage = list(self._option(option, "", self._first(), deep=option in deep))
            self._planned_nothing = self._planned_nothing and not passage
            yield from passage

    def _weightiest(self) -> Sequence[Option]:
        """The answers that are made whole: in a rebuttal with time those that are likeliest to fit."""
        few = len(self.plan.replies) < MANY_POINTS
        if self.seconds < DEEP_TURN_SECONDS or self.plan.stage is Stage.OPENING or not few:
            return ()
        prepared = [one for one in self.plan.replies if one.node is not None and one.node.id not in self.w.spoken]
        return sorted(prepared, key=lambda one: -one.strength)[:DEEP_ANSWERS]

    def _first(self) -> Priority:
        """Of a passage: the first one is what the speech is for."""
        return Priority.MUST if self._planned_nothing else Priority.SHOULD

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
        node, candidate = option.node, option.candidate
        if node is None:
            yield from () if self.short else self._by_kind(option, priority)
            return
        if node.id in self._used:
            return
        if self.short and (option in self.plan.replies or candidate.kind in ANSWERS):
            self._used.add(node.id)
            yield from self._brief(option, priority)
            return
        if candidate.kind in ANSWERS and node.id in self.w.spoken:
            yield from self._met_in_advance(option, priority)
            return
        act: dict[str, Any] = {"action": candidate.kind.value, "target": candidate.target}
        if candidate.kind is ActionKind.PROPOSE:
            act["target"] = ""
        elif candidate.kind in ANSWERS:
            act["answers"] = tuple(point.id for point in candidate.points if point.id not in self._met)
            self._met |= {point.id for point in candidate.points}
        unit = self._unit()
        if option in self.plan.replies and not candidate.points:
            act, lead = self._unasked(node), self._transitions.about(node.topic)
        elif candidate.kind not in ANSWERS and node.level >= 2 and self._to_the_point:
            lead = self._transitions.about(node.topic)
        else:
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
        """A prepared argument: what leads to it, its claim, its reasons, what was found out, its impact. `unit`: what
        cannot be left out is in this one. `deep`: all of it should be spoken, not only its claim and first reasons."""
        reserve = priority is Priority.RESERVE
        self._used.add(node.id)
        many = not deep  # many points to be met, or claims to be made
        tail = priority if reserve else Priority.MAY if many else Priority.SHOULD
        later = priority if reserve else Priority.SHOULD if deep else Priority.MAY
        first_found = self.plan.stage is Stage.REBUTTAL and not self._cited
        found = priority if reserve else Priority.SHOULD if deep or first_found else Priority.MAY
        mark = {"source": node.id, "topic": node.topic}
        if lead.joined and act["action"] == ActionKind.PROPOSE and self.seconds >= SHORT_TURN_SECONDS:
            yield self._sentence(lead.joined, unit, priority, needs=lead.needs, **mark)
        elif lead.joined and self._said_any:
            yield self._sentence(lead.joined, self._unit(), tail, needs=unit, **mark)
        self._said_any = True
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
            self._cited = True
            yield self._sentence(finding, self._unit(), found, needs=unit, cites=(key,), **mark)
        yield self._sentence(node.node.impact, self._unit(), later, needs=unit, **mark)

    def _reserve(self) -> Iterator[Sentence]:
        """What the plan had no time for, and own prepared nodes that answer what was not said: to fill the time."""
        passages = 0
        for option, topic in together([*self._left_over()]):
            if self._spent > self._enough and passages >= RESERVE_PASSAGES:
                return
            passages += 1
            yield from self._option(option, topic, Priority.RESERVE)
        planned = {o.node.id for b in self.plan.battlefields for o in b.options if o.node}
        ready = [
            node
            for node in self.w.rehearsal.spoken_by(self.w.side)
            if node.id not in planned | self.w.spoken | self._used and self._foreseeable(node)
        ]
        for node in by_objection(ready, self.plan.k):
            if self._spent > self._enough and passages >= RESERVE_PASSAGES:
                return
            passages += 1
            unit = self._unit()
            if node.parent and self._to_the_point:
                lead = self._transitions.about(node.topic)
            elif node.parent:
                lead = self._transitions.foreseen(
                    self.w.rehearsal.nodes[node.parent].claim, Place(unit, Priority.RESERVE)
                )
            else:
                lead = self._transitions.proposed(node.topic)
            yield from self._node(node, unit, lead, Priority.RESERVE, self._unasked(node))

    @property
    def _to_the_point(self) -> bool:
        """Whether what is not asked for is said as our own: objections that nobody has raised begin no speech after an
        opening, and a short one has no time for them."""
        return self.plan.stage is not Stage.OPENING and (self.short or not self._said_any)

    def _left_over(self) -> Iterator[tuple[Option, str]]:
        """Of what the plan had no time for what is our own, and second answers to what is answered in this speech."""
        replied = {point.id: option.candidate for option in self.plan.replies for point in option.candidate.points}
        for option, topic in self._left:
            if option.candidate.kind not in ANSWERS:
                yield option, topic
                continue
            said = next(
                (replied[one.id] for one in option.candidate.points if one.id in self._met & replied.keys()), None
            )
            if said is not None and option.node is not None and option.node.id not in self.w.spoken:
                yield replace(option, candidate=said), topic

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


def _ours(option: Option) -> bool:
    """Whether it is for our own case, not against something of theirs."""
    return option.candidate.kind not in ANSWERS


def together(left: Sequence[tuple[Option, str]]) -> list[tuple[Option, str]]:
    """Options with their topics, in the same order but for this: an answer follows the first one to its point."""
    first: dict[str, int] = {}
    places = [
        first.setdefault(_answered(option.node) if option.node else option.candidate.target, place)
        for place, (option, _) in enumerate(left)
    ]
    return [one for _, one in sorted(zip(places, left, strict=True), key=lambda pair: pair[0])]


def by_objection(nodes: Sequence[Prepared], k: int) -> list[Prepared]:
    """The one with the greatest f_k first, and after it all that answers the same objection."""
    best: dict[str, float] = {}
    for node in nodes:
        best[_answered(node)] = max(best.get(_answered(node), 0.0), node.f(k))
    return sorted(nodes, key=lambda n: (-best[_answered(n)], _answered(n), -n.f(k)))


def _answered(node: Prepared) -> str:
    """Id of what the node answers; a main claim stands for itself."""
    return node.parent or node.id
