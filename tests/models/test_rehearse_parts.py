"""Main claims that are alike or weak, and arguments that are judged together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from config.errors import ModelOutputError
from config.format import Side
from config.settings import Role
from planning.asking.journal import Journal
from planning.debate.argument import Evidence
from planning.methods.treedebater.rehearsing.claims import best, clusters, seed
from planning.methods.treedebater.rehearsing.grown import GrownArgument, Proposed, Seed, names, repeats, sentence
from planning.methods.treedebater.rehearsing.impact import BatchedScorer, Impact, letter
from planning.methods.treedebater.rehearsing.sources import cited, doubts
from tests.fakes import BagEmbedder
from tests.models.scripted import ScriptedModel

MOTION = "Schools should require uniforms"


# -- the pool ----------------------------------------------------------------------------------------


def turned(*degrees: float) -> Any:
    radians = np.radians(degrees)
    return np.stack([np.cos(radians), np.sin(radians)], axis=1).astype(np.float32)


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [
        ((0, 90, 180), [0, 1, 2]),
        ((0, 30, 90), [0, 0, 2]),
        ((0, 60, 30), [0, 0, 0]),  # a chain: 30 joins 0 and 60
        ((90, 0, 36, 60), [0, 0, 0, 0]),
        ((0, 37), [0, 1]),
    ],
)
def test_claims_are_one_cluster_where_a_chain_of_cosines_joins_them(
    degrees: tuple[float, ...], expected: list[int]
) -> None:
    assert clusters(turned(*degrees), 0.8) == expected


def chosen(seeds: Sequence[tuple[str, float]], count: int, folder: Path) -> list[str]:
    made = [Seed(claim, "dress", "For a reason.") for claim, _ in seeds]
    with Journal(folder / "j.jsonl") as journal:
        kept = asyncio.run(best(made, [score for _, score in seeds], count, BagEmbedder(), journal))
    return [one.claim for one in kept]


def test_the_best_of_each_cluster_is_grown_and_the_weak_are_dropped(tmp_path: Path) -> None:
    pool = [
        ("Uniforms reduce bullying in schools.", 1.2),
        ("In schools uniforms reduce bullying.", 1.7),
        ("Parents save money.", 1.5),
        ("Mornings are calmer.", 0.3),
        ("Fashion is art.", 0.9),
    ]
    assert chosen(pool, 5, tmp_path) == [
        "In schools uniforms reduce bullying.",
        "Parents save money.",
        "Fashion is art.",
    ]
    assert chosen(pool, 2, tmp_path) == ["In schools uniforms reduce bullying.", "Parents save money."]


def test_the_strongest_claim_is_kept_even_where_all_are_weak(tmp_path: Path) -> None:
    assert chosen([("Parents save money.", 0.2), ("Fashion is art.", 0.4)], 2, tmp_path) == ["Fashion is art."]


def test_a_topic_is_spoken_in_the_middle_of_a_sentence() -> None:
    assert seed(Proposed(claim="uniforms help", topic="Help for every child.", reason="because")).topic == (
        "help for every child"
    )
    assert seed(Proposed(claim="c", topic="UNESCO reports", reason="r")).topic == "UNESCO reports"


# -- sentences ---------------------------------------------------------------------------------------


def test_a_sentence_is_made_fit_to_be_spoken() -> None:
    assert sentence("- **uniforms** help [3]") == "Uniforms help."
    assert sentence("a\x1b[31m b\nc").startswith("A")
    assert "\x1b" not in sentence("a\x1b[31m b")
    assert sentence("...") == ""


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Uniforms reduce bullying.", "uniforms reduce Bullying", True),
        ("Uniforms reduce bullying in schools.", "In schools, uniforms surely reduce bullying.", True),
        ("Uniforms reduce bullying.", "Uniforms do not reduce bullying.", False),
        ("Uniforms reduce bullying in every classroom of the land.",
         "Uniforms don't reduce bullying in every classroom of the land.", False),
        ("Uniforms reduce bullying.", "Parents save money.", False),
    ],
)  # fmt: skip
def test_the_same_words_are_a_repetition_and_a_denial_is_none(one: str, other: str, same: bool) -> None:
    assert repeats(one, other) is repeats(other, one) is same


def test_names_keep_their_capital_and_first_words_are_none() -> None:
    texts = ["In Leeds, the Human Rights Watch said I was right.", "Most of Leeds agreed.", "Nobody else did."]
    assert names(texts) == ("Leeds", "Human Rights Watch")


def test_a_figure_needs_one_source_that_has_it_all() -> None:
    half = Evidence(source="A", finding="37 percent of them agreed.")
    other = Evidence(source="B", finding="In 1999 there were few.")
    both = "In 1999 it was 37 percent of them."
    one = GrownArgument("Uniforms help.", argument=("It was 37 percent.", both), impact="So it is.")
    assert [(d.text, d.lack.figures) for d in doubts([one], [half, other], [MOTION])] == [(both, ("1999", "37"))]
    (item,) = cited(one, [half, other], [MOTION]).evidence
    assert (item.source, item.finding, item.passage) == ("A", "It was 37 percent.", half.finding)


# -- impact, judged together -------------------------------------------------------------------------


def judged(*chances: tuple[int, int, int]) -> dict[str, Any]:
    answers = [
        {"question": i, "none": none, "medium": medium, "high": high}
        for i, (none, medium, high) in enumerate(chances, 1)
    ]
    return {"answers": answers}


def score(model: ScriptedModel, *questions: Impact) -> list[float]:
    return asyncio.run(BatchedScorer(model).score(questions, 60))


def about(claim: str, relation: Any, *before: str, side: Side = Side.CON) -> Impact:
    return Impact(MOTION, side, (*before, claim), relation)


def test_answers_to_one_argument_are_judged_in_one_question() -> None:
    model = ScriptedModel(scorer=[judged((0, 0, 100), (50, 50, 0), (10, 10, 20))])
    assert score(
        model,
        about("Bullies find other marks.", "attack", "Uniforms reduce bullying."),
        about("Hair and phones remain.", "attack", "Uniforms reduce bullying."),
        about("Rules are resented.", "attack", "Uniforms reduce bullying."),
    ) == [2.0, 0.5, 1.25]
    (turn,) = model.of(Role.SCORER)
    assert "2. Argument B: attack on [1]" in turn.prompt.user


def test_attack_and_support_of_an_argument_stand_side_by_side() -> None:
    model = ScriptedModel(scorer=[judged((0, 100, 0), (0, 0, 100))])
    before = ("Uniforms reduce bullying.", "Bullies find other marks.")
    other = about("Fewer marks are fewer reasons.", "attack", *before, side=Side.PRO)
    backing = about("Fewer marks are fewer reasons.", "support", *before, side=Side.PRO)
    assert score(model, other, backing) == [1.0, 2.0]
    user = model.asked[0].prompt.user
    assert "1. Argument A: attack on [2]" in user and "2. Argument A: support of [1]" in user
    assert user.count("Fewer marks are fewer reasons.") == 1


def test_main_claims_are_judged_by_the_stance_of_their_side() -> None:
    model = ScriptedModel(scorer=[judged((0, 100, 0))])
    assert score(model, about("Freedom matters more.", "support")) == [1.0]
    assert "support of the con side of the motion" in model.asked[0].prompt.user


def test_different_exchanges_are_different_questions_in_the_order_asked() -> None:
    pride, cost = judged((0, 0, 100), (0, 100, 0)), judged((100, 0, 0))
    model = ScriptedModel(scorer=lambda turn: pride if "pride" in turn.prompt.user else cost)
    asked = [about("No.", "attack", "pride"), about("No.", "attack", "cost"), about("Yes.", "attack", "pride")]
    assert score(model, *asked) == [2.0, 0.0, 1.0] and len(model.asked) == 2


def test_a_judgement_that_leaves_a_question_out_is_asked_for_once_more() -> None:
    questions = [about(claim, "attack", "Uniforms reduce bullying.") for claim in ("One.", "Two.")]
    model = ScriptedModel(scorer=[judged((0, 0, 100)), judged((0, 0, 100), (0, 100, 0))])
    assert score(model, *questions) == [2.0, 1.0]
    assert "question 2 has no answer" in model.asked[1].prompt.user
    with pytest.raises(ModelOutputError, match="question 2"):
        score(ScriptedModel(scorer=judged((0, 0, 100), (0, 0, 0))), *questions)


def test_arguments_are_lettered_beyond_z() -> None:
    assert [letter(i) for i in (0, 25, 26, 51, 52)] == ["A", "Z", "A1", "Z1", "A2"]
