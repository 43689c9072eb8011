"""`rostrum bench fit` on a few speeches: the shape of its JSON, its bars, and the simulated model."""

from __future__ import annotations

import json

import pytest

from bench import Measurement
from bench.speaking.fit import BEHAVIOURS, WINDOWS, Behaviour, SimulatedWriter, ends_inside, run
from config.statement import Priority
from speech.timing.fit import Fitted, Window
from speech.timing.pauses import spoken_seconds


@pytest.fixture(scope="module")
def outcome() -> Measurement:
    return run(speeches=20, processes=1)


def test_every_window_is_held_with_every_behaviour(outcome: Measurement) -> None:
    cells = {(r["seconds"], r["last"], r["behaviour"]) for r in outcome.results}
    assert cells == {(*window, name) for window in WINDOWS for name in BEHAVIOURS}
    assert len(outcome.results) == 24


def test_the_bars_are_met(outcome: Measurement) -> None:
    assert [(bar.limit, bar.ok) for bar in outcome.bars] == [(1.0, True), (2.1, True), (4, True)]
    assert outcome.ok


def test_the_json_says_what_was_run(outcome: Measurement) -> None:
    found = json.loads(json.dumps(outcome.as_json()))
    assert found["name"] == "fit"
    assert found["settings"]["speeches"] == 20
    assert found["settings"]["seed"] == 1
    assert found["settings"]["windows"][0] == {"seconds": 240, "last": 2}
    assert found["settings"]["behaviours"] == list(BEHAVIOURS)
    for result in found["results"]:
        assert result["ours"]["landed"] == 1.0
        assert 1 <= result["ours"]["mean_calls"] <= result["ours"]["max_calls"] <= 4
        assert 1 <= result["paper"]["mean_calls"] <= result["paper"]["max_calls"] <= 10


def test_the_paper_needs_more_drafts_and_lands_less_often(outcome: Measurement) -> None:
    for result in outcome.results:
        assert result["paper"]["mean_calls"] > result["ours"]["mean_calls"]
        assert result["paper"]["landed"] <= result["ours"]["landed"]


def test_one_process_or_two_find_the_same() -> None:
    def found(processes: int) -> Measurement:
        return run(3, 7, [(120, 5)], ["obeys with 3 % noise", "30 % too short"], processes)

    assert found(1) == found(2)


# -- the simulated model -----------------------------------------------------------------------------


def test_one_seed_is_one_model() -> None:
    one, other, third = (SimulatedWriter(Behaviour(), 240, (1, number)) for number in (5, 5, 6))
    draft = one.draft(500)
    assert draft == other.draft(500)
    assert [one.lengths(s.text) for s in draft] == [other.lengths(s.text) for s in draft]
    assert third.measured(500) != SimulatedWriter(Behaviour(), 240, (1, 5)).measured(500)


def test_it_speaks_about_130_words_a_minute() -> None:
    seconds = [SimulatedWriter(Behaviour(), 240, (1, number)).measured(520) for number in range(200)]
    assert sum(seconds) / len(seconds) == pytest.approx(240, rel=0.02)


def test_a_draft_is_a_statement() -> None:
    writer = SimulatedWriter(Behaviour(), 240, (1, 1))
    draft = writer.draft(590)
    assert draft[-1].priority is Priority.CLOSING
    assert {s.priority for s in draft} == set(Priority)
    assert len({s.id for s in draft}) == len(draft)
    assert {s.needs for s in draft if s.needs} <= {s.unit for s in draft}


def test_about_an_eighth_is_reserve() -> None:
    writer = SimulatedWriter(Behaviour(), 240, (1, 1))
    drafts = [s for _ in range(100) for s in writer.draft(590)]
    assert sum(s.priority is Priority.RESERVE for s in drafts) / len(drafts) == pytest.approx(0.12, abs=0.03)


def test_a_model_with_a_mind_of_its_own_writes_alike_whatever_is_asked() -> None:
    def seconds(words: int) -> float:
        return SimulatedWriter(BEHAVIOURS["ignores the budget"], 240, (1, 9)).measured(words)

    assert seconds(10) == seconds(10_000)


def test_a_landing_is_measured_once_more() -> None:
    writer = SimulatedWriter(Behaviour(), 240, (1, 1))
    draft = tuple(writer.draft(100))
    total = spoken_seconds(draft, (writer.lengths(s.text) for s in draft), 0.35)
    window = Window(total - 0.1, total)
    assert ends_inside(window, Fitted(draft, 0.35, 0.0), writer.lengths)
    assert not ends_inside(window, Fitted(draft, 0.25, 0.0), writer.lengths)
    assert not ends_inside(window, Fitted(draft[:-1], 0.35, total), writer.lengths)
    assert not ends_inside(window, Fitted((), 0.35, total), writer.lengths)
