"""The embedded debater: writes a statement from a plan and the rehearsal trees, with no model.

It opens with definition, criterion and claims, rebuts by naming the opponent's point and answering
it, and closes by weighing the battlefields. It speaks a prepared sentence once a match at most, and
only nodes in its own side's voice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from config.format import Side, Stage
from config.statement import Priority, Sentence, Statement
from planning.argument import ActionKind
from planning.choose import Battlefield, Option, Plan
from planning.extract import content_words
from planning.rehearsal import Prepared, Rehearsal, Tree
from planning.wording import Names, Phrases, nouns, ordinary_words

WORDS_PER_SECOND = 2.6
SHORT_TURN_SECONDS = 60.0  # in a shorter turn there is no time for courtesies
REASONED_MOST = 2  # answers from reasoning alone in one speech: more of them sound like a machine
RESERVE_SHARE = 0.6  # how much more than the window holds is written, as reserve


@dataclass
class Memory:
    """What this side has already spoken in the match: sentences, the nodes they came from, the frames used."""

    sentences: set[str] = field(default_factory=set)
    nodes: set[str] = field(default_factory=set)
    phrases: set[str] = field(default_factory=set)

    def note(self, sentence: Sentence, phrase: str | None = None) -> None:
        self.sentences.add(sentence.text)
        if phrase is not None:
            self.phrases.add(phrase)
        if sentence.source is not None:
            self.nodes.add(sentence.source)


class PreparedWriter:
    """Writes the statements of one side for one match."""

    def __init__(self, rehearsal: Rehearsal, side: Side, seed: str) -> None:
        self.rehearsal, self.side = rehearsal, side
        self.memory = Memory()
        self._seed = seed
        self._names = Names(rehearsal.file.names, ordinary_words(rehearsal))
        self._nouns = nouns(rehearsal)
        self._phrase_of: dict[str, str] = {}

    def write(self, plan: Plan, seconds: float, turn: int) -> Statement:
        """A statement with enough in reserve to fill `seconds`; the same plan gives the same text."""
        phrases = Phrases(f"{self._seed}/{self.side}/{turn}", self.memory.phrases)
        self._phrase_of = phrases.phrase_of
        draft = _Draft(self, phrases, plan, seconds)
        parts = {Stage.OPENING: draft.opening, Stage.REBUTTAL: draft.rebuttal, Stage.CLOSING: draft.closing}
        return Statement(sentences=tuple(self._fresh(parts[plan.stage]())))

    def spoke(self, sentence: Sentence) -> None:
        """A sentence of ours was heard: none of its words and, while others are left, its frame again."""
        self.memory.note(sentence, self._phrase_of.get(sentence.text))

    def _fresh(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Drop the units with a sentence that was spoken before or is written twice, and what needs them."""
        written = list(sentences)
        seen = set(self.memory.sentences)
        gone: set[str] = set()
        for sentence in written:
            if sentence.text in seen:
                gone.add(sentence.unit)
            seen.add(sentence.text)
        for sentence in written:
            if sentence.needs in gone:
                gone.add(sentence.unit)
        return (sentence for sentence in written if sentence.unit not in gone)

    def clause(self, claim: str) -> str:
        return self._names.clause(claim)

    def salient(self, heard: str) -> list[str]:
        """Nouns of a heard passage that belong to this debate, rarest first: safe to repeat aloud."""
        words = dict.fromkeys(w for w in content_words(heard) if w in self._nouns and len(w) > 3)
        return sorted(words, key=lambda word: self._nouns[word])


class _Draft:
    """One statement in the making."""

    def __init__(self, writer: PreparedWriter, phrases: Phrases, plan: Plan, seconds: float) -> None:
        self.w, self.plan, self.seconds = writer, plan, seconds
        self.say, self.has = phrases.say, phrases.has
        self.case = writer.rehearsal.case(writer.side)
        self._units = 0
        self._named: set[str] = set()
        self._proposed = False
        self._reasoned = 0
        self._spent = 0.0
        self._count = 0

    # -- the three kinds of speech -------------------------------------------------------------

    def opening(self) -> Iterator[Sentence]:
        length = "short" if self.seconds < SHORT_TURN_SECONDS else "long"
        motion = self.w.clause(self.w.rehearsal.motion)
        yield from self._line(self.say(f"opening.{length}.{self.w.side}", motion=motion))
        yield from self._frame(self.case.definition)
        yield from self._frame(self.case.criterion)
        for passage in self._battlefields():
            yield from passage
        yield from self._reserve()
        yield from self._close(f"opening.end.{self.w.side}")

    def rebuttal(self) -> Iterator[Sentence]:
        yield from self._line(self.say("rebuttal.start"), Priority.SHOULD)
        for passage in self._battlefields():
            yield from passage
        yield from self._reserve()
        yield from self._close(f"rebuttal.end.{self.w.side}")

    def closing(self) -> Iterator[Sentence]:
        yield from self._line(self.say("closing.start"), Priority.SHOULD)
        fields = [*self._weighed(self.plan.battlefields)]
        for rank, (tree, owner) in enumerate(fields):
            yield from self._weigh(tree, owner, Priority.SHOULD if rank < 3 else Priority.MAY)
        weighed = {tree.id for tree, _ in fields}
        for tree in self.case.trees:
            if tree.id not in weighed:
                yield from self._weigh(tree, self.w.side, Priority.RESERVE)
        yield from self._frame((self.say("closing.criterion", criterion=self.case.criterion[0]),), Priority.MAY)
        yield from self._close(f"closing.end.{self.w.side}")

    # -- passages ------------------------------------------------------------------------------

    def _battlefields(self) -> Iterator[list[Sentence]]:
        """Each battlefield's options until its share of the time is used; the rest as reserve at the end."""
        late: list[tuple[Option, str]] = []
        for place, battlefield in enumerate(self.plan.battlefields):
            share = battlefield.seconds
            for rank, option in enumerate(battlefield.options):
                priority = Priority.MUST if rank == place == 0 else Priority.SHOULD
                if share <= 0:
                    late.append((option, battlefield.topic))
                    continue
                passage = list(self._option(option, battlefield.topic, priority))
                share -= self._cost(passage)
                yield passage
        for option, topic in late:
            if self._spent > self.seconds * (1 + RESERVE_SHARE):
                return
            yield list(self._option(option, topic, Priority.RESERVE))

    def _option(self, option: Option, topic: str, priority: Priority) -> Iterator[Sentence]:
        if option.node is None:
            yield from self._reason(option, priority)
            return
        node, candidate = option.node, option.candidate
        lead = self._lead(option, node, topic)
        act = {"action": candidate.kind.value, "target": candidate.target}
        if candidate.kind is ActionKind.PROPOSE:
            act["target"] = ""
        yield from self._node(node, lead, priority, act)

    def _node(self, node: Prepared, lead: str, priority: Priority, act: dict[str, str]) -> Iterator[Sentence]:
        unit = self._unit()
        tail: Priority = priority if priority is Priority.RESERVE else Priority.SHOULD
        later = priority if priority is Priority.RESERVE else Priority.MAY
        mark = {"source": node.id, "topic": node.topic}
        if act["action"] in (ActionKind.ATTACK, ActionKind.REBUT):  # the point that is answered must be named
            yield self._sentence(lead, unit, priority, **mark)
        else:
            yield self._sentence(lead, self._unit(), Priority.SHOULD, needs=unit, **mark)
        yield self._sentence(self._turned(node, act), unit, priority, **mark, **act)
        yield self._sentence(node.node.argument[0], unit, priority, **mark)
        for text in node.node.argument[1:]:
            yield self._sentence(text, self._unit(), tail, needs=unit, **mark)
            tail = later
        for key in node.node.evidence:
            finding = self.w.rehearsal.file.evidence[key].finding
            yield self._sentence(finding, self._unit(), later, needs=unit, cites=(key,), **mark)
        yield self._sentence(node.node.impact, self._unit(), later, needs=unit, **mark)

    def _turned(self, node: Prepared, act: dict[str, str]) -> str:
        """The claim as it follows the point it answers."""
        if act["action"] in (ActionKind.ATTACK, ActionKind.REBUT):
            return self.say("turn", claim=self.w.clause(node.claim), sentence=node.claim)
        return node.claim

    def _lead(self, option: Option, node: Prepared, topic: str) -> str:
        """How a passage is joined to what was said: names the point it answers, once."""
        kind, target = option.candidate.kind, option.candidate.target
        if kind in (ActionKind.ATTACK, ActionKind.REBUT):
            if target in self._named:
                return self.say("again")
            self._named.add(target)
            return self._naming(option, kind)
        if node.level >= 2 and node.parent:
            return self._foresee(self.w.rehearsal.nodes[node.parent].claim)
        if kind is ActionKind.REINFORCE:
            return self.say("reinforce", topic=topic or node.topic)
        return self._propose(topic or node.topic)

    def _foresee(self, claim: str) -> str:
        """Put an objection that nobody has made, or come back to one that was named before."""
        bank = "foresee.again" if claim in self._named else "foresee"
        self._named.add(claim)
        return self.say(bank, claim=self.w.clause(claim))

    def _propose(self, topic: str) -> str:
        bank = "propose.next" if self._proposed else "propose.first"
        self._proposed = True
        return self.say(bank, topic=topic)

    def _naming(self, option: Option, kind: ActionKind) -> str:
        """Their point in words they would own: the prepared claim if surely meant, else what it was about."""
        known = self.w.rehearsal.nodes.get(option.candidate.source or "")
        if known is not None and known.claim == option.candidate.target:
            return self.say(f"name.{kind}", claim=self.w.clause(known.claim))
        if known is not None:
            return self.say("name.topic", topic=known.topic)
        return self.say("name.words", words=self._words(option.candidate.target) or "this")

    def _reason(self, option: Option, priority: Priority) -> Iterator[Sentence]:
        """An unknown point is met by questioning its link, size or comparison, tied to its own words."""
        words = self._words(option.candidate.target)
        if not words or self._reasoned >= REASONED_MOST or not self.has("reason.link"):
            return
        self._reasoned += 1
        unit = self._unit()
        mark = {"topic": words}
        act = {"action": option.candidate.kind.value, "target": option.candidate.target}
        yield self._sentence(self.say("name.words", words=words), unit, priority, **mark)
        yield self._sentence(self.say("reason.link", words=words), unit, priority, **mark, **act)
        for bank in filter(self.has, ("reason.size", "reason.compare")):
            text = self.say(bank, words=words, criterion=self.case.criterion[0])
            yield self._sentence(text, self._unit(), Priority.MAY, needs=unit, **mark)

    def _words(self, heard: str) -> str:
        salient = self.w.salient(heard)[:2]
        return " and ".join(salient)

    def _reserve(self) -> Iterator[Sentence]:
        """Own prepared nodes that answer what was not said: spoken only if there is time to fill."""
        planned = {o.node.id for b in self.plan.battlefields for o in b.options if o.node}
        ready = [
            node
            for node in self.w.rehearsal.spoken_by(self.w.side)
            if node.id not in planned | self.w.memory.nodes and self._foreseeable(node)
        ]
        for node in sorted(ready, key=lambda n: -n.f(self.plan.k)):
            if self._spent > self.seconds * (1 + RESERVE_SHARE):
                return
            if node.parent:
                lead = self._foresee(self.w.rehearsal.nodes[node.parent].claim)
            else:
                lead = self._propose(node.topic)
            yield from self._node(node, lead, Priority.RESERVE, self._unasked(node))

    def _unasked(self, node: Prepared) -> dict[str, str]:
        """What it does to the debate to answer a point nobody made: it backs our claim, or is a new one."""
        root = self.w.rehearsal.root_of(node)
        if node.level >= 2 and root.owner is self.w.side and root.id in self.w.memory.nodes:
            return {"action": ActionKind.REINFORCE.value, "target": root.claim}
        return {"action": ActionKind.PROPOSE.value, "target": ""}

    def _foreseeable(self, node: Prepared) -> bool:
        if node.level == 0:
            return self.plan.stage is Stage.OPENING
        return node.level <= 2

    # -- closing -------------------------------------------------------------------------------

    def _weighed(self, battlefields: Sequence[Battlefield]) -> Iterator[tuple[Tree, Side]]:
        """The trees the debate was about, in the plan's order, each once."""
        topics = {t.topic: (t, s) for s in Side for t in self.w.rehearsal.case(s).trees}
        seen: set[str] = set()
        for battlefield in battlefields:
            if battlefield.topic in topics and battlefield.topic not in seen:
                seen.add(battlefield.topic)
                yield topics[battlefield.topic]

    def _weigh(self, tree: Tree, owner: Side, priority: Priority) -> Iterator[Sentence]:
        ours = owner is self.w.side
        lines = tree.weighing if ours else tree.answer
        unit = self._unit()
        if tree.topic.lower() not in lines[0].lower():
            lead = self.say("weigh.ours" if ours else "weigh.theirs", topic=tree.topic)
            yield self._sentence(lead, unit, priority, topic=tree.topic)
        whole = 1 if self.seconds < SHORT_TURN_SECONDS else 2  # a first line alone often only sets the question
        for text in lines[:whole]:
            yield self._sentence(text, unit, priority, topic=tree.topic)
        tail = priority if priority is Priority.RESERVE else Priority.MAY
        for text in lines[whole:]:
            yield self._sentence(text, self._unit(), tail, needs=unit, topic=tree.topic)

    # -- sentences -----------------------------------------------------------------------------

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
        text = self.say(bank, motion=self.w.clause(self.w.rehearsal.motion))
        yield self._sentence(text, self._unit(), Priority.CLOSING)

    def _unit(self) -> str:
        self._units += 1
        return f"u{self._units}"

    def _sentence(self, text: str, unit: str, priority: Priority, **mark: Any) -> Sentence:
        self._spent += len(text.split()) / WORDS_PER_SECOND
        self._count += 1
        return Sentence(id=f"s{self._count}", text=text, unit=unit, priority=priority, **mark)

    @staticmethod
    def _cost(passage: Sequence[Sentence]) -> float:
        return sum(len(s.text.split()) for s in passage) / WORDS_PER_SECOND
