"""Whole matches with real agent jobs and real sound: what a listener in the room receives."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from agent.components import Components
from agent.match.events import EndReason, Event, SentenceSpoken
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import hold_in_room
from agent.running.files.log import read_log
from agent.running.observers import Observer
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import RoomError
from config.format import Side
from config.settings import RoomSettings, Settings
from tests.quick import QUICK
from tests.room.table import NETWORK_SECONDS, SHORT, loud

pytestmark = pytest.mark.room
ROOT = Path(__file__).parents[2]


def setup_in(folder: Path, settings: Settings = QUICK, **changes: object) -> MatchSetup:
    seats = {
        Side.PRO: SeatSetup(Occupant.DEBATER),
        Side.CON: SeatSetup(Occupant.TEXT, ROOT / "config/opponents/ai-tutor-con"),
    }
    rehearsal = Components(settings).library().get("ai-tutor")
    return replace(MatchSetup(rehearsal.subject, SHORT, seats, settings, folder), **changes)  # type: ignore[arg-type]


class Captions(Observer):
    """What a listener in the room was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[Side, str]] = []

    def on_caption(self, side: Side, text: str) -> None:
        self.shown.append((side, text))


def test_a_match_in_a_real_room(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    captions = Captions()
    match = asyncio.run(hold_in_room(setup_in(folder), [captions]))
    assert match.ended == "all turns were held"
    assert Match.replay(read_log(folder)) == match
    assert not match.failed

    opening, answer, rebuttal = match.turns
    assert answer.heard, "the debater heard its opponent only through the room"
    assert not answer.spoken
    for record in match.turns:
        sound = loud(folder / f"turn-{record.index + 1}-{record.side}-opening.wav" if record.index < 2
                     else folder / "turn-3-pro-rebuttal.wav")  # fmt: skip
        assert sound, "sound arrived"
        assert sound[0] < 3.0, "sound from the start (how soon exactly: rostrum bench room)"
        assert sound[-1] <= record.seconds + NETWORK_SECONDS, "after the bell nothing is heard"
    for record in (opening, rebuttal):
        assert record.reason in (EndReason.YIELDED, EndReason.BELL)  # a machine that is busy reaches the bell
        assert record.spoken[-1].end <= record.seconds
        assert record.overrun == 0
    assert answer.reason is EndReason.BELL  # the text was longer than its time
    spoken = [sentence.text for record in match.turns for sentence in record.spoken]
    assert captions.shown == [(Side.PRO, text) for text in spoken], "captions are what was spoken"


@pytest.mark.long
def test_a_server_that_dies_in_the_middle_leaves_a_whole_match(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    others = set(psutil.Process().children())

    class Killer(Observer):
        def on_event(self, event: Event, match: Match) -> None:
            if isinstance(event, SentenceSpoken):
                for child in set(psutil.Process().children()) - others:
                    if child.name() == "livekit-server":
                        child.kill()

    with pytest.raises(RoomError, match=r"livekit-server ended|connection to the room was lost"):
        asyncio.run(hold_in_room(setup_in(folder), [Killer()]))
    match = Match.replay(read_log(folder))
    assert match.ended == "the room was lost"
    assert match.failed[0].part == "room"
    assert loud(folder / "turn-1-pro-opening.wav")


def test_no_server_at_all_says_how_to_get_one(tmp_path: Path) -> None:
    settings = Settings(room=RoomSettings(server="no-such-livekit-server"))
    with pytest.raises(RoomError, match=r"make setup.*rostrum debate"):
        asyncio.run(hold_in_room(setup_in(tmp_path / "m", settings=settings)))
