"""Whoever picks a format with questions is told which side's method declines them."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.cli.debating.match import _declines
from agent.match.seats import Occupant
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Side
from config.settings import Settings
from config.shipped import load_format
from planning.debate.motion import Motion
from planning.methods import registry


def declining(format_name: str, **methods: str) -> list[Side]:
    seats = {Side(side): SeatSetup(Occupant.DEBATER, method=name) for side, name in methods.items()}
    motion = Motion.of("Streets should be free of cars")
    return list(MatchSetup(motion, load_format(format_name), seats, Settings(), Path("match")).declining)


@pytest.mark.parametrize("format_name", ["wsdc", "british-parliamentary", "lincoln-douglas", "public-forum"])
def test_methods_that_decline_questions_are_named_where_there_are_any(format_name: str) -> None:
    assert declining(format_name, pro="agent4debate", con="treedebater") == [Side.PRO]
    assert declining(format_name, pro="treedebater", con="plain") == [Side.CON]


@pytest.mark.parametrize("format_name", ["oxford", "sprint", "agent4debate"])
def test_nothing_is_said_where_nobody_may_ask(format_name: str) -> None:
    assert declining(format_name, pro="agent4debate", con="plain") == []


def test_what_a_door_says_of_questions_is_so() -> None:
    assert {name: registry.door(name).exchanges for name in registry.names()} == {
        "treedebater": True,
        "plain": False,
        "agent4debate": False,
    }


def test_so_it_is_told_where_a_match_is_created_as_far_as_the_format_is_known() -> None:
    assert _declines("plain", "wsdc").startswith("plain declines points of information")
    assert _declines("plain", "oxford") == _declines("", "wsdc") == _declines("plain", "the-server-s-own") == ""
