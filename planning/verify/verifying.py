"""A claim or question verified by a tree of debates (Tree-Structured Debate): split, debate, put together, write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planning.asking.journal import in_sequence, key_of
from planning.debate.argument import EvidenceSource
from planning.growth.calls import Calls
from planning.growth.levels import ascend, grow, together
from planning.growth.tree import Node
from planning.language.text import clean
from planning.verify.debating import Debates
from planning.verify.policy import Policy
from planning.verify.questions import Place, Question, clarified_answer, decided_leaf, recorded, unsure_leaves
from planning.verify.record import AnswerSentence, LeafReason, Spending, Struck, Verdict, Verification
from planning.verify.splitting import AskBack, Splitter
from planning.verify.synthesising import Syntheses
from planning.verify.writing import Written, write

ID_LETTERS = 12


@dataclass(frozen=True)
class Assignment:
    """What is to be verified. A `claim` is true or not; anything else is a question."""

    text: str
    claim: bool

    @classmethod
    def of(cls, text: str) -> Assignment:
        """What ends in a question mark is a question."""
        plain = clean(text)
        return cls(plain, not plain.endswith("?"))

    @property
    def id(self) -> str:
        return key_of(self.text)[:ID_LETTERS]


class Verifying:
    """One run; `record` tells what there is at any moment, finished or not.

    Args:
        source: of evidence; none, and debaters have only what they know.
        ask_back: asks what is missing of the question; nobody if None.
        on_change: told whenever there is more in the record.
    """

    def __init__(
        self,
        calls: Calls,
        assignment: Assignment,
        policy: Policy,
        *,
        source: EvidenceSource | None = None,
        ask_back: AskBack | None = None,
        models: dict[str, str] | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._calls, self._assignment, self._policy = calls, assignment, policy
        self._models, self._on_change = models or {}, on_change
        self.root: Place = Node(Question(assignment.text, "yes_no" if assignment.claim else "open"))
        self._splitter = Splitter(calls, policy, claim=assignment.claim, ask_back=ask_back)
        self._debates = Debates(calls, policy, source)
        self._syntheses = Syntheses(calls, policy)
        self._written = Written()

    async def run(self) -> Verification:
        """The whole of it. What could not be had is told in the record; outside parts raise nothing.
        Raises LibraryError: the journal cannot be written."""
        self._calls.expected += self._policy.calls()
        await grow(
            self.root, self._splitter.children, self._policy.limits, _difficulty, on_level=lambda _: self._on_change()
        )
        self._tell_leaves()
        self._expect_as_grown()
        await ascend(self.root, self._decide)
        await self._look_again()
        if self.root.content.verdict not in (Verdict.CLARIFY, Verdict.UNDECIDED):
            self._written = await write(self._calls, self.root)
        return self.record()

    def _tell_leaves(self) -> None:
        """Why leaves that were never asked for children are leaves, and which children there was no room for."""
        for node in self.root.walk():
            one = node.content
            if node.leaf and one.leaf_reason is None:
                one.leaf_reason = LeafReason.DEPTH if node.depth >= self._policy.depth else LeafReason.NODES
            if one.split is not None and one.leaf_reason is None and not one.split.replaced:
                kept = {child.content.text for child in node.children}
                left = tuple(text for text in one.split.proposed if text not in kept)
                one.split = one.split.model_copy(update={"left_out": left})

    def _expect_as_grown(self) -> None:
        nodes = list(self.root.walk())
        leaves = [node for node in nodes if node.leaf and node.content.verdict is not Verdict.CLARIFY]
        inner = sum(not node.leaf for node in nodes)
        ahead = len(leaves) * self._policy.leaf_calls + inner * self._policy.synthesis_calls + 1
        self._calls.expected = self._calls.model.answered + ahead

    async def _decide(self, node: Place) -> None:
        if not node.leaf:
            await self._syntheses.decide(node)
        elif node.content.verdict is Verdict.CLARIFY:
            node.content.answer = clarified_answer(node.content.missing)
        else:
            await self._debate(node)
        self._on_change()

    async def _debate(self, node: Place) -> None:
        node.content.debates.append(await self._debates.debate(node, len(node.content.debates) + 1))
        decided_leaf(node.content)

    async def _look_again(self) -> None:
        """The second pass: the least sure leaves anew, and everything above them."""
        again = unsure_leaves(self.root, self._policy)
        if not again or self._calls.stopped:
            return
        above = {node.id for leaf in again for node in leaf.path[:-1]}
        more = len(again) * self._policy.leaf_calls + len(above) * self._policy.synthesis_calls
        self._calls.expected += more
        await together(self._debate(leaf) for leaf in again)

        async def once_more(node: Place) -> None:
            if node.id in above:
                await self._syntheses.decide(node, number=2)
                self._on_change()

        await ascend(self.root, once_more)

    # -- the record --------------------------------------------------------------------------------

    def record(self) -> Verification:
        """What there is so far."""
        nodes, root = list(self.root.walk()), self.root.content
        answer = self._answer()
        return Verification(
            id=self._assignment.id,
            kind="claim" if self._assignment.claim else "question",
            question=self._assignment.text,
            clarified=self._splitter.clarified,
            canonical=self._splitter.canonical or self._assignment.text,
            verdict=Verdict.PREMISE if self._written.premise else root.verdict,
            answer=" ".join(one.text for one in answer),
            sentences=tuple(answer),
            explanation=tuple(self._written.explanation),
            confidence=root.confidence,
            raw_confidence=root.confidence,
            nodes=tuple(map(recorded, nodes)),
            evidence={key: item for node in nodes for key, item in node.content.shown.items()},
            struck=(*self._struck(nodes), *self._written.struck),
            troubles=tuple(self._troubles(nodes)),
            stopped=self._calls.stopped,
            policy=self._policy,
            models=self._models,
            spending=self._spending(),
        )

    def _answer(self) -> Sequence[AnswerSentence]:
        if self._written.answer:
            return self._written.answer
        text = self.root.content.answer
        return [AnswerSentence(text=text, leaves=tuple(leaf.id for leaf in self.root.leaves()))] if text else []

    def _struck(self, nodes: Sequence[Place]) -> list[Struck]:
        return [one.model_copy(update={"node": node.id}) for node in nodes for one in node.content.struck]

    def _troubles(self, nodes: Sequence[Place]) -> list[str]:
        own = [f"{node.id}: {node.content.trouble}" for node in nodes if node.content.trouble]
        lost = [
            f"{node.id}: a turn of {turn.debater} is missing: {turn.missing}"
            for node in nodes
            for debate in node.content.debates
            for turn in debate.turns
            if turn.missing
        ]
        written = [f"the answer could not be written: {self._written.trouble}"] if self._written.trouble else []
        return [*self._debates.troubles, *own, *lost, *written]

    def _spending(self) -> Spending:
        done = self._calls.progress
        return Spending(
            calls=done.calls,
            answers=done.answered,
            remembered=done.remembered,
            in_sequence=in_sequence(self._calls.model.spans),
            tokens=done.tokens,
            cost=round(done.cost, 6),
            seconds=round(done.seconds, 3),
        )


def _difficulty(question: Question) -> float:
    return question.difficulty or 0.0
