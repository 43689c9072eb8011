"""Single claims verified while a debate goes on: the smallest tree, one leaf with one round, in the time there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from planning.asking.ledger import Ledger
from planning.debate.argument import EvidenceSource
from planning.growth.calls import Calls
from planning.growth.levels import together
from planning.growth.tree import Node
from planning.ports import LLM, Answer, OnPiece, Prompt
from planning.verify.debating import Debates
from planning.verify.policy import Mode, Policy
from planning.verify.questions import Question, decided_leaf
from planning.verify.record import Verdict

LEAF = Policy(mode=Mode.FIXED, depth=0, leaf_rounds=1)
SURE_ENOUGH = 0.6  # of a verdict, under which nothing is made of it


@dataclass(frozen=True)
class Checked:
    """What came of a claim. `confidence` is not calibrated."""

    claim: str
    verdict: Verdict
    answer: str
    confidence: float

    @property
    def refuted(self) -> bool:
        return self.verdict is Verdict.NO and self.confidence >= SURE_ENOUGH

    @property
    def unconfirmed(self) -> bool:
        """It may be so, and could not be found to be so."""
        return not self.refuted and not (self.verdict is Verdict.YES and self.confidence >= SURE_ENOUGH)


class QuickChecks:
    """Verifies claims, each once. `source`: of evidence; without one the debaters have only what they know."""

    def __init__(self, llm: LLM, source: EvidenceSource | None = None) -> None:
        self._llm, self._source = llm, source
        self._found: dict[str, Checked] = {}
        self._calls: dict[str, Calls] = {}  # with what was answered, so that what was given up goes on

    def found(self, claim: str) -> Checked | None:
        """What is known of it by now."""
        return self._found.get(claim)

    async def look(self, claims: Sequence[str], seconds: float) -> None:
        """Verify those that have not been looked at, all at once. What is not there in so many seconds is given up, and
        goes on when it comes up again. Raises no failure of a model: a claim without a verdict has none."""
        new = [one for one in dict.fromkeys(claims) if one not in self._found]
        if not new:
            return
        try:
            async with asyncio.timeout(seconds):
                await together(self._one(claim) for claim in new)
        except TimeoutError:
            pass  # those that are there are there

    async def _one(self, claim: str) -> None:
        calls = self._calls.setdefault(claim, Calls(None, _Uncounted(self._llm), None))
        question = Question(f"Is it true that: {claim}", "yes_no")
        question.debates.append(await Debates(calls, LEAF, self._source).debate(Node(question), 1))
        decided_leaf(question)
        if question.verdict is not Verdict.UNDECIDED:
            self._found[claim] = Checked(claim, question.verdict, question.answer, question.confidence)


class _Uncounted:
    """A model whose calls are counted where it comes from."""

    def __init__(self, llm: LLM) -> None:
        self._llm, self.ledger = llm, Ledger()

    def name(self, role: str) -> str:
        return "model"

    def tells_chances(self, role: str) -> bool:
        return False

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        return await self._llm.ask(role, prompt, answer, deadline, while_arriving)

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        return await self._llm.expect(role, prompt, classes, deadline)
