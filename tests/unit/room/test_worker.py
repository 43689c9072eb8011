"""What a worker reports as its load, what it is told, and what of a job's metadata it believes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from agent.cli.machine.serve import address, check_environment
from agent.cli.main import main
from agent.room.worker.worker import FULL, make_server
from config.errors import UsageError

SERVER_TARGET = 0.7  # a livekit-server gives no job to a worker that reports as much


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET"):
        monkeypatch.delenv(name, raising=False)


def load(jobs: int | None, active: int) -> float:
    made: Any = make_server(jobs)
    return float(made.load_fnc(SimpleNamespace(active_jobs=[None] * active)))


def test_a_worker_is_as_busy_as_it_has_jobs_and_takes_the_last_one() -> None:
    assert [load(2, active) for active in range(4)] == [0.0, FULL / 2, FULL, FULL]
    assert load(100, 99) < FULL < SERVER_TARGET, "else the server would keep the last job from it"
    assert load(None, 50) == 0.0, "one that was started for a match takes all of its jobs"


def test_it_says_what_is_missing_in_one_line() -> None:
    result = CliRunner().invoke(main, ["worker"])
    assert result.exit_code == 2
    assert "set LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET" in result.output
    with pytest.raises(UsageError, match="ws://host:7880"):
        check_environment({"LIVEKIT_URL": "localhost:7880", "LIVEKIT_API_KEY": "k", "LIVEKIT_API_SECRET": "s"})


@pytest.mark.parametrize("text", ["8081", "host:", "host:port", "host:70000"])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="HOST:PORT"):
        address(text)
    assert address("0.0.0.0:8081") == ("0.0.0.0", 8081)
