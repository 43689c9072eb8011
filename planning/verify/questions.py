"""A question while it is worked on, and what its debates come to. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from planning.debate.argument import Evidence
from planning.growth.tree import Node
from planning.verify.policy import Policy
from planning.verify.record import (
    DebaterName,
    LeafDebate,
    LeafReason,
    Split,
    Struck,
    SynthesisDebate,
    Verdict,
    VerifiedNode,
)

Kind = Literal["yes_no", "open"]
YES, NO = "Yes.", "No."
BEST, OTHER = "the answer that is best established", "another answer that well-informed people defend"


@dataclass
class Question:
    """The content of a node. `first`, `second`: the answers that are argued for."""

    text: str
    kind: Kind
    first: str = BEST
    second: str = OTHER
    difficulty: float | None = None
    split: Split | None = None
    leaf_reason: LeafReason | None = None
    missing: tuple[str, ...] = ()
    shown: dict[str, Evidence] = field(default_factory=dict)
    debates: list[LeafDebate] = field(default_factory=list)
    syntheses: list[SynthesisDebate] = field(default_factory=list)
    struck: list[Struck] = field(default_factory=list)
    verdict: Verdict = Verdict.UNDECIDED
    answer: str = ""
    own: float = 0.0
    confidence: float = 0.0
    trouble: str = ""

    @property
    def rivals(self) -> dict[DebaterName, str]:
        """Who argues for what; which answer is argued for first is drawn by the question."""
        pair = (YES, NO) if self.kind == "yes_no" else (self.first, self.second)
        one, other = pair if drawn(self.text) else pair[::-1]
        return {"A": one, "B": other}

    @property
    def rationale(self) -> str:
        """Of the debate that decided."""
        if self.syntheses:
            return self.syntheses[-1].rationale
        decided = [one for one in self.debates if one.answer == self.answer]
        return decided[-1].rationale if decided else ""


Place = Node[Question]


def drawn(text: str) -> bool:
    """Heads or tails, the same for the same text."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


def decided_leaf(question: Question) -> None:
    """Verdict, answer and confidence from the debates there were."""
    found = [one for one in question.debates if one.winner is not None]
    if not found:
        question.trouble = question.trouble or question.debates[-1].trouble
        return
    best = max(found, key=lambda one: one.confidence)
    agreed = len({_verdict(question, one) for one in found}) == 1 and len({one.winner for one in found}) == 1
    question.verdict, question.answer = _verdict(question, best), best.answer
    question.own = question.confidence = best.confidence if agreed else best.confidence / 2


def _verdict(question: Question, debate: LeafDebate) -> Verdict:
    if debate.winner is None or debate.winner == "neither":
        return Verdict.NEITHER
    if question.kind == "open":
        return Verdict.ANSWER
    return Verdict.YES if debate.answers[debate.winner] == YES else Verdict.NO


def combined(own: float, children: Sequence[float]) -> float:
    """The confidence of an inner node: never above the least child's."""
    return own * min(children)


def clarified_answer(missing: Sequence[str]) -> str:
    return f"It cannot be answered as it is put: it does not say {'; nor '.join(missing)}."


def unsure_leaves(root: Place, policy: Policy) -> list[Place]:
    """The leaves a second pass debates anew: the least sure, none where the root is sure enough."""
    if root.content.verdict is Verdict.CLARIFY or root.content.confidence >= policy.second_pass_below:
        return []
    able = [one for one in root.leaves() if one.content.verdict not in (Verdict.CLARIFY, Verdict.UNDECIDED)]
    return sorted(able, key=lambda one: one.content.confidence)[: policy.second_pass_leaves]


def sources(node: Place) -> dict[str, str]:
    """What the leaves under a node have found out, by their ids: all that may be said above them."""
    return {leaf.id: _found(leaf.content) for leaf in node.leaves()}


def _found(question: Question) -> str:
    relied = {key for debate in question.debates for key in debate.evidence}
    evidence = (item.named for key, item in question.shown.items() if key in relied)
    return " . ".join([question.text, question.answer, question.rationale, *question.missing, *evidence])


def recorded(node: Place) -> VerifiedNode:
    one = node.content
    return VerifiedNode(
        id=node.id,
        above=node.above.id if node.above else None,
        children=tuple(child.id for child in node.children),
        depth=node.depth,
        question=one.text,
        kind=one.kind,
        difficulty=one.difficulty,
        leaf_reason=one.leaf_reason,
        split=one.split,
        verdict=one.verdict,
        answer=one.answer,
        missing=one.missing,
        confidence=one.confidence,
        own=one.own,
        leaves=tuple(leaf.id for leaf in node.leaves()),
        debates=tuple(one.debates),
        syntheses=tuple(one.syntheses),
        evidence=tuple(one.shown),
        trouble=one.trouble,
    )


def told(nodes: Sequence[Place]) -> list[Mapping[str, object]]:
    """Questions and what came of them, as models are shown them."""
    return [
        {
            "id": one.id,
            "question": one.content.text,
            "verdict": one.content.verdict.value,
            "answer": one.content.answer or "could not be found out",
            "confidence": round(one.content.confidence, 2),
            "why": one.content.rationale,
        }
        for one in nodes
    ]
