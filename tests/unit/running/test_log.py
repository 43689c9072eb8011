"""The match log: whole lines or none, whatever happens to the disk or the process."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.match.events import SCHEMA_VERSION, Failed, MatchEnded, SentenceSpoken, decode, encode
from agent.match.state import Match
from agent.running.files.log import BEGUN, NAME, MatchLog, read_log
from config.errors import LogError
from config.format import Side
from tests.chair import Chair, heard, spoken

ROOT = Path(__file__).parents[3]


def held() -> Chair:
    """A match of a few events."""
    chair = Chair()
    chair.create()
    chair.begin(0)
    chair.tell(spoken(0, Side.PRO, "“Uniforms” reduce bullying — truly.\nSo I say."), at=2)
    chair.tell(heard(0, Side.PRO, "uniforms reduce bullying"), at=3)
    chair.bell(at=10)
    return chair


def written(folder: Path, chair: Chair) -> Path:
    log = MatchLog(folder)
    for event in chair.events:
        log.append(event)
    log.close()
    return folder / NAME


# -- writing and reading -----------------------------------------------------------------------------


def test_what_was_written_is_read(tmp_path: Path) -> None:
    chair = held()
    written(tmp_path, chair)
    assert read_log(tmp_path) == chair.events
    assert Match.replay(read_log(tmp_path)) == chair.match


def test_the_log_itself_can_be_named(tmp_path: Path) -> None:
    path = written(tmp_path, held())
    assert read_log(path) == read_log(tmp_path)


def test_every_event_is_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, held())
    assert path.read_bytes().count(b"\n") == len(held().log)
    assert path.read_bytes().endswith(b"\n")


def test_an_event_is_on_its_way_before_anyone_acts_on_it(tmp_path: Path) -> None:
    log = MatchLog(tmp_path)
    for number, event in enumerate(held().events, 1):
        log.append(event)
        assert len(read_log(tmp_path)) == number
    log.close()


def test_the_folder_is_made(tmp_path: Path) -> None:
    written(tmp_path / "matches" / "one", held())
    assert read_log(tmp_path / "matches" / "one") == held().events


def test_a_log_in_which_nothing_was_written_leaves_no_file(tmp_path: Path) -> None:
    MatchLog(tmp_path).close()
    assert not (tmp_path / NAME).exists()


def test_a_folder_that_holds_a_match_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, held())
    before = path.read_bytes()
    with pytest.raises(LogError, match="already holds a match"):
        MatchLog(tmp_path)
    assert path.read_bytes() == before


def test_a_new_process_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    chair = held()
    for event in chair.events:
        log = MatchLog(tmp_path, resumed=True)
        log.append(event)
        log.close()
    assert read_log(tmp_path) == chair.events


# -- a crash while writing ---------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0))
def test_a_log_cut_anywhere_gives_its_whole_lines(tmp_path: Path, place: int) -> None:
    chair = held()
    whole = "".join(line + "\n" for line in chair.log).encode()
    cut = whole[: place % (len(whole) + 1)]
    (tmp_path / NAME).write_bytes(cut)
    lines = cut.count(b"\n")
    assert read_log(tmp_path) == chair.events[:lines]
    assert Match.replay(read_log(tmp_path)) == Match.replay(chair.events[:lines])


def test_after_a_torn_line_the_log_goes_on_with_whole_ones(tmp_path: Path) -> None:
    """The chair died while it wrote; the next one opens the same log and carries on."""
    chair = held()
    path = written(tmp_path, chair)
    torn = path.read_bytes()[:-20]
    path.write_bytes(torn)
    log = MatchLog(tmp_path, resumed=True)
    log.append(chair.events[-1])
    log.close()
    assert read_log(tmp_path) == chair.events


# -- damage ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{}",
        b"not json at all",
        b'{"type": "no_such_event"}',
        b'{"type": "match_ended", "seq": 2, "at": 0.0}',
        b'{"type": "match_ended", "at": 0.0, "reason": "x"}',
        b'{"type": "match_ended", "seq": "2", "at": 0.0, "reason": "x"}',
        b'{"type": "match_ended", "seq": 2, "at": 0.0, "reason": 7}',
        b"\xff\xfe\xfd",
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damage: bytes) -> None:
    path = written(tmp_path, held())
    lines = path.read_bytes().split(b"\n")
    lines[2] = damage
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LogError, match=f"{path}: line 3: ") as caught:
        read_log(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "added"),
    [
        (2, b'{"mood": "grim", '),
        (1, b'{"weather": {"rain": true}, '),
    ],
)
def test_fields_that_a_later_rostrum_has_added_are_left_out(tmp_path: Path, line: int, added: bytes) -> None:
    path = written(tmp_path, held())
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = added + lines[line - 1].removeprefix(b"{")
    path.write_bytes(b"\n".join(lines))
    assert read_log(tmp_path) == held().events


def test_fields_added_inside_an_event_are_left_out_too(tmp_path: Path) -> None:
    """In models that refuse them where people write them: a format, a seat."""
    path = written(tmp_path, held())
    content = (
        path.read_bytes()
        .replace(b'"turns":[{', b'"mood":1,"turns":[{"mood":2,')
        .replace(b'"occupant"', b'"mood":3,"occupant"')
    )
    assert content.count(b'"mood"') == 4
    path.write_bytes(content)
    assert read_log(tmp_path) == held().events


def test_where_an_event_is_made_no_field_is_unknown() -> None:
    with pytest.raises(ValueError, match="mood"):
        MatchEnded(reason="x", mood="grim")  # type: ignore[call-arg]


def test_a_missing_line_breaks_the_rules_of_the_replay(tmp_path: Path) -> None:
    path = written(tmp_path, held())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    with pytest.raises(Exception, match="event 3 came where 2 was due"):
        Match.replay(read_log(tmp_path))


def test_no_log_there(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        read_log(tmp_path)
    with pytest.raises(LogError, match="cannot be read"):
        read_log(tmp_path / "none")


@pytest.mark.parametrize("start", [math.nan, math.inf])
def test_whatever_is_written_can_be_read_back(start: float) -> None:
    """A time that JSON has no word for is refused when the event is made, not when the log is read."""
    with pytest.raises(ValueError, match="finite"):
        decode(encode(SentenceSpoken(turn=0, side=Side.PRO, id="s1", text="x", start=start, end=1.0)))


# -- a disk that does not do its part ----------------------------------------------------------------


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LogError, match="cannot be opened"):
        MatchLog(tmp_path / "file" / "match")


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(LogError, match=r"events\.jsonl: cannot be opened"):
        MatchLog(tmp_path)


FILLS_THE_DISK = """
import resource, sys
from pathlib import Path
from agent.match.events import Failed
from agent.running.files.log import MatchLog
from config.errors import LogError

log = MatchLog(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))  # no file may grow beyond this
written = 0
try:
    while written < 1000:
        log.append(Failed(seq=written, part="disk", reason="x" * 70))
        written += 1
except LogError as error:
    print(written, error, sep="|")
"""


def fill_the_disk(folder: Path) -> str:
    """In a process of its own, for the limit cannot be raised again."""
    command = [sys.executable, "-c", FILLS_THE_DISK, str(folder)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=240, check=True).stdout


def test_on_a_full_disk_the_log_ends_with_its_last_whole_line(tmp_path: Path) -> None:
    written, message = fill_the_disk(tmp_path).strip().split("|")
    assert "cannot be written" in message
    assert "\n" not in message
    whole = (tmp_path / NAME).read_bytes()
    assert 0 < len(whole) <= 5000
    assert whole.endswith(b"\n")
    assert read_log(tmp_path) == [Failed(seq=n, part="disk", reason="x" * 70) for n in range(int(written))]


def test_after_a_full_disk_the_match_can_go_on(tmp_path: Path) -> None:
    fill_the_disk(tmp_path)
    before = read_log(tmp_path)
    log = MatchLog(tmp_path, resumed=True)
    log.append(MatchEnded(seq=len(before), reason="the disk was emptied"))
    log.close()
    assert read_log(tmp_path)[:-1] == before
    assert read_log(tmp_path)[-1].type == "match_ended"


@pytest.mark.parametrize(
    ("version", "better"), [(None, "the Rostrum that wrote it"), (SCHEMA_VERSION + 1, "a newer Rostrum")]
)
def test_a_log_of_another_version_is_refused_in_a_line_that_says_what_reads_it(
    tmp_path: Path, version: int | None, better: str
) -> None:
    path = written(tmp_path / "m", held())
    first, *rest = path.read_text(encoding="utf-8").splitlines(keepends=True)
    opening = json.loads(first) | {"schema_version": version}
    if version is None:  # as the first logs were
        del opening["schema_version"]
    path.write_text(json.dumps(opening) + "\n" + "".join(rest), encoding="utf-8")
    with pytest.raises(LogError) as caught:
        read_log(path)
    told = f"the log is of version {version or 1}, and this Rostrum reads version {SCHEMA_VERSION}; take {better}"
    assert str(caught.value) == f"{path}: {told}"


# -- what others do to it -----------------------------------------------------------------------------


@pytest.mark.parametrize("done", ["emptied", "cut", "removed"])
def test_a_log_that_somebody_else_has_cut_is_whole_again_with_the_next_event(tmp_path: Path, done: str) -> None:
    chair, log = held(), MatchLog(tmp_path)
    for event in chair.events[:-1]:
        log.append(event)
    if done == "removed":
        log.path.unlink()
    else:
        with log.path.open("r+b") as file:
            file.truncate(0 if done == "emptied" else 100)
    log.append(chair.events[-1])
    assert read_log(tmp_path) == chair.events
    log.close()


@pytest.mark.parametrize("resumed", [False, True])
def test_a_match_whose_log_was_emptied_is_not_begun_anew(tmp_path: Path, resumed: bool) -> None:
    path = written(tmp_path, held())
    path.write_bytes(b"")
    with pytest.raises(LogError, match="is empty, and the match had begun: put a copy of it back"):
        MatchLog(tmp_path, resumed=resumed)


def test_a_log_whose_first_event_could_not_be_written_has_not_been_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: MatchLog, line: bytes) -> None:
        raise LogError("full")

    with monkeypatch.context() as patched:
        patched.setattr(MatchLog, "_write", full)
        log = MatchLog(tmp_path)
        with pytest.raises(LogError):
            log.append(held().events[0])
        log.close()
    assert not (tmp_path / BEGUN).exists()
    MatchLog(tmp_path).close()
