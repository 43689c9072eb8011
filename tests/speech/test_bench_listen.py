"""The ear's benchmark: what it counts, and a small run of it with the real parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.bench import Outcome
from agent.bench.listen import (
    LOST_TAIL_SECONDS,
    SHIPPED_TEXTS,
    Ear,
    Heard,
    Stream,
    read_aloud,
    recorded,
    resident,
    run,
)
from agent.components import Components
from agent.local.virtual_time import run as run_loop
from config.errors import AudioError, ConfigError
from config.format import Side
from config.settings import Hearing, Settings
from speech.audio import ROOM_RATE, Audio, join, silence, write
from speech.ports import HeardWord
from tests.fakes import EnergyDetector, ScriptedRecognizer, SineVoice

SENTENCES = ("The tutor answers every question at once.", "Taxes on bread hurt the poor most of all.")
EMBEDDED = Settings(hearing=Hearing(engine="pocketsphinx"))


def word(end: float) -> HeardWord:
    return HeardWord("word", end - 0.3, end)


def test_lags_and_the_tail_are_counted_from_the_ends_of_words() -> None:
    heard = Heard([word(1.0), word(2.0)], handed_on=[2.5, 2.5], voiced_until=2.25)
    assert heard.lags == [1.5, 0.5]
    assert heard.lost_tail == 0.25
    assert Heard(voiced_until=3.0).lost_tail == 3.0  # nothing was understood
    assert Heard([word(2.0)], [2.5], voiced_until=1.9).lost_tail == 0.0


def test_memory_is_counted_from_where_the_stream_has_settled() -> None:
    stream = Stream(seconds=100.0, wall_seconds=12.5, memory=[(0.0, 50.0), (10.0, 90.0), (25.0, 100.0), (100.0, 104.0)])
    assert (stream.settled, stream.growth) == (100.0, 4.0)
    assert stream.real_time_factor == 0.125
    assert resident() > 1


@pytest.mark.parametrize("paced", [True, False])
def test_the_ear_stamps_every_word_and_starts_each_speech_at_nought(paced: bool) -> None:
    voice = SineVoice()
    audio = join([voice.synthesize("one"), silence(0.4, ROOM_RATE), voice.synthesize("two")], ROOM_RATE)

    async def hear_twice() -> list[Heard]:
        ear = Ear(ScriptedRecognizer("one", "two", "three", "four"), EnergyDetector())
        return [await ear.hear(audio, paced=paced) for _ in range(2)]

    first, second = run_loop(hear_twice(), fast=True)
    assert (first.text, second.text) == ("one two", "three four")
    assert len(first.lags) == 2
    assert second.words[0].end < audio.seconds
    assert second.voiced_until == pytest.approx(audio.seconds, abs=0.05)
    if paced:  # no sound is heard before it is spoken, and the last word is handed on at the bell
        assert min(second.lags) >= -1e-6
        assert second.handed_on[-1] == pytest.approx(audio.seconds, abs=0.01)
    else:
        assert second.handed_on[-1] < audio.seconds


def two_texts(folder: Path) -> Path:
    for side, sentence in zip(("pro", "con"), SENTENCES, strict=True):
        (folder / f"tutor-{side}").mkdir()
        (folder / f"tutor-{side}" / "opening.txt").write_text(sentence)
    return folder


def results(outcome: Outcome) -> dict[str, dict[str, float]]:
    return {line["part"]: line for line in outcome.as_json()["results"]}


def test_a_small_run_gives_plausible_numbers(tmp_path: Path) -> None:
    outcome = run(two_texts(tmp_path), minutes=0.2, seconds=5, settings=EMBEDDED)
    lines, as_json = results(outcome), outcome.as_json()
    assert as_json["name"] == "listen"
    assert as_json["settings"]["speeches"] == 2
    assert as_json["settings"]["recogniser"] == "pocketsphinx (embedded)"
    assert lines["stream"]["audio_seconds"] >= 12
    assert 0 <= lines["stream"]["word_error_rate"] <= 1.5
    assert lines["stream"]["real_time_factor"] > 0
    assert lines["real time"]["words"] > 0
    assert 0 < lines["real time"]["lag_p50"] <= lines["real time"]["lag_p95"] <= lines["real time"]["lag_p100"]
    assert lines["memory"]["start_mib"] > 50
    assert lines["troubles"]["count"] == 0
    bars = {bar["name"]: bar for bar in as_json["bars"]}
    assert bars["longest lost tail, seconds"]["value"] <= LOST_TAIL_SECONDS
    assert bars["memory growth of the stream, MiB"]["limit"] == 32
    if lines["stream"]["real_time_factor"] < 1:
        assert bars["lag of committed words, p95 seconds"]["value"] == lines["real time"]["lag_p95"]


def test_recordings_are_heard_with_their_transcripts(tmp_path: Path) -> None:
    write(tmp_path / "one.wav", Components(EMBEDDED).voice(Side.PRO).synthesize(SENTENCES[0]))
    (tmp_path / "one.txt").write_text(SENTENCES[0])
    outcome = run(folder=tmp_path, minutes=0.01, seconds=0, settings=EMBEDDED)
    lines = results(outcome)
    assert outcome.settings["voice"] == "recordings"
    assert lines["stream"]["words"] == len(SENTENCES[0].split())
    assert "lag_p95" not in lines["real time"]
    assert len(outcome.bars) == 2  # nothing was heard in real time, so no lag is claimed


def test_what_is_missing_is_said_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no recordings"):
        recorded(tmp_path)
    with pytest.raises(ConfigError, match=r"no texts|cannot be read"):
        read_aloud(tmp_path / "nowhere", Components(EMBEDDED))
    with pytest.raises(ConfigError, match="no texts"):
        read_aloud(tmp_path, Components(EMBEDDED))
    write(tmp_path / "one.wav", Audio(SineVoice().synthesize("one").samples, ROOM_RATE))
    with pytest.raises(ConfigError, match=r"one\.txt"):
        recorded(tmp_path)
    (tmp_path / "one.txt").write_text(" ... \n")
    with pytest.raises(ConfigError, match="holds no words"):
        recorded(tmp_path)
    (tmp_path / "one.txt").write_text("one")
    (tmp_path / "one.wav").write_bytes(b"no sound")
    with pytest.raises(AudioError, match=r"one\.wav"):
        recorded(tmp_path)


def test_the_shipped_texts_are_there() -> None:
    assert len(list(SHIPPED_TEXTS.rglob("*.txt"))) >= 6
