"""What models answer, and what is wrong with an answer beyond its shape. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from planning.asking.answers import Shape
from planning.language.text import clean, sentences
from planning.verify.policy import LEAST_CHILDREN

Share = Field(ge=0, le=1)
MOST_PROPOSED = 8  # children in one answer; the policy keeps fewer
LONGEST_QUESTION = 400  # characters
Kind = Literal["yes_no", "open"]
Side = Literal["A", "B"]


class Part(Shape):
    """A sub-question. `first`, `second`: rival answers, where it is open."""

    question: str
    kind: Kind
    first: str
    second: str


class ProposedSplit(Shape):
    canonical: str
    kind: Kind
    first: str
    second: str
    atomic: bool
    children: list[Part]
    why: str


class SplitJudgement(Shape):
    decision: Literal["approve", "replace"]
    children: list[Part]
    rationale: str


class ChildDifficulty(Shape):
    child: int
    difficulty: float = Share


class Difficulty(Shape):
    scores: list[ChildDifficulty]
    decision: Literal["decompose", "atomic", "clarify"]
    missing: list[str]


class DebaterTurn(Shape):
    side: Side
    claim: str
    support: str
    rebuttal: str
    evidence: list[str]


class LeafJudgement(Shape):
    winner: Literal["A", "B", "tie", "neither"]
    cautious: Side
    answer: str
    rationale: str
    confidence: float = Share
    evidence: list[str]


class ProposedIntegration(Shape):
    style: Literal["concise", "full"]
    integration: str
    assumptions: str
    rebuttal: str


class SynthesisJudgement(Shape):
    """`verdict`: what the chosen integration comes to, where the question is one of yes or no."""

    winner: Side
    verdict: Literal["yes", "no", "neither", "open"]
    answer: str
    rationale: str
    confidence: float = Share


class WrittenSentence(Shape):
    text: str
    leaves: list[str]


class WrittenAnswer(Shape):
    """`premise`: what an open question takes for granted and its parts found untrue, as a sentence that says so."""

    answer: list[WrittenSentence]
    explanation: list[WrittenSentence]
    premise: str


# -- faults ------------------------------------------------------------------------------------------


def split_fault(answer: ProposedSplit, *, must: bool) -> str | None:
    """What is wrong with a proposed split. `must`: it may not be left whole."""
    if not clean(answer.canonical):
        return "canonical is empty"
    if answer.atomic:
        return "this question has to be split; give two to four sub-questions" if must else None
    return rivals_fault(answer.kind, answer.first, answer.second, "the question itself") or children_fault(
        answer.children
    )


def children_fault(children: Sequence[Part]) -> str | None:
    """What is wrong with the sub-questions."""
    texts = [clean(one.question).casefold() for one in children]
    if not LEAST_CHILDREN <= len(texts) <= MOST_PROPOSED:
        return f"there are {len(texts)} sub-questions; two to four are wanted"
    if not all(texts) or max(map(len, texts)) > LONGEST_QUESTION:
        return "a sub-question is empty or too long"
    if len(set(texts)) < len(texts):
        return "a sub-question is there twice"
    found = (rivals_fault(one.kind, one.first, one.second, f"“{clean(one.question)[:60]}”") for one in children)
    return next(filter(None, found), None)


def rivals_fault(kind: Kind, first: str, second: str, whose: str) -> str | None:
    if kind == "yes_no":
        return None
    one, other = clean(first).casefold(), clean(second).casefold()
    return None if one and other and one != other else f"{whose} is open and needs two different rival answers"


def turn_fault(turn: DebaterTurn, side: Side) -> str | None:
    """What is wrong with a debater's turn; one that is too long is cut instead."""
    if turn.side != side:
        return f"it is for side {turn.side}, but you are {side}"
    return None if clean(turn.claim) and clean(turn.support) else "claim and support may not be empty"


def difficulty_fault(answer: Difficulty, children: int) -> str | None:
    if answer.decision == "clarify":
        return None if any(map(clean, answer.missing)) else "clarify has to name what is missing"
    if {one.child for one in answer.scores} != set(range(1, children + 1)):
        return f"a difficulty is wanted for each of the {children} sub-questions, once"
    return None


def cut(text: str, words: int, most: int) -> str:
    """The first `most` sentences of a text, and no more than so many words; whole sentences as far as that goes."""
    kept: list[str] = []
    for sentence in sentences(clean(text))[:most]:
        left = words - sum(len(one.split()) for one in kept)
        if len(sentence.split()) > left:
            if not kept:
                kept.append(" ".join(sentence.split()[:left]))
            break
        kept.append(sentence)
    return " ".join(kept)
