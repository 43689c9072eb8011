"""The log: a record is a line, whatever is in it; no secret in any; and each match has its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.local.virtual_time import run as run_loop
from agent.running.host import logging_to
from config.errors import LogError, ProviderError
from config.logs import LineFile, LogSetup, held_back, on_one_line, prompt_log, quiet, set_up, set_up_worker
from config.secrets import Secrets
from config.settings import Settings
from planning.loop_thread import LoopThread
from speech.offload import compute, drain, within
from tests.logbook import borrowed_log, lines

EVIL = "fine\n2026-11-20T18:30:00.000Z ERROR rostrum.match the chair has left\r\x1b[31m\u2028\u202e\\n end"
log = logging.getLogger("rostrum.test")


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    with borrowed_log():
        yield


def written(path: Path, *, level: int = logging.INFO, prompts: bool = False) -> Path:
    set_up(LogSetup(level, path, prompts))
    return path


# -- lines -------------------------------------------------------------------------------------------


def test_a_record_is_a_line_with_time_level_logger_and_message(tmp_path: Path) -> None:
    path = written(tmp_path / "log" / "rostrum.log")
    log.info("%s was chosen: %s", "sphinx", "no model")
    log.debug("too much")
    (line,) = lines(path)
    assert line.endswith("Z INFO rostrum.test sphinx was chosen: no model")


def test_what_an_opponent_says_makes_no_line_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path / "rostrum.log")
    log.warning("heard: %s", EVIL)
    (line,) = lines(path)
    assert r"fine\n2026-11-20T18:30:00.000Z ERROR rostrum.match" in line
    assert r"\r\x1b[31m\u2028\u202e\\n end" in line


@given(st.text())
def test_any_text_is_one_printable_line_from_which_it_can_be_read_back(text: str) -> None:
    line = on_one_line(text)
    assert line.isprintable()
    assert all(ord(c) > 127 or c in line for c in text if c.isprintable() and c != "\\")
    if text.isascii():
        assert line.encode().decode("unicode_escape") == text


def test_a_traceback_is_in_the_line_of_its_record(tmp_path: Path) -> None:
    path = written(tmp_path / "rostrum.log")
    try:
        raise ValueError(EVIL)
    except ValueError:
        log.exception("it broke")
    (line,) = lines(path)
    assert "it broke\\nTraceback (most recent call last):\\n" in line
    assert "in test_a_traceback_is_in_the_line_of_its_record" in line


def test_other_peoples_debugging_stays_out(tmp_path: Path) -> None:
    """Libraries for HTTP write whole requests down when they debug."""
    path = written(tmp_path / "rostrum.log", level=logging.DEBUG)
    logging.getLogger("openai._base_client").debug("Request options: %s", {"messages": ["the whole prompt"]})
    logging.getLogger("httpx").info("HTTP Request: POST")
    logging.getLogger("asyncio").error("a task was lost")
    assert [line.split()[2] for line in lines(path)] == ["asyncio"]


@pytest.mark.parametrize("asked", [True, False])
def test_whole_prompts_are_logged_only_where_they_are_asked_for(asked: bool, tmp_path: Path) -> None:
    path = written(tmp_path / "rostrum.log", level=logging.DEBUG, prompts=asked)
    prompt_log.info("You are a debater.")
    assert len(lines(path)) == asked


def test_without_any_set_up_no_prompt_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        prompt_log.error("You are a debater.")
    assert not caplog.records


def test_a_log_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LogError, match="cannot be opened"):
        set_up(LogSetup(file=tmp_path / "file" / "rostrum.log"))


def test_a_full_disk_is_told_once_and_costs_only_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up(LogSetup())
    (tmp_path / "match.log").symlink_to("/dev/full")
    with logging_to(tmp_path, "m"):
        for _ in range(3):
            log.info("a decision")
    (told,) = capsys.readouterr().err.splitlines()
    assert "match.log: cannot be written: No space left on device; no more is logged there" in told


def test_when_there_is_space_again_the_log_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up(LogSetup())
    path = tmp_path / "match.log"
    path.symlink_to("/dev/full")
    with logging_to(tmp_path, "m"):
        log.info("a decision")
        (handler,) = [one for one in logging.getLogger().handlers if isinstance(one, LineFile)]
        handler.stream = (tmp_path / "elsewhere").open("a")  # what a disk with space again is for us
        log.info("too soon")
        handler._broken = 0.0
        log.info("a later one")
    assert "too soon" not in (written := (tmp_path / "elsewhere").read_text())
    assert "a later one" in written
    assert "is written again" in capsys.readouterr().err


def test_a_log_file_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.logs.MOST_BYTES", 10_000)
    with logging_to(tmp_path, "m"):
        for number in range(1000):
            log.info("decision %d of somebody who decides a lot", number)
    kept = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert kept.keys() == {"match.log", "match.log.1"}
    assert max(kept.values()) <= 10_000
    assert "decision 999" in (tmp_path / "match.log").read_text()


# -- stderr ------------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_only_warnings_come_to_stderr_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(LogSetup())
    log.info("a decision")
    log.warning("a trouble")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("WARNING rostrum.test a trouble")


@pytest.mark.parametrize(("level", "told"), [(logging.WARNING, 0), (logging.INFO, 2)])
def test_a_program_that_reads_json_is_told_nothing_else_unless_it_asks(
    level: int, told: int, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up(LogSetup(level))
    quiet()
    log.info("a decision")
    log.error("a trouble")
    assert len(capsys.readouterr().err.splitlines()) == told


def test_lines_wait_until_the_picture_has_left_the_terminal() -> None:
    set_up(LogSetup())
    with redirect_stderr(Terminal()) as terminal:
        with held_back():
            log.warning("a trouble")
            log.warning("another")
            assert not terminal.getvalue()
        assert [line.split("test ")[1] for line in terminal.getvalue().splitlines()] == ["a trouble", "another"]
        log.warning("a third")
        assert terminal.getvalue().endswith("a third\n")


def test_they_do_not_wait_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(LogSetup())
    with held_back():
        log.warning("a trouble")
        assert "a trouble" in capsys.readouterr().err


# -- secrets -----------------------------------------------------------------------------------------

KEY = "sk-never-to-be-seen-4711"


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "LIVEKIT_API_SECRET", "HF_TOKEN", "PGPASSWORD", "Db-Passwd"])
def test_what_is_named_like_a_secret_is_never_shown(name: str) -> None:
    secrets = Secrets()
    secrets.hide_those_of({name: KEY, "HOME": "/home/reader", "KEYBOARD": "querty-layout"})
    shown = secrets.masked(f"authorized by {KEY}, in /home/reader, querty-layout")
    assert shown == "authorized by ***, in /home/reader, querty-layout"


def test_the_keys_that_settings_name_are_hidden_and_so_are_keys_in_them() -> None:
    settings = Settings.model_validate(
        {
            "models": {
                "default": {"model": "m", "base_url": "http://localhost:1/v1", "key_variable": "OURS"},
                "roles": {"scorer": {"key_variable": "THEIRS", "extra": {"api_key": "given-in-the-file"}}},
            },
            "hearing": {"remote": {"key_variable": "EARS"}, "plugins": {"scribe": {"api_key": "of-the-scribe"}}},
        }
    )
    secrets = Secrets()
    named = {"OURS": "first-key", "THEIRS": "second-key", "EARS": "ear-key", "OTHERS": "third-word"}
    secrets.hide_those_of(named, settings)
    shown = secrets.masked("first-key second-key given-in-the-file ear-key of-the-scribe third-word")
    assert shown == "*** *** *** *** *** third-word"


def test_a_secret_is_hidden_in_an_address_and_within_a_longer_one() -> None:
    secrets = Secrets()
    secrets.hide("key/with+signs", "longer-key/with+signs-in-it", "abc")
    assert secrets.masked("?k=key%2Fwith%2Bsigns longer-key/with+signs-in-it abc") == "?k=*** *** abc"


@pytest.mark.parametrize(
    "text",
    [
        "{'Authorization': 'Bearer abc.def-123456'}",
        "ws://127.0.0.1:7880/rtc?access_token=abc123&sdk=python",
        "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwcm8ifQ.c2lnbmF0dXJl",
    ],
)
def test_what_looks_like_a_secret_is_hidden_without_being_known(text: str) -> None:
    shown = Secrets().masked(text)
    assert "***" in shown and not any(part in shown for part in ("abc", "eyJ"))


def test_no_line_of_a_log_holds_a_key_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path = written(tmp_path / "rostrum.log")
    with logging_to(tmp_path, "m"):
        log.info("asking with %s", KEY)
        try:
            raise RuntimeError(f"refused: {KEY}")
        except RuntimeError:
            log.exception("it broke")
    for one in (path, tmp_path / "match.log"):
        assert len(lines(one)) == 2
        assert KEY not in one.read_text()


# -- the match's own log -----------------------------------------------------------------------------


async def held(folder: Path, name: str, others: asyncio.Barrier) -> None:
    """A match that logs in its own coroutine, in a task of it, and in every kind of thread that works for it."""
    apart = LoopThread(name)

    def work(where: str) -> None:
        log.info("%s in %s", name, where)

    async def over_there() -> None:
        work("another loop")

    with logging_to(folder, name):
        await others.wait()
        work("the match")
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(compute(lambda: work("a thread")))
        async for _ in drain(lambda: iter([work("a draining thread")])):
            pass
        within(5.0, lambda: work("a thread that is waited for"))
        await apart.run(over_there, 5.0)
        await others.wait()
    await apart.close(over_there)


@pytest.mark.parametrize("fast", [False, True])
def test_matches_side_by_side_have_each_their_own_log(fast: bool, tmp_path: Path) -> None:
    everything = written(tmp_path / "rostrum.log")

    async def two() -> None:
        together = asyncio.Barrier(2)
        await asyncio.gather(*(held(tmp_path / name, name, together) for name in ("zoos", "taxes")))

    run_loop(two(), fast=fast)
    for name in ("zoos", "taxes"):
        own = lines(tmp_path / name / "match.log")
        assert [line.split("] ")[1] for line in own] == [
            f"{name} in the match",
            f"{name} in a thread",
            f"{name} in a draining thread",
            f"{name} in a thread that is waited for",
            f"{name} in another loop",
        ]
        assert all(f" [{name}] " in line for line in own)
    assert sum(" [" in line for line in lines(everything)) == 10


def test_what_breaks_a_match_is_in_its_log_with_the_traceback(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), logging_to(tmp_path, "m"):
        1 / 0  # noqa: B018
    with pytest.raises(ProviderError), logging_to(tmp_path, "m"):
        raise ProviderError("voice", "gone")
    broke, failed = lines(tmp_path / "match.log")
    assert "ERROR rostrum.match [m] the match broke\\nTraceback" in broke
    assert "ZeroDivisionError" in broke
    assert "INFO rostrum.match [m] the match could not go on\\nTraceback" in failed


def test_a_match_leaves_nothing_behind_in_the_log_of_the_process(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    with logging_to(tmp_path, "m"):
        log.info("inside")
    log.info("outside")
    assert logging.getLogger().handlers == before
    assert len(lines(tmp_path / "match.log")) == 1


def test_a_match_that_goes_on_adds_to_its_log(tmp_path: Path) -> None:
    for _ in range(2):
        with logging_to(tmp_path, "m"):
            log.info("inside")
    assert len(lines(tmp_path / "match.log")) == 2


# -- processes that others start ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        (LogSetup(), LogSetup(logging.INFO)),
        (LogSetup(logging.DEBUG, Path("x.log"), prompts=True), LogSetup(logging.DEBUG, None, prompts=True)),
    ],
)
def test_a_worker_logs_as_much_as_who_started_it_and_no_less_than_info(parent: LogSetup, expected: LogSetup) -> None:
    assert LogSetup.from_environment(parent.environment()) == expected


def test_a_worker_writes_what_its_libraries_tell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROSTRUM_LOG", "NONSENSE")
    monkeypatch.setenv("LIVEKIT_API_SECRET", "secret-of-the-room")
    set_up_worker()
    logging.getLogger("livekit.agents").info("registered with secret-of-the-room")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("INFO livekit.agents registered with ***")
