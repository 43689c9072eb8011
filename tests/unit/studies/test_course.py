"""A listener's way through a study, and what is made of the answers of several, counted by hand."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.attitudes import Moved
from agent.studies.course import Consented, GivenAnswer, ListenerCourse, courses, drawn, steps
from agent.studies.export import rows, summary, table, whole
from agent.studies.study import Study, read_study
from config.errors import RuleError, UsageError
from tests.studying import written

AT = datetime(2026, 11, 25, tzinfo=UTC)
SPEECHES = [
    {"side": side, "stage": stage, "text": f"{side} {stage}"}
    for stage in ("opening", "closing")
    for side in ("pro", "con")
]
WHOLE = Study.model_validate(
    {"items": [{"id": "=debate", "motion": "Zoos should be closed", "context": SPEECHES}], "items_per_listener": 1}
)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return read_study(written(tmp_path))


def begun(study: Study, listener: str, seed: int = 1) -> ListenerCourse:
    course = ListenerCourse(listener)
    course.take(Consented(at=AT, listener=listener, seed=seed, items=drawn(study, {}, seed)))
    return course


def answered(study: Study, course: ListenerCourse, **given: Any) -> None:
    asked = course.next(study)
    assert asked is not None and course.consented is not None
    number = course.consented.items.index(asked[0]) + 1
    course.take(course.answered(study, AT, number, asked[2].id, GivenAnswer(**given)))


def test_what_is_drawn_is_the_same_for_the_same_seed_and_spread_over_items(study: Study) -> None:
    assert drawn(study, {}, 7) == drawn(study, {}, 7)
    assert len({drawn(study, {}, seed) for seed in range(20)}) > 6
    few = study.model_copy(update={"items_per_listener": 2})
    rare = drawn(few, {study.items[0].id: 5, study.items[1].id: 4}, 3)
    assert {one.item for one in rare} == {study.items[1].id, study.items[2].id}


def test_checks_come_when_the_debate_so_far_was_heard(study: Study) -> None:
    item = study.items[0]
    ids = [step.id for step in steps(item, ("plain", "tree"))]
    assert ids == ["before", "speech-1", "claim", "battlefield", "version-1", "version-2", "compare"]
    bare = item.model_copy(update={"context": ()})
    assert [step.id for step in steps(bare, ("plain", "tree"))][-3:] == ["compare", "claim", "battlefield"]
    assert [step.rated for step in steps(WHOLE.items[0], ())] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("words", "passes"),
    [
        ("How children get treated", True),
        ("CLOTHING and clothes", True),
        ("school uniforms", False),
        ("should be mandatory", False),
        ("no idea", False),
    ],
)
def test_a_battlefield_is_named_by_a_word_that_is_not_the_motions(study: Study, words: str, passes: bool) -> None:
    assert study.items[0].named(words) is passes


def test_an_answer_is_kept_once_and_only_when_it_is_asked(study: Study) -> None:
    course = ListenerCourse("L001")
    with pytest.raises(RuleError, match="agree"):
        course.answered(study, AT, 1, "before", GivenAnswer(vote=0))
    course = begun(study, "L001")
    with pytest.raises(RuleError, match="reload"):
        course.answered(study, AT, 1, "compare", GivenAnswer(better=1))
    for given in ({}, {"vote": 0, "rating": 3}, {"rating": 3}):
        with pytest.raises(UsageError, match="answered with vote, and nothing else"):
            course.answered(study, AT, 1, "before", GivenAnswer.model_validate(given))
    first = course.answered(study, AT, 1, "before", GivenAnswer(vote=0))
    course.take(first)
    course.take(first.model_copy(update={"given": GivenAnswer(vote=2)}))  # the line of a process that was cut off
    assert course.answers[first.item, "before"].given.vote == 0
    assert course.consented is not None
    again = courses([course.consented, *course.answers.values()])["L001"]
    assert again.next(study) == course.next(study)


def heard(*votes: int, listener: str = "L001") -> ListenerCourse:
    """A whole debate, with a vote before it and after each speech, each rated 3."""
    course = begun(WHOLE, listener)
    for place, vote in enumerate(votes):
        answered(WHOLE, course, vote=vote, **({"rating": 3} if place else {}))
    return course


def test_whole_debates_are_rated_by_speech_and_counted_as_shifts() -> None:
    audience = [
        heard(-1, 0, 0, 1, 2, listener="L001"),  # changed to Pro
        heard(1, 1, 1, 2, 2, listener="L002"),  # moved to Pro, on whose side they were
        heard(0, 1, -1, 1, 0, listener="L003"),  # there and back
        heard(0, -1, listener="L004"),  # has not heard all of it
    ]
    found = rows(WHOLE, audience)
    assert [(row.version, row.vote_before, row.vote_after) for row in found[:4]] == [
        ("1", -1, 0),
        ("2", 0, 0),
        ("3", 0, 1),
        ("4", 1, 2),
    ]
    assert (found[0].better, found[0].passed_checks, found[0].stage, found[0].side) == ("", None, "opening", "pro")
    shift = summary(WHOLE, audience)["shifts"]["=debate"]
    assert shift["moved"] == Moved(pro=2, con=0, stayed=1).model_dump()
    assert shift["changed_sides"] == Moved(pro=1, con=0, stayed=2).model_dump()


def test_who_fails_a_check_is_exported_and_weighs_nothing(study: Study) -> None:
    one = study.model_copy(update={"items": study.items[:1], "items_per_listener": 1})
    good, bad = begun(one, "L001"), begun(one, "L002")
    for course, choice, rating in ((good, 1, 5), (bad, 0, 1)):
        for given in ({"vote": 0}, {"vote": 1}, {"choice": choice}, {"words": "how children are treated"}):
            answered(one, course, **given)
        for _ in range(2):
            answered(one, course, vote=0, rating=rating)
        answered(one, course, better=0, comment="=1+1")
    assert (good.done(one), good.passed(one), bad.passed(one)) == (True, True, False)
    told = summary(one, [good, bad])
    assert told["listeners"] == {"begun": 2, "done": 2, "failed_checks": 1}
    assert {key: some["mean"] for key, some in told["ratings"].items()} == {"tree": 5, "plain": 5}
    assert told["better"] == {"tie": 1}
    assert [row.passed_checks for row in rows(one, [good, bad])] == [True, True, False, False]
    answers = whole(one, [good, bad])["listeners"][0]["answers"]
    assert [one["step"] for one in answers] == [step.id for step in steps(one.items[0], ("tree", "plain"))]


def test_a_table_has_no_formula_and_leaves_out_what_was_not_asked() -> None:
    (row, *_) = csv.DictReader(io.StringIO(table(rows(WHOLE, [heard(0, 1)]))))
    assert (row["item"], row["better"], row["passed_checks"]) == ("'=debate", "", "")
