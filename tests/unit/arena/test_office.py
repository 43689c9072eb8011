"""What matches on several machines share: a budget, places at servers and a journal, whichever of them dies."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agent.arena.hosts.line import Line, OfficeJournal, OfficeShare
from agent.arena.hosts.office import ELSEWHERE, Office
from agent.arena.hosts.packing import packed, unpack
from agent.arena.pairing import Season
from agent.evaluation.plan import Spending
from agent.local.virtual_time import run
from config.code import code_mark
from config.errors import BudgetSpent, LibraryError
from config.settings import Models
from planning.asking.journal import Journal, Stopped

ONE, AGAIN, OTHER = ("a match", 1), ("a match", 2), ("another match", 1)
SERVER = ("http://models.example/v1", "KEY")
MODELS = Models.model_validate(
    {"default": {"base_url": SERVER[0], "key_variable": SERVER[1], "model": "large", "in_flight": 2}}
)


def test_the_budget_holds_in_all_and_what_a_dead_process_had_reserved_counts_as_spent(tmp_path: Path) -> None:
    async def spend() -> None:
        office = Office(tmp_path / "journal.jsonl", Spending(calls=4, cost=1.0), Models())
        assert (await office.open()).max_cost == 1.0
        assert not await office.begin(ONE) and not await office.begin(OTHER)
        assert not await office.reserve(ONE, "large", 0.3)
        assert not await office.reserve(OTHER, "large", 0.3)
        assert "could pass the 1 that may be spent" in await office.reserve(OTHER, "large", 0.5)
        await office.settle(OTHER, 0.3, 0.1)
        assert (await office.over(ONE)).cost == pytest.approx(0.4)  # 0.3 of the call that nobody heard the end of
        assert await office.reserve(ONE, "large", 0.1) == ELSEWHERE
        assert not await office.begin(AGAIN) and not await office.reserve(AGAIN, "large", 0.1)
        assert not await office.reserve(OTHER, "large", 0.1)
        assert "all 4 calls are spent" in await office.reserve(OTHER, "large", 0.1)
        await office.keep("key", "what", 1)
        await office.close()

    asyncio.run(spend())
    with Journal(tmp_path / "journal.jsonl") as journal:
        assert journal.get("key") == 1
        spent = journal.get("spent by run 1")
    assert isinstance(spent, dict) and spent["calls"] == 4 and spent["cost"] == pytest.approx(0.6)


def test_a_later_run_may_spend_what_those_before_have_left(tmp_path: Path) -> None:
    async def spend(calls: int) -> int:
        office = Office(tmp_path / "journal.jsonl", Spending(calls=5), Models())
        await office.open()
        await office.begin(ONE)
        refused = [bool(await office.reserve(ONE, "large", None)) for _ in range(calls)]
        spent = (await office.over(ONE)).calls
        await office.close()
        assert spent <= 5
        return refused.count(False)

    assert [asyncio.run(spend(3)), asyncio.run(spend(3)), asyncio.run(spend(3))] == [3, 2, 0]


def test_places_of_a_dead_process_are_free(tmp_path: Path) -> None:
    async def enter() -> None:
        office = Office(tmp_path / "journal.jsonl", Spending(), Models())
        await office.open()
        for by in (ONE, OTHER):
            await office.begin(by)
        assert not await office.enter(ONE, SERVER, 1)
        waiting = asyncio.create_task(office.enter(OTHER, SERVER, 1))
        await asyncio.sleep(0)
        assert not waiting.done()
        await office.over(ONE)
        assert await waiting == ""
        await office.leave(ONE, SERVER)  # comes late, and is not its place any more
        third = asyncio.create_task(office.enter(OTHER, SERVER, 1))
        await asyncio.sleep(0)
        assert not third.done()
        await office.stop("enough")
        await office.leave(OTHER, SERVER)
        assert await third == "enough"
        await office.close()

    asyncio.run(enter())


def test_a_folder_that_the_office_does_not_see_or_that_another_run_has_is_refused(tmp_path: Path) -> None:
    office = partial(Office, tmp_path / "journal.jsonl", Spending(), Models(), patience=0.0)
    assert "does not see this folder" in asyncio.run(office(mark=".mark").open()).refused
    with Journal(tmp_path / "journal.jsonl"):
        assert "another run" in asyncio.run(office().open()).refused


# -- a match's side of it ----------------------------------------------------------------------------------------------


@contextmanager
def an_office(journal: Path, budget: Spending) -> Iterator[Line]:
    """In a loop of its own, as on another machine."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    office = Office(journal, budget, Models())

    def line(method: str, *given: object) -> Future[Any]:
        call: Callable[..., Coroutine[Any, Any, Any]] = getattr(office, method)
        return asyncio.run_coroutine_threadsafe(call(*given), loop)

    line("open").result()
    try:
        yield line
    finally:
        line("close").result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_matches_in_virtual_time_wait_for_each_other_s_places(tmp_path: Path) -> None:
    """Whoever has a place lets time pass before giving it back, while others of its match wait for one."""
    ended, busiest, inside = [], 0, 0

    def match(by: tuple[str, int]) -> None:
        line("begin", by).result()
        gate = OfficeShare(line, by, None).gates(MODELS)["writer"]

        async def call() -> None:
            nonlocal busiest, inside
            async with gate:
                inside += 1
                busiest = max(busiest, inside)
                await asyncio.sleep(30)
                inside -= 1

        async def calls() -> None:
            async with asyncio.timeout(1000):  # of virtual time, that others let pass
                await asyncio.gather(*(call() for _ in range(6)))
            ended.append(by)

        run(calls(), fast=True, lag=0.0)
        line("over", by).result()

    with an_office(tmp_path / "journal.jsonl", Spending()) as line:
        threads = [threading.Thread(target=match, args=((str(number), 1),)) for number in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    assert len(ended) == 3 and busiest == 2


def test_what_the_office_refuses_ends_a_match_s_asking(tmp_path: Path) -> None:
    with an_office(tmp_path / "journal.jsonl", Spending(calls=1)) as line:
        line("begin", ONE).result()
        share, journal = OfficeShare(line, ONE, None), OfficeJournal(line)
        share.purse.reserve("large", None)
        with pytest.raises(BudgetSpent, match="all 1 calls are spent"):
            share.purse.reserve("large", None)
        journal.put("key", "what", {"a": 1})
        assert journal.get("key") == {"a": 1} and journal.get("none") is None
        line("stop", "enough").result()

        async def enter() -> None:
            async with share.gates(MODELS)["writer"]:
                pass

        with pytest.raises(Stopped, match="enough"):
            run(enter(), fast=True)


def test_an_answer_that_cannot_be_written_is_not_used(tmp_path: Path) -> None:
    with an_office(tmp_path / "journal.jsonl", Spending()) as line:
        line("close").result()
        with pytest.raises(LibraryError, match="the arena has ended"):
            OfficeJournal(line).put("key", "what", 1)


# -- on its way --------------------------------------------------------------------------------------------------------


def test_a_match_travels_in_one_piece(tmp_path: Path) -> None:
    there, here = tmp_path / "there" / "match", tmp_path / "here" / "match"
    (there / "sound").mkdir(parents=True)
    (there / "events.jsonl").write_text("{}\n")
    (there / "sound" / "pro.opus").write_bytes(b"\0\1")
    assert packed(there) == b"", "it was broken off"
    (there.parent / "match.held").touch()
    (here / "old").mkdir(parents=True)
    unpack(packed(there), here)
    found = {str(path.relative_to(here)): path.read_bytes() for path in here.rglob("*") if path.is_file()}
    assert found == {"events.jsonl": b"{}\n", "sound/pro.opus": b"\0\1"}
    assert sorted(path.name for path in here.parent.iterdir()) == ["match", "match.held"]


def test_rounds_that_depend_on_nothing_are_held_together() -> None:
    def waves(how: Any) -> list[int]:
        season, number, found = Season(how, ["m1", "m2", "m3"], ["a", "b", "c"], 3, ["new"], 2), 0, []
        while rounds := season.next(number, [], []):
            found.append(len(rounds))
            number += len(rounds)
        return found

    assert waves("full") == [3 + 9]
    assert waves("swiss") == [1, 1, 1, 2]


def test_the_code_has_a_mark() -> None:
    assert code_mark() == code_mark() and len(code_mark()) == 8
