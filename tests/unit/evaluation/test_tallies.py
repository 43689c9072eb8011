"""What is counted of ratings: by hand on small evaluations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from agent.evaluation.ratings import Kind, Rating
from agent.evaluation.tables import tables
from agent.evaluation.tallies import Acts, EvaluationResults, Hits, cells, leanings, wholes
from agent.evaluation.validity import NOTES, STANCE, WrittenSpeech
from agent.evaluation.work import Comparison, Wanted, WholeDebate, Work
from config.format import Side, Stage
from config.shipped import load_format

FORM = load_format("sprint")
MOTIONS = tuple(f"m{number}" for number in range(6))


def work(*, stages: Iterable[Stage] = (Stage.OPENING,), sides: Iterable[Side] = (Side.PRO,)) -> Work:
    names = {"ours": "1", "other": "2"}
    return Wanted(MOTIONS, names, FORM, tuple(stages), tuple(sides), True, {}, "s").work()


def written(name: str, *invalid: str) -> WrittenSpeech:
    return WrittenSpeech(name, 0, Side.PRO, Stage.OPENING, ("A word.",), 10.0, 10.0, 45.0, invalid)


def heard(item: Comparison, listener: str, lead: int, kind: Kind = "model", argues: str = "for") -> list[Rating]:
    """Ours is better (1), worse (-1) or as good (0), by one point."""
    keys = {"ours": item.ours_is, "other": "AB"[item.ours_is == "A"]}
    better = {1: keys["ours"], -1: keys["other"], 0: "tie"}[lead]
    scores = {"ours": 3 + max(0, lead), "other": 3 + max(0, -lead)}
    return [Rating(listener, kind, item.id, key, scores[name], better, argues=argues) for name, key in keys.items()]


def results(of: Work, ratings: Iterable[Rating], **invalid: str) -> EvaluationResults:
    """`invalid`: a fault of ours on a motion."""
    faults = {one.id: invalid.get(one.place.motion, "") for one in of.versions if one.contestant == "ours"}
    versions = {one.id: written(one.contestant, *filter(None, [faults.get(one.id)])) for one in of.versions}
    turns = list(enumerate(FORM.turns))
    held = {
        one.id: [
            WrittenSpeech(one.sides[turn.side], index, turn.side, turn.stage, ("A word.",), 10.0, 10.0, turn.seconds)
            for index, turn in turns
        ]
        for one in of.debates
    }
    return EvaluationResults(
        ["ours", "other"], MOTIONS, list(Stage), of.comparisons, of.debates, versions, held, list(ratings)
    )


def test_wins_are_counted_by_motion_and_the_lead_by_listener() -> None:
    found = work()
    leads: Mapping[str, tuple[int, int, int]] = {
        "m0": (1, 1, 1), "m1": (1, 1, -1), "m2": (1, 0, -1), "m3": (0, 0, 0), "m4": (1, 0, 0), "m5": (-1, -1, 0),
    }  # fmt: skip
    ratings = [
        rating
        for one in found.comparisons
        for place, lead in enumerate(leads[one.place.motion])
        for rating in heard(one, f"l{place}", lead)
    ]
    *_, whole = cells(results(found, ratings))
    assert (whole.won, whole.tied, whole.lost, whole.motions, whole.judgements) == (3, 2, 1, 6, 18)
    assert whole.lead is not None and whole.lead.mean == pytest.approx((1 + 1 / 3 + 0 + 0 + 1 / 3 - 2 / 3) / 6)
    assert whole.difference is not None and whole.difference.mean == pytest.approx(whole.lead.mean)
    assert whole.chance == pytest.approx(10 / 16), "by hand: of all signs of 3, 1, 1 and -2, ten are as far from 0 as 3"
    assert whole.agreement is None, "18 preferences are under 30, though 36 versions were rated"


def test_invalid_versions_are_counted_and_weigh_nothing() -> None:
    found = work()
    ratings = [rating for one in found.comparisons for rating in heard(one, "l", 1)]
    *_, whole = cells(results(found, ratings, m0=NOTES, m3=STANCE))
    assert (whole.won, whole.invalid, whole.unheard) == (4, 2, 0)


def test_what_most_listeners_hear_argue_for_the_other_side_is_invalid() -> None:
    found = work()
    ratings = []
    for one in found.comparisons:
        wrong = 2 if one.place.motion == "m1" else 1
        for place in range(3):
            ratings += heard(one, f"l{place}", 1, argues="against" if place < wrong else "for")
    counted = results(found, ratings)
    assert set(counted.invalid.values()) == {(STANCE,)}
    assert {id.split(".")[0] for id in counted.invalid} == {"m1"}


def test_people_and_models_are_never_mixed() -> None:
    found = work()
    ratings = [r for one in found.comparisons for r in [*heard(one, "p", 1, "person"), *heard(one, "m", -1)]]
    wholes_of = {one.kind: (one.won, one.lost) for one in cells(results(found, ratings)) if one.stage is None}
    assert wholes_of == {"person": (6, 0), "model": (0, 6)}
    rows = [row[0] for table in tables(results(found, ratings), {}) if table.name == "1" for row in table.rows]
    assert set(rows) == {"people", "models"}


def test_every_table_of_judgements_says_how_far_listeners_agree_and_has_whole_rows() -> None:
    found = work(stages=Stage, sides=Side)
    ratings = [r for one in found.comparisons for name in "xyz" for r in heard(one, name, ord(name) % 2)]
    ratings += [r for one in found.debates for r in votes(one, (0, 1), (0, -1), (1, 1))]
    acts = {"ours": Acts({"attack": 2, "attack+rebut": 1}, {"attack, taken": Hits(3, 1, 1, 2)})}
    made = {one.name: one for one in tables(results(found, ratings), acts)}
    assert list(made) == ["1", "9", "2", "3", "6", "motions", "figure 2", "figure 3"]
    for name, one in made.items():
        assert {len(row) for row in one.rows} == {len(one.head)}, name
        if one.head[0] == "listeners":
            assert any("alpha" in text for text in (*one.head, *(row[1] for row in one.rows))), name
    assert made["figure 2"].rows == [["ours", "3", "67%", "33%"]]
    assert made["figure 3"].rows == [["ours", "attack, taken", "3", "33%", "33%", "67%"]]


def votes(debate: WholeDebate, *pairs: tuple[int, int]) -> list[Rating]:
    return [
        Rating(f"l{place}", "person", debate.id, str(turn), 4 if turn % 2 else 2, "", before, after)
        for place, (before, after) in enumerate(pairs)
        for turn in range(1, len(FORM.turns) + 1)
    ]


def test_votes_count_for_who_argued_the_side_they_moved_to() -> None:
    """Ours wins two of three votes as Pro and none as Con: one third, a sixth of them by coming over."""
    found = work()
    ratings = []
    for one in found.debates:
        ours_is_pro = one.pro == "ours"
        ratings += votes(one, (-1, 0), (0, 1), (2, 2)) if ours_is_pro else votes(one, (0, 0), (0, 1), (1, 2))
    other, ours = wholes(results(found, ratings))
    assert (other.contestant, ours.contestant, ours.motions, ours.votes) == ("other", "ours", 6, 36)
    assert ours.shifted is not None and ours.shifted.mean == pytest.approx(1 / 3)
    assert ours.turned is not None and ours.turned.mean == pytest.approx(1 / 6)
    assert other.shifted is not None and other.shifted.mean == pytest.approx(1 / 3), "as Pro, in the other debate"
    assert ours.scores[Stage.OPENING][0] == other.scores[Stage.OPENING][0] == 3.0, "Pro had 4 and Con 2, both were both"


def test_of_votes_around_each_speech_the_first_and_the_last_count() -> None:
    found = work()
    ratings = [
        Rating("p", "person", one.id, str(number), 3, "", number - 3 if number > 1 else None, number - 2)
        for one in found.debates
        for number in range(1, 5)
    ]  # -1 after the first speech, which no vote was before, then 0, 1 and 2
    (leaning, *_) = leanings(results(found, ratings))
    assert (leaning.before, leaning.shift) == (-1.0, 1.0)


def test_a_motion_with_one_debate_of_two_is_left_out_of_whole_debates() -> None:
    found = work()
    ratings = [rating for one in found.debates[1:] for rating in votes(one, (0, 1))]
    assert {one.motions for one in wholes(results(found, ratings))} == {5}


def test_a_motion_that_one_stance_wins_whoever_argues_it_is_named() -> None:
    found = work()
    ratings = []
    for one in found.debates:
        for_pro = one.motion == "m0" or one.pro == "ours"
        ratings += votes(one, (0, 1) if for_pro else (0, -1), (0, 0))
    assert {one.motion: one.always for one in leanings(results(found, ratings))} == {"m0": "pro"} | dict.fromkeys(
        MOTIONS[1:], ""
    )
