"""Ratings, intervals and ranks: what they must be where the truth is known, and what is refused."""

from __future__ import annotations

import math

import pytest

from agent.arena.ratings import EloRating, Ratings, pairwise, rate
from agent.arena.scored import Scored
from bench.arena.simulation import World, coverage, spread
from config.errors import UsageError
from tests.unit.arena.worlds import a_field, both, swapped

FEW = 100  # samples


def of(ratings: Ratings) -> dict[str, EloRating]:
    return {one.name: one for one in ratings.of}


def test_the_order_is_found_and_told_on_the_scale_of_elo() -> None:
    found = rate(a_field(400), "c002", samples=FEW)
    assert [one.name for one in found.of] == ["c000", "c001", "c002", "c003", "c004"]
    assert [one.rank for one in found.of] == [1, 2, 3, 4, 5]
    rated = of(found)
    assert rated["c002"].elo == 1000 and rated["c002"].interval[0] < 1000 < rated["c002"].interval[1]
    assert rated["c000"].elo - rated["c004"].elo == pytest.approx(300, abs=90)


def test_odds_of_ten_are_four_hundred() -> None:
    debates = [one for number in range(110) for one in both("a", "b", f"m{number}", float(number < 100))]
    found = of(rate(debates, "b", samples=FEW, ridge=1e-9))
    assert found["a"].elo == pytest.approx(1400, abs=0.1) and found["b"].elo == pytest.approx(1000)


def test_swapping_names_swaps_ratings() -> None:
    before, after = (of(rate(one, samples=FEW)) for one in (a_field(), swapped(a_field(), "c000", "c003")))
    names = {"c000": "c003", "c003": "c000"}
    for name, one in before.items():
        other = after[names.get(name, name)]
        assert (one.elo, one.points, one.debates) == pytest.approx((other.elo, other.points, other.debates))
        assert one.interval == pytest.approx(other.interval, abs=0.5) and one.ranks == other.ranks


def test_what_being_pro_is_worth_is_found_and_taken_away() -> None:
    """Equals, of whom one was mostly pro, where pro wins three of four."""
    debates = [Scored(f"m{number}", "a", "b", float(number % 4 > 0)) for number in range(120)]
    debates += [Scored(f"m{number}", "b", "a", float(number % 4 > 0)) for number in range(40)]
    found = rate(debates, samples=FEW)
    (stance,) = found.effects
    assert stance.name == "being pro" and stance.elo == pytest.approx(400 * math.log10(3), rel=0.05)
    a, b = of(found)["a"], of(found)["b"]
    assert a.elo == pytest.approx(b.elo, abs=5) and a.points / a.debates > 0.6 > 0.4 > b.points / b.debates


def test_intervals_hold_the_truth() -> None:
    """The quick form of what `rostrum bench ratings` tries many times."""
    found = coverage(World(spread(5, 300), motions=20), 40, times=60, seed=3, samples=200)
    assert 0.92 <= found.strengths <= 0.98 and found.ranks >= 0.93 and found.stance >= 0.88


def test_judges_of_one_debate_are_no_more_debates() -> None:
    once = rate(a_field(), samples=FEW)
    thrice = rate([one for one in a_field() for _ in range(3)], samples=FEW)
    for one, three in zip(once.of, thrice.of, strict=True):
        assert one.interval == pytest.approx(three.interval, abs=8)


def test_who_never_lost_has_a_finite_rating_and_is_told() -> None:
    debates = [
        *both("a", "b", "m", 1.0),
        *both("a", "c", "m", 1.0),
        *both("b", "c", "m", 0.5),
        *both("b", "c", "n", 1.0),
    ]
    found = of(rate(debates, samples=FEW))
    assert {name: one.ridged for name, one in found.items()} == {"a": True, "b": False, "c": False}
    assert math.isfinite(found["a"].elo) and found["a"].elo > found["b"].elo > found["c"].elo
    assert all(one.ridged for one in rate(both("a", "b", "m", 1.0), samples=FEW).of), "of two nobody is the measure"


def test_groups_that_never_met_are_refused_by_name() -> None:
    with pytest.raises(UsageError, match="cannot be compared: a, b; c, d"):
        rate([*both("a", "b", "m", 1.0), *both("d", "c", "m", 0.5)])


def test_from_one_motion_nothing_is_known_of_intervals() -> None:
    first, second = rate(both("a", "b", "only", 1.0)).of
    assert math.isnan(first.interval[0]) and first.ranks == second.ranks == (1, 2)


def test_what_makes_no_sense_is_refused() -> None:
    for wrong, told in (
        ({"score": 0.7}, "a score is 1, 0.5 or 0, not 0.7"),
        ({"score": 1.0, "margin": 4.0}, "a margin is from 0 to 3, not 4"),
        ({"score": 1.0, "con": "a"}, "a debated itself"),
    ):
        with pytest.raises(UsageError, match=told):
            Scored(**{"motion": "m", "pro": "a", "con": "b"} | wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no judged debates"):
        rate([])
    with pytest.raises(UsageError, match="the anchor z has debated nobody; there are a, b"):
        rate(both("a", "b", "m", 1.0), "z")


def test_points_of_each_two() -> None:
    met = pairwise([*both("a", "b", "m", 1.0), *both("a", "b", "n", 0.5)])
    assert met == {("a", "b"): (3.0, 4), ("b", "a"): (1.0, 4)}
