"""What is written for others names files, and never the folders of the machine it was written on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from agent.cli.main import main
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    Degraded,
    EndReason,
    Event,
    Failed,
    MatchCreated,
    MatchEnded,
    ModelUsed,
    ParticipantLeft,
    RoleUse,
    SentenceSpoken,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.file_names import files_by_name, without_folders
from agent.match.lines import was_told
from agent.running.files.log import MatchLog, read_log
from agent.running.setup import SeatSetup
from agent.show.report import share, write_report
from config.format import Side
from speech.audio import ROOM_RATE, silence
from speech.sound_files import write
from tests.fakes import short_format

PRO, CON = Side


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/ada/x.wav: cannot be read", "x.wav: cannot be read"),
        ("text:/tmp/a b/Secret Folder/plan.txt: no", "text:plan.txt: no"),
        ("No such file: '/a b/c d.txt'", "No such file: 'c d.txt'"),
        ("/tmp/m/: is not empty", "m: is not empty"),
        ("piper /home/ada/voices/joe.onnx 3", "piper joe.onnx 3"),
        ("~/speeches is gone, file:///srv/x/y.txt too", "speeches is gone, y.txt too"),
        (r"C:\Users\Ada Lovelace\x.wav, \\server\share\y.wav", "x.wav, y.wav"),
        ("neither /home/x nor /home/y is there", "neither x nor y is there"),
        ("http://127.0.0.1:8000/v1/audio gave 500 at /v1/embeddings", None),
        ("4 / 4 and/or // ' \\n '", None),
        ("nothing / at all, [/red] nor </b>", None),
    ],
)
def test_a_path_is_told_by_its_last_part(text: str, told: str | None) -> None:
    assert files_by_name(text) == (text if told is None else told)


def test_a_path_in_the_current_folder_is_told_by_its_last_part_in_a_sentence_and_kept_in_a_name() -> None:
    assert files_by_name("secret/client/plan.txt: cannot be read") == "plan.txt: cannot be read"
    assert files_by_name("../client/plan.txt, ./notes.md") == "plan.txt, notes.md"
    assert without_folders("faster-whisper Systran/faster-whisper-base.en") == (
        "faster-whisper Systran/faster-whisper-base.en"
    )
    assert without_folders("faster-whisper /srv/models/base.en") == "faster-whisper base.en"


@given(st.text(st.sampled_from("/ab. ~:\\v1'-"), max_size=30))
def test_doing_it_again_changes_nothing(text: str) -> None:
    """Or an event read back from a log would not be the one that was written."""
    assert files_by_name(files_by_name(text)) == files_by_name(text)
    assert without_folders(without_folders(text)) == without_folders(text)


# -- a whole match under a telling folder ------------------------------------------------------------


def telling(folder: Path) -> list[Event]:
    """A match every part of which has something to say about where it lies."""
    con = SeatSetup.parse(f"text:{folder / 'speeches.txt'}")
    recognizer, voice = f"faster-whisper {folder / 'models' / 'base.en'}", f"piper {folder / 'joe.onnx'}"
    first, second = short_format().turns[:2]
    use = {"calls": 1, "failed": 0, "prompt_tokens": 1, "completion_tokens": 1, "estimated": False, "seconds": 1.0}
    seats = {PRO: SeatSetup.parse("prepared").info(voice), CON: con.info()}
    return [
        MatchCreated(match_id="m", motion_id="u", motion="Uniforms", format=short_format(), seats=seats),
        TurnStarted(turn=0, side=first.side, stage=first.stage, seconds=first.seconds),
        Degraded(part=f"voice {folder / 'x'}", reason=f"{folder / 'joe.onnx'}: is broken", instead=f"{folder / 'slt'}"),
        SentenceSpoken(turn=0, side=PRO, id="s1", text="Yes.", start=0, end=1, voice=voice),
        ClockPaused(turn=0, reason=f"to look at {folder / 'notes.txt'}"),
        ClockResumed(),
        TurnEnded(turn=0, reason=EndReason.YIELDED),
        TurnStarted(turn=1, side=second.side, stage=second.stage, seconds=second.seconds),
        TranscriptSegment(turn=1, side=CON, listener=PRO, text="no", start=0, end=1, recognizer=recognizer),
        Failed(part="recording", reason=f"[Errno 28] No space left on device: '{folder / 'turn.wav'}'"),
        ModelUsed(side=PRO, rows=(RoleUse(role="writer", model=f"{folder / 'llama'}", host="h", cost=None, **use),)),
        ParticipantLeft(side=CON, reason=f"{folder / 'speeches.txt'} is at its end"),
        MatchEnded(reason=f"{folder / 'speeches.txt'} is all there was"),
    ]


@pytest.fixture
def held(tmp_path: Path) -> Path:
    (tmp_path / "speeches.txt").write_text("no")
    folder = tmp_path / "the match"
    log = MatchLog(folder)
    for seq, event in enumerate(telling(tmp_path)):
        log.append(event.model_copy(update={"seq": seq, "at": float(seq)}))
    log.close()
    write(folder / "turn-1-pro-opening.wav", silence(1, ROOM_RATE))
    return folder


def test_no_file_of_a_match_tells_where_it_lay(held: Path, tmp_path: Path) -> None:
    write_report(held)
    share(held, tmp_path / "sent")
    written = [*held.glob("*.jsonl"), *held.glob("*.html"), *held.glob("*.md"), *(tmp_path / "sent").glob("*.*l")]
    assert len(written) == 5
    for path in written:
        assert tmp_path.name not in path.read_text(encoding="utf-8"), path.name
    page = (held / "report.html").read_text(encoding="utf-8")
    for name in ("speeches.txt", "joe.onnx: is broken", "base.en", "turn.wav", "llama"):
        assert name in page


def test_reasons_are_told_without_folders(held: Path) -> None:
    (degraded,) = [event for event in read_log(held) if isinstance(event, Degraded)]
    assert (degraded.part, degraded.reason, degraded.instead) == ("voice x", "joe.onnx: is broken", "slt")


def test_what_was_told_with_its_folder_is_not_told_again(tmp_path: Path) -> None:
    event = Degraded(part="voice", reason=f"{tmp_path / 'joe.onnx'}: is broken", instead="flite slt")
    assert was_told(event, f"voice: {tmp_path / 'joe.onnx'}: is broken; using flite slt")
    assert not was_told(event, "voice: it is slow; using flite slt")


def test_the_analysis_page_names_matches_by_their_folders_last_part(held: Path, tmp_path: Path) -> None:
    page, nowhere = tmp_path / "figures.html", tmp_path / "nowhere at all"
    done = CliRunner().invoke(main, ["analyse", str(held), str(nowhere), "--out", str(page), "--json"])
    assert done.exit_code == 0, done.output
    written = page.read_text(encoding="utf-8")
    assert tmp_path.name not in written
    assert "the match (u)" in written
    assert "left out: " in written and "cannot be read" in written


def test_a_relative_folder_is_told_by_its_name_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good, bad = Path("client") / "good", Path("client") / "bad"
    (tmp_path / "speeches.txt").write_text("no")
    for folder, lines in ((good, telling(tmp_path)), (bad, [])):
        log = MatchLog(folder)
        for seq, event in enumerate(lines):
            log.append(event.model_copy(update={"seq": seq, "at": float(seq)}))
        log.close()
    done = CliRunner().invoke(main, ["analyse", str(good), str(bad), "--out", "page.html", "--json"])
    assert done.exit_code == 0, done.output
    assert "client" not in Path("page.html").read_text(encoding="utf-8")
    assert json.loads(done.stdout)["left_out"][0]["folder"] == str(bad)  # who asked knows where it lies
