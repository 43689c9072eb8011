"""Plain in whole matches in writing, in formats with exchanges: every turn is filled and inside its time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.local.virtual_time import run
from agent.local.writing import WritingRoom
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Side
from config.settings import Settings
from config.shipped import EXCHANGES, load_format, load_phrases
from planning.debate.motion import Motion
from planning.methods import registry
from tests.model_server import ModelServer
from tests.models.plain_speaker import PlainSpeaker

ANY = "This house would close city centres to private cars"


def held(server: ModelServer, folder: Path, format_name: str, con: str = "plain") -> Match:
    models = json.loads(server.models().model_dump_json())
    settings = Settings.model_validate({"models": models, "serving": {"models": {"none": {}}}, "seed": "one"})
    seats = {
        Side.PRO: SeatSetup(Occupant.DEBATER, method="plain"),
        Side.CON: SeatSetup(Occupant.DEBATER, method=con, model="none" if con == "treedebater" else ""),
    }
    motion = registry.known("fat-tax", settings) if con == "treedebater" else Motion.of(ANY)
    assert motion is not None
    setup = MatchSetup(motion, load_format(format_name), seats, settings, folder)
    match = run(host_match(WritingRoom(), setup), fast=True, lag=0.0)
    assert match.ended == "all turns were held" and not match.failed
    assert Match.replay(read_log(folder)) == match
    return match


@pytest.mark.parametrize(
    "format_name", [pytest.param("british-parliamentary", marks=pytest.mark.long), "lincoln-douglas"]
)
def test_every_speech_is_filled_and_inside_its_time(server: ModelServer, tmp_path: Path, format_name: str) -> None:
    server.plays(PlainSpeaker())
    match = held(server, tmp_path / "m", format_name)
    for turn in match.turns:
        if turn.examined:
            assert not turn.spoken and turn.ended is not None, "it asks nothing, and gives the time back"
            continue
        assert turn.overrun == 0 and turn.spoken[0].start == 0.0
        assert 0.98 * turn.seconds <= turn.spoken[-1].end <= turn.seconds


def test_what_it_is_asked_in_a_cross_examination_it_puts_off_politely(server: ModelServer, tmp_path: Path) -> None:
    server.plays(PlainSpeaker())
    match = held(server, tmp_path / "m", "lincoln-douglas", con="treedebater")
    examined = match.turns[1]
    assert examined.spoken, "treedebater asks"
    later = set(load_phrases(EXCHANGES)["answer.later"])
    assert {one.text for one in examined.beside} <= later and examined.beside
    rebuttal = " ".join(asked.user for asked in server.asked if "first affirmative rebuttal" in asked.user)
    assert examined.spoken[0].text in rebuttal, "what it was asked is in the record of its next speech"
