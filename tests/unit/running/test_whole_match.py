"""The sound of a whole match, from its folder: second for second, with captions, whatever happens to the disk."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agent.match.events import LEFT_OFF, EndReason, MatchEnded
from agent.running.files.folder import recording_name
from agent.running.files.log import BEGUN, NAME, MatchLog
from agent.running.files.whole_match import WHOLE, is_written, whole_match_of, write_whole_match
from agent.running.observers import Observer
from agent.running.setup import MatchSetup
from config.errors import RoomError
from config.format import Side
from config.settings import Settings
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import ROOM_RATE, Audio, join, silence
from speech.sound_files import WavWriter, read
from tests.chair import Chair, spoken

ROOT = Path(__file__).parents[3]
BITS = 32_000
KINDS = (".opus", ".json", ".vtt", ".srt")


def click() -> Audio:
    return Audio(np.random.default_rng(2).integers(-20_000, 20_000, ROOM_RATE // 20).astype(np.int16), ROOM_RATE)


def with_clicks(seconds: float, *at: float) -> Audio:
    """Silence, with 50 ms of noise at each of these seconds."""
    parts, now = [], 0.0
    for second in at:
        parts += [silence(second - now, ROOM_RATE), click()]
        now = second + 0.05
    return join([*parts, silence(seconds - now, ROOM_RATE)], ROOM_RATE)


def record(folder: Path, chair: Chair, turn: int, sound: Audio) -> Path:
    path = folder / recording_name(turn, chair.format.turns[turn].side, chair.format)
    writer = WavWriter(path, ROOM_RATE)
    writer.add(sound)
    writer.close()
    return path


def keep(folder: Path, chair: Chair) -> None:
    log = MatchLog(folder)
    for event in chair.events:
        log.append(event)
    log.close()


def held(folder: Path) -> Chair:
    """Two turns of 10 s; a pause of 6 s in the second, at 4 s of its clock; a click at 3 s and at 5 s of each."""
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.tell(spoken(0, Side.PRO, "Uniforms reduce bullying.", 3, 5), at=5)
    chair.bell(at=10)
    chair.begin(1, at=12)
    chair.pause(at=16)
    chair.resume(at=22)
    chair.tell(spoken(1, Side.CON, "Bullies find other marks.", 5, 6), at=24)
    chair.end(EndReason.YIELDED, at=28)
    chair.tell(MatchEnded(reason="all turns were held"), at=30)
    keep(folder, chair)
    record(folder, chair, 0, with_clicks(10, 3, 5))
    record(folder, chair, 1, with_clicks(10, 3, 5))
    return chair


def clicks(path: Path) -> list[float]:
    """Where noise begins, in seconds."""
    loud = [frame.level > 0.1 for frame in read(path).frames(0.01)]
    return [place / 100 for place in range(1, len(loud)) if loud[place] and not loud[place - 1]]


def test_a_second_of_the_recording_is_that_second_of_the_match(tmp_path: Path) -> None:
    held(tmp_path)
    assert write_whole_match(tmp_path, BITS) == tmp_path / WHOLE
    assert clicks(tmp_path / WHOLE) == pytest.approx([3, 5, 15, 23], abs=0.03)
    assert read(tmp_path / WHOLE).seconds == pytest.approx(30, abs=0.001)


def test_each_turn_is_there_by_itself(tmp_path: Path) -> None:
    held(tmp_path)
    write_whole_match(tmp_path, BITS)
    for name in ("turn-1-pro-opening", "turn-2-con-opening"):
        assert clicks(tmp_path / f"{name}.opus") == pytest.approx([3, 5], abs=0.03)
        assert (tmp_path / f"{name}.wav").is_file(), "what a listener received stays"


def test_captions_stand_at_the_sound_they_are_of(tmp_path: Path) -> None:
    held(tmp_path)
    write_whole_match(tmp_path, BITS)
    lines = (tmp_path / "match.vtt").read_text().splitlines()
    assert "00:00:03.000 --> 00:00:05.000" in lines
    assert "00:00:23.000 --> 00:00:24.000" in lines
    assert "<v Con>Bullies find other marks." in lines
    assert "00:00:23,000 --> 00:00:24,000\nCon: Bullies find other marks." in (tmp_path / "match.srt").read_text()


def test_where_it_is_from_is_told(tmp_path: Path) -> None:
    held(tmp_path)
    write_whole_match(tmp_path, BITS)
    told = json.loads((tmp_path / "match.sound.json").read_text())
    assert told["second_for_second"] is True
    assert told["stretches"][-2] == {
        "file": 22.0, "at": 22.0, "seconds": 6.0, "recording": "turn-2-con-opening.wav", "start": 4.0, "extra": False
    }  # fmt: skip


def test_a_listener_who_began_anew_is_heard_from_there(tmp_path: Path) -> None:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=4, reason="the match was interrupted")
    chair.resume(at=4)
    chair.end(EndReason.YIELDED, at=10)
    keep(tmp_path, chair)
    first = record(tmp_path, chair, 0, with_clicks(5, 3, 4.5))
    writer = WavWriter(first.with_stem(f"{first.stem}-2"), ROOM_RATE)
    writer.add(with_clicks(6, 1))
    writer.close()
    write_whole_match(tmp_path, BITS)
    assert clicks(tmp_path / WHOLE) == pytest.approx([3, 4.5, 6], abs=0.03), "second 5 of the turn, and one more"


def test_a_match_that_was_only_written_has_no_sound(tmp_path: Path) -> None:
    chair = Chair()
    chair.create()
    keep(tmp_path, chair)
    assert write_whole_match(tmp_path, BITS) is None
    assert {path.name for path in tmp_path.iterdir()} == {NAME, BEGUN}


def test_it_is_written_anew_when_the_log_has_grown(tmp_path: Path) -> None:
    held(tmp_path)
    assert not is_written(tmp_path)
    write_whole_match(tmp_path, BITS)
    assert is_written(tmp_path)
    written = (tmp_path / WHOLE).stat().st_mtime
    os.utime(tmp_path / "events.jsonl", (written + 1, written + 1))
    assert not is_written(tmp_path)


@pytest.mark.parametrize("left", [b"", b"RIFF"], ids=["a full disk left nothing", "damaged"])
def test_a_recording_that_cannot_be_read_is_told_and_the_rest_is_there(
    left: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chair = held(tmp_path)
    (tmp_path / recording_name(0, Side.PRO, chair.format)).write_bytes(left)
    with caplog.at_level(logging.WARNING, "rostrum.recording"):
        write_whole_match(tmp_path, BITS)
    assert "turn-1-pro-opening.wav: cannot be read as sound" in caplog.text
    assert clicks(tmp_path / WHOLE) == pytest.approx([15, 23], abs=0.03)
    assert (tmp_path / "match.vtt").read_text().count("<v ") == 2


FULL = """
import resource, sys
from pathlib import Path
from agent.running.files.whole_match import write_whole_match
from config.errors import AudioError

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    write_whole_match(Path(sys.argv[1]), 32000)
except AudioError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [10, 600, 9_000], ids=["captions", "the first turn", "the whole match"])
def test_on_a_full_disk_nothing_else_is_lost(tmp_path: Path, limit: int) -> None:
    held(tmp_path)
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    command = [sys.executable, "-c", FULL, str(tmp_path), str(limit)]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=240, check=True).stdout
    assert "cannot be written: File too large" in said
    assert {path: path.read_bytes() for path in kept} == kept
    assert not list(tmp_path.glob("*.part"))
    assert not (tmp_path / WHOLE).exists()


MEASURED = """
import sys
from pathlib import Path
from agent.running.files.whole_match import write_whole_match

write_whole_match(Path(sys.argv[1]), 32000)
status = Path("/proc/self/status").read_text()  # getrusage would count the memory of the process that started this one
print(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
"""


@pytest.mark.long
def test_a_long_match_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    """Ten minutes in one turn are 29 MB of sound."""
    used = {}
    for seconds in (10, 600):
        chair = Chair()
        chair.create()
        chair.begin(0, at=0)
        chair.end(EndReason.YIELDED, at=seconds)
        folder = tmp_path / str(seconds)
        keep(folder, chair)
        record(folder, chair, 0, silence(seconds, ROOM_RATE))
        command = [sys.executable, "-c", MEASURED, str(folder)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
        used[seconds] = int(done.stdout)
    assert used[600] - used[10] < 10_000, "KiB"


# -- when a match ends -------------------------------------------------------------------------------


class Lines(Observer):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_line(self, line: str) -> None:
        self.lines.append(line)


def setup_of(folder: Path, motion: Rehearsal, chair: Chair, settings: Settings | None = None) -> MatchSetup:
    return MatchSetup(motion.subject, chair.format, {}, settings or Settings(), folder)


async def over(setup: MatchSetup, watching: Observer, error: BaseException | None = None) -> None:
    async with whole_match_of(setup, watching):
        if error is not None:
            raise error


def test_it_is_there_when_the_match_has_ended(tmp_path: Path, motion: Rehearsal) -> None:
    chair = held(tmp_path)
    watching = Lines()
    asyncio.run(over(setup_of(tmp_path, motion, chair), watching))
    assert is_written(tmp_path)
    assert watching.lines == []


def test_one_that_goes_on_in_another_process_is_written_there(tmp_path: Path, motion: Rehearsal) -> None:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=4, reason=LEFT_OFF)
    keep(tmp_path, chair)
    record(tmp_path, chair, 0, with_clicks(4, 3))
    asyncio.run(over(setup_of(tmp_path, motion, chair), Lines()))
    assert not is_written(tmp_path)


def test_and_when_the_room_was_lost(tmp_path: Path, motion: Rehearsal) -> None:
    chair = held(tmp_path)
    with pytest.raises(RoomError):
        asyncio.run(over(setup_of(tmp_path, motion, chair), Lines(), RoomError("the server is gone")))
    assert is_written(tmp_path)


def test_who_is_told_to_stop_does_not_wait_for_it(tmp_path: Path, motion: Rehearsal) -> None:
    chair = held(tmp_path)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(over(setup_of(tmp_path, motion, chair), Lines(), asyncio.CancelledError()))
    assert not is_written(tmp_path)


def test_that_it_cannot_be_written_is_told_and_loses_no_match(tmp_path: Path, motion: Rehearsal) -> None:
    chair = held(tmp_path)
    (tmp_path / "match.vtt.part").mkdir()
    watching = Lines()
    asyncio.run(over(setup_of(tmp_path, motion, chair), watching))
    (line,) = watching.lines
    assert line.startswith("the recording of the whole match was not written: ")


def test_it_can_be_switched_off(tmp_path: Path, motion: Rehearsal) -> None:
    chair = held(tmp_path)
    off = Settings.model_validate({"recording": {"opus": False}})
    asyncio.run(over(setup_of(tmp_path, motion, chair, off), Lines()))
    assert [path.suffix for path in tmp_path.iterdir() if path.suffix in KINDS] == []
