"""A person in a room who is heard over the network: by a real Whisper behind the interface of OpenAI's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.components import Components
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import LiveKitRoom
from agent.room.processes.livekit_server import LiveKitServer
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Side
from config.settings import Settings
from speech.hearing.recognizers.whisper import WhisperRecognizer
from speech.models.packages import MODELS, folder_of
from tests import hearing_server as serving
from tests.hearing_server import Hearing, HearingServer, sends
from tests.room.people import Human, heard_to_the_end, speech
from tests.room.table import until
from tests.room.test_person import DUEL, Watching

pytestmark = pytest.mark.room
SECONDS = 10


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HearingServer]:
    tiny = next(model for model in MODELS if "tiny" in model.name)
    whisper = WhisperRecognizer(str(folder_of(tiny, tmp_path)))
    alone = threading.Lock()

    def answer(request: Hearing) -> None:
        with alone:
            words = whisper.read(request.samples).words
        told = [{"word": word.text, "start": word.start, "end": word.end} for word in words]
        sends({"text": " ".join(word.text for word in words), "words": told})(request)

    with serving.running() as server:
        server.answer = answer
        yield server
    whisper.close()


def held(livekit: LiveKitServer, server: HearingServer, folder: Path) -> Match:
    """A match in which con is a person, heard by that server."""
    remote = {"base_url": server.url, "timeout_seconds": 20.0}
    settings = Settings.model_validate({"hearing": {"model": "openai:whisper-1", "remote": remote}})
    seats = {Side.PRO: SeatSetup(Occupant.DEBATER), Side.CON: SeatSetup(Occupant.PERSON)}
    setup = MatchSetup(Components(settings).motion("ai-tutor"), DUEL, seats, settings, folder)
    watching = Watching()

    async def run() -> Match:
        con = Human(livekit, setup.id, Side.CON, speech("ai-tutor", Side.CON, SECONDS))
        match = asyncio.create_task(host_match(LiveKitRoom(livekit.url, livekit.keys), setup, [watching]))
        await until(lambda: "waiting for con" in watching.lines, 60)
        await con.come()
        await heard_to_the_end(con, 90)
        await con.yields(0)
        await match
        await con.go()
        return match.result()

    return asyncio.run(run())


@pytest.mark.long
def test_a_person_is_heard_by_a_recogniser_over_the_network(
    livekit: LiveKitServer, worker: Path, server: HearingServer, tmp_path: Path
) -> None:
    match = held(livekit, server, tmp_path / "far")
    assert match.ended == "all turns were held" and not match.failed
    assert "recogniser" not in [trouble.part for trouble in match.degraded]
    assert len(server.asked) > 2, "while the person speaks"
    words = " ".join(part.text for part in match.turns[0].heard).lower()
    assert len(words.split()) > 15 and "technology" in words, words
    assert match.turns[1].spoken


@pytest.mark.long
def test_where_it_goes_silent_in_the_middle_the_person_is_heard_by_this_machine(
    livekit: LiveKitServer, worker: Path, server: HearingServer, tmp_path: Path
) -> None:
    server.answers = dict.fromkeys(range(2, 1000), serving.hangs_up)
    match = held(livekit, server, tmp_path / "gone")
    assert match.ended == "all turns were held" and not match.failed
    told = [f"{trouble.reason}; {trouble.instead}" for trouble in match.degraded if trouble.part == "recogniser"]
    assert told and all("goes on" in line for line in told), told
    assert len(" ".join(part.text for part in match.turns[0].heard).split()) > 15
    assert match.turns[1].spoken
