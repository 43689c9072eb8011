"""What judges see of a match: every word and its time, and nothing of who is who."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.judging.masking import cut, masked, renamed, reordered, team_key, teams_of, viewed
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.match.events import EndReason, MatchEnded
from agent.match.seats import Occupant, SeatInfo
from agent.running.files.log import read_log
from config.errors import RuleError
from config.format import Side
from config.shipped import format_names, load_format
from tests.chair import Chair, heard
from tests.unit.judging.views import debate, four_teams, speech

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
SEATS = {
    Side.PRO: SeatInfo(occupant=Occupant.DEBATER, method="treedebater", model="Larch 7b", voice="hibari heart"),
    Side.CON: SeatInfo(occupant=Occupant.PERSON, name="Ada Lovelace"),
}


def held(*words: str, turns: int | None = None) -> FinishedMatch:
    """A match in which each turn has one sentence; ended after so many turns."""
    chair = Chair()
    chair.create(SEATS)
    for index in range(len(chair.format.turns) if turns is None else turns):
        chair.begin(index)
        said = words[index] if index < len(words) else f"Sentence {index} was said here."
        chair.tell(heard(index, chair.format.turns[index].side, said, 2.0, 3.0))
        chair.end(EndReason.YIELDED, chair.now + 5)
    if turns is None:
        chair.tell(MatchEnded(reason="all turns were held"))
    return finished(chair.events)


def test_every_word_of_a_recorded_match_is_there_with_its_time() -> None:
    was = finished(read_log(EXAMPLES / "labor-unions"))
    view = viewed(was)
    said = [" ".join(part.text for one in speech.said for part in one.parts) for speech in was.speeches]
    assert [" ".join(one.text.split()) for one in view.speeches] == [" ".join(text.split()) for text in said]
    assert all(line.at is not None for one in view.speeches for line in one.lines)
    assert [(one.party, one.name) for one in view.speeches][::5] == [("pro", "opening"), ("con", "closing")]
    assert view.missing == () and [one.closing for one in view.speeches] == [False] * 4 + [True] * 2


def test_nobody_is_named() -> None:
    view = viewed(held("Thank you, Ada. As an AI language model, I admire Lovelace. Larch 7b agrees."))
    assert view.speeches[0].text == "Thank you, [name]. I admire [name]. [name] agrees."


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("As an AI, I see it so.", "I see it so."),
        ("Speaking as a large language model I doubt it.", "I doubt it."),
        ("We use it as an aid in class.", "We use it as an aid in class."),
        ("TreeDebater planned this.", "[name] planned this."),
    ],
)
def test_what_tells_that_a_machine_speaks_is_struck_out(said: str, left: str) -> None:
    assert masked(said, ()) == left


def test_a_match_that_goes_on_or_in_which_nobody_spoke_is_not_judged() -> None:
    with pytest.raises(RuleError, match="when it is over"):
        viewed(held(turns=1))
    with pytest.raises(RuleError, match="somebody has spoken"):
        viewed(replace(held(), speeches=()))


def test_speeches_that_were_not_held_are_missed() -> None:
    whole = held()
    assert viewed(replace(whole, speeches=whole.speeches[:-1])).missing == ("Con, closing",)


def test_four_teams_stand_in_one_format_and_two_sides_in_all_others() -> None:
    teams = {name: [one.key for one in teams_of(load_format(name))] for name in format_names()}
    assert teams.pop("british-parliamentary") == ["OG", "OO", "CG", "CO"]
    assert not any(teams.values())
    assert team_key("Closing Opposition") == "CO"


# -- what must not change a verdict ----------------------------------------------------------------


def test_sides_take_each_other_s_names_where_they_call_each_other_too() -> None:
    view = replace(debate(), speeches=(speech(0, "pro", "Pro is right.", "The pros and cons of Constance differ."),))
    other = renamed(view)
    assert [(one.key, one.label, one.stance) for one in other.parties] == [
        ("pro", "Con", "for"),
        ("con", "Pro", "against"),
    ]
    assert other.speeches[0].text == "Con is right. The pros and cons of Constance differ."
    assert renamed(other) == view
    assert [one.label for one in renamed(four_teams()).parties][:2] == ["Opening Opposition", "Opening Government"]


def test_only_blind_speeches_change_places() -> None:
    assert reordered(debate()) is None
    other = reordered(debate(blind=True))
    assert other is not None and [one.turn for one in other.speeches] == [1, 0, 2, 3, 4, 5]
    assert other.who(other.speeches[0]) == "(1) Con, opening"


def test_the_longer_side_is_cut_to_the_shorter_at_whole_sentences_from_its_end() -> None:
    assert cut(debate()) is None
    long = debate(longer="con")
    short = cut(long)
    assert short is not None and long.words["con"] > long.words["pro"] >= short.words["con"]
    assert short.words["pro"] == long.words["pro"]
    kept = [line.text for one in short.speeches if one.party == "con" for line in one.lines]
    whole = [line.text for one in long.speeches if one.party == "con" for line in one.lines]
    assert kept == whole[: len(kept)]
