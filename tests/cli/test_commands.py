"""`rostrum` as a user runs it, judged by what it prints and leaves behind; `alone` where its process matters."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import wave
from pathlib import Path

import psutil
import pytest

from agent.match.state import Match
from agent.running.files.log import read_log
from speech.audio import ROOM_RATE, Audio, silence
from speech.sound_files import write
from speech.voices.embedded import EspeakVoice
from tests.command_line import rostrum
from tests.logbook import lines

ROOT = Path(__file__).parents[2]
CON = ROOT / "config" / "opponents" / "ai-tutor-con"
BLITZ = """
name: blitz
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: pro, stage: opening, seconds: 20}
  - {side: con, stage: opening, seconds: 12}
  - {side: pro, stage: rebuttal, seconds: 20}
"""


def alone(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agent.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False, **options)


@pytest.fixture
def blitz(tmp_path: Path) -> Path:
    path = tmp_path / "blitz.yaml"
    path.write_text(BLITZ)
    return path


def test_motions_are_listed() -> None:
    done = rostrum("motions", "--json")
    assert done.returncode == 0
    by_id = {line["id"]: line for line in json.loads(done.stdout)}
    assert by_id["ai-tutor"]["claims"] == {"pro": 4, "con": 4}
    assert len(by_id) >= 12
    assert all(line["nodes"] >= 80 for line in by_id.values())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--motion", "ai-tutr"], "no motion 'ai-tutr'; the nearest: ai-tutor"),
        (["--format", "oxfrod"], "no format 'oxfrod'; the nearest: oxford"),
        (["--con", "robot"], "'robot' is not a seat"),
        (["--con", "audio:/no/such/folder"], "there is no /no/such/folder"),
        (["--con", "mic", "--pace", "fast"], "a person speaks in real time"),
        (["--call-seconds", "6"], "needs --pace fast"),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], told: str, tmp_path: Path) -> None:
    done = rostrum("debate", *arguments, "--out", tmp_path / "m")
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_wrong_setting_is_told_with_its_place(tmp_path: Path) -> None:
    settings = tmp_path / "rostrum.yaml"
    settings.write_text("hearing: {modle: tiny}\n")
    done = rostrum("--config", settings, "motions")
    assert done.returncode == 2
    assert "hearing.modle" in done.stderr


@pytest.mark.long
def test_a_match_against_a_text_heard_only_as_sound(blitz: Path, tmp_path: Path) -> None:
    folder = tmp_path / "match"
    done = alone("debate", "--format", blitz, "--con", f"text:{CON}", "--pace", "fast", "--out", folder, "--json")
    assert done.returncode == 0, done.stderr
    numbers = json.loads(done.stdout)
    assert [(t["side"], t["stage"]) for t in numbers["turns"]] == [
        ("pro", "opening"), ("con", "opening"), ("pro", "rebuttal"),
    ]  # fmt: skip
    assert all(turn["overrun"] == 0 for turn in numbers["turns"])
    assert all(t["spoken"] / t["allotted"] >= 0.9 for t in numbers["turns"] if t["side"] == "pro")

    match = Match.replay(read_log(folder))
    heard = " ".join(segment.text for segment in match.turns[1].heard)
    assert heard
    assert not match.turns[1].spoken  # nobody told the debater the text
    assert {segment.recognizer for segment in match.turns[1].heard}.isdisjoint({"captions", ""})
    for record in match.turns:
        with wave.open(str(folder / f"turn-{record.index + 1}-{record.side}-{record.stage}.wav")) as file:
            assert file.getnframes() / file.getframerate() <= record.seconds + 0.001
    assert "as heard by" in (folder / "transcript.md").read_text()
    assert (folder / "report.html").read_text().startswith("<!doctype html>")

    replayed = json.loads(alone("replay", folder, "--json").stdout)
    assert replayed["state_equal"] is True
    assert replayed["events"] == len(read_log(folder))
    assert replayed["digests"] == 4  # three turns and the match
    assert tmp_path.name not in (folder / "report.html").read_text()
    assert str(CON.parent) not in (folder / "events.jsonl").read_text()
    _alter_a_sentence(folder)
    altered = alone("replay", folder)
    assert altered.returncode == 1
    assert "turns of the live match were different" in altered.stderr
    kept = ["report.html", "match.opus", "match.vtt", "match.srt", "match.sound.json", "turn-1-pro-opening.opus"]
    for name in kept:
        (folder / name).unlink()
    assert alone("report", folder).returncode == 0
    assert [name for name in kept if not (folder / name).exists()] == []


def _alter_a_sentence(folder: Path) -> None:
    """One word of the log is not what was spoken."""
    log = folder / "events.jsonl"
    lines = log.read_text().splitlines()
    spoken = next(i for i, line in enumerate(lines) if '"sentence_spoken"' in line)
    event = json.loads(lines[spoken])
    lines[spoken] = json.dumps(event | {"text": event["text"] + " Not."})
    log.write_text("".join(f"{line}\n" for line in lines))


def opponent(folder: Path, audio: Audio) -> Path:
    folder.mkdir()
    write(folder / "opening.wav", audio)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("sound", ["silent", "german"])
def test_an_opponent_who_says_nothing_that_can_be_understood(sound: str, blitz: Path, tmp_path: Path) -> None:
    german = "Die Steuer trifft vor allem die Familien, die wenig Geld haben. Das ist ungerecht und hilft niemandem."
    audio = silence(10, ROOM_RATE) if sound == "silent" else EspeakVoice("gmw/de").synthesize(german)
    con = opponent(tmp_path / "con", audio)
    done = rostrum(
        "debate", "--format", blitz, "--con", f"audio:{con}", "--pace", "fast", "--out", tmp_path / "m", "--json"
    )
    assert done.returncode == 0, done.stderr
    rebuttal = json.loads(done.stdout)["turns"][2]
    assert rebuttal["spoken"] / rebuttal["allotted"] >= 0.85  # it goes on from its own trees


@pytest.mark.parametrize("content", [b"", b"RIFF not really a wav", b"\0" * 5000])
def test_a_broken_audio_file_is_refused_before_the_match(content: bytes, blitz: Path, tmp_path: Path) -> None:
    con = tmp_path / "con"
    con.mkdir()
    (con / "opening.wav").write_bytes(content)
    done = rostrum("debate", "--format", blitz, "--con", f"audio:{con}", "--pace", "fast", "--out", tmp_path / "m")
    assert done.returncode == 1
    assert f"{con / 'opening.wav'}: " in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_log_that_may_not_grow_ends_the_match_whole(blitz: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = alone(
        "debate", "--format", blitz, "--pace", "text", "--out", folder, preexec_fn=limit,
        env={**os.environ, "ROSTRUM_CACHE": str(_warm_cache())},
    )  # fmt: skip
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    events = read_log(folder)
    assert events
    Match.replay(events)


def _warm_cache() -> Path:
    """The converted encoder is bigger than the limit, so it must be there before."""
    from config.settings import cache_folder
    from planning.encoders.local import MiniLM

    MiniLM(cache_folder())
    return cache_folder()


def test_a_killed_match_goes_on_from_its_log_and_never_over_another(blitz: Path, tmp_path: Path) -> None:
    folder, con = tmp_path / "m", f"text:{ROOT / 'config/opponents/ai-tutor-con'}"
    match = ["debate", "--pace", "text", "--con", con, "--json"]
    assert rostrum(*match, "--format", blitz, "--out", folder).returncode == 0
    log = folder / "events.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    second = next(i for i, line in enumerate(lines) if b'"turn_started"' in line and b'"turn":1' in line)
    log.write_bytes(b"".join(lines[: second + 3]))
    again = rostrum(*match, "--format", blitz, "--out", folder)
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)
    assert "already holds a match" in again.stderr
    other = rostrum("debate", "--pace", "text", "--resume", folder)
    assert other.returncode == 2
    assert "con was a text, not a debater: name it with --con" in other.stderr
    done = rostrum(*match, "--resume", folder)
    assert done.returncode == 0, done.stderr
    assert [turn["side"] for turn in json.loads(done.stdout)["turns"]] == ["pro", "con", "pro"]
    events = read_log(folder)
    held = Match.replay(events)
    assert held.ended == "all turns were held"
    assert held.turns[2].spoken
    assert [event.seq for event in events] == list(range(len(events)))


def test_fit_lands_in_the_window_and_explains_itself(tmp_path: Path) -> None:
    speech = tmp_path / "speech.txt"
    speech.write_text((ROOT / "tests/debates/opponents/ai-tutor-con/opening.txt").read_text())
    settings = tmp_path / "rostrum.yaml"
    settings.write_text("speaking: {voices: {pro: flite}}\n")
    done = rostrum("--config", settings, "fit", speech, "--seconds", 60, "--json")
    assert done.returncode == 0, done.stderr
    fitted = json.loads(done.stdout)
    assert fitted["landed"]
    assert fitted["window"][0] <= fitted["estimated"] <= fitted["window"][1] <= 60
    assert fitted["model_calls"] == 0
    assert fitted["steps"][-1]["decision"] == "lands"
    lines = speech.read_text().splitlines()
    assert fitted["text"].startswith(lines[0])
    assert fitted["text"].endswith(lines[-1])


def test_fit_of_nothing_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n\n")
    assert rostrum("fit", tmp_path / "empty.txt", "--seconds", 60).returncode == 2
    assert rostrum("fit", tmp_path / "missing.txt", "--seconds", 60).returncode == 2


def test_doctor_names_every_part_and_logs_decisions_only_where_they_are_asked_for(tmp_path: Path) -> None:
    settings = tmp_path / "rostrum.yaml"
    settings.write_text("speaking: {voices: {pro: flite, con: espeak}}\nhearing: {model: tiny.en}\n")
    quiet = rostrum("--config", settings, "doctor", "--json")
    assert (quiet.returncode, quiet.stderr) == (0, "")
    parts = {line["part"] for line in json.loads(quiet.stdout)}
    assert {"motions", "embeddings", "recogniser", "voice of pro", "voice of con", "livekit-server"} <= parts
    told = rostrum("-v", "--config", settings, "doctor", "--json")
    assert json.loads(told.stdout) == json.loads(quiet.stdout)
    assert "Z INFO rostrum.components voice of pro: " in told.stderr
    assert rostrum("--log-file", tmp_path / "rostrum.log", "--config", settings, "doctor").stderr == ""
    assert len(lines(tmp_path / "rostrum.log")) == len(told.stderr.splitlines())


def test_a_log_file_that_cannot_be_written_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = rostrum("--log-file", tmp_path / "file" / "rostrum.log", "motions")
    assert done.returncode == 2
    assert done.stderr.startswith("rostrum: --log-file ") and len(done.stderr.splitlines()) == 1


def test_an_error_is_a_line_and_where_it_arose_is_a_line_of_the_log(tmp_path: Path) -> None:
    path = tmp_path / "rostrum.log"
    done = rostrum("-vv", "--log-file", path, "debate", "--motion", "ai-tutr")
    assert len(done.stderr.splitlines()) == 1
    assert "DEBUG rostrum.cli ends with exit code 2\\nTraceback" in lines(path)[-1]


def test_bench_strength_meets_its_bar_and_says_so() -> None:
    done = rostrum("bench", "strength", "--nodes", 2000, "--json")
    outcome = json.loads(done.stdout)
    assert outcome["name"] == "strength"
    assert set(outcome) == {"name", "settings", "results", "bars"}
    assert done.returncode == (0 if all(bar["ok"] for bar in outcome["bars"]) else 1)


def test_replay_of_a_damaged_log_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_text('{"type": "nonsense"}\n')
    done = rostrum("replay", tmp_path)
    assert done.returncode == 1
    assert "line 1" in done.stderr


def test_hearing_nothing_at_the_microphone_is_told(tmp_path: Path) -> None:
    done = rostrum("debate", "--con", "mic", "--quiet", "--out", tmp_path / "m", environment={"ALSA_CARD": "none"})
    if done.returncode == 0:
        pytest.skip("this machine has a microphone")
    assert done.returncode == 1
    assert "no audio here" in done.stderr or "no input device here" in done.stderr


@pytest.mark.parametrize("name", ["joe", "nosuch:joe"])
def test_a_voice_that_nobody_knows_is_wrong_use_and_one_is_named(name: str, tmp_path: Path) -> None:
    done = rostrum("say", "Hello.", "--voice", name, "--out", tmp_path / "x.wav")
    assert done.returncode == 2
    assert "piper:joe" in done.stderr
    assert not (tmp_path / "x.wav").exists()


def test_sound_that_would_not_be_what_its_name_says_is_not_written(tmp_path: Path) -> None:
    done = rostrum("say", "Hello.", "--out", tmp_path / "x.mp3")
    assert done.returncode == 2
    assert ".wav" in done.stderr


HOLDING = """
import asyncio

import click

from agent.cli import main as cli

@click.command()
def hold():
    async def holding():
        child = await asyncio.create_subprocess_exec("sleep", "60", start_new_session=True)
        try:
            print(child.pid, flush=True)
            await child.wait()
        finally:
            child.kill()
            await child.wait()

    asyncio.run(holding())

cli.OURS = {"hold": "__main__:hold"}
cli.main(["hold"])
"""


@pytest.mark.parametrize("interrupt", [signal.SIG_DFL, signal.SIG_IGN], ids=["", "in the background of a shell"])
def test_a_command_that_is_told_to_end_ends_what_it_has_started(interrupt: signal.Handlers) -> None:
    def begun() -> None:
        signal.signal(signal.SIGINT, interrupt)

    command = [sys.executable, "-c", HOLDING]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=begun) as holding:
        assert holding.stdout is not None
        child = psutil.Process(int(holding.stdout.readline()))
        holding.terminate()
        assert holding.wait(20) != 0
        left = child.is_running()
        if left:
            child.kill()
        assert not left
