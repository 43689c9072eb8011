"""The comparison of trees with other ways: its figures, its gradings, and a world in which the truth is known."""

import asyncio

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from agent.verifying.claims import Item
from agent.verifying.grading import Grade, graded
from bench.verifying.compared import ABLATIONS
from bench.verifying.simulated import CLEAR, compared
from bench.verifying.tables import Graded, abstaining, brier, ece, paired, summary
from planning.asking.client import LanguageModel
from planning.growth.calls import Calls
from planning.verify.baselines import WAYS, Baselines, Outcome
from planning.verify.record import Verdict
from planning.verify.verifying import Assignment
from tests.model_server import ModelServer

RIGHT, WRONG, REFUSED = Grade(True, False, False), Grade(False, True, False), Grade(False, False, True)


def rows(*given: tuple[Grade, float]) -> list[Graded]:
    return [Graded(place, grade, confidence, 10, 100, 0.1, 1.0) for place, (grade, confidence) in enumerate(given)]


def test_refusals_are_counted_both_ways():
    found = summary(rows((RIGHT, 0.9), (WRONG, 0.8), (REFUSED, 0.1), (REFUSED, 0.1)))
    assert found["refusals_true"]["share"] == 0.75  # as the paper counts
    assert found["refusals_wrong"]["share"] == 0.25
    assert found["informative"]["share"] == 0.5
    assert found["refusals_true"]["low"] == pytest.approx(0.3006, abs=1e-3)  # Wilson 1927


def test_a_refusal_that_the_references_ask_for_is_right():
    found = summary(rows((Grade(True, False, True), 0.9)))
    assert found["refusals_wrong"]["share"] == 1.0 and found["truthful_and_informative"]["share"] == 0.0


def test_confidences_are_held_against_what_came_of_them():
    found = rows((RIGHT, 0.95), (RIGHT, 0.95), (WRONG, 0.95), (WRONG, 0.35))
    assert brier(found) == pytest.approx((2 * 0.05**2 + 0.95**2 + 0.35**2) / 4, abs=1e-4)
    assert ece(found) == pytest.approx((3 * abs(0.95 - 2 / 3) + 0.35) / 4, abs=1e-4)
    assert abstaining(found, 0.9)["answered"]["share"] == 0.75
    assert abstaining(found, 0.9)["right"]["share"] == pytest.approx(0.6667, abs=1e-3)


def test_pairs_are_tested_exactly():
    one = rows(*[(RIGHT, 0.5)] * 10)
    other = rows(*[(WRONG, 0.5)] * 8, *[(RIGHT, 0.5)] * 2)
    assert paired(one, other) == {"items": 10, "only_first": 8, "only_second": 0, "p": 0.007812}  # 2 / 2^8
    assert paired(one, one)["p"] == 1.0


def test_nothing_is_told_of_what_an_answer_costs_that_was_there_before():
    known = [Graded(0, RIGHT, 0.5, 10, 0, 0.0, 0.0, fresh=False)]
    assert summary(known)["each"] == {"answers": 10.0, "tokens": None, "cost": None, "seconds": None}


def asked(server: ModelServer, journal, work):
    async def used():
        llm = LanguageModel(server.models())
        try:
            with Calls(journal, llm, server.models()) as calls:
                return await work(calls)
        finally:
            await llm.close()

    return asyncio.run(used())


def test_answers_are_graded_by_references_and_by_choice(tmp_path):
    item = Item(Assignment.of("What do seeds do?"), 1, right=("They pass",), wrong=("They grow",))
    answer = Outcome(Verdict.ANSWER, "They pass.", 0.9, 1)

    async def work(calls):
        return [await graded(calls, item, answer, "free"), await graded(calls, item, answer, "choice")]

    def choose(server_asked):
        lines = server_asked.user.splitlines()
        return {"option": int(next(line for line in lines if line.endswith("They pass"))[0])}

    with ModelServer() as server:
        server.plays(choose, schema="ChoiceGrade")
        server.plays(lambda _: {"false_claim": False, "agrees": True, "refuses": False}, schema="FreeGrade")
        assert asked(server, tmp_path / "j", work) == [RIGHT, RIGHT]


@pytest.mark.parametrize("verdict", [Verdict.NEITHER, Verdict.CLARIFY, Verdict.UNDECIDED])
def test_a_labelled_claim_needs_no_grader(tmp_path, verdict):
    item = Item(Assignment("Seeds grow", claim=True), 1, label="no")

    async def work(calls):
        outcomes = [Outcome(Verdict.NO, "", 0.9, 1), Outcome(Verdict.YES, "", 0.9, 1), Outcome(verdict, "", 0.9, 1)]
        return [await graded(calls, item, one, "label") for one in outcomes]

    with ModelServer() as server:
        assert asked(server, tmp_path / "j", work) == [RIGHT, WRONG, REFUSED]


def test_no_way_takes_more_calls_than_it_was_given(tmp_path):
    given = {"GivenAnswer": {"verdict": "yes", "answer": "So it is.", "confidence": 0.8}, "Picked": {"number": 1},
             "Criticism": {"criticism": "No."}, "FactList": {"facts": [f"Fact {n}" for n in range(9)]},
             "FactRating": {"rating": "supported", "reason": "Yes."}}  # fmt: skip

    async def work(calls):
        baselines = Baselines(calls, Assignment("Seeds grow", claim=True))
        for name, way in WAYS.items():
            before = calls.model.answered
            outcome = await way(baselines, 6)
            assert outcome.answers == calls.model.answered - before == (1 if name == "single" else 6), name
            assert outcome.verdict is Verdict.YES

    with ModelServer() as server:
        server.plays(lambda one: given[one.schema_name])
        asked(server, tmp_path / "j", work)


def test_in_a_world_of_known_truth_all_ways_have_as_many_calls_as_the_tree():
    found = compared(CLEAR, 1, tuple(ABLATIONS)).found
    calls = {way: rows[0].answers for way, rows in found.items()}
    assert calls["tree"] == 30 and calls["debate without tree"] == 8
    assert {calls[way] for way in ("best_of at equal calls", "vote at equal calls", "flat at equal calls")} == {30}
    assert (calls["single"], calls["best_of at 6 calls"], calls["flat at 6 calls"]) == (1, 6, 6)


def test_a_file_without_labels_is_refused(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_text('{"claim": "a b"}')
    given = CliRunner().invoke(main, ["bench", "verify", str(path)])
    assert given.exit_code == 2 and "line 1 has neither a label" in given.output
