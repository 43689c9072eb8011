"""Sound as data, and the files it comes from and goes to."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.errors import AudioError
from speech.audio import EAR_RATE, ROOM_RATE, Audio, Resampler, join, mixed, silence
from speech.sound_files import WavWriter, read, write
from tests.word_tones import write_opus


def tone(seconds: float, rate: int = ROOM_RATE, hertz: float = 440.0, level: float = 0.3) -> Audio:
    time = np.arange(round(seconds * rate)) / rate
    return Audio((np.sin(2 * np.pi * hertz * time) * level * 32767).astype(np.int16), rate)


def pitch(audio: Audio) -> float:
    """The strongest frequency, in Hz."""
    spectrum = np.abs(np.fft.rfft(audio.samples.astype(float)))
    return float(spectrum.argmax() * audio.rate / len(audio.samples))


# -- sound as data -----------------------------------------------------------------------------------


def test_length_and_level() -> None:
    assert tone(1.5).seconds == 1.5
    assert tone(1.0).level == pytest.approx(0.3 / 2**0.5, abs=0.001)
    assert silence(2.0, EAR_RATE).seconds == 2.0
    assert silence(2.0, EAR_RATE).level == 0.0
    assert silence(0, EAR_RATE).level == 0.0
    assert silence(-1, EAR_RATE).seconds == 0.0


def test_cutting() -> None:
    assert tone(3.0).cut(1.0, 1.5).seconds == 0.5
    assert tone(3.0).cut(2.5, 9.0).seconds == 0.5


@given(st.integers(0, 5000), st.floats(0.001, 0.2))
def test_frames_hold_everything_once(samples: int, seconds: float) -> None:
    audio = Audio(np.arange(samples, dtype=np.int16), EAR_RATE)
    frames = list(audio.frames(seconds))
    whole = np.concatenate([frame.samples for frame in frames]) if frames else np.zeros(0)
    assert (whole == audio.samples).all()
    assert len({len(frame.samples) for frame in frames[:-1]}) <= 1


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_another_rate_is_the_same_sound(rate: int) -> None:
    converted = tone(1.0, rate).at(ROOM_RATE)
    assert converted.rate == ROOM_RATE
    assert converted.seconds == pytest.approx(1.0, abs=0.001)
    assert pitch(converted) == pytest.approx(440, abs=2)
    assert converted.level == pytest.approx(tone(1.0).level, rel=0.02)


def test_sounds_at_once_add_up_and_never_wrap_around() -> None:
    one, loud = Audio(np.array([1, -2, 3], np.int16), 8), Audio(np.array([32767, -32768, 4], np.int16), 8)
    assert mixed([one]) is one
    assert mixed([one, one]).samples.tolist() == [2, -4, 6]
    assert mixed([one, loud]).samples.tolist() == [32767, -32768, 7]


def test_joining_brings_everything_to_one_rate() -> None:
    joined = join([tone(0.5, 16_000), silence(0.25, 24_000), tone(0.25, 48_000)], ROOM_RATE)
    assert joined.rate == ROOM_RATE
    assert joined.seconds == pytest.approx(1.0, abs=0.001)
    assert join([], ROOM_RATE).seconds == 0.0


# -- streaming conversion ----------------------------------------------------------------------------


def streamed(resampler: Resampler, *parts: Audio) -> Audio:
    """Everything through the converter in frames of 20 ms, and what it held back at the end."""
    pieces = [resampler(frame) for part in parts for frame in part.frames(0.02)]
    return join([*pieces, resampler.flush()], resampler.rate)


@pytest.mark.parametrize("rate", [8_000, 24_000, 44_100, 48_000])
def test_a_stream_comes_out_whole(rate: int) -> None:
    heard = streamed(Resampler(EAR_RATE), tone(1.0, rate))
    assert heard.seconds == pytest.approx(1.0, abs=0.001)
    assert pitch(heard) == pytest.approx(440, abs=2)


def test_a_stream_at_the_right_rate_passes_through_untouched() -> None:
    said = tone(0.5, EAR_RATE)
    assert (streamed(Resampler(EAR_RATE), said).samples == said.samples).all()


@pytest.mark.parametrize("rates", [(48_000, 44_100), (48_000, 16_000), (16_000, 48_000), (44_100, 16_000, 48_000)])
def test_a_source_that_changes_its_rate_loses_nothing(rates: tuple[int, ...]) -> None:
    """A participant's microphone is changed in the middle of a speech."""
    heard = streamed(Resampler(EAR_RATE), *(tone(0.5, rate) for rate in rates))
    assert heard.seconds == pytest.approx(0.5 * len(rates), abs=0.002)


def test_after_a_change_of_rate_sound_comes_in_the_order_it_was_made() -> None:
    heard = streamed(Resampler(EAR_RATE), tone(0.5, 48_000), silence(0.5, EAR_RATE))
    assert heard.cut(0.3, 0.49).level > 0.1
    assert heard.cut(0.55, 2.0).level < 0.001


def test_flushing_twice_gives_nothing_more() -> None:
    resampler = Resampler(EAR_RATE)
    streamed(resampler, tone(0.1, 48_000))
    assert resampler.flush().seconds == 0.0
    assert Resampler(EAR_RATE).flush().seconds == 0.0


# -- files -------------------------------------------------------------------------------------------

CODECS = {"wav": "pcm_s16le", "mp3": "libmp3lame", "ogg": "libopus", "flac": "flac", "m4a": "aac"}


def encoded(path: Path, audio: Audio, *, channels: int = 1) -> Path:
    """A file made by PyAV; in stereo the sound is on both channels."""
    layout = "stereo" if channels == 2 else "mono"
    with av.open(str(path), "w") as container:
        stream = container.add_stream(CODECS[path.suffix[1:]], rate=audio.rate, layout=layout)
        packed = np.repeat(audio.samples, channels).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(packed, format="s16", layout=layout)
        frame.sample_rate = audio.rate
        fits = av.AudioResampler(format=stream.codec_context.format, layout=layout, rate=audio.rate)
        size = stream.codec_context.frame_size or 1024
        fifo = av.AudioFifo()
        for converted in fits.resample(frame):
            converted.pts = None
            fifo.write(converted)
        pieces = [*fifo.read_many(size), fifo.read(partial=True)]
        for piece in (*(p for p in pieces if p is not None), None):
            container.mux(stream.encode(piece))
    return path


@pytest.mark.parametrize("suffix", CODECS)
@pytest.mark.parametrize("channels", [1, 2])
def test_a_sound_file_is_read(tmp_path: Path, suffix: str, channels: int) -> None:
    path = encoded(tmp_path / f"speech.{suffix}", tone(1.0, 48_000), channels=channels)
    found = read(path)
    assert found.rate == ROOM_RATE
    assert found.seconds == pytest.approx(1.0, abs=0.1)  # coders pad
    assert pitch(found) == pytest.approx(440, abs=3)
    assert found.cut(0.2, 0.8).level == pytest.approx(0.3 / 2**0.5, rel=0.1)


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_a_file_of_any_rate_is_brought_to_the_one_asked_for(tmp_path: Path, rate: int) -> None:
    path = encoded(tmp_path / "speech.wav", tone(1.0, rate))
    for wanted in (EAR_RATE, ROOM_RATE):
        found = read(path, wanted)
        assert found.rate == wanted
        assert found.seconds == pytest.approx(1.0, abs=0.005)
        assert pitch(found) == pytest.approx(440, abs=2)


def test_what_was_written_is_read_to_the_sample(tmp_path: Path) -> None:
    said = tone(0.5)
    write(tmp_path / "x.wav", said)
    assert (read(tmp_path / "x.wav").samples == said.samples).all()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cannot be read as sound"),
        (b"This is a letter and not a sound.\n" * 50, "cannot be read as sound"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", ""),
        (bytes(4000), ""),
    ],
)
def test_what_is_no_sound_is_refused_by_name(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "speech.wav"
    path.write_bytes(content)
    with pytest.raises(AudioError, match=reason or None) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_wav_without_samples_holds_no_sound(tmp_path: Path) -> None:
    write(tmp_path / "x.wav", silence(0, ROOM_RATE))
    with pytest.raises(AudioError, match="holds no sound"):
        read(tmp_path / "x.wav")


def test_a_picture_holds_no_sound(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=25, width=64, height=64, pix_fmt="yuv420p")
        frame = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), dtype=np.uint8), format="rgb24")
        for picture in (frame, None):
            container.mux(stream.encode(picture))
    with pytest.raises(AudioError, match="holds no sound"):
        read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="cannot be read"):
        read(tmp_path / "none.wav")
    with pytest.raises(AudioError, match="cannot be read"):
        read(tmp_path)


def test_the_half_of_a_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    write(tmp_path / "x.wav", tone(1.0))
    whole = (tmp_path / "x.wav").read_bytes()
    (tmp_path / "x.wav").write_bytes(whole[: len(whole) // 2])
    assert read(tmp_path / "x.wav").seconds == pytest.approx(0.5, abs=0.01)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_writing_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="cannot be written"):
        write(tmp_path / "none" / "x.wav", tone(0.1))
    with pytest.raises(AudioError, match="cannot be written"):
        WavWriter(tmp_path / "none" / "x.wav", ROOM_RATE)


# -- a recording that grows --------------------------------------------------------------------------


def test_a_recording_is_whole_after_every_piece(tmp_path: Path) -> None:
    """The process may be killed at any time: what was added until then can be heard."""
    path = tmp_path / "turn.wav"
    writer = WavWriter(path, ROOM_RATE)
    for number in range(1, 11):
        writer.add(tone(0.05))
        assert writer.seconds == pytest.approx(0.05 * number)
        assert read(path).seconds == pytest.approx(0.05 * number)
    writer.close()
    assert read(path).seconds == pytest.approx(0.5)


def test_a_recording_that_was_never_closed_is_read_to_the_sample(tmp_path: Path) -> None:
    said = tone(0.3)
    writer = WavWriter(tmp_path / "turn.wav", ROOM_RATE)
    for frame in said.frames(0.05):
        writer.add(frame)
    assert (read(tmp_path / "turn.wav").samples == said.samples).all()
    writer.close()


@pytest.mark.parametrize("rate", [16_000, 48_000])
def test_a_recording_of_another_rate_has_all_of_it(tmp_path: Path, rate: int) -> None:
    writer = WavWriter(tmp_path / "turn.wav", ROOM_RATE)
    for frame in tone(1.0, rate).frames(0.02):
        writer.add(frame)
    writer.close()
    assert read(tmp_path / "turn.wav").seconds == pytest.approx(1.0, abs=0.002)
    assert writer.seconds == pytest.approx(1.0, abs=0.002)


def test_opus_is_small_and_sounds_the_same(tmp_path: Path) -> None:
    wav, ogg = tmp_path / "tone.wav", tmp_path / "tone.ogg"
    write(wav, tone(3.0))
    write_opus(ogg, tone(3.0))
    again = read(ogg)
    assert again.seconds == pytest.approx(3.0, abs=0.05)
    assert pitch(again) == pytest.approx(440.0, abs=2.0)
    assert ogg.stat().st_size < wav.stat().st_size / 5


def test_opus_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="nowhere"):
        write_opus(tmp_path / "nowhere" / "tone.ogg", tone(0.1))
