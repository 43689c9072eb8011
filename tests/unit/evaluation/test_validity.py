"""What is no statement, whatever it argues: lists of points, notes to oneself, the other side's case, nothing."""

from __future__ import annotations

import pytest

from agent.evaluation.validity import EMPTY, NOTES, POINTS, STANCE, faults
from agent.evaluation.writing import spoken_in
from agent.match.state import Match
from agent.running.files.log import read_log
from config.format import Side
from tests.models.test_evaluation import EXAMPLES

GOOD = (
    "Think of a town whose bakery closes. We say that a tax on sugar does not close it, for bread is not taxed. "
    "Our first point is that what is dear is bought less. Point two follows from it: fewer children fall ill."
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- Less sugar\n- Better health\n- Lower costs for all\n", POINTS),
        ("1. Health.\n2. Cost.\n3. Freedom to choose.\nThank you for listening to me, all of you, tonight.", POINTS),
        ("Claim 1: sugar kills. Claim 2: taxes work.\nKey point A: it is fair.\nPoint B: it is cheap.", POINTS),
        (f"Here is the revised statement: {GOOD}", NOTES),
        (f"{GOOD} As suggested by the reviewer, I have added a source.", NOTES),
        (f"I will provide feedback on the opening first. {GOOD}", NOTES),
        (f"Opening Plan: allocate 100 words to health.\n{GOOD}", NOTES),
        (f"{GOOD} [insert source here]", NOTES),
        (f"<think>The other side is weak.</think> {GOOD}", NOTES),
        (f"{GOOD} So we urge you to vote against the motion.", STANCE),
        (f"{GOOD} I concede the debate.", STANCE),
        (" ... ", EMPTY),
    ],
)
def test_a_fault_is_named(text: str, fault: str) -> None:
    assert faults(text, Side.PRO) == (fault,)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"- {GOOD}",
        "No. Never. We will not pay for it. " + GOOD,
        f"{GOOD} The reviewers of that study found no fault. Their plan: tax everything. We call that wrong.",
        f"{GOOD} My opponent's statement is clear, and it is wrong. They ask you to vote against the motion; do not.",
    ],
)
def test_a_speech_is_none(text: str) -> None:
    assert faults(text, Side.PRO) == ()


@pytest.mark.parametrize("name", ["labor-unions", "digital-dollar", "health-rationing"])
def test_speeches_of_recorded_matches_are_valid(name: str) -> None:
    match = Match.replay(read_log(EXAMPLES / name))
    found = spoken_in(match, {side: side.value for side in Side}, dict.fromkeys(Side))
    assert [(one.side, one.stage) for one in found] == [(turn.side, turn.stage) for turn in match.format.turns]
    own = [one for one in found if one.sentences]
    assert len(own) >= 3 and all(one.invalid == () and one.in_time for one in own)
