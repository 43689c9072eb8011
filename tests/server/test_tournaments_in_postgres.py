"""Tournaments of a server with logs in PostgreSQL: they outlive it, and restarts of the database are waited for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from agent.tournament.log.places import POINTER, URL_VARIABLE
from tests.postgres import LocalPostgres, local_postgres
from tests.server.house import KEY, house, play
from tests.server.simulated import Hall
from tests.server.touring import Cup, cup


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalPostgres]:
    with local_postgres() as made:
        monkeypatch.setenv(URL_VARIABLE, made.url)
        yield made


def kept(database: LocalPostgres) -> int:
    with psycopg.connect(database.url) as connection:
        (count,) = connection.execute("SELECT count(*) FROM rostrum_entries").fetchone() or (0,)
        return int(count)


@play
async def test_a_round_goes_on_over_restarts_of_the_database_and_of_the_server(
    tmp_path: Path, database: LocalPostgres
) -> None:
    async with house(tmp_path, Hall(words=1), key=KEY) as host:
        day = await cup(host)
        assert (tmp_path / "tournaments" / day.id / POINTER).is_file()
        await day.order("draw", round=0)
        await asyncio.to_thread(database.stop)
        again = asyncio.create_task(asyncio.to_thread(database.start))
        await day.order("release", round=0)
        await again
        await day.order("start", round=0)
        await day.until("R1-1", "ballots")
    async with house(tmp_path, Hall(words=1), key=KEY) as host:
        later = Cup(host, day.id)
        assert (await later.get())["round"]["phase"] == "started"
        assert kept(database) == (await later.get())["seq"]
        told = json.dumps([await later.get(), await later.get("/entries")])
        assert "postgresql" not in told
        await host.ask("DELETE", later.at, status=204)
        assert kept(database) == 0
        assert not (tmp_path / "tournaments" / day.id).exists()
