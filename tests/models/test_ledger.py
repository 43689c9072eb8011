"""What a language model cost, call by call, and that nothing passes what may be spent."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import replace

import pytest

from config.errors import BudgetSpent
from config.settings import Role
from planning.asking.client import LanguageModel
from tests.model_faults import faults
from tests.model_server import Asked, ModelServer, Said, after
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


def test_what_of_a_prompt_was_read_before_is_counted_and_has_a_price_of_its_own(server: ModelServer) -> None:
    answer = Said('{"claim": "x"}', usage=(1000, 200), cached=800)
    _, model = ask(server, answer, price_in=2.0, price_cached=0.5, price_out=10.0)
    (row,) = model.ledger.rows()
    assert (row.prompt_tokens, row.cached_tokens) == (1000, 800)
    assert row.cost == pytest.approx((200 * 2 + 800 * 0.5 + 200 * 10) / 1e6)
    _, model = ask(server, answer, price_in=2.0, price_out=10.0)
    assert model.ledger.cost == pytest.approx((1000 * 2 + 200 * 10) / 1e6)


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


# -- who spends --------------------------------------------------------------------------------------


async def asks(*models: LanguageModel) -> None:
    for model in models:
        await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)


def test_each_who_spends_has_an_account_and_the_whole_has_everything(server: ModelServer) -> None:
    server.plays(lambda asked: Said('{"claim": "x"}', usage=(1000, 200)))

    async def use(model: LanguageModel) -> tuple[LanguageModel, LanguageModel]:
        pro, con = (model.booked_to(model.ledger.account(side)) for side in ("pro", "con"))
        await asks(pro, con, con, model)
        return pro, con

    (pro, con), model = with_model(server.models(price_in=2.0, price_out=10.0), use)
    assert [one.ledger.calls for one in (pro, con, model)] == [1, 2, 4]
    (row,) = con.ledger.rows()
    assert (row.prompt_tokens, row.completion_tokens, row.cost) == (2000, 400, pytest.approx(0.008))
    assert model.ledger.cost == pytest.approx(4 * 0.004)


def test_accounts_share_one_budget(server: ModelServer) -> None:
    server.plays(lambda asked: CLAIM)

    async def use(model: LanguageModel) -> None:
        pro, con = (model.booked_to(model.ledger.account(side)) for side in ("pro", "con"))
        await asks(pro, con, pro)

    with pytest.raises(BudgetSpent, match="all 2 calls are spent"):
        with_model(server.models(max_calls=2), use)
    assert len(server.asked) == 2


def arrives(server: ModelServer, *answers: object) -> threading.Event:
    """Set when the first request has come; these are the answers."""
    arrived, left = threading.Event(), list(answers)

    def play(asked: Asked) -> object:
        arrived.set()
        return left.pop(0)

    server.plays(play)
    return arrived


def test_what_was_begun_in_preparation_is_marked_however_late_it_ends(server: ModelServer) -> None:
    arrived = arrives(server, faults.paused, CLAIM)  # {} in the end, which is no claim

    async def use(model: LanguageModel) -> LanguageModel:
        pro = model.booked_to(model.ledger.account("pro"))
        pro.ledger.preparing = True
        begun = asyncio.create_task(asks(pro))
        await asyncio.to_thread(arrived.wait)
        pro.ledger.preparing = False
        server.go_on.set()
        await begun
        return pro

    pro, model = with_model(server.models(), use)
    before, during = pro.ledger.rows()
    assert (before.preparation, before.calls, before.failed) == (True, 1, 1)
    assert (during.preparation, during.calls, during.failed) == (False, 1, 0)
    assert model.ledger.rows() == [before, during]


def test_a_call_under_way_is_counted(server: ModelServer) -> None:
    arrived = arrives(server, faults.mute)

    async def use(model: LanguageModel) -> int:
        begun = asyncio.create_task(asks(model))
        await asyncio.to_thread(arrived.wait)
        under_way = model.ledger.calls
        begun.cancel()
        await asyncio.gather(begun, return_exceptions=True)
        return under_way

    under_way, model = with_model(server.models(), use)
    assert under_way == model.ledger.calls == 1


def test_each_call_is_a_line_in_the_log_and_no_prompt_is(server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    server.answers(faults.busy, faults.wrong_schema, Said('{"claim": "x"}', usage=(30, 7)))

    async def use(model: LanguageModel) -> None:
        await asks(model.booked_to(model.ledger.account("con")))

    with caplog.at_level(logging.DEBUG, "rostrum"):
        with_model(server.models(), use)
    name = f"test-model at {server.url.split('/')[2]}"
    failed, again, unusable, sent_back, answered = [one.getMessage() for one in caplog.records]
    assert failed.startswith(f"writer of con ({name}) failed: too many requests (429) in ")
    assert again.startswith("too many requests (429); tried again in ") and again.endswith(" s (try 2)")
    assert unusable.startswith(f"writer of con ({name}) answered in ")
    assert sent_back.startswith(f"writer: the answer of {name} to propose cannot be used: claim: ")
    assert answered.endswith(" s; 30 tokens in, 7 out")
    assert QUESTION.user not in caplog.text and QUESTION.system not in caplog.text
