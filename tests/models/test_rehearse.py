"""Rehearsal trees grown over HTTP: a whole run, and one that is stopped and gone on with, never paying twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from agent.cli.library.rehearse import trees_by_side
from bench.planning.rehearse import run as run_bench
from config.format import Side
from planning.asking.client import LanguageModel
from planning.asking.journal import Span, in_sequence, places
from planning.methods.treedebater.library.library import Library, load
from planning.methods.treedebater.rehearsing.impact import BatchedScorer
from planning.methods.treedebater.rehearsing.run import rehearse
from tests.fakes import BagEmbedder
from tests.model_faults import faults
from tests.model_server import Asked, Chances, ModelServer, after
from tests.models.rehearsing import (
    ID,
    MOTION,
    SMALL_CALLS,
    SMALL_NODES,
    Coach,
    Fixed,
    asked_about,
    assignment,
    grow,
    line,
    trees,
)


def test_a_motion_is_prepared_for_both_sides(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    outcome = grow(server.models(), tmp_path, claims=2, depth=3, branch=2)
    found = trees(outcome)
    assert outcome.complete and not outcome.growth.missing
    assert {side: len(found.roots(side)) for side in Side} == {Side.PRO: 2, Side.CON: 2}
    assert len(found.nodes) == 2 * 2 * 15
    assert found.motion == MOTION and Library(tmp_path).get(MOTION).id == ID
    for node in found.nodes.values():
        above = found.nodes[node.parent] if node.parent else None
        assert above is None or node.side is above.side.other
        assert node.node.argument and node.node.impact and node.node.heard
    assert len(server.asked) == outcome.ledger["calls"] == outcome.growth.expected


def test_scores_are_expectations_and_strengths_follow(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    coach.weight = {"attack": 50, "support": 80}
    found = trees(grow(server.models(), tmp_path))
    root = found.nodes["p1"]
    assert root.node.support == 1.6 and root.node.attack is None
    first = found.nodes["p1.1"]
    assert (first.node.attack, first.node.support) == (1.0, None)
    last = found.nodes["p1.1.2"]
    assert (last.node.attack, last.node.support) == (1.0, 1.6)
    assert last.f(3) == pytest.approx(1.3)
    assert root.f(2) == pytest.approx(1.6 - 0.8 * (1.0 - 0.8 * 1.3))


def scores(server: ModelServer, coach: Coach, answer: Any) -> None:
    """What is asked in no shape, as the question of one score is, gets this answer; the coach has all others."""
    server.plays(lambda asked: coach.answer(asked) if asked.schema_name else answer)


def test_token_probabilities_score_where_the_server_tells_them(
    server: ModelServer, coach: Coach, tmp_path: Path
) -> None:
    scores(server, coach, Chances({"1": 0.25, "2": 0.75}))
    outcome = grow(server.models(), tmp_path, scorer=None)
    root = trees(outcome).nodes["p1"]
    assert root.node.support == pytest.approx(1.75)
    assert not asked_about(server, "Judgement")
    assert len(server.asked) == outcome.growth.expected


@pytest.mark.parametrize("hidden", [True, False])
def test_a_server_that_tells_none_judges_arguments_together(
    server: ModelServer, coach: Coach, tmp_path: Path, hidden: bool
) -> None:
    server.hides, server.refuses = ({"logprobs"}, set()) if hidden else (set(), {"logprobs"})
    scores(server, coach, "1")
    outcome = grow(server.models(), tmp_path, scorer=None)
    assert trees(outcome).nodes["p1"].node.support == 1.4
    assert asked_about(server, "Judgement")
    asked = len(server.asked)
    again = grow(server.models(), tmp_path, scorer=None)
    assert len(server.asked) == asked  # how to score is remembered too
    assert again.growth.expected == outcome.growth.expected == again.model.remembered


def test_a_server_that_gives_no_answer_to_the_first_question_judges_together(
    server: ModelServer, coach: Coach, tmp_path: Path
) -> None:
    scores(server, coach, faults.empty)
    outcome = grow(server.models(), tmp_path, scorer=None)
    assert asked_about(server, "Judgement") and outcome.complete


def test_trained_scorers_take_no_call(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    outcome = grow(server.models(), tmp_path, scorer=lambda llm: Fixed(attack=0.5, support=1.5), score_calls=0)
    assert trees(outcome).nodes["p1.1.1"].f(0) == 1.0
    assert len(server.asked) == outcome.growth.expected == 2 * (2 + 1 + 3)


def test_the_other_sides_claims_are_prepared_for_too() -> None:
    assert trees_by_side("both", 5) == {Side.PRO: 5, Side.CON: 5}
    assert trees_by_side("con", 5) == {Side.PRO: 3, Side.CON: 5}
    assert trees_by_side("pro", 1) == {Side.PRO: 1, Side.CON: 1}


def test_a_finished_run_is_repeated_at_no_call(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    first = trees(grow(server.models(), tmp_path))
    asked = len(server.asked)
    again = grow(server.models(), tmp_path)
    assert len(server.asked) == asked == SMALL_CALLS
    assert trees(again).file == first.file
    assert again.as_json()["answers"] == {"asked": 0, "remembered": SMALL_CALLS}


def test_a_model_that_moved_to_another_address_is_not_asked_again(
    server: ModelServer, coach: Coach, tmp_path: Path
) -> None:
    grow(server.models(), tmp_path)
    with ModelServer() as other:
        assert grow(other.models(), tmp_path).complete and not other.asked


def test_a_level_is_asked_at_once_and_never_more_than_fit(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    server.plays(lambda asked: after(0.05, coach.counters(asked)), schema="Counters")
    grow(server.models(in_flight=3), tmp_path, claims=2)
    assert 1 < server.busiest <= 3


def test_calls_that_overlap_are_not_in_sequence() -> None:
    assert in_sequence([]) == 0
    assert in_sequence([Span(0, 2), Span(1, 3), Span(2, 4), Span(3.5, 6), Span(0, 9)]) == 2
    assert in_sequence([Span(0, 1), Span(1, 2), Span(2, 3)]) == 3


# -- stopped and gone on with ------------------------------------------------------------------------


@pytest.mark.parametrize("spent", [0, 1, 3, 5, 8, 13, 19])
def test_a_spent_budget_stops_and_nothing_is_paid_twice(
    spent: int, server: ModelServer, coach: Coach, tmp_path: Path
) -> None:
    stopped = grow(server.models(max_calls=spent), tmp_path)
    assert len(server.asked) == spent
    assert not stopped.complete and "raise max_calls" in stopped.model.stopped
    assert stopped.growth.missing
    if stopped.file is not None:
        assert 2 <= len(trees(stopped).nodes) < SMALL_NODES
    whole = grow(server.models(), tmp_path)
    assert whole.complete and len(trees(whole).nodes) == SMALL_NODES
    assert len(server.asked) == SMALL_CALLS


def test_a_tree_without_its_last_answers_is_a_valid_file(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    outcome = grow(server.models(max_calls=SMALL_CALLS - 1, in_flight=1), tmp_path)
    found = trees(outcome)
    assert 2 < len(found.nodes) < SMALL_NODES
    assert outcome.as_json()["unscored"] == SMALL_NODES - len(found.nodes) > 0


def test_a_budget_in_money_stops_too(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    outcome = grow(server.models(max_cost=0.05, price_in=1, price_out=10, max_tokens=1000), tmp_path)
    assert "raise max_cost" in outcome.model.stopped
    assert outcome.ledger["cost"] <= 0.05


def test_an_interrupted_run_keeps_what_it_has(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    async def interrupted() -> None:
        models = server.models(in_flight=1)
        model = LanguageModel(models)
        work = asyncio.ensure_future(
            rehearse(assignment(tmp_path), model, BagEmbedder(), gates=places(models), scorer=BatchedScorer)
        )
        loop = asyncio.get_running_loop()

        def cancel(asked: Asked) -> Any:
            if asked.number == SMALL_CALLS - 3:
                loop.call_soon_threadsafe(work.cancel)
                return faults.mute
            return coach.answer(asked)

        server.plays(cancel)
        with pytest.raises(asyncio.CancelledError):
            await work
        await model.close()

    asyncio.run(interrupted())
    assert 2 <= len(load(tmp_path / f"{ID}.json").nodes) < SMALL_NODES
    paid = len(server.asked)
    server.plays(coach.answer)
    assert len(trees(grow(server.models(), tmp_path)).nodes) == SMALL_NODES
    assert len(server.asked) == SMALL_CALLS + 1  # the one that was broken off
    assert paid == SMALL_CALLS - 2


def test_an_unfinished_run_leaves_a_larger_file_alone(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    whole = trees(grow(server.models(), tmp_path))
    outcome = grow(server.models(max_calls=5), tmp_path, claims=2, depth=1)
    assert outcome.file is None
    assert load(tmp_path / f"{ID}.json").file == whole.file


def test_when_nobody_answers_any_more_it_stops_soon(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    server.plays(lambda asked: coach.answer(asked) if asked.number < 10 else faults.broken)
    outcome = grow(server.models(tries=1, in_flight=2), tmp_path, claims=3, depth=3, branch=3)
    assert "the server failed" in outcome.model.stopped
    assert len(server.asked) <= 10 + 3 + 2  # three in a row, and what was under way
    server.plays(coach.answer)
    assert grow(server.models(), tmp_path, claims=3, depth=2, branch=2).complete


def test_a_busy_server_and_broken_answers_are_got_past(server: ModelServer, coach: Coach, tmp_path: Path) -> None:
    trouble = {0: faults.busy, 1: faults.truncated_json, 4: faults.wrong_schema, 8: faults.overloaded,
               12: faults.snapped, 14: faults.cut}  # fmt: skip
    server.plays(lambda asked: trouble.get(asked.number) or coach.answer(asked))
    outcome = grow(server.models(in_flight=1), tmp_path)
    assert outcome.complete and len(trees(outcome).nodes) == SMALL_NODES
    assert len(server.asked) == SMALL_CALLS + len(trouble)


# -- the bench and the coach -------------------------------------------------------------------------


def test_the_bench_grows_a_tree_and_a_motion() -> None:
    outcome = run_bench(seconds=0.01, depth=2)
    tree, motion = outcome.results
    assert (tree["nodes"], tree["calls"]) == (13, 1 + 4 + 4)
    assert motion["nodes"] == 2 * 13
    alone = run_bench(seconds=0.01, depth=1, scoring="each").results[0]
    assert (alone["nodes"], alone["calls"]) == (4, 1 + 1 + 3)


def test_lines_of_the_coach_differ() -> None:
    assert len({line(str(i)) for i in range(500)}) == 500
