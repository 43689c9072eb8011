"""What a language model cost, call by call, and that nothing passes what may be spent."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from config.errors import BudgetSpent
from config.settings import Role
from planning.llm.client import LanguageModel
from tests.model_server import ModelServer, Said, after, faults
from tests.models.asking import CLAIM, PATIENT, QUESTION, Claimed, ask, refusal, with_model


def test_a_server_that_works_past_its_time_charges_for_it(server: ModelServer) -> None:
    _, model = ask(server, faults.mute, CLAIM, start_seconds=0.2, tries=10)
    (row,) = model.ledger.rows()
    assert (row.calls, row.failed, row.estimated) == (2, 1, True)


def test_the_ledger_counts_by_role(server: ModelServer) -> None:
    server.plays(lambda asked: Said('{"claim": "x"}', usage=(1000, 200)))

    async def use(model: LanguageModel) -> None:
        for role in (Role.WRITER, Role.SCORER, Role.WRITER):
            await model.ask(role, QUESTION, Claimed, PATIENT)

    _, model = with_model(server.models(price_in=2.0, price_out=10.0), use)
    writer, scorer = model.ledger.rows()
    assert (writer.role, writer.calls, writer.prompt_tokens, writer.completion_tokens) == ("writer", 2, 2000, 400)
    assert writer.cost == pytest.approx(2 * (1000 * 2 + 200 * 10) / 1e6)
    assert writer.seconds > 0 and not writer.estimated
    assert (scorer.role, scorer.calls) == ("scorer", 1)
    assert model.ledger.as_json()["rows"][0]["role"] == "writer"
    assert model.ledger.calls == 3


def test_tokens_a_server_does_not_count_are_estimated(server: ModelServer) -> None:
    server.hides = {"usage"}
    _, model = ask(server, CLAIM)
    (row,) = model.ledger.rows()
    assert row.estimated and row.prompt_tokens > 0 and row.completion_tokens > 0
    assert row.cost is None  # no price is known


def test_the_calls_are_a_hard_stop_retries_included(server: ModelServer) -> None:
    server.plays(lambda asked: faults.broken)
    error = refusal(server, max_calls=2)
    assert isinstance(error, BudgetSpent) and "all 2 calls are spent" in str(error)
    assert len(server.asked) == 2


def test_the_cost_is_a_hard_stop(server: ModelServer) -> None:
    server.plays(lambda asked: Said('{"claim": "x"}', usage=(100, 1000)))
    settings = server.models(price_in=0.0, price_out=1000.0, max_tokens=1000, max_cost=2.5)  # 1 a call at most

    async def use(model: LanguageModel) -> None:
        for _ in range(5):
            await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)

    with pytest.raises(BudgetSpent, match=r"could pass the 2\.5 that may be spent"):
        with_model(settings, use)
    assert len(server.asked) == 2


def test_calls_side_by_side_do_not_pass_the_cost_together(server: ModelServer) -> None:
    server.plays(lambda asked: after(0.1, Said('{"claim": "x"}', usage=(0, 1000))))
    settings = server.models(price_in=0.0, price_out=1000.0, max_tokens=1000, max_cost=2.5, in_flight=8)

    async def use(model: LanguageModel) -> list[object]:
        asks = [model.ask(Role.WRITER, QUESTION, Claimed, PATIENT) for _ in range(6)]
        return list(await asyncio.gather(*asks, return_exceptions=True))

    given, model = with_model(settings, use)
    assert sum(isinstance(one, BudgetSpent) for one in given) == 4
    assert model.ledger.cost == pytest.approx(2.0)


def test_a_budget_of_nothing_sends_nothing(server: ModelServer) -> None:
    assert isinstance(refusal(server, CLAIM, max_calls=0), BudgetSpent)
    assert not server.asked


def test_rows_are_values(server: ModelServer) -> None:
    _, model = ask(server, CLAIM)
    (row,) = model.ledger.rows()
    assert replace(row, calls=9).calls == 9 and model.ledger.rows()[0].calls == 1
