"""What comes from outside is data on the screen: no markup, no escape sequence, no control character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.match.events import ActionExtracted, Failed
from agent.match.seats import Occupant
from config.plain_text import harmless
from planning.debate.argument import Action
from tests.unit.showing import CON, PRO, PROPOSE, Hall, created, passage, spoke, started

EVIL = "a [red]mark[/red] and \x1b[31mred\x1b[0m \x1b]0;title\x07 ink\r\nbell\x07 \x9b2J end"
TAMED = "a [red]mark[/red] and red ink bell end"


def evil_debate(hall: Hall) -> Hall:
    hall.screen.on_line(EVIL)
    hall.at(0, created(pro=Occupant.MICROPHONE, con=Occupant.DEBATER, motion=EVIL)).at(0, started(0))
    hall.at(1, passage(0, EVIL))
    action = Action(kind=PROPOSE, actor=PRO, claim=EVIL)
    hall.at(1, ActionExtracted(turn=0, observer=CON, action=action, owner=PRO, node="pro1"))
    hall.at(2, Failed(part="voice", reason=EVIL))
    hall.screen.on_interim(PRO, EVIL)
    return hall


def lines_with(text: str, rows: list[str]) -> int:
    return sum(row.count(text) for row in rows)


def test_markup_and_escape_sequences_are_shown_tame_on_the_screen() -> None:
    hall = evil_debate(Hall(width=200, height=40))
    assert lines_with(TAMED, hall.rows()) == 6  # motion, passage, interim, claim and two notices
    assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 for c in hall.shown())


def test_markup_and_escape_sequences_are_shown_tame_in_plain_lines() -> None:
    hall = evil_debate(Hall(live=False))
    assert lines_with(TAMED, hall.log) == 5
    assert len(hall.log) == 6
    assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 for c in hall.paper.getvalue())


@pytest.mark.parametrize(
    ("text", "tame"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;a title that never ends", "0;a title that never ends"),
        ("one\r\ntwo\tthree\u2028four", "one two three four"),
        ("safe \u202egnp.exe", "safe gnp.exe"),
        ("naïve 東京 👩‍🏫 :warning:", "naïve 東京 👩‍🏫 :warning:"),
    ],
)
def test_what_is_left_of_a_text(text: str, tame: str) -> None:
    assert harmless(text) == tame


@given(st.text())
def test_no_text_keeps_a_control_character_and_taming_twice_changes_nothing(text: str) -> None:
    tame = harmless(text)
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in tame)
    assert harmless(tame) == tame


def test_no_emoji_code_in_a_speech_is_turned_into_a_picture() -> None:
    for live in (True, False):
        hall = Hall(live=live).at(0, created()).at(0, started(0)).at(1, spoke(0, "I say :warning: twice."))
        assert "I say :warning: twice." in (hall.shown() if live else hall.paper.getvalue())
