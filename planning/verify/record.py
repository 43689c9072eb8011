"""What a verification is kept as: one JSON document with the whole tree, from which everything is shown. Pure.

Fields may be added, never renamed. Confidences go from 0 to 1. An id of a node is its way from the root: `1`, `1.2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Literal

from pydantic import ConfigDict, Field

from planning.debate.argument import Evidence
from planning.debate.points import Frozen
from planning.verify.policy import Policy

SCHEMA: Literal["rostrum.verification"] = "rostrum.verification"
VERSION: Literal[1] = 1
NodeId = str
EvidenceId = str  # with the leaf whose debaters were shown it: `1.2e1`
DebaterName = Literal["A", "B"]


class Verdict(StrEnum):
    """What came of a question."""

    YES = "yes"  # of a claim: it holds
    NO = "no"
    ANSWER = "answer"  # an open question has one
    PREMISE = "premise"  # an open question takes something for granted that is not so; the answer says what
    NEITHER = "neither"  # neither side's answer could be upheld
    CLARIFY = "clarify"  # something is missing without which it has no answer; the answer names it
    UNDECIDED = "undecided"  # it was not decided: the budget was spent, the time over, or no usable answer came


SURE_ENOUGH = 0.6  # of a verdict, under which nothing is made of it


class ClaimFinding(StrEnum):
    """What may be made of a verdict on a claim."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNCONFIRMED = "unconfirmed"  # it may be so, and could not be found to be so

    @classmethod
    def of(cls, verdict: Verdict, confidence: float) -> ClaimFinding:
        if confidence < SURE_ENOUGH:
            return cls.UNCONFIRMED
        return {Verdict.YES: cls.CONFIRMED, Verdict.NO: cls.REFUTED}.get(verdict, cls.UNCONFIRMED)


class LeafReason(StrEnum):
    """Why a question was not split."""

    DEPTH = "depth"  # the deepest level there may be
    NODES = "nodes"  # no more nodes there may be
    ATOMIC = "atomic"  # whoever splits questions saw nothing to split
    EASY = "easy"  # no part of it is difficult enough
    CLARIFY = "clarify"
    TROUBLE = "trouble"  # no usable split came


class LeafTurn(Frozen):
    """What a debater said in a round, counted from 1. `evidence`: items it names. `missing`: why there is nothing."""

    debater: DebaterName
    round: int
    claim: str = ""
    support: str = ""
    rebuttal: str = ""
    evidence: tuple[EvidenceId, ...] = ()
    missing: str = ""


class LeafDebate(Frozen):
    """Two sides on one question. `answers`: what each argues for. `tie`: both were held to be as good, and the more
    cautious one was taken. `number`: 1, or 2 for the second pass. `confidence`: the judge's."""

    number: int
    answers: dict[DebaterName, str]
    turns: tuple[LeafTurn, ...]
    winner: Literal["A", "B", "neither"] | None
    tie: bool = False
    answer: str = ""
    rationale: str = ""
    confidence: float = Field(default=0.0, ge=0, le=1)
    evidence: tuple[EvidenceId, ...] = ()
    trouble: str = ""


class Integration(Frozen):
    """One way to put the children's answers together, in a round counted from 1."""

    style: Literal["concise", "full"]
    round: int
    integration: str = ""
    assumptions: str = ""
    rebuttal: str = ""
    missing: str = ""


class SynthesisDebate(Frozen):
    """A concise against a full integration. `confidence`: the judge's own, before it is multiplied."""

    number: int
    turns: tuple[Integration, ...]
    winner: Literal["concise", "full"] | None
    answer: str = ""
    rationale: str = ""
    confidence: float = Field(default=0.0, ge=0, le=1)
    trouble: str = ""


class Struck(Frozen):
    """A sentence that was taken out: where, and what of it stands nowhere it could come from."""

    node: NodeId
    text: str
    why: str


class Split(Frozen):
    """How a question was split. `replaced`: whoever judged the split put another one in its place. `difficulties`: of
    the children proposed, in order, where they were asked for; `left_out`: children for which there was no room."""

    proposed: tuple[str, ...] = ()
    why: str = ""
    judged: bool = False
    replaced: bool = False
    judgement: str = ""
    difficulties: tuple[float, ...] = ()
    left_out: tuple[str, ...] = ()


class VerifiedNode(Frozen):
    """A question of the tree, and what came of it.

    `confidence`: of a leaf its judge's, of others `own` times the least of the children's. `leaves`: those under it, or
    itself. `difficulty`: as it was judged when its parent was split.
    """

    id: NodeId
    above: NodeId | None
    children: tuple[NodeId, ...]
    depth: int
    question: str
    kind: Literal["yes_no", "open"]
    difficulty: float | None = None
    leaf_reason: LeafReason | None = None
    split: Split | None = None
    verdict: Verdict
    answer: str
    missing: tuple[str, ...] = ()  # what a `clarify` lacks
    confidence: float = Field(ge=0, le=1)
    own: float = Field(ge=0, le=1)
    leaves: tuple[NodeId, ...]
    debates: tuple[LeafDebate, ...] = ()
    syntheses: tuple[SynthesisDebate, ...] = ()
    evidence: tuple[EvidenceId, ...] = ()  # what its debaters were shown
    trouble: str = ""


class VerifiedTree(Frozen):
    """The tree of a claim without how it was run: its questions, the root first, and the evidence that the debates
    name. It stands in the log of the match for which the claim was verified, or in a verdict on that match."""

    nodes: tuple[VerifiedNode, ...] = Field(min_length=1)
    evidence: dict[EvidenceId, Evidence] = Field(default={})

    @property
    def root(self) -> VerifiedNode:
        return self.nodes[0]

    @property
    def finding(self) -> ClaimFinding:
        return ClaimFinding.of(self.root.verdict, self.root.confidence)

    @classmethod
    def of(cls, nodes: Sequence[VerifiedNode], shown: Mapping[EvidenceId, Evidence]) -> VerifiedTree:
        """`shown`: all evidence that the debaters had; of an item whose finding is its passage, the words once."""
        debates = [debate for node in nodes for debate in node.debates]
        by_debaters = [turn.evidence for debate in debates for turn in debate.turns]
        named = dict.fromkeys(key for keys in (*by_debaters, *(one.evidence for one in debates)) for key in keys)
        items = {key: shown[key] for key in named if key in shown}
        bare = {
            key: one.model_copy(update={"passage": None}) if one.passage == one.finding else one
            for key, one in items.items()
        }
        return cls(nodes=tuple(nodes), evidence=bare)


class AnswerSentence(Frozen):
    """A sentence of the answer, the leaves it comes from, and the evidence their judges relied on."""

    text: str
    leaves: tuple[NodeId, ...]
    evidence: tuple[EvidenceId, ...] = ()


class Spending(Frozen):
    """What it took. `calls`: to models in this run, tries among them; `answers`: questions that models answered,
    `remembered` of them from runs before; `in_sequence`: how many of this run's calls came one after the other."""

    calls: int
    answers: int
    remembered: int
    in_sequence: int
    tokens: int
    cost: float
    seconds: float


class Verification(Frozen):
    """A claim or question, verified.

    `question`: as it was given; `clarified`: what somebody added when asked back; `canonical`: its normal form.
    `sentences` are the answer; `explanation` says on which parts it rests most. `confidence` is calibrated where
    `calibrated` says so (with what, in `calibration`), and `raw_confidence` is what the debates came to. `stopped`: why
    it ended early; then some nodes are undecided.
    """

    model_config = ConfigDict(populate_by_name=True)

    schema_name: Literal["rostrum.verification"] = Field(default=SCHEMA, alias="schema")
    version: Literal[1] = VERSION
    id: str
    kind: Literal["claim", "question"]
    question: str
    clarified: str = ""
    canonical: str
    verdict: Verdict
    answer: str
    sentences: tuple[AnswerSentence, ...]
    explanation: tuple[AnswerSentence, ...] = ()
    confidence: float = Field(ge=0, le=1)
    raw_confidence: float = Field(ge=0, le=1)
    calibrated: bool = False
    calibration: str = ""
    nodes: tuple[VerifiedNode, ...]
    evidence: dict[EvidenceId, Evidence] = Field(default={})
    struck: tuple[Struck, ...] = ()
    troubles: tuple[str, ...] = ()
    stopped: str = ""
    policy: Policy
    models: dict[str, str] = Field(default={})
    spending: Spending

    @property
    def root(self) -> VerifiedNode:
        return self.nodes[0]

    @property
    def tree(self) -> VerifiedTree:
        return VerifiedTree.of(self.nodes, self.evidence)

    @property
    def finding(self) -> ClaimFinding:
        return ClaimFinding.of(self.verdict, self.confidence)

    @property
    def complete(self) -> bool:
        return not self.stopped

    @property
    def by_id(self) -> dict[NodeId, VerifiedNode]:
        return {node.id: node for node in self.nodes}
