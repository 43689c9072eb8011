"""Impact scores as expectations over classes: by token probabilities where the server tells them, else by a number."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.errors import ModelOutputError
from planning.asking.answers import TokenChance, Unusable, expectation, label_request, labels, plain_number
from tests.model_faults import faults
from tests.model_server import Chances, ModelServer, Said
from tests.models.asking import expect


def test_the_mean_of_the_classes_by_their_probabilities(server: ModelServer) -> None:
    (mean,) = expect(server, Chances({"2": 0.7, "1": 0.2, "0": 0.1}))
    assert mean == pytest.approx(1.6)
    (asked,) = server.asked
    assert (asked.body["logprobs"], asked.body["top_logprobs"]) == (True, 20)
    assert "one of the numbers 0, 1, 2" in asked.system and asked.form == "text"


def test_tokens_of_one_class_count_together_and_others_not_at_all(server: ModelServer) -> None:
    (mean,) = expect(server, Chances({"2": 0.4, " 2": 0.2, "▁1": 0.2, "maybe": 0.2}))
    assert mean == pytest.approx((2 * 0.6 + 1 * 0.2) / 0.8)


def test_the_label_may_stand_after_other_tokens(server: ModelServer) -> None:
    said = Said("It is 1.", chances=[("It is", {"It is": 1.0}), (" 1", {" 1": 0.5, " 2": 0.5}), (".", {".": 1.0})])
    assert expect(server, said) == [pytest.approx(1.5)]


def test_figures_in_thoughts_are_no_label(server: ModelServer) -> None:
    tokens = [("<think>", {}), ("0", {"0": 1.0}), ("</think>", {}), ("2", {"2": 1.0})]
    assert expect(server, Said("<think>0</think>2", chances=tokens)) == [pytest.approx(2)]


def test_classes_that_are_no_digits_get_letters(server: ModelServer) -> None:
    (mean,) = expect(server, Chances({"B": 0.5, " b": 0.25, "A": 0.25}), classes=(-1, 0.5))
    assert mean == pytest.approx(0.75 * 0.5 - 0.25)
    assert "A for -1, B for 0.5" in server.asked[0].system


@pytest.mark.parametrize("hidden", [True, False])
def test_without_probabilities_a_number_is_asked_for(server: ModelServer, hidden: bool) -> None:
    """Left out in silence, the label itself is the number; refused, the question is put again at once."""
    server.hides, server.refuses = ({"logprobs"}, set()) if hidden else (set(), {"logprobs"})
    assert expect(server, "2", "1.4", "About 0.75, I think.", times=3, tries=1) == [2, 1.4, 0.75]
    wanted = [asked.wants_chances for asked in server.asked]
    assert wanted == ([True, False, False] if hidden else [True, False, False, False])
    assert "one number from 0 to 2" in server.asked[-1].system


def test_fewer_alternatives_are_asked_for_where_twenty_are_too_many(server: ModelServer) -> None:
    def at_most_five(line: object, asked: object) -> None:
        line.fail(400, "top_logprobs must be at most 5")  # type: ignore[attr-defined]

    assert expect(server, at_most_five, Chances({"2": 1.0})) == [pytest.approx(2)]
    assert server.asked[1].body["top_logprobs"] == 5


@pytest.mark.parametrize(("text", "number"), [("7", 2), ("-3", 0), ("Score: 1.25/2", 1.25), ("1e9", 1), (".5", 0.5)])
def test_a_number_stays_in_the_range(server: ModelServer, text: str, number: float) -> None:
    server.hides = {"logprobs"}
    assert expect(server, text) == [number]


@pytest.mark.parametrize("fault", ["empty", "no_json", "cut", "filtered"])
def test_an_answer_without_a_number_is_sent_back_once(server: ModelServer, fault: str) -> None:
    server.hides = {"logprobs"}
    assert expect(server, getattr(faults, fault), "1") == [1]
    with pytest.raises(ModelOutputError, match="no usable answer"):
        expect(server, getattr(faults, fault), getattr(faults, fault))


def test_impossible_classes_are_the_callers_mistake() -> None:
    for classes in ([], [1, 1], [0, math.nan], list(range(27))):
        with pytest.raises(ValueError):
            labels(classes)


@given(
    classes=st.lists(st.integers(-50, 50), min_size=1, max_size=9, unique=True),
    chances=st.lists(st.floats(0.01, 1), min_size=9, max_size=9),
)
def test_the_mean_never_leaves_the_range(classes: list[int], chances: list[float]) -> None:
    of = labels(classes)
    others = tuple((label, math.log(chance)) for label, chance in zip(of, chances, strict=False))
    mean = expectation([TokenChance(*others[0], others)], of)
    assert mean is not None and min(classes) - 1e-9 <= mean <= max(classes) + 1e-9
    assert all(label in label_request(of) for label in of)


@given(st.text())
def test_any_text_is_a_number_in_range_or_unusable(text: str) -> None:
    with contextlib.suppress(Unusable):
        assert 0 <= plain_number(text, labels([0, 1, 2])) <= 2
