"""The log on disk: safe before it is told, one writer at a time, and damage told in a line."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from agent.tournament.core.events import DrawMade, TeamEntered, TournamentCreated
from agent.tournament.core.people import TournamentTeam
from agent.tournament.files.log import NAME, SqliteLog
from agent.tournament.running import steps
from config.errors import LogError, RuleError, UsageError
from tests.unit.tournament.worlds import plan

ENTERING = """
import sys
from pathlib import Path
from agent.tournament.core.events import TeamEntered
from agent.tournament.core.people import TournamentTeam
from agent.tournament.files.log import SqliteLog
log = SqliteLog(Path(sys.argv[1]))
for number in range(100_000):
    with log.writing() as desk:
        desk.add(TeamEntered(team=TournamentTeam(name=f"T{number}")))
    print(number, flush=True)
"""


def begun(folder: Path, teams: str = "ABCD") -> SqliteLog:
    log = SqliteLog.create(folder)
    with log.writing() as desk:
        desk.add(TournamentCreated(plan=plan(2), seed="s"))
        for name in teams:
            desk.add(TeamEntered(by="Dee", team=TournamentTeam(name=name)))
    return log


def enter(log: SqliteLog, *names: str) -> None:
    with log.writing() as desk:
        for name in names:
            desk.add(TeamEntered(team=TournamentTeam(name=name)))


def test_what_was_entered_is_there_for_whoever_reads_next(tmp_path: Path) -> None:
    with begun(tmp_path) as log, SqliteLog(tmp_path) as other:
        assert other.state() == log.state()
        assert other.state().log[1].by == "Dee"
        assert other.state().log[1].at.tzinfo is not None
        with other.writing() as desk:
            desk.add(TeamEntered(team=TournamentTeam(name="E")))
        assert "E" in log.state().teams


def test_a_decision_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    with begun(tmp_path) as log:
        with pytest.raises(RuleError, match="there is a team a already"):
            enter(log, "E", "a")
        assert [*log.state().teams] == [*"ABCD"]
        assert log.state().seq == 5


def test_of_two_directors_at_once_the_second_sees_what_the_first_did(tmp_path: Path) -> None:
    """Both draw and release the first round: one does it, the other is refused, and the log has one release."""
    begun(tmp_path).close()
    refused: list[str] = []
    together = threading.Barrier(2)

    def direct(name: str) -> None:
        with SqliteLog(tmp_path) as log:
            together.wait()
            try:
                with log.writing() as desk:
                    steps.draw(desk, 0, name)
                    steps.release(desk, 0, name)
            except RuleError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=direct, args=(name,)) for name in ("Dee", "Eli")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with SqliteLog(tmp_path) as log:
        kinds = [event.type for event in log.state().log]
        assert kinds.count("draw_released") == 1
        assert sum(isinstance(event, DrawMade) for event in log.state().log) == 1
    assert refused == ["R1 is released: its draw stands; change single debates, with a reason"]


def test_a_process_that_is_killed_loses_nothing_that_it_told(tmp_path: Path) -> None:
    begun(tmp_path, "").close()
    process = subprocess.Popen(
        [sys.executable, "-c", ENTERING, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    )
    assert process.stdout is not None
    told = -1
    for line in process.stdout:
        told = int(line)
        if told == 25:
            process.send_signal(signal.SIGKILL)
    assert told >= 25
    process.wait()
    with SqliteLog(tmp_path) as log:
        assert len(log.state().teams) >= told + 1
        with log.writing() as desk:
            desk.add(TeamEntered(team=TournamentTeam(name="after")))


def test_damage_is_told_with_its_entry(tmp_path: Path) -> None:
    begun(tmp_path).close()
    with sqlite3.connect(tmp_path / NAME) as connection:
        connection.execute("UPDATE entries SET body = '{}' WHERE seq = 2")
    with SqliteLog(tmp_path) as log, pytest.raises(LogError, match="entry 2 is damaged"):
        log.state()


def test_what_is_no_tournament_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no tournament here"):
        SqliteLog(tmp_path)
    (tmp_path / NAME).write_bytes(b"something else, and long enough not to be an empty file" * 20)
    with pytest.raises(LogError, match="not a database"):
        SqliteLog(tmp_path)
    (tmp_path / NAME).unlink()
    sqlite3.connect(tmp_path / NAME).execute("CREATE TABLE other (x)").connection.close()
    with pytest.raises(LogError, match="no tournament of Rostrum"):
        SqliteLog(tmp_path)
    with pytest.raises(UsageError, match="there is a tournament already"):
        SqliteLog.create(tmp_path)
