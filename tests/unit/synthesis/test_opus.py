"""Opus that grows piece by piece: as long as what went in, whole or not there, in little memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest

from config.errors import AudioError
from speech.audio import ROOM_RATE, Audio, silence
from speech.opus import OpusWriter, WavReader, opus_of
from speech.sound_files import WavWriter, read, write
from tests.word_tones import write_opus

ROOT = Path(__file__).parents[3]


def noise(seconds: float, rate: int = ROOM_RATE) -> Audio:
    samples = np.random.default_rng(1).integers(-8000, 8000, round(seconds * rate))
    return Audio(samples.astype(np.int16), rate)


def test_what_is_added_is_heard_at_its_second(tmp_path: Path) -> None:
    with OpusWriter(tmp_path / "a.opus") as opus:
        opus.add_silence(3.25)
        opus.add(noise(0.5))
        opus.add_silence(1.25)
        assert opus.seconds == pytest.approx(5.0)
    sound = read(tmp_path / "a.opus")
    assert sound.seconds == pytest.approx(5.0, abs=0.001)
    loud = [place * 0.01 for place, frame in enumerate(sound.frames(0.01)) if frame.level > 0.05]
    assert (loud[0], loud[-1]) == (pytest.approx(3.25, abs=0.02), pytest.approx(3.74, abs=0.02))


def test_it_is_ogg_opus_of_48_khz_mono(tmp_path: Path) -> None:
    write_opus(tmp_path / "a.opus", noise(10.0))
    with av.open(str(tmp_path / "a.opus")) as container:
        (stream,) = container.streams.audio
        assert (container.format.name, stream.codec_context.name) == ("ogg", "opus")
        assert (stream.rate, stream.channels) == (48_000, 1)
    assert (tmp_path / "a.opus").stat().st_size < 10 * 32_000 / 8 * 1.5


def test_sound_of_another_rate_is_brought_to_it(tmp_path: Path) -> None:
    with OpusWriter(tmp_path / "a.opus") as opus:
        for block in noise(2.0, 16_000).frames(0.1):
            opus.add(block)
    assert read(tmp_path / "a.opus").seconds == pytest.approx(2.0, abs=0.01)


def test_left_by_an_error_nothing_stays_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.opus"
    path.write_bytes(b"from before")
    (tmp_path / "a.wav").write_bytes(b"RIFF")
    with pytest.raises(AudioError), OpusWriter(path):
        WavReader(tmp_path / "a.wav")
    (tmp_path / "a.wav").unlink()
    assert path.read_bytes() == b"from before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match=r"nowhere/a\.opus: cannot be written: No such file"):
        write_opus(tmp_path / "nowhere" / "a.opus", noise(0.1))


FILLS_THE_DISK = """
import resource, sys
from pathlib import Path
from config.errors import AudioError
from tests.unit.synthesis.test_opus import noise
from tests.word_tones import write_opus

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))  # no file may grow beyond this
try:
    write_opus(Path(sys.argv[1]), noise(20.0))
except AudioError as error:
    print(error)
"""


@pytest.mark.parametrize("limit", [0, 20_000, 75_500], ids=["at once", "in the middle", "at the end"])
def test_on_a_full_disk_there_is_no_half_file(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "a.opus"
    write_opus(path, noise(20.0))
    assert path.stat().st_size > 75_500
    before = path.read_bytes()
    command = [sys.executable, "-c", FILLS_THE_DISK, str(path), str(limit)]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=240, check=True).stdout
    assert "a.opus: cannot be written: " in said
    assert "\n" not in said.strip()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_wav_is_read_piece_by_piece(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", noise(2.5))
    with WavReader(tmp_path / "a.wav") as sound:
        assert (sound.rate, sound.seconds) == (ROOM_RATE, 2.5)
        pieces = [sound.take(1.0), sound.take_to(1.5), sound.take_to(1.2), sound.take(9.0), sound.take(1.0)]
    assert [piece.seconds for piece in pieces] == [1.0, 0.5, 0.0, 1.0, 0.0]
    assert np.array_equal(np.concatenate([piece.samples for piece in pieces]), noise(2.5).samples)


def test_a_recording_that_is_still_growing_is_read_as_far_as_it_is(tmp_path: Path) -> None:
    writer = WavWriter(tmp_path / "a.wav", ROOM_RATE)
    writer.add(noise(1.0))
    opus_of(tmp_path / "a.wav", tmp_path / "a.opus")
    writer.close()
    assert read(tmp_path / "a.opus").seconds == pytest.approx(1.0, abs=0.001)


def test_what_is_no_wav_of_ours(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"RIFF but nothing else")
    with pytest.raises(AudioError, match=r"a\.wav: cannot be read as sound"):
        WavReader(tmp_path / "a.wav")


def test_a_wav_of_no_length(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", silence(0, ROOM_RATE))
    opus_of(tmp_path / "a.wav", tmp_path / "a.opus")
    assert (tmp_path / "a.opus").is_file()
