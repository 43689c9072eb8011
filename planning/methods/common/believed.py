"""A model's reading of a piece of a speech, and what is believed of it once it is held against what was heard. Pure.

An item is left out, with a reason, where its words were not said, where it acts on a claim that does not exist, or on
one of its own side as if it were the other's. Of an item that stands, single names that name nothing are left out.
A claim that its speaker has made in the same place already is reinforced instead of made again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field

from config.format import Side
from planning.asking.answers import Shape
from planning.debate import acting
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import ROOT, FlowNode, Flows, find
from planning.debate.points import Made, Objection, Point, PointForm, Support, SupportKind
from planning.ports import Embedder
from planning.reading.passages import Clause, Passage, found

LEAST_WORDS = 2  # of a point
SHOWN = 80  # characters of somebody's words in a reason
_NAME = re.compile(r"(pro|con)\d+(\.\d+)?")  # of a claim, or of a point


class ReadSupport(Shape):
    """Something said for a claim, in its own words."""

    kind: SupportKind
    words: str = Field(max_length=2000)


class Read(Shape):
    """One action as the model read it; `target` is the id of a claim in the trees or of a point, or its words.

    `passage`: the number, from 1, of the one it was read in; 0 where it is not told. `quote`: the words it stands on.
    `meets`: ids of claims or points of the other side. `prepared`: the id of the prepared claim that is meant, if any.
    `corrects`: ids of points of the piece before in whose place this one stands.
    """

    action: ActionKind
    quote: str = Field(default="", max_length=2000)
    claim: str = Field(max_length=2000)
    argument: str = Field(max_length=4000)
    target: str = Field(max_length=2000)
    passage: int = 0
    form: PointForm = PointForm.STATEMENT
    objection: Objection = Objection.OTHER
    support: list[ReadSupport] = Field(default_factory=list, max_length=10)
    meets: list[str] = Field(default_factory=list, max_length=10)
    prepared: str = Field(default="", max_length=200)
    corrects: list[str] = Field(default_factory=list, max_length=10)


class Reading(Shape):
    """Everything that a piece of speech does to the debate; often nothing."""

    actions: list[Read] = Field(max_length=40)


def tidy(text: str, longest: int = 400) -> str:
    """On one line, and no longer than a claim or an argument is kept."""
    return " ".join(text.split())[:longest]


@dataclass(frozen=True)
class Believed:
    """What came of one item of a reading.

    `action` is None where nothing is left of it, and `passage` is where its words are. `place`: the tree and the node
    it acts on; the node is None for a proposal, and where its target was not found. `doubts`: what was left out, why.
    """

    action: Action | None = None
    place: tuple[Side, str | None] | None = None
    passage: Passage | None = None
    doubts: tuple[str, ...] = ()


class Disbelieved(Exception):
    """Why an item is not believed."""


class Checker:
    """Checks what a model has read in a piece. `passages`: the piece. `shown`: ids of the prepared claims that the
    model could name. `correctable`: ids of the points that it could correct."""

    def __init__(
        self,
        embedder: Embedder,
        speaker: Side,
        passages: Sequence[Passage],
        *,
        shown: Collection[str] = (),
        correctable: Collection[str] = (),
    ) -> None:
        self._embedder, self._speaker, self._passages = embedder, speaker, passages
        self._shown, self._correctable = shown, correctable

    def check(self, read: Read, flows: Flows, name: str) -> Believed:
        """The item put right for where the debate stands now. `name`: the id that its point gets."""
        doubts: list[str] = []
        try:
            return self._believed(read, flows, name, doubts)
        except Disbelieved as reason:
            return Believed(doubts=(*doubts, f"{reason}: “{tidy(read.claim, SHOWN)}” is left out"))

    def _believed(self, read: Read, flows: Flows, name: str, doubts: list[str]) -> Believed:
        clause = self._clause(read)
        claim, argument = Encoded(tidy(read.claim), self._embedder), tidy(read.argument)
        if not claim.text:
            raise Disbelieved("it has no claim")
        if len(clause.text.split()) < LEAST_WORDS:
            raise Disbelieved("a word is no point")
        corrects = tuple(self._kept(read.corrects, self._correctable, "point to correct", doubts))
        owner, node, wanted = self._place(read, flows)
        kind = self._kind(read, flows, node)
        if not corrects and (said := self._said(claim, kind, owner, node, flows)) is not None:
            kind, node, claim = ActionKind.REINFORCE, said, Encoded(said.claim, claim.embedder)
        if kind is ActionKind.REINFORCE and not corrects and not _news(read, argument, node):
            return Believed(doubts=tuple(doubts))
        point = self._point(read, clause, flows, name, doubts).model_copy(
            update={"claim": claim.text, "corrects": corrects}
        )
        action = Action(
            kind=kind,
            actor=self._speaker,
            claim=claim.text,
            argument="" if read.form is PointForm.CONCESSION else argument,
            target="" if kind is ActionKind.PROPOSE else node.claim if node is not None else wanted,
            source=point.makes[0].node if point.makes else None,
            point=point,
        )
        return Believed(action, (owner, node.id if node else None), clause.passage, tuple(doubts))

    def _point(self, read: Read, clause: Clause, flows: Flows, name: str, doubts: list[str]) -> Point:
        theirs = [one.id for tree in flows.trees.values() for one in tree.of(self._speaker.other)]
        return Point(
            id=name,
            words=clause.text,
            start=round(max(0.0, clause.start), 3),
            end=round(clause.end, 3),
            claim=tidy(read.claim),
            support=tuple(self._support(read, doubts)),
            objection=read.objection,
            form=read.form,
            meets=tuple(self._kept(_claims(read.meets, flows), theirs, "claim of the other side", doubts)),
            makes=tuple(Made(node=one) for one in self._kept([read.prepared], self._shown, "prepared claim", doubts)),
        )

    def _clause(self, read: Read) -> Clause:
        """Where its words were heard; in the passage it names, if they are there."""
        if not read.quote.strip():
            raise Disbelieved("it does not say in which words")
        named = self._passages[read.passage - 1 : read.passage] if read.passage >= 1 else ()
        clause = found(read.quote, named) or found(read.quote, self._passages)
        if clause is None:
            raise Disbelieved(f"“{tidy(read.quote, SHOWN)}” was not said")
        return clause

    def _support(self, read: Read, doubts: list[str]) -> Iterator[Support]:
        for one in read.support:
            if (clause := found(one.words, self._passages)) is not None:
                yield Support(kind=one.kind, words=clause.text)
            else:
                doubts.append(f"“{tidy(one.words, SHOWN)}” was not said, and supports nothing")

    def _place(self, read: Read, flows: Flows) -> tuple[Side, FlowNode | None, str]:
        """In which tree it acts, on which node, and the words of the target that was looked for."""
        granting = read.form is PointForm.CONCESSION
        if read.action is ActionKind.PROPOSE and not granting:
            return self._speaker, None, ""
        own = read.action is ActionKind.REINFORCE and not granting
        whose = self._speaker if own else self._speaker.other
        wanted = tidy(read.target).strip("[]")
        if not own and not wanted and read.meets:  # it has said there what it is about
            wanted = tidy(read.meets[0]).strip("[]")
        named = _node(wanted, flows)
        if named is not None:
            owner, node = named
            if node.side is not whose:
                raise Disbelieved(f"{node.id} is a claim of {node.side}, on which {self._speaker} cannot {read.action}")
            return owner, node, node.claim
        if _NAME.fullmatch(wanted):
            raise Disbelieved(f"there is no claim {wanted}")
        like = self._like(Encoded(wanted, self._embedder), whose, flows)
        default = self._speaker.other if read.action is ActionKind.ATTACK else self._speaker
        return (*like, like[1].claim) if like is not None else (default, None, wanted)

    def _kind(self, read: Read, flows: Flows, node: FlowNode | None) -> ActionKind:
        if read.form is PointForm.CONCESSION:
            return ActionKind.REINFORCE  # of the claim that is granted
        if node is None or read.action in (ActionKind.PROPOSE, ActionKind.REINFORCE):
            return read.action
        return flows.answering(node, self._speaker)

    def _like(self, claim: Encoded, side: Side, flows: Flows) -> tuple[Side, FlowNode] | None:
        for owner, tree in flows.trees.items():
            if (match := find(claim, tree.of(side), claim.embedder.same)) is not None:
                return owner, tree.nodes[match]
        return None

    def _said(
        self, claim: Encoded, kind: ActionKind, owner: Side, node: FlowNode | None, flows: Flows
    ) -> FlowNode | None:
        """The claim of the speaker's that is the same in the same place: elsewhere it does something else."""
        if kind is ActionKind.REINFORCE or (kind is not ActionKind.PROPOSE and node is None):
            return None
        parent = node.id if node is not None else ROOT
        beside = [one for one in flows.trees[owner].of(self._speaker) if one.parent == parent]
        match = find(claim, beside, claim.embedder.same)
        return flows.trees[owner].nodes[match] if match is not None else None

    def _kept(self, names: Sequence[str], known: Collection[str], what: str, doubts: list[str]) -> Iterator[str]:
        """Those of the names that are known, each once; the others are doubtful."""
        kept = [name for name in dict.fromkeys(name.strip().strip("[]") for name in names) if name in known]
        strange = [name for name in names if name.strip() and name.strip().strip("[]") not in known]
        doubts += [f"there is no {what} “{tidy(name, SHOWN)}”" for name in strange]
        return iter(kept)


def _news(read: Read, argument: str, node: FlowNode | None) -> bool:
    """Whether coming back to a claim says anything that is not in the record."""
    if read.form is not PointForm.STATEMENT or node is None:
        return True
    return bool(argument) and argument not in (node.claim, *node.arguments)


def _node(name: str, flows: Flows) -> tuple[Side, FlowNode] | None:
    """The claim of that id, or the one that the point of that id was made about."""
    (name,) = _claims([name], flows)
    for owner, tree in flows.trees.items():
        node = tree.nodes.get(name)
        if node is not None and not node.withdrawn:
            return owner, node
    return None


def _claims(names: Sequence[str], flows: Flows) -> list[str]:
    """The same with ids of claims in the place of those of points, for both are shown."""
    asked = [name.strip().strip("[]") for name in names]
    if not any("." in name for name in asked):
        return asked
    corrected = acting.corrections(flows.trees)
    nodes = {point.id: node.id for node, point in acting.points(flows.trees) if node is not None}
    return [nodes.get(acting.now(corrected, name), name) for name in asked]
