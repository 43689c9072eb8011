"""The golden debates, replayed line by line; how they are written is in tests/golden.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.match.state import Match
from config.format import Side
from tests.golden import GoldenError, play

DEBATES = sorted((Path(__file__).parent / "debates").glob("*.txt"))


@pytest.mark.parametrize("path", DEBATES, ids=lambda path: path.stem)
def test_the_debate_goes_as_it_is_written(path: Path) -> None:
    chair = play(path)
    assert chair.match.turns


@pytest.mark.parametrize("path", DEBATES, ids=lambda path: path.stem)
def test_its_log_replays_to_the_same_state(path: Path) -> None:
    chair = play(path)
    assert chair.replayed() == chair.match


@pytest.mark.parametrize("path", DEBATES, ids=lambda path: path.stem)
def test_its_log_can_be_cut_anywhere(path: Path) -> None:
    chair = play(path)
    for end in range(len(chair.log) + 1):
        state = Match.replay(chair.events[:end])
        for event in chair.events[end:]:
            state.apply(event)
        assert state == chair.match


@pytest.mark.parametrize("path", DEBATES, ids=lambda path: path.stem)
def test_both_sides_who_heard_the_same_have_the_same_trees(path: Path) -> None:
    flows = play(path).match.flows
    assert flows[Side.PRO] == flows[Side.CON]


def test_there_are_at_least_five() -> None:
    assert len(DEBATES) >= 5


# -- the notation itself -----------------------------------------------------------------------------

OPENING = 'motion: Zoos should be closed\n00:00 chair: opening, pro, 4:00\n00:05 pro: propose "cages hurt"\n'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("00:06 pro: shouts", "means nothing"),
        ('00:06 pro: attack "cages hurt"', "means nothing"),
        ("00:03 bell", "back in time"),
        ("00:06 con: yields", "not con's turn"),
        ("refused 04:00 bell", "should have been refused"),
        ('expect visits("cages hurt") = 1', "expected 1, but it is 0"),
        ('expect unmatched = "x"', "expected"),
        ('expect visits("cages heal") = 1', "0 claims are"),
        ('expect mood("cages hurt") = grim', "nobody knows"),
        ("expect turn(1) = bell", "but it is open"),
    ],
)
def test_a_line_that_goes_wrong_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "debate.txt"
    path.write_text(OPENING + line + "\n", encoding="utf-8")
    with pytest.raises(GoldenError, match=r"debate\.txt:4: ") as caught:
        play(path)
    assert reason in str(caught.value)
