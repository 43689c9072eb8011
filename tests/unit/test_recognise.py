"""Which prepared claim a passage makes: by what sets it apart from the others, and with what led up to it."""

from __future__ import annotations

import pytest

from config.format import Side
from planning.recognise import Recognition
from planning.rehearsal import Rehearsal, bare
from tests.fakes import BagEmbedder

PRO, CON = Side


@pytest.fixture
def recognition(motion: Rehearsal, embedder: BagEmbedder) -> Recognition:
    return Recognition(motion, embedder)


def test_a_claim_in_its_own_words_is_surely_made(recognition: Recognition) -> None:
    like = recognition.nearest("uniforms reduce bullying over clothes", (), PRO)
    assert like is not None
    assert like.node.id == "p1"
    assert like.about
    assert like.made
    assert like.sure
    assert like.cosine == pytest.approx(1.0)


def test_only_what_that_side_could_say_is_asked(recognition: Recognition) -> None:
    like = recognition.nearest("uniforms reduce bullying over clothes", (), CON)
    assert like is not None
    assert like.node.side is CON


def test_among_the_nodes_in_question_only(recognition: Recognition) -> None:
    like = recognition.nearest("uniforms reduce bullying over clothes", (), PRO, among={"p2"})
    assert like is not None
    assert like.node.id == "p2"
    assert recognition.nearest("uniforms reduce bullying", (), PRO, among=()) is None


def test_something_else_is_not_even_about_it(recognition: Recognition) -> None:
    like = recognition.nearest("volcanoes erupted near Iceland yesterday", (), PRO)
    assert like is not None
    assert not like.about


def test_half_a_claim_is_made_with_the_half_before_it(recognition: Recognition) -> None:
    half = "over clothes and nothing else really"
    alone = recognition.nearest(half, (), PRO)
    led_up = recognition.nearest(half, ("uniforms reduce bullying",), PRO)
    assert alone is not None
    assert led_up is not None
    assert led_up.node.id == "p1"
    assert led_up.cosine > alone.cosine
    assert led_up.alone <= alone.cosine


def test_a_passage_that_adds_nothing_does_not_make_the_claim_before_it(recognition: Recognition) -> None:
    like = recognition.nearest("volcanoes erupted", ("uniforms reduce bullying over clothes",), PRO)
    assert like is not None
    assert like.node.id == "p1"
    assert like.cosine > 0.4
    assert not like.made


def test_a_sure_match_is_sure_by_the_passage_alone(recognition: Recognition) -> None:
    like = recognition.nearest("clothes they wear", ("uniforms reduce bullying over clothes",), PRO)
    assert like is not None
    assert like.made
    assert not like.sure


def test_where_nothing_is_prepared_nothing_is_recognised(embedder: BagEmbedder) -> None:
    assert Recognition(bare("Cats are better than dogs"), embedder).nearest("cats are clean", (), PRO) is None


def test_an_encoder_that_takes_over_is_asked_for_everything_again(motion: Rehearsal) -> None:
    encoder = BagEmbedder()
    recognition = Recognition(motion, encoder)
    encoder.name, encoder.dimensions = "another bag", 512
    like = recognition.nearest("uniforms reduce bullying over clothes", (), PRO)
    assert like is not None
    assert like.cosine == pytest.approx(1.0)
