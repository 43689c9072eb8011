"""A question split into sub-questions: proposed, judged once, and kept where a part of it is difficult."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from config.errors import ModelOutputError, ProviderError
from planning.asking.journal import Stopped, key_of
from planning.growth.calls import Calls
from planning.language.text import clean
from planning.verify.policy import Policy
from planning.verify.prompts import render
from planning.verify.questions import Place, Question
from planning.verify.record import LeafReason, Split, Verdict
from planning.verify.roles import DECOMPOSER, JUDGE
from planning.verify.shapes import (
    Difficulty,
    Part,
    ProposedSplit,
    SplitJudgement,
    children_fault,
    difficulty_fault,
    split_fault,
)

LOOKS_UP_SECONDS = 0.1  # whether the run goes on, while somebody is asked
AskBack = Callable[[Sequence[str]], Awaitable[str]]
"""Asks whoever wants to know for what is missing; empty if they do not say."""


class Splitter:
    """Splits questions for a tree that grows. `ask_back`: asks what is missing of the root, once; nobody if None.
    `clarified` is what they said."""

    def __init__(self, calls: Calls, policy: Policy, *, claim: bool, ask_back: AskBack | None = None) -> None:
        self._calls, self._policy, self._claim, self._ask_back = calls, policy, claim, ask_back
        self.clarified = ""
        self.canonical = ""

    async def children(self, node: Place) -> list[Question]:
        """The sub-questions of a node; none where it is a leaf, which then says why."""
        try:
            return await self._children(node)
        except ProviderError as error:
            node.content.leaf_reason, node.content.trouble = LeafReason.TROUBLE, str(error)
            return []

    async def _children(self, node: Place) -> list[Question]:
        proposed = await self._proposed(node)
        if node.above is None:
            self._known_better(node.content, proposed)
        if proposed.atomic:
            node.content.leaf_reason = LeafReason.ATOMIC
            return []
        parts, split = await self._judged(proposed)
        scores: list[float | None] = [None] * len(parts)
        if self._policy.adaptive_at(node.depth):
            found = await self._difficulty(proposed, parts)
            if found.decision == "clarify":
                return await self._clarify(node, found.missing)
            by_child = {one.child: one.difficulty for one in found.scores}
            scores = [by_child[place] for place in range(1, len(parts) + 1)]
            split = split.model_copy(update={"difficulties": tuple(scores)})
            if max(by_child.values()) < self._policy.difficulty:
                node.content.split, node.content.leaf_reason = split, LeafReason.EASY
                return []
        node.content.split = split
        return [_question(part, score) for part, score in zip(parts, scores, strict=True)]

    async def _proposed(self, node: Place) -> ProposedSplit:
        must = node.depth < self._policy.min_depth
        prompt = render(
            "split",
            question=node.content.text,
            claim=self._claim and node.above is None,
            path="\n".join(one.content.text for one in node.path[:-1]),
            clarified=self.clarified,
            must=must,
        )
        return await self._calls.ask(DECOMPOSER, prompt, ProposedSplit, partial(split_fault, must=must))

    def _known_better(self, root: Question, proposed: ProposedSplit) -> None:
        """What the normal form of the question tells of it."""
        self.canonical = clean(proposed.canonical)
        root.kind = "yes_no" if self._claim else proposed.kind
        if root.kind == "open" and clean(proposed.first) and clean(proposed.second):
            root.first, root.second = clean(proposed.first), clean(proposed.second)

    async def _judged(self, proposed: ProposedSplit) -> tuple[list[Part], Split]:
        parts = proposed.children
        split = Split(proposed=tuple(clean(one.question) for one in parts), why=clean(proposed.why))
        if not self._policy.split_judge:
            return parts, split
        prompt = render(
            "split_judge", canonical=proposed.canonical, children=_numbered(parts), why=proposed.why or "(not said)"
        )

        def fault(answer: SplitJudgement) -> str | None:
            return children_fault(answer.children) if answer.decision == "replace" else None

        try:
            judged = await self._calls.ask(JUDGE, prompt, SplitJudgement, fault)
        except Stopped:
            raise
        except ModelOutputError as error:
            return parts, split.model_copy(update={"judgement": f"no usable judgement: {error}"})
        replaced = judged.decision == "replace"
        more = {"judged": True, "replaced": replaced, "judgement": clean(judged.rationale)}
        return (judged.children if replaced else parts), split.model_copy(update=more)

    async def _difficulty(self, proposed: ProposedSplit, parts: Sequence[Part]) -> Difficulty:
        prompt = render("difficulty", canonical=proposed.canonical, children=_numbered(parts), clarified=self.clarified)
        return await self._calls.ask(JUDGE, prompt, Difficulty, partial(difficulty_fault, children=len(parts)))

    async def _clarify(self, node: Place, missing: Sequence[str]) -> list[Question]:
        """Asks back where that is possible, and splits anew; else the node is a leaf that says what is missing."""
        told = tuple(filter(None, map(clean, missing)))
        if node.above is None and not self.clarified and (said := await self._said(told)):
            self.clarified = said
            return await self._children(node)
        node.content.leaf_reason, node.content.missing = LeafReason.CLARIFY, told
        node.content.verdict = Verdict.CLARIFY
        return []

    async def _said(self, missing: tuple[str, ...]) -> str:
        key = key_of("clarified", self.canonical, missing)
        if isinstance(known := self._calls.journal.get(key), str):
            return known
        if self._ask_back is None:
            return ""
        said = clean(await self._unless_stopped(self._ask_back(missing)))
        if said:
            self._calls.journal.put(key, "what was missing", said)
        return said

    async def _unless_stopped(self, asking: Awaitable[str]) -> str:
        """What is said; nothing, once the run is stopped."""
        waiting = asyncio.ensure_future(asking)
        try:
            while not waiting.done() and not self._calls.stopped:
                await asyncio.wait([waiting], timeout=LOOKS_UP_SECONDS)
            return waiting.result() if waiting.done() else ""
        finally:
            waiting.cancel()


def _question(part: Part, difficulty: float | None) -> Question:
    found = Question(clean(part.question), part.kind, difficulty=difficulty)
    if part.kind == "open":
        found.first, found.second = clean(part.first), clean(part.second)
    return found


def _numbered(parts: Sequence[Part]) -> str:
    return "\n".join(f"{number}. {clean(one.question)}" for number, one in enumerate(parts, 1))
