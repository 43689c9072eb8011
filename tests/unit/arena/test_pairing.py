"""Who meets whom next: everybody can be compared, nobody twice on a motion, newcomers hold only their own matches."""

from __future__ import annotations

from collections import Counter

import pytest

from agent.arena.pairing import How, Pairing, Season
from agent.arena.scored import Scored, groups
from tests.unit.arena.worlds import both

NAMES = ("ada", "bo", "cy", "di", "eve")
MOTIONS = [f"m{number}" for number in range(6)]


def played(season: Season) -> tuple[list[list[Pairing]], list[Scored]]:
    """All rounds, in which who comes first here wins both stances."""
    worth = {name: -place for place, name in enumerate((*NAMES, "new", "newer"))}
    rounds: list[list[Pairing]] = []
    scored: list[Scored] = []
    held: list[Pairing] = []
    while (batch := season.round(len(rounds), held, scored)) is not None:
        rounds.append(batch)
        held += batch
        for one in batch:
            scored += both(one.one, one.other, one.motion, float(worth[one.one] > worth[one.other]))
    return rounds, scored


@pytest.mark.parametrize("how", ["full", "swiss", "narrow"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_nobody_meets_somebody_twice_on_a_motion_and_all_can_be_compared(how: How, count: int) -> None:
    season = Season(how, MOTIONS, NAMES[:count], rounds=6)
    rounds, scored = played(season)
    held = [one for batch in rounds for one in batch]
    assert len({(one.motion, one.pair) for one in held}) == len(held) <= season.most
    assert len(groups(scored)) == 1
    for batch in rounds if how != "full" else []:
        assert set(Counter(name for one in batch for name in one.pair).values()) <= {1}
    assert rounds == played(season)[0], "and it is the same again"


def test_full_is_each_two_on_each_motion_in_both_stances() -> None:
    rounds, _ = played(Season("full", MOTIONS, NAMES, rounds=1))
    assert [len(batch) for batch in rounds] == [10] * 6
    assert Pairing("m0", "ada", "bo").legs == (("ada", "bo"), ("bo", "ada"))
    first = Counter(one.one for batch in rounds for one in batch)
    assert max(first.values()) - min(first.values()) == 0, "who is for it first, changes"


def test_swiss_lets_neighbours_meet_whom_they_have_not_met() -> None:
    rounds, _ = played(Season("swiss", MOTIONS, NAMES[:4], rounds=4))
    met = Counter(one.pair for batch in rounds for one in batch)
    assert max(met.values()) <= 2
    assert all(met[frozenset(pair)] for pair in (("ada", "bo"), ("bo", "cy"), ("cy", "di")))


def test_narrow_asks_those_of_whom_it_is_open_who_is_better() -> None:
    """Bo and Cy have not met; each lost all to Ada and won all of Di."""
    scored = [
        one
        for number in range(12)
        for better, worse in (("ada", "bo"), ("ada", "cy"), ("bo", "di"), ("cy", "di"))
        for one in both(better, worse, f"n{number}", 1.0)
    ]
    first = Season("narrow", MOTIONS, NAMES[:4], rounds=9).round(5, [], scored)
    assert first is not None and first[0].pair == {"bo", "cy"}


def test_narrow_asks_the_cheap_first() -> None:
    cost = {"ada": 1.0, "bo": 1.0, "cy": 50.0, "di": 1.0}
    first = Season("narrow", MOTIONS, NAMES[:3], rounds=9, cost=cost).round(5, [], [])
    assert first is not None and first[0].pair == {"ada", "bo"}


@pytest.mark.parametrize("how", ["full", "swiss", "narrow"])
def test_newcomers_come_when_all_others_are_done_and_hold_only_their_own(how: How) -> None:
    before = Season(how, MOTIONS, NAMES[:3], rounds=4)
    after = Season(how, MOTIONS, NAMES[:3], rounds=4, newcomers=("new", "newer"), newcomer_rounds=7)
    old, (rounds, scored) = played(before)[0], played(after)
    assert rounds[: len(old)] == old
    later = [one for batch in rounds[len(old) :] for one in batch]
    assert all(one.pair & {"new", "newer"} for one in later)
    assert len({(one.motion, one.pair) for one in later}) == len(later)
    assert len(later) == (6 * 3 + 6 * 4 if how == "full" else 14)
    assert len(groups(scored)) == 1
