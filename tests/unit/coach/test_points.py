"""What became of points in a recorded match, held against what its transcript says."""

from __future__ import annotations

import pytest

from agent.coach.coaching import TREES, Became
from agent.coach.points import Nearness, roots
from agent.coach.said import Line, Spoken
from config.format import Side
from tests.unit.coach.recorded import told, was, words

SIDES = [("labor-unions", Side.CON), ("labor-unions", Side.PRO), ("digital-dollar", Side.CON)]
SIDES += [("digital-dollar", Side.PRO), ("health-rationing", Side.PRO), ("health-rationing", Side.CON)]


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_nothing_is_told_without_words_that_were_said_there(name: str, side: Side) -> None:
    coaching = told(name, side)
    quotes = [one.quote for one in (*coaching.well, *coaching.improve, *coaching.yours, *coaching.dropped)]
    quotes += [one.theirs for one in (*coaching.well, *coaching.improve) if one.theirs is not None]
    quotes += [one.near for one in coaching.dropped if one.near is not None]
    assert coaching.well and quotes
    for one in quotes:
        spoken = words(one.side, name)
        whole = " ".join(line.text for line in spoken.of(one.turn))
        assert one.text.rstrip(".!?") in whole, one
        near = spoken.between(one.turn, one.start, one.end)
        assert near is not None and set(one.text.split()[:2]) <= set(near.text.split()), (one, near)


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_ones_own_words_are_quoted_as_ones_own_and_theirs_as_theirs(name: str, side: Side) -> None:
    coaching = told(name, side)
    assert {one.quote.side for one in (*coaching.well, *coaching.improve, *coaching.yours)} == {side}
    assert {one.quote.side for one in coaching.dropped} <= {side.other}


def test_a_point_of_theirs_that_was_met_in_other_words_is_not_called_dropped() -> None:
    """She speaks of the Nordic countries in her rebuttal, which the flow took for something else."""
    nordic = next(one for one in told().dropped if "Nordic" in one.quote.text)
    assert nordic.became is Became.TOUCHED
    assert nordic.near is not None and "Germany and the Nordic countries" in nordic.near.text
    training = next(one for one in told().dropped if "apprenticeships" in one.quote.text)
    assert training.near is not None and "how many apprentices" in training.near.text


def test_a_point_that_she_never_met_is_dropped_with_the_speech_in_which_she_could_have_and_the_trees_answer() -> None:
    fair = next(one for one in told().dropped if "fair procedure" in one.quote.text)
    assert (fair.became, fair.speech, fair.near) == (Became.DROPPED, 3, None)
    assert fair.answer is not None and fair.answer.by == TREES and "dismissal" in fair.answer.text


def test_without_trees_the_same_points_have_no_answer() -> None:
    with_trees, without = told(), told(trees=False)
    assert [one.id for one in without.dropped] and {one.id for one in without.dropped} == {
        one.id for one in with_trees.dropped
    }
    assert all(one.answer is None for one in without.dropped)


def test_the_sentences_of_one_claim_are_one_point_and_those_without_one_are_only_counted() -> None:
    coaching = told()
    assert len(coaching.yours) < 12 and coaching.unread > 5
    shown = " ".join(one.quote.text for one in coaching.yours)
    assert "loud trade fair for dentists" not in shown


def test_what_they_said_to_a_point_comes_after_it() -> None:
    for name, side in SIDES:
        for one in told(name, side).yours:
            assert all(said.turn > one.quote.turn for said in one.answers), one


def test_words_near_a_point_are_looked_for_after_it_and_need_more_than_one_word_in_common() -> None:
    mine = Spoken(
        Side.CON,
        (
            Line(1, 0.0, 4.0, "Norway closed its harbours"),
            Line(3, 0.0, 4.0, "The harbours of Norway never closed."),
            Line(3, 4.0, 8.0, "Anybody can see that."),
        ),
    )
    nearness = Nearness(mine, "Ports should be public")
    near = nearness.near("When Norway closed its harbours nobody starved.", 2)
    assert near is not None and near.text == "The harbours of Norway never closed."
    assert nearness.near("When Norway closed its harbours nobody starved.", 3) is None
    assert nearness.near("Norway is cold.", 0) is None


def test_words_of_the_motion_bring_nothing_near() -> None:
    mine = Spoken(Side.CON, (Line(3, 0.0, 4.0, "Public ports are public."),))
    assert Nearness(mine, "Ports should be public").near("Public ports feed towns.", 1) is None
    assert roots("The ports of Germany") == {"ports"[:4], "german"}


def test_the_figures_of_each_speech_are_counted_from_its_words() -> None:
    opening = told().figures[0]
    assert opening.words == sum(run.text.count(" ") + 1 for run in was().speeches[1].said)
    assert (opening.name, opening.allotted) == ("opening", 240.0)
    assert 170 < opening.words_per_minute < 185
    assert opening.seconds_a_point is not None and opening.points > 2
