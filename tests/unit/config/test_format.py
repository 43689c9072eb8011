"""Formats are data: who speaks when, for how long, and what is wrong with a file that says it badly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.errors import ConfigError, UnknownName
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from config.shipped import format_names, load_format


def test_the_other_side() -> None:
    assert Side.PRO.other is Side.CON
    assert Side.CON.other is Side.PRO


def test_oxford_is_four_four_and_two_minutes_a_side() -> None:
    oxford = load_format("oxford")
    assert [(t.side, t.stage, t.seconds) for t in oxford.turns] == [
        (Side.PRO, Stage.OPENING, 240),
        (Side.CON, Stage.OPENING, 240),
        (Side.PRO, Stage.REBUTTAL, 240),
        (Side.CON, Stage.REBUTTAL, 240),
        (Side.PRO, Stage.CLOSING, 120),
        (Side.CON, Stage.CLOSING, 120),
    ]
    assert oxford.seconds == 1200


def test_the_look_ahead_of_oxford() -> None:
    oxford = load_format("oxford")
    assert [oxford.look_ahead(i) for i in range(6)] == [3, 2, 1, 0, 0, 0]


def test_agent4debate_opens_blind_and_closes_with_con_first() -> None:
    found = load_format("agent4debate")
    assert [turn.blind for turn in found.turns] == [True, True, False, False, False, False]
    assert [turn.side for turn in found.turns[-2:]] == [Side.CON, Side.PRO]
    assert [turn.name for turn in found.turns[::2]] == ["constructive", "rebuttal", "summary"]


@pytest.mark.parametrize("name", format_names())
def test_every_shipped_format_is_fair(name: str) -> None:
    found = load_format(name)
    assert found.name == name
    assert found.description
    own = [turn for turn in found.turns if turn.cross_examination is not Asks.BOTH]
    time = {side: sum(turn.seconds for turn in own if turn.side is side) for side in Side}
    assert time[Side.PRO] == time[Side.CON]
    assert found.look_ahead(len(found.turns) - 1) == 0


def test_the_formats_to_choose_from() -> None:
    assert format_names() == [
        "agent4debate",
        "british-parliamentary",
        "lincoln-douglas",
        "oxford",
        "public-forum",
        "sprint",
        "wsdc",
    ]


def test_world_schools_is_three_speeches_of_eight_minutes_and_a_reply_of_four() -> None:
    wsdc = load_format("wsdc")
    assert [turn.seconds for turn in wsdc.turns] == [480] * 6 + [240] * 2
    assert [turn.side for turn in wsdc.turns[-2:]] == [Side.CON, Side.PRO]
    assert [turn.reply for turn in wsdc.turns] == [False] * 6 + [True] * 2
    windows = [turn.points_of_information for turn in wsdc.turns]
    assert windows == [OfferWindow(start=60, end=420)] * 6 + [None] * 2
    assert [wsdc.look_ahead(i) for i in range(8)] == [5, 4, 3, 2, 1, 0, 0, 0]


def test_lincoln_douglas_as_the_nsda_has_it() -> None:
    found = load_format("lincoln-douglas")
    assert [(turn.side.value, turn.seconds / 60) for turn in found.turns] == [
        ("pro", 6),
        ("con", 3),
        ("con", 7),
        ("pro", 3),
        ("pro", 4),
        ("con", 6),
        ("pro", 3),
    ]
    assert [i for i, turn in enumerate(found.turns) if turn.cross_examination is Asks.SIDE] == [1, 3]
    assert found.preparation_seconds == 240
    assert [found.look_ahead(i) for i in range(7)] == [3, 3, 2, 2, 1, 0, 0]  # nothing new in a cross-examination


def test_public_forum_as_the_nsda_has_it() -> None:
    found = load_format("public-forum")
    assert [turn.seconds / 60 for turn in found.turns] == [4, 4, 3, 4, 4, 3, 3, 3, 3, 2, 2]
    assert [i for i, turn in enumerate(found.turns) if turn.cross_examination is Asks.BOTH] == [2, 5, 8]
    assert found.preparation_seconds == 180


def test_british_parliamentary_is_eight_speeches_of_seven_minutes_by_four_teams() -> None:
    found = load_format("british-parliamentary")
    assert [turn.seconds for turn in found.turns] == [420] * 8
    assert len({turn.speaker for turn in found.turns}) == 4
    assert {turn.points_of_information for turn in found.turns} == {OfferWindow(start=60, end=360)}


def test_the_names_of_speeches_are_fit_for_files() -> None:
    names = [turn.file_name for name in format_names() for turn in load_format(name).turns]
    assert all(re.fullmatch(r"[\w-]+", name) for name in names)
    assert load_format("wsdc").turns[0].file_name == "first-speech"
    assert Turn(side=Side.PRO, stage=Stage.OPENING, seconds=5, label="../a b").file_name == "a-b"
    assert Turn(side=Side.PRO, stage=Stage.OPENING, seconds=5, label="...").file_name == "opening"


WRONG_TURNS = {
    "a window beyond the turn": ({"points_of_information": {"start": 5, "end": 11}}, "end within the turn"),
    "a window that ends first": ({"points_of_information": {"start": 5, "end": 5}}, "begin before they end"),
    "points in a cross-examination": (
        {"cross_examination": "side", "points_of_information": {"start": 5, "end": 9}},
        "no points_of_information",
    ),
    "a reply that is no closing": ({"reply": True}, "a reply speech is of stage closing"),
}


@pytest.mark.parametrize("name", WRONG_TURNS)
def test_turns_that_make_no_sense(name: str) -> None:
    fields, reason = WRONG_TURNS[name]
    with pytest.raises(ValueError, match=reason):
        Turn.model_validate({"side": "pro", "stage": "opening", "seconds": 10, **fields})


def test_an_unknown_format_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no format 'oxfrod'; the nearest: oxford$") as caught:
        load_format("oxfrod")
    assert caught.value.exit_code == 2


def test_a_name_like_no_other_lists_them_all() -> None:
    with pytest.raises(UnknownName, match="there are: wsdc, oxford, sprint, agent4debate"):
        load_format("zzz")


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path) -> str:
    """What the user is told, which is one line with the path in it."""
    with pytest.raises(ConfigError) as caught:
        load_format(str(path))
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


def test_a_format_of_ones_own(tmp_path: Path) -> None:
    path = write(tmp_path, "name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\n")
    assert load_format(str(path)) == Format(name="duel", turns=(Turn(side=Side.CON, stage=Stage.OPENING, seconds=30),))


def test_warnings_are_put_in_order() -> None:
    turn = Turn(side=Side.PRO, stage=Stage.OPENING, seconds=60)
    assert Format(name="x", turns=(turn,), warnings_seconds=(5, 30, 10)).warnings_seconds == (30, 10, 5)


def test_bad_yaml_is_refused_with_its_place(tmp_path: Path) -> None:
    assert re.search(r"line [23]\b", refused(write(tmp_path, "name: duel\nturns: [{side: con\n")))


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"name: \xff\xfe\n")
    assert "not YAML" in refused(path)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "name: "),
        ("- a\n- b\n", "dictionary"),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\nbell: loud\n", "bell: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 30, colour: red}]\n", "turns.0.colour: "),
        ("name: duel\nturns: [{side: judge, stage: opening, seconds: 30}]\n", "turns.0.side: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: soon}]\n", "turns.0.seconds: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 0}]\n", "turns.0.seconds: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 3601}]\n", "turns.0.seconds: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: .nan}]\n", "turns.0.seconds: "),
        ("name: duel\nturns: [{side: con, stage: opening}]\n", "turns.0.seconds: "),
        ("name: duel\nturns: []\n", "turns: "),
        ("turns: [{side: con, stage: opening, seconds: 30}]\n", "name: "),
        (
            "name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\nwarnings_seconds: [0]\n",
            "warnings_seconds: ",
        ),
        (
            "name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\nwarnings_seconds: [.nan]\n",
            "warnings_seconds",
        ),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\ngap_seconds: -1\n", "gap_seconds: "),
        ("name: duel\nturns: [{side: con, stage: opening, seconds: 30}]\ngap_seconds: .nan\n", "gap_seconds: "),
    ],
)  # fmt: skip
def test_a_wrong_format_is_refused_with_the_place_of_the_fault(tmp_path: Path, text: str, place: str) -> None:
    assert place in refused(write(tmp_path, text))
