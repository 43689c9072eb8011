"""Plain against agent4debate in a real room, their model asked over HTTP: the promises are those of any method."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent.match.events import EndReason
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import hold_in_room
from agent.running.files.log import read_log
from agent.running.setup import SeatSetup
from config.format import Format, Side, Stage, Turn
from config.settings.serving import Serving
from tests.model_server import ModelServer
from tests.models.plain_speaker import PlainSpeaker
from tests.models.team_player import TeamPlayer
from tests.quick import QUICK
from tests.room.table import NETWORK_SECONDS, loud
from tests.room.test_match_in_room import Captions, setup_in

pytestmark = pytest.mark.room
MODEL = "scripted"
THREE = Format(
    name="three",
    gap_seconds=1.0,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=20),
        Turn(side=Side.CON, stage=Stage.REBUTTAL, seconds=10),
        Turn(side=Side.PRO, stage=Stage.CLOSING, seconds=20),
    ),
)


@pytest.mark.long
def test_plain_meets_agent4debate_in_a_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-to-be-seen-0815")
    folder, captions = tmp_path / "match", Captions()
    with ModelServer() as server:
        server.plays(TeamPlayer())
        server.plays(PlainSpeaker(), schema="Speech")
        models = {MODEL: server.models().model_dump(mode="json")}
        settings = QUICK.model_copy(update={"serving": Serving.model_validate({"models": models})})
        seats = {
            Side.PRO: SeatSetup(Occupant.DEBATER, method="plain", model=MODEL),
            Side.CON: SeatSetup(Occupant.DEBATER, method="agent4debate", model=MODEL),
        }
        setup = setup_in(folder, settings, seats=seats, format=THREE)
        match = asyncio.run(hold_in_room(setup, [captions]))
        asked = [one.user for one in server.asked]

    assert match.ended == "all turns were held" and not match.failed
    assert Match.replay(read_log(folder)) == match
    opening, answer, closing = match.turns
    for record, file in ((opening, "turn-1-pro-opening.wav"), (closing, "turn-3-pro-closing.wav")):
        assert record.reason in (EndReason.YIELDED, EndReason.BELL)  # a machine that is busy reaches the bell
        assert record.spoken[0].start <= 1.0 and record.overrun == 0
        assert 0.85 * record.seconds <= record.spoken[-1].end <= record.seconds  # of few and long sentences
        sound = loud(folder / file)
        assert sound[0] < 3.0 and sound[-1] <= record.seconds + NETWORK_SECONDS
    for record in match.turns:
        spoken = [sentence.text for sentence in record.spoken]
        read_by_the_other = [segment.text for segment in record.heard]
        assert read_by_the_other and read_by_the_other == spoken[: len(read_by_the_other)], "captions, word for word"
        assert len(spoken) - len(read_by_the_other) <= 1
        assert {segment.recognizer for segment in record.heard} == {"captions"}
    assert Side.CON in match.flows
    spoken = [sentence.text for record in match.turns for sentence in record.spoken]
    assert [text for _, text in captions.shown] == spoken, "spoken is what is logged"
    assert any("Our point" in one.text for one in opening.spoken), "its first speech is the model's"
    assert any(answer.spoken[0].text in user for user in asked), "the model is told what the other side said"
    assert answer.overrun == 0 and answer.spoken[0].start <= 1.0
    assert any("Our point" in one.text or "said last" in one.text for one in answer.spoken), "the team's own words"
    assert opening.actions, "its Analyzer read the other side while it spoke"
