"""Single claims verified while a debate goes on: the smallest tree, one leaf with one round, in the time there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from planning.asking.ledger import Ledger
from planning.debate.argument import EvidenceSource
from planning.growth.calls import Calls
from planning.growth.levels import together
from planning.growth.tree import Node
from planning.ports import LLM, Answer, OnPiece, Prompt
from planning.verify.debating import Debates
from planning.verify.policy import Mode, Policy
from planning.verify.questions import Question, decided_leaf, recorded
from planning.verify.record import LeafReason, Verdict, VerifiedTree

LEAF = Policy(mode=Mode.FIXED, depth=0, leaf_rounds=1)


class QuickChecks:
    """Verifies claims, each once. `source`: of evidence; without one the debaters have only what they know."""

    def __init__(self, llm: LLM, source: EvidenceSource | None = None) -> None:
        self._llm, self._source = llm, source
        self._found: dict[str, VerifiedTree] = {}
        self._calls: dict[str, Calls] = {}  # with what was answered, so that what was given up goes on

    def found(self, claim: str) -> VerifiedTree | None:
        """What is known of it by now; its confidence is not calibrated."""
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
        question = Question(f"Is it true that: {claim}", "yes_no", leaf_reason=LeafReason.DEPTH)
        node = Node(question)
        question.debates.append(await Debates(calls, LEAF, self._source).debate(node, 1))
        decided_leaf(question)
        if question.verdict is not Verdict.UNDECIDED:
            self._found[claim] = VerifiedTree.of([recorded(node)], question.shown)


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
