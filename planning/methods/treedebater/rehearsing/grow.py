"""Rehearsal trees grown by a model (TreeDebater 3.2, Alg. 1): a pool of main claims, then level by level the answers.

Every child counters its parent, so the sides alternate. Nothing waits for what it does not need: all trees grow at the
same time, an argument is answered as soon as it is there, and its scores are asked for meanwhile. Calls in sequence
come to the depth and a few. What could not be had is left out and said; what is there is a valid tree at any moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Literal

from config.errors import ProviderError
from config.format import Side
from config.settings import Role
from planning.asking.asking import asked, foreign, wrong_side
from planning.asking.journal import CALL_SECONDS, Journal, JournalledModel
from planning.compare.differences import Difference, Differences
from planning.debate.argument import EvidenceSource
from planning.evidence.tracing import lack
from planning.growth.levels import together
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.claims import best, counters, main_case, propose
from planning.methods.treedebater.rehearsing.differing import Differing
from planning.methods.treedebater.rehearsing.grown import (
    LINES_KEPT,
    Framing,
    Grown,
    GrownArgument,
    GrownTree,
    Seed,
    SideGrowth,
    sentences,
)
from planning.methods.treedebater.rehearsing.impact import Impact, ImpactScorer
from planning.methods.treedebater.rehearsing.sources import Sources
from planning.ports import Embedder

PROPOSED_PER_TREE = 2  # main claims in the pool
QUEUE_SECONDS = 86_400.0  # a scorer's questions wait their turn for as long as it takes
Relation = Literal["attack", "support"]


@dataclass(frozen=True)
class Sizes:
    """How much is grown: `claims` trees for each side, of levels 0 to `depth`, with `branch` answers each."""

    claims: Mapping[Side, int]
    depth: int = 3
    branch: int = 3

    def expected(self, score_calls: Callable[[int], int]) -> int:
        """Calls if nothing is refused, where so many questions of impact take `score_calls` of them."""
        pools = sum(2 + score_calls(PROPOSED_PER_TREE * count) for count in self.claims.values())
        return pools + sum(self.claims.values()) * self.of_tree(score_calls)

    def of_tree(self, score_calls: Callable[[int], int]) -> int:
        """Calls for one tree from its main claim."""
        return 1 + self.under(0, score_calls)

    def under(self, level: int, score_calls: Callable[[int], int]) -> int:
        """Calls for everything under one argument of that level."""
        if level >= self.depth:
            return 0
        scores = score_calls(self.branch * (1 if level == 0 else 2))
        return 1 + scores + self.branch * self.under(level + 1, score_calls)


@dataclass(frozen=True)
class Missing:
    """Something that could not be had, and why."""

    what: str
    reason: str


class Growth:
    """Grows the trees of one motion; `sides` holds what there is so far, `missing` what could not be had.

    `evidence`: where facts come from; without one, no figure but the motion's is let through. `score_calls`: how many
    calls the scorer makes for so many questions, for `expected`. `differences`: finds what sources of evidence differ
    in about a main claim. `query`: what is searched for on the motion, where that is not the motion as it is given.
    """

    def __init__(
        self,
        motion: str,
        sizes: Sizes,
        model: JournalledModel,
        scorer: ImpactScorer,
        embedder: Embedder,
        journal: Journal,
        *,
        evidence: EvidenceSource | None = None,
        score_calls: Callable[[int], int] = lambda questions: questions,
        differences: Differences | None = None,
        query: str = "",
    ) -> None:
        self.motion, self.sizes = motion, sizes
        self.sides = {side: SideGrowth() for side in Side}
        self.missing: list[Missing] = []
        self.dropped: list[str] = []  # main claims of the pool that were not grown
        self.expected = sizes.expected(score_calls)
        self._model, self._scorer, self._embedder, self._journal = model, scorer, embedder, journal
        self._score_calls = score_calls
        self._sources = Sources(
            motion,
            model,
            evidence,
            lambda reason: self.missing.append(Missing("some evidence", reason)),
            Differing(differences, model, self._expect) if differences else None,
            query=query or motion,
        )

    @property
    def differences(self) -> list[Difference]:
        """What sources of evidence were found to differ in."""
        return self._sources.differences

    def _expect(self, calls: int) -> None:
        self.expected += calls

    async def grow(self) -> None:
        """Everything for both sides.
        Raises LibraryError: the journal cannot be written. Failures of outside parts end up in `missing`."""
        await together(one(side) for side in Side for one in (self._frame, self._side))

    async def _frame(self, side: Side) -> None:
        with self._or_missing(f"definition and criterion of {side}"):
            prompt = render("definition", motion=self.motion, side=side.value)
            fault = partial(self._framing_fault, side)
            self.sides[side].framing = await asked(self._model, Role.PROPOSER, prompt, Framing, fault, CALL_SECONDS)

    def _framing_fault(self, side: Side, answer: Framing) -> str | None:
        if answer.side is not side:
            return f"it is for {answer.side}, but you speak for {side}"
        texts = [*answer.definition, *answer.criterion]
        if not sentences(answer.definition, LINES_KEPT) or not sentences(answer.criterion, LINES_KEPT):
            return "definition and criterion need a sentence each that can be spoken"
        if left := lack(" ".join(texts), (), [self.motion]):
            return f"the motion does not have {left.parts[0]}"
        return foreign(texts) or wrong_side(texts, side)

    async def _side(self, side: Side) -> None:
        with self._or_missing(f"main claims of {side}"):
            seeds = await self._seeds(side)
            self.sides[side].trees = [
                GrownTree(one, Grown(GrownArgument(one.claim, argument=(one.reason,)), side, support=one.support))
                for one in seeds
            ]
            async with asyncio.TaskGroup() as tasks:
                for tree in self.sides[side].trees:
                    tasks.create_task(self.grow_tree(tree))

    async def _seeds(self, side: Side) -> list[Seed]:
        """The main claims to grow trees from. Raises ProviderError: there are none."""
        count = self.sizes.claims[side]
        proposed = await propose(self._model, self._sources, self.motion, side, PROPOSED_PER_TREE * count)
        questions = [Impact(self.motion, side, (f"{one.claim} {one.reason}",), "support") for one in proposed]
        scores = await self._scorer.score(questions, QUEUE_SECONDS)
        chosen = await best(proposed, scores, count, self._embedder, self._journal)
        grown = {one.claim for one in chosen}
        self.dropped += [one.claim for one in proposed if one.claim not in grown]
        if fewer := count - len(chosen):
            what = f"{fewer} of {count} main claims of {side}"
            self.missing.append(Missing(what, "too few were strong and different"))
            self.expected -= fewer * self.sizes.of_tree(self._score_calls)
        return chosen

    async def grow_tree(self, tree: GrownTree) -> None:
        """Everything under a main claim, and what is said of the whole."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._main(tree))
            tasks.create_task(self._answers(tree.root))

    async def _main(self, tree: GrownTree) -> None:
        root = tree.root
        with self._or_missing(f"case for the main claim of {root.side} “{tree.seed.claim}”"):
            case = await main_case(self._model, self._sources, self.motion, root.side, tree.seed)
            root.point, tree.weighing, tree.answer = case.point, case.weighing, case.answer

    async def _answers(self, node: Grown) -> None:
        """The counter-arguments to a node, their scores, and everything under them."""
        if node.level >= self.sizes.depth:
            return
        with self._or_missing(f"answers of {node.side.other} to “{node.point.claim}”"):
            wanted = self.sizes.branch
            points, why = await counters(self._model, self._sources, self.motion, node, wanted)
            node.children = [Grown(one, node.side.other, above=node) for one in points]
            if fewer := wanted - len(points):
                what = f"{fewer} of {wanted} answers of {node.side.other} to “{node.point.claim}”"
                self.missing.append(Missing(what, self._model.stopped or why))
            self.expected -= fewer * self.sizes.under(node.level + 1, self._score_calls)
            async with asyncio.TaskGroup() as tasks:
                for child in node.children:
                    tasks.create_task(self._answers(child))
                tasks.create_task(self._score(node))

    async def _score(self, node: Grown) -> None:
        """r_a of all children of a node, and r_s where they have a grandparent."""
        relations: tuple[Relation, ...] = ("attack", "support") if node.above else ("attack",)
        pairs = [(child, relation) for child in node.children for relation in relations]
        chain = tuple(one.brief for one in node.chain)
        questions = [Impact(self.motion, child.side, (*chain, child.brief), relation) for child, relation in pairs]
        if not questions:
            return
        with self._or_missing(f"scores of the answers to “{node.point.claim}”"):
            for (child, relation), score in zip(pairs, await self._scorer.score(questions, QUEUE_SECONDS), strict=True):
                if relation == "attack":
                    child.attack = score
                else:
                    child.support = score

    @contextmanager
    def _or_missing(self, what: str) -> Iterator[None]:
        """What fails of an outside part is missing, and the rest goes on."""
        try:
            yield
        except ProviderError as error:
            self.missing.append(Missing(what, str(error)))
