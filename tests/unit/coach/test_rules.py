"""Pace, fillers and silences are counted; remarks are the heaviest of each kind; other matches get other ones."""

from __future__ import annotations

import pytest

from agent.coach.coached import coached, progress_of
from agent.coach.coaching import Became
from agent.coach.delivery import FAST, fillers, pace, silences, speaking, stretches
from agent.coach.said import Line, Spoken
from agent.match.afterwards.finished import finished
from agent.match.state import Match
from config.errors import RuleError
from config.format import Side
from tests.unit.coach.recorded import events, told


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Um, I think, uh, that it works.", 2),
        ("You know that once it is built, someone can stop it.", 0),
        ("It is, you know, not fair.", 1),
        ("This kind of tax is a sort of fine.", 0),
        ("Well, it was, like, a mess.", 2),
        ("They like uniforms well enough.", 0),
        ("I mean what I say.", 0),
        ("Germany and the drum.", 0),
    ],
)
def test_what_only_fills_time_is_told_from_the_same_words_that_say_something(text: str, count: int) -> None:
    assert sum(one.count for one in fillers(text)) == count


def test_pace_counts_the_seconds_in_which_words_were_heard_once() -> None:
    lines = [Line(0, 0.0, 4.0, "one two three four"), Line(0, 3.0, 6.0, "five six"), Line(0, 10.0, 12.0, "seven eight")]
    assert speaking(lines) == 8.0
    assert pace(8, speaking(lines)) == 60


def test_a_silence_is_told_with_what_was_said_before_it() -> None:
    spoken = Spoken(Side.PRO, (Line(0, 0.0, 2.0, "First."), Line(0, 8.5, 9.0, "Second."), Line(2, 0.0, 1.0, "Third.")))
    (found,) = silences(spoken, 0)
    assert (found.seconds, found.after.text) == (6.5, "First.")


def test_a_fast_stretch_is_found_in_a_speech_that_is_slow_on_the_whole() -> None:
    slow = [Line(0, 10.0 * n, 10.0 * n + 9, "ten words in as many seconds are no hurry here") for n in range(3)]
    fast = [Line(0, 30.0 + 4 * n, 34.0 + 4 * n, " ".join(["word"] * 15)) for n in range(3)]
    found = max(stretches(Spoken(Side.PRO, (*slow, *fast))), key=lambda one: one[0])
    assert found[0] > FAST and found[1][0].start == 30.0


def test_three_and_three_each_of_another_kind_on_other_words() -> None:
    for side in Side:
        coaching = told("labor-unions", side)
        for some in (coaching.well, coaching.improve):
            assert len(some) <= 3 and len({one.kind for one in some}) == len(some)
            assert len({(one.quote.turn, one.quote.start) for one in some}) == len(some)


def test_a_speech_that_ended_early_is_told_and_one_that_filled_its_time_is_not() -> None:
    """She left 21 of 120 seconds in her closing; the AI used all of its time."""
    assert "time_unused" in {one.kind for one in told().improve}
    unused = next(one for one in told().improve if one.kind == "time_unused")
    assert (unused.quote.turn, unused.quote.text) == (5, "So please vote against it.")
    assert "21 seconds" in unused.advice
    assert "time_unused" not in {one.kind for one in told("labor-unions", Side.PRO).improve}


def test_a_point_is_praised_as_unanswered_only_where_nothing_came_near_it() -> None:
    for name, side in (("labor-unions", Side.CON), ("digital-dollar", Side.CON), ("health-rationing", Side.PRO)):
        coaching = told(name, side)
        stood = [one.quote for one in coaching.well if one.kind == "stood"]
        assert all(one in [point.quote for point in coaching.yours if point.became is Became.DROPPED] for one in stood)


def test_the_drill_is_on_a_point_of_theirs_that_was_left_with_its_parts_and_an_answer_to_look_at_afterwards() -> None:
    drill = told().drill
    assert drill is not None and drill.seconds == 60
    assert drill.point == told().dropped[0].quote and drill.point.side is Side.PRO
    assert len(drill.parts) >= 2 and all(part.rstrip(".") in drill.point.text for part in drill.parts)
    assert drill.answer is not None


def test_what_is_followed_of_a_match_has_no_words_of_it() -> None:
    progress = progress_of(told(), "20261122-120000-labor-unions", "2026-11-22T12:00:00+00:00")
    said = {line for one in (*told().well, *told().improve, *told().dropped) for line in [one.quote.text]}
    assert not any(line in progress.model_dump_json() for line in said)
    assert progress.work_on == tuple(one.kind for one in told().improve)
    assert progress.dropped == sum(one.became is Became.DROPPED for one in told().dropped)


def test_a_match_that_is_not_over_has_no_coach() -> None:
    some = [one for one in events() if one.type not in ("match_ended", "state_digest")][:200]
    begun = [one.model_copy(update={"seq": seq}) for seq, one in enumerate(some)]
    with pytest.raises(RuleError, match="not over"):
        coached(Match.replay(begun), finished(begun), Side.CON, None)


def test_what_was_said_in_an_earlier_speech_is_no_new_point_at_the_end() -> None:
    for name in ("labor-unions", "digital-dollar", "health-rationing"):
        for side in Side:
            late = [one for one in told(name, side).improve if one.kind == "new_at_the_end"]
            assert not any("I said" in one.quote.text for one in late)
