"""A model played from what was asked: splits in two, is sure of some things, and keeps to its forms."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from email.message import Message
from pathlib import Path
from typing import Any

from config.settings import Models
from planning.asking.client import LanguageModel
from planning.asking.ledger import Ledger
from planning.growth.calls import Calls, drawn_at
from planning.ports import Prompt
from planning.verify.policy import Policy
from planning.verify.record import Verification
from planning.verify.roles import TEMPERATURES
from planning.verify.verifying import Assignment, Verifying
from tests.model_server import Asked, ModelServer

CLAIM = "Water boils at the same temperature on every mountain"
FENCED = re.compile(r"⟦data⟧\n(.*?)\n⟦end of data⟧", re.S)


def fenced(asked: Asked) -> list[str]:
    """What others wrote, in the order of the prompt."""
    return FENCED.findall(asked.messages[1]["content"])


def leaf_of(asked: Asked) -> str:
    """The sub-question of a debate."""
    return fenced(asked)[0]


class Player:
    """Answers in every role. `difficult`: texts whose parts are difficult; `sure`: the judge's confidence by question.
    `asked`: schemas in order."""

    def __init__(self, *, parts: int = 2, levels: int = 1, sure: float = 0.9, own: float = 0.9) -> None:
        self.parts, self.levels, self.sure, self.own = parts, levels, sure, own
        self.asked: list[str] = []
        self.changes: dict[str, Any] = {}

    def __call__(self, asked: Asked) -> Any:
        self.asked.append(asked.schema_name)
        given = getattr(self, f"_{asked.schema_name}")(asked)
        change = self.changes.get(asked.schema_name)
        if change is None:
            return given
        return change(asked, given)

    def _ProposedSplit(self, asked: Asked) -> dict[str, Any]:
        question = fenced(asked)[-1]
        return {"canonical": f"Is it true: {question}?", "kind": "yes_no", "first": "", "second": "", "atomic": False,
                "children": [part(f"{question} / {n}") for n in range(1, self.parts + 1)],
                "why": "they cover it"}  # fmt: skip

    def _SplitJudgement(self, asked: Asked) -> dict[str, Any]:
        return {"decision": "approve", "children": [], "rationale": "Fine."}

    def _Difficulty(self, asked: Asked) -> dict[str, Any]:
        depth = fenced(asked)[0].count("/")
        hard = 0.9 if depth < self.levels else 0.2
        lines = fenced(asked)[1].splitlines()
        return {"scores": [{"child": n, "difficulty": hard} for n in range(1, len(lines) + 1)],
                "decision": "decompose" if hard > 0.5 else "atomic", "missing": []}  # fmt: skip

    def _DebaterTurn(self, asked: Asked) -> dict[str, Any]:
        side = re.search(r"You are debater (\w)", asked.system)[1]
        return {"side": side, "claim": f"My answer to {leaf_of(asked)} stands.", "support": "It was measured.",
                "rebuttal": "Theirs was not.", "evidence": []}  # fmt: skip

    def _LeafJudgement(self, asked: Asked) -> dict[str, Any]:
        return {"winner": "A", "cautious": "B", "answer": f"My answer to {leaf_of(asked)} stands.",
                "rationale": "It was measured.", "confidence": self.sure, "evidence": []}  # fmt: skip

    def _ProposedIntegration(self, asked: Asked) -> dict[str, Any]:
        style = re.search(r"`style` is `(\w+)`", asked.system)[1]
        children = json.loads(fenced(asked)[1])
        return {"style": style, "integration": " ".join(one["answer"] for one in children), "assumptions": "",
                "rebuttal": ""}  # fmt: skip

    def _SynthesisJudgement(self, asked: Asked) -> dict[str, Any]:
        return {"winner": "A", "verdict": "yes" if "(yes or no)" in asked.user else "open",
                "answer": fenced(asked)[2], "rationale": "It is whole.", "confidence": self.own}  # fmt: skip

    def _WrittenAnswer(self, asked: Asked) -> dict[str, Any]:
        parts = json.loads(fenced(asked)[2])
        return {"answer": [{"text": one["answer"], "leaves": [one["id"]]} for one in parts[:2]],
                "explanation": [{"text": parts[0]["answer"], "leaves": [parts[0]["id"]]}], "premise": ""}  # fmt: skip


def part(question: str, first: str = "", second: str = "") -> dict[str, Any]:
    return {"question": question, "kind": "open" if first else "yes_no", "first": first, "second": second}


def verified(
    server: ModelServer,
    journal: Path,
    policy: Policy | None = None,
    *,
    text: str = CLAIM,
    seconds: float | None = None,
    **settings: Any,
) -> Verification:
    """What came of one run against the server; `settings`: of its models, and `source`, `ask_back` of the run."""
    run = {name: settings.pop(name) for name in ("source", "ask_back") if name in settings}

    async def used() -> Verification:
        models = drawn_at(server.models(**{"in_flight": 16, **settings}), TEMPERATURES)
        llm = LanguageModel(models)
        try:
            with Calls(journal, llm, models, seconds=seconds) as calls:
                return await Verifying(calls, Assignment.of(text), policy or Policy(depth=1), **run).run()
        finally:
            await llm.close()

    return asyncio.run(used())


class InProcess:
    """The player as a language model of this process, for properties that take many runs."""

    def __init__(self, player: Player) -> None:
        self._player, self.ledger = player, Ledger()

    def name(self, role: str) -> str:
        return "player at home"

    def tells_chances(self, role: str) -> bool:
        return False

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Any], deadline: float, while_arriving: Any = None
    ) -> Any:
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        form = {"type": "json_schema", "json_schema": {"name": answer.__name__}}
        asked = Asked("", Message(), {"messages": messages, "response_format": form}, 0)
        return answer.model_validate(self._player(asked))

    async def expect(self, role: str, prompt: Prompt, classes: Any, deadline: float) -> float:
        raise AssertionError("no verification asks for probabilities")


def played(player: Player, policy: Policy, text: str = CLAIM) -> Verification:
    """What comes of a run with a player in this process."""

    async def run(folder: str) -> Verification:
        with Calls(Path(folder) / "j", InProcess(player), Models()) as calls:
            return await Verifying(calls, Assignment.of(text), policy).run()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(folder))
