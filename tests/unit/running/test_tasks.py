"""Tasks with an owner: nothing dies in silence, nothing outlives its owner, and no path leaves the machine."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from agent.local.virtual_time import run
from agent.running.tasks import Tasks, cause
from config.errors import ConfigError
from config.plain_text import one_line


class Told:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, what: str, error: BaseException) -> None:
        self.lines.append(f"{what}: {cause(error)}")


async def breaks(error: BaseException) -> None:
    raise error


def test_a_task_that_dies_is_told_with_what_it_did() -> None:
    async def main() -> list[str]:
        told = Told()
        tasks = Tasks(told)
        tasks.spawn(breaks(ValueError("no such frame")), "listening")
        await asyncio.sleep(1)
        await tasks.close()
        return told.lines

    assert run(main(), fast=True) == ["listening: ValueError: no such frame"]


def test_an_owner_who_can_tell_nobody_logs_it_with_the_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        tasks = Tasks()
        tasks.spawn(breaks(ValueError("no such frame")), "listening")
        await asyncio.sleep(1)

    run(main(), fast=True)
    (record,) = caplog.records
    assert (record.levelno, record.message) == (logging.ERROR, "listening: ValueError: no such frame")
    assert record.exc_info


def test_a_report_that_breaks_itself_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        tasks = Tasks(lambda what, error: 1 / 0)
        tasks.spawn(breaks(ValueError("no such frame")), "listening")
        await asyncio.sleep(1)

    run(main(), fast=True)
    assert [record.message for record in caplog.records] == ["listening: ZeroDivisionError: division by zero"]


def test_being_told_to_end_is_not_breaking_but_waiting_for_what_was_ended_is() -> None:
    async def main() -> list[str]:
        told = Told()
        tasks = Tasks(told)
        tasks.spawn(asyncio.sleep(60), "sleeping")
        waited_for = tasks.spawn(asyncio.sleep(60), "drafting")

        async def wait() -> None:
            await waited_for

        tasks.spawn(wait(), "speaking")
        await asyncio.sleep(1)
        waited_for.cancel()
        await asyncio.sleep(1)
        await tasks.close()
        return told.lines

    assert run(main(), fast=True) == ["speaking: CancelledError"]


@pytest.mark.filterwarnings("error")
def test_one_that_has_not_begun_ends_without_a_word() -> None:
    async def main() -> list[str]:
        told = Told()
        tasks = Tasks(told)
        tasks.spawn(breaks(ValueError()), "listening").cancel()
        await tasks.close()
        return told.lines

    assert run(main(), fast=True) == []


def test_one_that_does_not_end_is_named_and_left(caplog: pytest.LogCaptureFixture) -> None:
    async def stubborn(over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                await over.wait()
            except asyncio.CancelledError:
                continue

    async def main() -> float:
        over = asyncio.Event()
        tasks = Tasks()
        tasks.spawn(stubborn(over), "speaking")
        await asyncio.sleep(0)
        start = asyncio.get_running_loop().time()
        await tasks.close()
        took = asyncio.get_running_loop().time() - start
        over.set()
        return took

    assert run(main(), fast=True) == pytest.approx(5)
    assert [record.message for record in caplog.records] == ["speaking did not end within 5 s of being told to"]


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("bad"), "ValueError: bad"),
        (RuntimeError(), "RuntimeError"),
        (ConfigError("/home/ada/match.yaml: no such format"), "match.yaml: no such format"),
        (FileNotFoundError(2, "None such", "/home/ada l/x.bin"), "FileNotFoundError: [Errno 2] None such: 'x.bin'"),
        (OSError("cannot open ~/models/en.onnx or /srv/models/: none"), "OSError: cannot open en.onnx or models: none"),
        (OSError("https://example.org/audio?a=b/c said 503"), "OSError: https://example.org/audio?a=b/c said 503"),
        (ValueError("1/2 or 3/4 and a/b/c"), "ValueError: 1/2 or 3/4 and a/b/c"),
        (ValueError("two\nlines\x1b[2J"), "ValueError: two lines"),
        (BaseExceptionGroup("many", [ExceptionGroup("more", [ValueError("the first")])]), "ValueError: the first"),
    ],
)  # fmt: skip
def test_a_cause_is_one_line_that_names_no_folder(error: BaseException, line: str) -> None:
    assert cause(error) == line


def test_a_cause_of_any_length_is_short() -> None:
    assert len(cause(ValueError("x" * 100_000))) < 320
    assert len(cause(ValueError("/a" * 100_000))) < 320
    assert len(one_line("\u202e" * 100_000 + "x" * 1000)) < 320


def test_a_real_error_of_this_machine_names_no_folder_of_it(tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught:
        (tmp_path / "no" / "such").read_bytes()
    assert str(tmp_path) not in cause(caught.value)
    assert "such" in cause(caught.value)
