"""Who of the team speaks next is a table: each row, all bounds, and every way a stage can go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from planning.methods.agent4debate.table import NEXT, WHO, Outcome, Progress, Rules, Step, Teammate

SEARCHER, ANALYZER, WRITER, REVIEWER = Teammate
ABSENT = [frozenset(some) for size in range(4) for some in combinations((SEARCHER, ANALYZER, REVIEWER), size)]
ORDERING, REFUSING = 3, 2


def outcomes(step: Step) -> list[Outcome]:
    return [outcome for at, outcome in NEXT if at is step]


def stages(progress: Progress, rules: Rules) -> Iterator[list[Progress]]:
    """Every way a stage can go from there on."""
    if progress.speaker is None:
        yield [progress]
        return
    for outcome in outcomes(progress.step):
        for rest in stages(progress.after(outcome, rules), rules):
            yield [progress, *rest]


def spoken(*done: Outcome, rules: Rules | None = None, begins: Step = Step.SEARCH) -> list[Teammate | None]:
    """Who speaks, if that is what comes of each turn."""
    rules = rules or Rules()
    progress = Progress().begun(begins, rules)
    who = [progress.speaker]
    for outcome in done:
        progress = progress.after(outcome, rules)
        who.append(progress.speaker)
    return who


def test_every_step_but_the_last_has_a_speaker_and_something_after_it() -> None:
    assert set(WHO) == set(Step) - {Step.DONE}
    assert {step for step, _ in NEXT} == set(WHO)
    assert set(NEXT.values()) | {Step.SEARCH, Step.OUTLINE} == set(Step)
    assert all(Outcome.FAILED in outcomes(step) for step in WHO), "whoever speaks may fail"


def test_a_stage_as_the_paper_has_it() -> None:
    made, ordered, accepted, refused = Outcome.MADE, Outcome.ORDERED, Outcome.ACCEPTED, Outcome.REFUSED
    assert spoken(made, made, ordered, made, made, refused, made, accepted) == [
        SEARCHER,
        ANALYZER,
        WRITER,
        SEARCHER,
        WRITER,
        REVIEWER,
        WRITER,
        REVIEWER,
        None,
    ]


@pytest.mark.parametrize("without", ABSENT, ids=lambda some: "-".join(sorted(some)) or "all")
def test_whatever_is_said_a_stage_ends_within_its_bounds_and_only_the_team_speaks(without: frozenset[Teammate]) -> None:
    rules = Rules(rounds=REFUSING, orders=ORDERING, without=without)
    count = 0
    for begins in (Step.SEARCH, Step.OUTLINE, Step.WRITE):
        for went in stages(Progress().begun(begins, rules), rules):
            count += 1
            who = [one.speaker for one in went if one.speaker is not None]
            assert not set(who) & without
            assert who[-1] is not ANALYZER and WRITER in who
            assert went[-1].rounds == who.count(REVIEWER) <= REFUSING
            ordered = [one for one in went if one.step is Step.SUPPLY]
            assert went[-1].orders == len(ordered) <= ORDERING
            assert who.count(WRITER) <= 1 + ORDERING + REFUSING
            assert who.count(ANALYZER) <= 1
    assert count >= 3


def test_what_was_used_up_stays_so_when_a_speech_is_written_again() -> None:
    rules = Rules(rounds=1, orders=1)
    progress = Progress().begun(Step.WRITE, rules)
    for outcome in (Outcome.ORDERED, Outcome.MADE, Outcome.MADE, Outcome.REFUSED, Outcome.MADE):
        progress = progress.after(outcome, rules)
    assert (progress.step, progress.rounds, progress.orders) == (Step.DONE, 1, 1)
    again = progress.begun(Step.WRITE, rules)
    assert again.after(Outcome.ORDERED, rules).speaker is None, "neither an order nor a review is left"


def test_what_cannot_come_of_a_step_is_refused() -> None:
    for step in WHO:
        for outcome in set(Outcome) - set(outcomes(step)):
            with pytest.raises(ValueError, match="cannot come of"):
                Progress(step).after(outcome, Rules())
