"""Virtual time in which every call to a model counts as so many seconds, however long its answer really takes."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from agent.local.virtual_time import run as run_loop
from config.errors import BudgetSpent, ProviderError
from config.settings import Role
from planning.asking.client import LanguageModel
from tests.model_faults import faults
from tests.model_server import Line, ModelServer, after
from tests.models.asking import CLAIM, PATIENT, QUESTION, SHORT, Claimed, ask

Result = TypeVar("Result")
Use = Callable[[LanguageModel], Awaitable[Result]]


def in_virtual_time(server: ModelServer, use: Use[Result], **settings: Any) -> tuple[Result, float, LanguageModel]:
    """What `use` gives, how far the clock moved, and the model, closed, for its ledger."""

    async def used() -> tuple[Result, float, LanguageModel]:
        model = LanguageModel(server.models(call_seconds=6.0, **settings))
        began = asyncio.get_running_loop().time()
        try:
            result = await use(model)
            return result, asyncio.get_running_loop().time() - began, model
        finally:
            await model.close()

    return run_loop(used(), fast=True)


async def claim(model: LanguageModel, deadline: float = PATIENT, role: Role = Role.WRITER) -> str:
    return (await model.ask(role, QUESTION, Claimed, deadline)).claim


async def fault(model: LanguageModel, deadline: float = PATIENT) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await claim(model, deadline)
    return caught.value


@pytest.mark.parametrize("really", [0.0, 0.3])
def test_a_call_takes_what_it_counts(server: ModelServer, really: float) -> None:
    server.answers(after(really, CLAIM))
    said, took, model = in_virtual_time(server, claim)
    assert (said, took) == (CLAIM["claim"], 6.0)
    assert [(row.calls, row.seconds) for row in model.ledger.rows()] == [(1, 6.0)]


def test_an_answer_that_is_sent_back_counts_twice(server: ModelServer) -> None:
    server.answers(faults.no_json, CLAIM)
    _, took, model = in_virtual_time(server, claim)
    assert took == 12.0
    assert [(row.calls, row.failed, row.seconds) for row in model.ledger.rows()] == [(2, 1, 12.0)]


def test_one_that_the_server_failed_at_first_counts_once(server: ModelServer) -> None:
    server.answers(faults.broken, faults.broken, CLAIM)
    _, took, model = in_virtual_time(server, claim)
    assert took == 6.0
    assert [(row.calls, row.seconds) for row in model.ledger.rows()] == [(3, 6.0)]


def test_one_that_fails_counts_too(server: ModelServer) -> None:
    server.plays(lambda asked: faults.unauthorised)
    error, took, _ = in_virtual_time(server, fault)
    assert "refused" in str(error) and took == 6.0


def test_what_the_budget_forbids_takes_no_time(server: ModelServer) -> None:
    error, took, _ = in_virtual_time(server, fault, max_calls=0)
    assert isinstance(error, BudgetSpent) and took == 0.0


@pytest.mark.parametrize(("deadline", "asked"), [(5.9, 0), (6.0, 1), (0.0, 0), (-1.0, 0)])
def test_one_that_counts_more_than_it_may_take_is_late(server: ModelServer, deadline: float, asked: int) -> None:
    server.plays(lambda asked: CLAIM)
    if asked:
        assert in_virtual_time(server, lambda model: claim(model, deadline))[1] == 6.0
    else:
        error, took, _ = in_virtual_time(server, lambda model: fault(model, deadline))
        assert error.retryable and f"no answer to propose within {deadline:g} s" in str(error)
        assert took == max(0.0, deadline)
    assert len(server.asked) == asked


def test_the_second_attempt_is_late_where_only_one_fits(server: ModelServer) -> None:
    server.answers(faults.empty)
    error, took, _ = in_virtual_time(server, lambda model: fault(model, 10.0))
    assert "within 10 s (the answer was empty)" in str(error) and took == 10.0


def test_a_hand_may_take_longer_than_the_deadline_and_than_a_server_may(server: ModelServer) -> None:
    """Neither the deadline nor the time that a server has to begin and to go on ends the wait for the answer."""

    def by_hand(line: Line, _asked: object) -> None:
        server.over.wait(0.5)
        line.begin()
        server.over.wait(0.5)
        for piece in ('{"claim": ', '"Written by hand"}'):
            line.chunk(piece)
            server.over.wait(0.5)
        line.chunk("", "stop")

    server.answers(by_hand)
    deadline = 6.0
    said, took, _ = in_virtual_time(
        server, lambda model: claim(model, deadline), start_seconds=SHORT, stall_seconds=SHORT, tries=1
    )
    assert (said, took) == ("Written by hand", 6.0)


def test_calls_end_in_the_order_in_which_they_were_begun(server: ModelServer) -> None:
    """Each answer but the last waits until a later one is out."""
    out = [threading.Event() for _ in range(4)]
    out[3].set()

    def backwards(line: Line, asked: Any) -> None:
        number = int(asked.model)
        out[min(number + 1, 3)].wait(10)
        line.begin()
        line.chunk(f'{{"claim": "{number}"}}', "stop")
        out[number].set()

    server.plays(lambda asked: backwards)
    roles = (Role.PROPOSER, Role.EXTRACTOR, Role.WRITER)
    ended: list[str] = []

    async def together(model: LanguageModel) -> None:
        async def one(role: Role) -> None:
            ended.append(await claim(model, role=role))

        await asyncio.gather(*(one(role) for role in roles))

    models = {role.value: {"model": str(number)} for number, role in enumerate(roles)}
    _, took, _ = in_virtual_time(server, together, roles=models)
    assert (ended, took) == (["0", "1", "2"], 6.0)


def test_who_leaves_does_not_wait(server: ModelServer) -> None:
    server.answers(CLAIM)

    async def leave(model: LanguageModel) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2.0):
                await claim(model)

    assert in_virtual_time(server, leave)[1] == 2.0
    assert len(server.asked) == 1


def test_in_real_time_a_call_takes_as_long_as_it_takes(server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "rostrum"):
        said, _ = ask(server, CLAIM, call_seconds=600.0)
    assert said == CLAIM["claim"]
    assert [record.getMessage() for record in caplog.records] == [
        "models.call_seconds is for matches in virtual time; here calls take as long as they take"
    ]
