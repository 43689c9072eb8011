"""How long a full tree of debates takes, in the time of one call: all of a level runs at once."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import time
from pathlib import Path

from bench import Measurement, Target
from bench.loopback.chats import LoopbackModel
from bench.loopback.recording import RecordedQuestion
from config.settings import Models
from planning.asking.client import LanguageModel
from planning.asking.journal import in_sequence
from planning.growth.calls import Calls
from planning.verify.policy import Mode, Policy
from planning.verify.verifying import Assignment, Verifying

CLAIM = "The bench in the park is used by everybody"
CALL_TIMES = 30.0
POLICY = Policy(mode=Mode.ADAPTIVE, depth=2, branch=4, nodes=21, second_pass_leaves=0)
_FENCED = re.compile(r"⟦data⟧\n(.*?)\n⟦end of data⟧", re.S)


def run(seconds: float = 1.0, in_flight: int = 32) -> Measurement:
    """A tree of four children and depth 2, against a server of our own whose every answer takes so long."""
    with LoopbackModel(_answer, "bench", lambda question: seconds) as server, tempfile.TemporaryDirectory() as folder:
        default = server.models().default.model_copy(update={"in_flight": in_flight})
        result = asyncio.run(_tree(Models(default=default), Path(folder) / "journal.jsonl"))
    call_times = round(result["wall_seconds"] / seconds, 2)
    return Measurement(
        "trees",
        {"seconds": seconds, "in_flight": in_flight},
        [{"what": "verify", **result, "call_times": call_times, "longest_chain": POLICY.longest_chain}],
        [
            Target("a full tree of debates, in call times", call_times, CALL_TIMES),
            Target("its calls", result["calls"], POLICY.calls(4)),
            Target("its calls, none left out", result["calls"], POLICY.calls(4), above=True),
        ],
    )


async def _tree(models: Models, journal: Path) -> dict[str, float]:
    llm = LanguageModel(models)
    try:
        with Calls(journal, llm, models) as calls:
            began = time.perf_counter()
            found = await Verifying(calls, Assignment(CLAIM, claim=True), POLICY).run()
            wall = time.perf_counter() - began
            sequence = in_sequence(calls.model.spans)
    finally:
        await llm.close()
    return {
        "nodes": len(found.nodes),
        "calls": llm.ledger.calls,
        "calls_in_sequence": sequence,
        "wall_seconds": round(wall, 2),
    }


def _answer(question: RecordedQuestion) -> str:
    fenced = _FENCED.findall(question.user)
    no = {"kind": "yes_no", "first": "", "second": ""}
    named = re.search(r"You are debater (\w)|`style` is `(\w+)`", question.system)
    said = {"answer": fenced[0], "rationale": "So it is.", "confidence": 0.9}
    answers: dict[str, dict[str, object]] = {
        "ProposedSplit": {"canonical": fenced[-1], **no, "atomic": False, "why": "They are enough.",
                          "children": [{"question": f"{fenced[-1]} {n}", **no} for n in range(1, 5)]},
        "SplitJudgement": {"decision": "approve", "children": [], "rationale": "They are."},
        "Difficulty": {"scores": [{"child": n, "difficulty": 0.9} for n in range(1, 5)], "decision": "decompose",
                       "missing": []},
        "DebaterTurn": {"side": named[1] if named else "A", "claim": fenced[0], "support": fenced[0], "rebuttal": "",
                        "evidence": []},
        "LeafJudgement": {"winner": "A", "cautious": "A", "evidence": [], **said},
        "ProposedIntegration": {"style": named[2] if named else "full", "integration": fenced[0], "assumptions": "",
                                "rebuttal": ""},
        "SynthesisJudgement": {"winner": "A", "verdict": "yes", **said},
        "WrittenAnswer": {"answer": [{"text": fenced[0], "leaves": ["1"]}], "explanation": [], "premise": ""},
    }  # fmt: skip
    return json.dumps(answers[question.shape])
