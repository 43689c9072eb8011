"""A seat says who debates: its method, its model and its voice, in one line that is the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from agent.match.seats import Occupant
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import ConfigError, UsageError
from config.format import Side
from config.settings import AiSeat, Models, Settings, load_settings
from config.shipped import load_format
from tests.fakes import uniforms


def test_a_line_names_method_model_and_voice() -> None:
    seat = SeatSetup.parse("plain,model=llama3:8b,voice=hibari:heart")
    assert (seat.occupant, seat.method, seat.model, seat.voice) == (
        Occupant.DEBATER, "plain", "llama3:8b", "hibari:heart",
    )  # fmt: skip
    assert SeatSetup.parse("prepared") == SeatSetup.parse("treedebater")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("robot", "'robot' is not a seat; use METHOD[,model=NAME][,voice=NAME][,without=PART+PART] (methods: "),
        ("plain,key=x", "key: there is no such setting"),
        ("treedebater,without=hope", "treedebater cannot do without 'hope', only without rehearsal, flow, audience, "),
        ("plain,without=flow", "plain cannot do without 'flow', only without nothing"),
        ("audio", "is not a seat"),
        ("mic:", "is not a seat"),
        ("Plain!", "is not a seat"),
        ("", "is not a seat"),
    ],
)
def test_what_is_no_seat_is_said_in_one_line(line: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        SeatSetup.parse(line)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_side_goes_without_parts_of_its_method_and_the_log_says_so() -> None:
    seat = SeatSetup.parse("treedebater,without=rehearsal+flow+flow")
    assert seat.without == seat.info().without == ("flow", "rehearsal")
    assert AiSeat(without=["look_ahead"]) == AiSeat.parse("treedebater,without=look-ahead")  # type: ignore[arg-type]
    assert "without" not in SeatSetup.parse("treedebater").info().model_dump()


def test_what_was_a_switch_for_both_sides_says_where_it_is_now() -> None:
    with pytest.raises(ValidationError, match=r"is said of a seat: .*treedebater,without=flow"):
        Settings.model_validate({"thinking": {"flow": False}})


def test_the_settings_name_seats_in_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "rostrum.yaml"
    path.write_text("seats: {pro: 'plain,model=large', con: {method: prepared, voice: 'piper:joe'}}\n")
    seats = load_settings(path).seats
    assert seats.of(Side.PRO) == AiSeat(method="plain", model="large")
    assert seats.of(Side.CON) == AiSeat(method="treedebater", voice="piper:joe")
    path.write_text("seats: {pro: 'plain,modle=large'}\n")
    with pytest.raises(ConfigError, match=r"seats.pro.modle: there is no such setting"):
        load_settings(path)
    with pytest.raises(ValidationError):
        Settings.model_validate({"seats": {"pro": 3}})


def test_a_model_is_a_set_of_the_settings_or_one_at_the_server_of_the_default() -> None:
    settings = Settings(
        models=Models.model_validate(
            {
                "default": {"base_url": "http://here/v1", "model": "small", "price_in": 1, "price_out": 1},
                "roles": {"judge": {"model": "other"}},
                "max_calls": 9,
            }
        ),
        serving={"models": {"large": {"default": {"model": "big", "base_url": "http://there/v1"}}}},  # type: ignore[arg-type]
    )
    chosen = settings.asking("large").models
    assert (chosen.default.model, chosen.default.base_url, chosen.max_calls) == ("big", "http://there/v1", 9)
    named = settings.asking("medium").models
    assert (named.default.model, named.default.base_url, named.default.price_in) == ("medium", "http://here/v1", None)
    assert named.roles == {}
    costly = settings.model_copy(update={"models": settings.models.model_copy(update={"max_cost": 1.0, "roles": {}})})
    with pytest.raises(ConfigError, match="max_cost needs price_in and price_out of medium"):
        costly.asking("medium")


def test_two_seats_may_ask_two_models_with_two_voices(tmp_path: Path) -> None:
    seats = {
        Side.PRO: SeatSetup.parse("treedebater,model=medium,voice=espeak:en"),
        Side.CON: SeatSetup.parse("treedebater"),
    }
    setup = MatchSetup(uniforms(), load_format("sprint"), seats, Settings(), tmp_path)
    assert setup.settings_of(Side.PRO).models.default.model == "medium"
    assert setup.settings_of(Side.PRO).speaking.voices[Side.PRO] == "espeak:en"
    assert setup.settings_of(Side.CON) == setup.settings
