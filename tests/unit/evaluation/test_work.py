"""What a plan comes to: which debates, which speeches, and which of them are compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from agent.evaluation.work import Wanted
from config.format import Side, Stage
from config.shipped import load_format

WANTED = Wanted(
    ("m0", "m1"), {"a": "1", "b": "2", "c": "3"}, load_format("oxford"), tuple(Stage), tuple(Side), True, {}, "s"
)


def test_the_first_meets_each_of_the_others_in_both_stances_and_in_every_place() -> None:
    work = WANTED.work()
    assert Counter((one.pro, one.con) for one in work.debates) == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")], 2
    )
    assert len(work.versions) == 2 * 6 * 3 and len(work.comparisons) == 2 * 6 * 2
    assert all(one.ours.contestant == "a" and one.ours.place == one.theirs.place for one in work.comparisons)
    assert set(work.contexts) < set(work.debates) == set(work.held), "contexts are held once"


def test_letters_are_drawn_so_that_neither_says_who_wrote_it() -> None:
    drawn = Counter(one.ours_is for one in replace(WANTED, motions=[f"m{n}" for n in range(50)]).work().comparisons)
    assert 250 < drawn["A"] < 350 and drawn.total() == 600


def test_without_debates_only_contexts_are_held_and_none_for_a_first_speech() -> None:
    only = replace(WANTED, debates=False)
    assert len(only.work().held) == 2
    assert not replace(only, stages=(Stage.OPENING,), sides=(Side.PRO,)).work().held
    recorded = replace(only, recorded={"m0": "recorded"}).work()
    assert [one.motion for one in recorded.held] == ["m1"]
    assert {one.place.context for one in recorded.versions if one.place.motion == "m0"} == {"", "recorded"}


def test_whatever_makes_a_speech_another_one_makes_its_name_another_one() -> None:
    first = {one.id for one in WANTED.work().versions}
    assert first == {one.id for one in WANTED.work().versions}
    changed = {one.id for one in replace(WANTED, contestants={"a": "1", "b": "2", "c": "9"}).work().versions}
    assert {id.split(".")[2] for id in first - changed} == {"c"}
    assert not first & {one.id for one in replace(WANTED, seed="t").work().versions}
