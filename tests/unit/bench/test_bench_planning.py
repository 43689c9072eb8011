"""`rostrum bench flow` and `bench retrieve` at a small size: what is measured, with what, and that it is all there."""

from __future__ import annotations

import json

import pytest

from bench import Target
from bench.matches.silent import Counting, counted, debate, passages
from bench.planning import flow as bench_flow
from bench.planning import retrieve as bench_retrieve
from bench.planning.retrieve import of_size
from config.format import Side
from config.shipped import load_format
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.fakes import BagEmbedder

PRO, CON = Side


def test_a_speech_comes_as_the_ear_gives_it() -> None:
    speech = "Bullies find other marks, and Hair stays. It isn't so! " + "word " * 40
    found = list(passages(speech))
    assert found[0] == "bullies find other marks and hair stays"
    assert found[1].startswith("it isn't so word")  # three words are no passage of their own
    assert max(len(passage.split()) for passage in found) <= 28
    assert " ".join(found).split() == "bullies find other marks and hair stays it isn't so".split() + ["word"] * 40
    assert list(passages("—  …")) == []


def test_a_silent_debate_grows_the_trees_of_both(motion: Rehearsal) -> None:
    cached, counting = counted(BagEmbedder())
    heard: list[tuple[Side, str]] = []

    def hear(mind: Strategy, passage: str) -> list[object]:
        heard.append((mind.side, passage))
        return mind.hear(passage)

    minds = debate(motion, load_format("sprint"), cached, hear)
    assert {side for side, _ in heard} == set(Side)
    for side, mind in minds.items():
        assert mind.flows.trees[side].of(side)
        assert mind.flows.trees[side.other].of(side.other)
        assert [passage for listener, passage in heard if listener is side] == mind.heard
    assert counting.repeats == 0 and counting.texts


def test_a_text_that_is_encoded_twice_is_noticed() -> None:
    counting = Counting(BagEmbedder())
    counting.embed(["a", "b"])
    assert counting.repeats == 0
    counting.embed(["b", "b"])
    assert counting.repeats == 2


def test_every_heard_passage_is_timed() -> None:
    outcome = bench_flow.run("fat-tax", "sprint", embedder=BagEmbedder())
    own, people, size = outcome.results
    assert own["passages"] > 0 and people["passages"] > 10
    assert own["actions"] + people["actions"] > 0
    assert own["p50_ms"] <= own["p95_ms"] <= own["p100_ms"]
    assert min(size["flow nodes"].values()) > 0
    assert [bar.limit for bar in outcome.bars] == [30.0]
    assert json.loads(json.dumps(outcome.as_json()))["settings"]["motion"] == "fat-tax"


def test_retrieval_is_measured_over_a_library_of_the_size_asked_for() -> None:
    outcome = bench_retrieve.run(nodes=400, queries=24, format="sprint", embedder=BagEmbedder())
    found, encoded = outcome.results
    assert found["nodes"] == 400
    assert 0 < found["hit_rate"] < 1
    assert encoded["texts encoded"] > 400 and encoded["of them before"] == 0
    nodes, repeats = outcome.bars[1:]
    assert nodes == Target("nodes", 400, 400, above=True) and nodes.ok
    assert repeats.value == 0 and repeats.ok
    assert outcome.bars[0].limit == 5.0


@pytest.mark.parametrize(("wanted", "there"), [(1, 80), (80, 80), (81, 160)])
def test_a_made_up_library_has_whole_trees_of_both_sides(wanted: int, there: int) -> None:
    rehearsal = of_size(wanted, ["one claim.", "another claim.", "a third."], seed=1)
    assert len(rehearsal.nodes) == there
    assert len(rehearsal.roots(PRO)) == len(rehearsal.roots(CON))
    assert len(Index(rehearsal, BagEmbedder()).nodes) == there
    assert rehearsal.summary == of_size(wanted, ["one claim.", "another claim.", "a third."], seed=1).summary
