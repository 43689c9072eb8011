"""Three questions with the model played by hand, replayed over HTTP: a claim, a false premise, a missing word."""

import asyncio
from pathlib import Path

import pytest

from bench.loopback.recorded_model import RecordedModel
from bench.loopback.recording import read_recording
from planning.asking.client import LanguageModel
from planning.growth.calls import Calls, drawn_at
from planning.verify.policy import Policy
from planning.verify.record import LeafReason, Verdict
from planning.verify.roles import TEMPERATURES
from planning.verify.verifying import Assignment, Verifying

RECORDING = Path(__file__).parents[2] / "debates" / "verified" / "calls.jsonl"
WALL = "The Great Wall of China is the only human-made object that can be seen from space with the naked eye"


@pytest.fixture
def replayed(tmp_path):
    def run(text: str, policy: Policy):
        async def used(server):
            models = drawn_at(server.models(), TEMPERATURES)
            llm = LanguageModel(models)
            try:
                with Calls(tmp_path / "j", llm, models) as calls:
                    return await Verifying(calls, Assignment.of(text), policy).run()
            finally:
                await llm.close()

        with RecordedModel(read_recording(RECORDING)) as server:
            found = asyncio.run(used(server))
        assert (found.troubles, found.complete) == ((), True)
        return found

    return run


def test_a_claim_is_refuted_part_by_part(replayed):
    found = replayed(WALL, Policy(mode="fixed", depth=1, leaf_rounds=2))
    assert found.verdict is Verdict.NO
    assert [node.verdict for node in found.nodes[1:]] == [Verdict.NO, Verdict.YES, Verdict.NO]
    assert found.confidence == pytest.approx(0.96 * 0.88)
    assert [one.leaves for one in found.sentences] == [("1.1", "1.2"), ("1.1",), ("1.2",), ("1.3",)]
    assert found.struck == ()


def test_of_a_false_premise_the_answer_says_so_and_what_the_writer_added_is_struck(replayed):
    found = replayed("Why did Einstein fail mathematics at school?", Policy())
    assert (found.verdict, found.root.leaf_reason) == (Verdict.PREMISE, LeafReason.EASY)
    assert "did not fail mathematics" in found.sentences[0].text
    assert [one.text for one in found.struck] == ["Walter Isaacson tells the story in his biography of 2007."]
    assert "Isaacson" not in found.answer


def test_what_lacks_an_illness_is_not_answered(replayed):
    found = replayed("What is the best medicine?", Policy())
    assert found.verdict is Verdict.CLARIFY
    assert "which illness" in found.answer and found.spending.answers == 3
