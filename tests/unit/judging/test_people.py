"""People as judges: shifts counted by hand, ballots that contradict themselves, agreement as a library has it."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.judging.agreement import FEWEST, Annotation, agreement
from agent.judging.people import ballot_form, panel_of, parties_of, read_ballots
from agent.match.afterwards.adjudication import BURDEN, Adjudication, SpeakerScore, checked
from agent.match.afterwards.attitudes import Moved, PolledAudience, changed_sides, moved, shifts
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.match.afterwards.verdicts import Outcome
from agent.match.afterwards.votes import STEPS
from agent.running.files.log import read_log
from config.errors import ConfigError, UsageError
from config.format import Side

EXAMPLE = Path(__file__).parents[3] / "docs/examples/labor-unions"
TEAMS = ("OG", "OO", "CG", "CO")
ANY = st.sampled_from(STEPS)

# -- opinion shift ----------------------------------------------------------------------------------


def test_a_shift_is_counted_as_any_move_and_as_a_change_of_side() -> None:
    pairs = [(1, 2), (-1, 1), (0, 1), (1, 0), (0, 0), (2, 1), (-2, -2), (1, -1)]
    assert moved(pairs) == Moved(pro=3, con=3, stayed=2)
    assert changed_sides(pairs) == Moved(pro=2, con=1, stayed=5), "1 to 2 was pro before, 1 to 0 is left undecided"
    assert moved(pairs).share(Side.PRO) == 3 / 8, "who stayed is in the denominator"
    assert moved([]).share(Side.PRO) is None


@given(st.lists(st.tuples(ANY, ANY)))
def test_what_is_seen_from_the_other_side_is_the_same(pairs: list[tuple[int, int]]) -> None:
    turned = [(-before, -after) for before, after in pairs]
    for counted in (moved, changed_sides):
        here, there = counted(pairs), counted(turned)
        assert (here.pro, here.con, here.stayed) == (there.con, there.pro, there.stayed)
        assert here.pro + here.con + here.stayed == len(pairs)
    assert changed_sides(pairs).pro <= moved(pairs).pro, "nobody changes sides without a move"


def test_shifts_are_averaged_over_people_then_stances_then_motions() -> None:
    audiences = [
        PolledAudience("uniforms", Side.PRO, [(0, 1), (0, 1), (0, 0), (1, 0)]),  # 2 of 4 came over
        PolledAudience("uniforms", Side.CON, [(0, -1), (2, 1), (-2, -2)]),  # 2 of 3 moved, 1 of 3 changed
        PolledAudience("zoos", Side.PRO, [(1, 2)]),
        PolledAudience("zoos", Side.CON, [(1, 2)]),
        PolledAudience("cars", Side.PRO, [(-2, 2)]),
    ]
    found = shifts(audiences)
    assert found.moved == pytest.approx(((2 / 4 + 2 / 3) / 2 + (1 + 0) / 2) / 2)
    assert found.changed == pytest.approx(((2 / 4 + 1 / 3) / 2 + 0) / 2)
    assert (found.motions, found.one_sided) == (("uniforms", "zoos"), ("cars",))
    assert shifts([]).moved is None


# -- ballots ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match() -> FinishedMatch:
    return finished(read_log(EXAMPLE))


def ballot(*scores: float, **more: object) -> Adjudication:
    given = tuple(SpeakerScore(speech=number, score=score) for number, score in enumerate(scores, 1))
    return Adjudication.model_validate({"judge": "Ada", "scores": given, "winner": "pro"} | more)


TWO, FOUR = {1: "pro", 2: "con"}, dict(enumerate(TEAMS, 1))


@pytest.mark.parametrize(
    ("scores", "more", "told"),
    [
        ((75,), {}, "speech 2 has no score"),
        ((75, 74, 73), {}, "there is no speech 3 to score"),
        ((74, 75), {}, "contradicts the points (pro 74, con 75): state low_point_win"),
        ((75, 74), {"low_point_win": True}, "nobody below pro has more points"),
        ((75, 74), {"winner": "tie"}, "a tie is called, but the totals differ"),
        ((75, 74), {"winner": "Ada"}, "winner: name pro, con or tie"),
        ((75, 74), {"totals": {"pro": 76}}, "the scores of pro add up to 75, not 76"),
        ((75, 74), {"totals": {"us": 76}}, "total of 'us'"),
    ],
)
def test_a_ballot_that_contradicts_itself_is_refused(
    scores: tuple[float, ...], more: dict[str, object], told: str
) -> None:
    with pytest.raises(ValueError) as refused:
        checked(ballot(*scores, **more), TWO, ("pro", "con"))
    assert told in str(refused.value)


def test_a_low_point_win_is_stated_and_equal_points_are_no_contradiction() -> None:
    assert checked(ballot(74, 75, low_point_win=True), TWO, ("pro", "con")).totals == {"pro": 74, "con": 75}
    assert checked(ballot(75, 75), TWO, ("pro", "con")).winner == "pro"
    assert checked(ballot(75, 75, winner="Tie"), TWO, ("pro", "con")).winner == "tie"


def test_four_teams_are_ranked() -> None:
    done = checked(ballot(70, 80, 75, 60, winner="", ranking=("oo", "CG", "OG", "CO")), FOUR, TEAMS)
    assert (done.winner, done.ranking) == ("OO", ("OO", "CG", "OG", "CO"))
    for ranking in (("OO", "CG", "OG"), ("OO", "CG", "OG", "OG"), ("CG", "OO", "OG", "CO")):
        with pytest.raises(ValueError):
            checked(ballot(70, 80, 75, 60, winner="", ranking=ranking), FOUR, TEAMS)


def test_the_form_tells_only_that_the_burden_is_equal_and_comes_back_filled_in(
    match: FinishedMatch, tmp_path: Path
) -> None:
    form = ballot_form(match)
    assert BURDEN in form
    filled = form.replace("judge:", "judge: Ada").replace("winner:", "winner: pro").replace("score: }", "score: 75}")
    path = tmp_path / "ballot.yaml"
    path.write_text(filled)
    (one,) = read_ballots(path, match)
    assert (one.judge, one.winner, one.totals) == ("Ada", "pro", {"pro": 225, "con": 225})


def test_a_table_has_the_ballots_of_several_judges_of_whom_the_majority_decides(
    match: FinishedMatch, tmp_path: Path
) -> None:
    path = tmp_path / "ballots.csv"
    rows = ["judge,speech,score,winner,reasons"]
    for judge, winner, bonus in (("Ada", "pro", 1), ("Ben", "con", -1), ("Cleo", "pro", 1)):
        rows += [
            f"{judge},{n},{75 + bonus * (n % 2)},{winner if n == 1 else ''},It answered more." for n in range(1, 7)
        ]
    path.write_text("\n".join(rows))
    ballots = read_ballots(path, match)
    judged = panel_of(ballots, parties_of(match))
    assert (judged.result.outcome, judged.result.winner, judged.told()) == (Outcome.WON, "pro", "Pro won")
    assert "Pro 228, Con 225" in ballots[0].told
    split = panel_of([ballots[0], ballots[1]], parties_of(match))
    assert split.result.outcome is Outcome.NONE


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("b.yaml", "judge: [", "not YAML"),
        ("b.yaml", "judge: Ada\nwinner: pro\nscores: []", "scores"),
        ("b.yaml", "judge: Ada\nscore: 3", "scores"),
        ("b.csv", "judge,score\nAda,3", "its first line names columns"),
        ("b.csv", "judge,speech,score,winner\nAda,1,75,pro\nAda,2,75,con", "winner is told in two ways"),
        ("b.csv", "judge,speech,score,winner\nAda,1,175,pro", "score"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_one_line(
    match: FinishedMatch, tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        read_ballots(path, match)
    assert name in str(refused.value) and told in str(refused.value) and "\n" not in str(refused.value)


# -- agreement --------------------------------------------------------------------------------------


def judgements(matrix: list[list[float]]) -> list[Annotation]:
    """A row a judge, a column a thing; nan where nothing was said."""
    return [
        Annotation(f"thing {column}", f"judge {row}", value)
        for row, values in enumerate(matrix)
        for column, value in enumerate(values)
        if not np.isnan(value)
    ]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_is_the_librarys_with_missing_judgements(level: str) -> None:
    seeded = random.Random(7)
    matrix = [[seeded.choice([1, 2, 3, 3, 4, 5, np.nan]) for _ in range(20)] for _ in range(4)]
    found = agreement(judgements(matrix), level)  # type: ignore[arg-type]
    assert found.judgements >= FEWEST
    assert found.alpha == pytest.approx(krippendorff.alpha(matrix, level_of_measurement=level))


def test_alpha_is_withheld_below_thirty_judgements_and_raw_agreement_stands_beside_it() -> None:
    one, two = [1.0] * 10 + [2.0] * 4, [1.0] * 9 + [2.0] * 5
    few = agreement(judgements([one, two]))
    assert (few.alpha, few.judgements, few.raw) == (None, 28, 13 / 14)
    assert "raw agreement 93% of pairs" in few.told and "withheld below 30 judgements" in few.told
    enough = agreement(judgements([[*one, 1.0], [*two, 1.0]]))
    assert enough.alpha is not None and enough.told.startswith("Krippendorff's alpha 0.8")


def test_where_all_say_the_same_alpha_is_not_defined() -> None:
    same = agreement(judgements([[3.0] * 15, [3.0] * 15]))
    assert (same.alpha, same.raw) == (None, 1.0) and "all say the same" in same.told


def test_a_pair_is_counted_for_every_two_judges_and_what_one_alone_judged_is_not() -> None:
    found = agreement(judgements([[1, 1], [1, np.nan], [2, np.nan]]))
    pairs = list(itertools.combinations([1, 1, 2], 2))
    assert found.raw == sum(a == b for a, b in pairs) / len(pairs)
    assert (found.judgements, found.things) == (3, 1)
    assert agreement([]).raw is None


def test_nobody_judges_a_thing_twice() -> None:
    with pytest.raises(UsageError):
        agreement([Annotation("a", "Ada", 1), Annotation("a", "Ada", 2)])
