"""The language model over real HTTP, against a server on loopback that goes wrong in one way a test."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from agent.pace import run as run_loop
from config.errors import BudgetSpent, ModelOutputError, ProviderError
from config.settings import Models, Role
from planning.endpoint.client import LanguageModel
from tests.model_server import Asked, ModelServer, Said, after, faults, nobody, status
from tests.models.asking import BULLYING, CLAIM, PATIENT, QUESTION, SHORT, Claimed, ask, refusal, with_model
from tests.models.conftest import KEY


def test_an_answer_is_streamed_and_read(server: ModelServer) -> None:
    claim, _ = ask(server, CLAIM, temperature=0.3, max_tokens=500)
    assert claim == BULLYING
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.key == KEY
    assert (asked.system, asked.user) == (QUESTION.system, QUESTION.user)
    assert asked.body["stream"] is True and asked.body["stream_options"] == {"include_usage": True}
    assert (asked.model, asked.body["temperature"], asked.body["max_tokens"]) == ("test-model", 0.3, 500)
    assert asked.schema == {
        "type": "object", "properties": {"claim": {"type": "string"}}, "required": ["claim"],
        "additionalProperties": False,
    }  # fmt: skip
    assert asked.body["response_format"]["json_schema"]["strict"] is True


def test_each_role_asks_its_own_model(server: ModelServer) -> None:
    server.plays(lambda asked: {"claim": f"by {asked.model} at {asked.body.get('temperature')}"})
    roles = {"writer": {"model": "large", "temperature": 0.9}, "judge": {"temperature": 0}}

    async def use(model: LanguageModel) -> list[str]:
        given = [await model.ask(role, QUESTION, Claimed, PATIENT) for role in (Role.WRITER, Role.JUDGE, Role.SCORER)]
        return [one.claim for one in given]

    claims, _ = with_model(server.models(roles=roles, temperature=0.5), use)
    assert claims == ["by large at 0.9", "by test-model at 0.0", "by test-model at 0.5"]


def test_what_is_set_as_extra_goes_along(server: ModelServer) -> None:
    ask(server, CLAIM, extra={"reasoning_effort": "low"})
    assert server.asked[0].body["reasoning_effort"] == "low"


def test_a_server_that_does_not_stream(server: ModelServer) -> None:
    server.hides = {"stream"}
    claim, model = ask(server, Said(f'{{"claim": "{BULLYING}"}}', usage=(100, 20)))
    assert claim == BULLYING
    assert (model.ledger.rows()[0].prompt_tokens, model.ledger.rows()[0].completion_tokens) == (100, 20)


# -- what passes is tried again ----------------------------------------------------------------------

PASSING = "busy broken overloaded snapped hung_up garbled told_in_stream".split()


@pytest.mark.parametrize("fault", PASSING)
def test_what_passes_is_tried_again(server: ModelServer, fault: str) -> None:
    claim, model = ask(server, getattr(faults, fault), getattr(faults, fault), CLAIM)
    assert claim == BULLYING
    assert [(row.calls, row.failed) for row in model.ledger.rows()] == [(3, 2)]


@pytest.mark.parametrize("fault", PASSING)
def test_what_does_not_pass_ends_after_so_many_tries(server: ModelServer, fault: str) -> None:
    server.plays(lambda asked: getattr(faults, fault))
    assert refusal(server, tries=3).retryable
    assert len(server.asked) == 3


def test_a_stalled_answer_is_given_up_and_asked_for_again(server: ModelServer) -> None:
    server.plays(lambda asked: CLAIM)
    assert ask(server, faults.stalled, stall_seconds=0.2, tries=10)[0] == BULLYING


def test_an_answer_that_never_begins_is_asked_for_again(server: ModelServer) -> None:
    server.plays(lambda asked: CLAIM)
    assert ask(server, faults.mute, start_seconds=0.2, tries=10)[0] == BULLYING


def test_a_server_that_is_not_there(server: ModelServer) -> None:
    error = refusal(server, base_url=nobody(), tries=2)
    assert error.retryable and "cannot be reached; check base_url" in str(error)


def test_a_whole_answer_does_not_wait_for_its_counts(server: ModelServer) -> None:
    def counts_never(line: object, asked: Asked) -> None:
        line.begin()  # type: ignore[attr-defined]
        line.chunk(f'{{"claim": "{BULLYING}"}}', "stop")  # type: ignore[attr-defined]
        server.over.wait()

    claim, model = ask(server, counts_never, stall_seconds=0.2)
    assert claim == BULLYING
    assert model.ledger.rows()[0].estimated


# -- when to come back -------------------------------------------------------------------------------


def in_seconds(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize("when", ["0", "0.1", "-5", "soon", "nan", "", in_seconds(-60)])
def test_a_wait_that_fits_is_kept(server: ModelServer, when: str) -> None:
    assert ask(server, faults.busy_for(when), CLAIM)[0] == BULLYING


@pytest.mark.parametrize("when", ["3600", "1e300", in_seconds(3600)])
def test_a_wait_that_does_not_fit_fails_at_once(server: ModelServer, when: str) -> None:
    error = refusal(server, faults.busy_for(when), CLAIM)
    assert error.retryable and "too many requests (429); another try in" in str(error)
    assert len(server.asked) == 1


def test_a_backoff_that_does_not_fit_fails_at_once(server: ModelServer) -> None:
    error = refusal(server, faults.broken, CLAIM, backoff_seconds=30, deadline=5)
    assert "the server failed (500); another try in" in str(error)
    assert len(server.asked) == 1


def test_whoever_waits_holds_no_place(server: ModelServer) -> None:
    """One place: the second question is answered while the first waits for its next try."""
    server.plays(lambda asked: faults.busy_for(1) if asked.number == 0 else {"claim": f"number {asked.number}"})

    async def use(model: LanguageModel) -> list[str]:
        first = asyncio.ensure_future(model.ask(Role.WRITER, QUESTION, Claimed, PATIENT))
        while not server.asked:
            await asyncio.sleep(0.01)
        second = await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        return [(await first).claim, second.claim]

    assert with_model(server.models(in_flight=1), use)[0] == ["number 2", "number 1"]


# -- what does not pass is not tried again -----------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (faults.unauthorised, "the key was refused (401); check OPENAI_API_KEY"),
        (faults.forbidden, "the key was refused (403); check OPENAI_API_KEY"),
        (faults.missing, "(404); check model and base_url: the model does not exist"),
        (faults.broke, "no quota left"),
        (status(400, "too many words\nfor \x1b[31m this model"), "(400): too many words for [31m this model"),
        (status(400, f"bad key {KEY}"), "(400): bad key ***"),
        (faults.huge, "did not end within"),
    ],
)
def test_what_cannot_pass_is_said_at_once(server: ModelServer, fault: object, told: str) -> None:
    error = refusal(server, fault, CLAIM)
    assert told in str(error) and not error.retryable
    assert len(server.asked) == 1


def test_a_missing_key_is_named(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert "set OPENAI_API_KEY" in str(refusal(server, faults.unauthorised))
    with pytest.raises(ProviderError, match="needs a key; set OPENAI_API_KEY, or the base_url"):
        LanguageModel(Models.model_validate({"default": {"model": "large"}}))


def test_a_role_elsewhere_takes_no_key_along(server: ModelServer) -> None:
    roles = {"writer": {"base_url": server.url, "model": "own"}}
    server.answers(faults.unauthorised)
    models = Models.model_validate({"default": {"model": "large"}, "roles": roles})
    with pytest.raises(ProviderError, match="set key_variable to the name"):
        with_model(models, lambda model: model.ask(Role.WRITER, QUESTION, Claimed, PATIENT))
    assert KEY not in str(server.asked[0].headers)


def test_a_key_that_is_none_is_refused_and_not_shown(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\nx{KEY}")
    with pytest.raises(ProviderError, match="set it again") as caught:
        LanguageModel(server.models())
    assert KEY not in str(caught.value)


def test_the_key_is_in_no_log_and_no_repr(server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        _, model = ask(server, faults.broken, CLAIM)
    assert KEY not in caplog.text + repr(model) + repr(vars(model)) + repr(model.ledger.rows())


def test_a_role_without_a_model_says_what_to_set(server: ModelServer) -> None:
    models = Models.model_validate({"roles": {"scorer": {"model": "small", "base_url": server.url}}})
    model = LanguageModel(models)
    assert model.has(Role.SCORER) and not model.has(Role.SCORER, Role.WRITER)
    with pytest.raises(ProviderError, match=r"set models\.default\.model or models\.roles\.writer"):
        asyncio.run(model.ask(Role.WRITER, QUESTION, Claimed, PATIENT))


# -- the deadline is a hard stop ---------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["stalled", "mute", "dripping", "paused"])
def test_a_server_that_never_ends_is_left_at_the_deadline(server: ModelServer, fault: str) -> None:
    error = refusal(server, getattr(faults, fault), deadline=SHORT)
    assert error.retryable and "no answer to propose within 0.4 s" in str(error)


def test_what_went_wrong_before_the_deadline_is_told(server: ModelServer) -> None:
    assert "within 2 s (the server failed (500))" in str(refusal(server, faults.broken, faults.mute, deadline=2))
    assert "(the answer was empty)" in str(refusal(server, faults.empty, faults.mute, deadline=2))


def test_waiting_for_a_place_counts(server: ModelServer) -> None:
    server.plays(lambda asked: faults.mute)

    async def use(model: LanguageModel) -> list[object]:
        asks = [model.ask(Role.WRITER, QUESTION, Claimed, SHORT) for _ in range(3)]
        return list(await asyncio.gather(*asks, return_exceptions=True))

    failures, _ = with_model(server.models(in_flight=1), use)
    assert all(isinstance(one, ProviderError) for one in failures)


@pytest.mark.parametrize("deadline", [0.0, -1.0])
def test_after_the_deadline_nobody_is_asked(server: ModelServer, deadline: float) -> None:
    assert "within" in str(refusal(server, CLAIM, deadline=deadline))
    assert not server.asked


def test_in_virtual_time_the_clock_waits_for_the_answer(server: ModelServer) -> None:
    """The clock would jump to the 600 s at once; it may pass only as long as the answer took."""
    server.answers(after(0.3, CLAIM))

    async def use() -> tuple[str, bool, float]:
        model = LanguageModel(server.models())
        other = asyncio.ensure_future(asyncio.sleep(600))
        began = asyncio.get_running_loop().time()
        claimed = await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        took, jumped = asyncio.get_running_loop().time() - began, other.done()
        other.cancel()
        await model.close()
        return claimed.claim, jumped, took

    claim, jumped, took = run_loop(use(), fast=True)
    assert claim == BULLYING and not jumped
    assert 0.3 <= took < 600


def test_the_deadline_holds_in_virtual_time_too(server: ModelServer) -> None:
    server.answers(faults.stalled)

    async def use() -> None:
        model = LanguageModel(server.models())
        try:
            await model.ask(Role.WRITER, QUESTION, Claimed, SHORT)
        finally:
            await model.close()

    with pytest.raises(ProviderError, match="within"):
        run_loop(use(), fast=True)


# -- places, cancelling, closing ---------------------------------------------------------------------


def test_so_many_calls_are_under_way_for_all_roles_together(server: ModelServer) -> None:
    server.plays(lambda asked: after(0.05, CLAIM))

    async def use(model: LanguageModel) -> int:
        roles = list(Role) * 2
        return len(await asyncio.gather(*(model.ask(role, QUESTION, Claimed, PATIENT) for role in roles)))

    count, _ = with_model(server.models(roles={"writer": {"model": "other"}}, in_flight=3), use)
    assert count == 12
    assert server.busiest <= 3


def test_a_caller_who_leaves_frees_the_place(server: ModelServer) -> None:
    server.answers(faults.mute)

    async def use(model: LanguageModel) -> str:
        leaver = asyncio.ensure_future(model.ask(Role.WRITER, QUESTION, Claimed, PATIENT))
        while not server.asked:
            await asyncio.sleep(0.01)
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
        server.answers(CLAIM)
        return (await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)).claim

    claim, model = with_model(server.models(in_flight=1), use)
    assert claim == BULLYING
    assert [(row.calls, row.failed) for row in model.ledger.rows()] == [(2, 1)]


def test_closing_ends_what_is_under_way(server: ModelServer) -> None:
    server.answers(faults.mute)

    async def use(model: LanguageModel) -> object:
        waiting = asyncio.ensure_future(model.ask(Role.WRITER, QUESTION, Claimed, PATIENT))
        while not server.asked:
            await asyncio.sleep(0.01)
        await model.close()
        (ended,) = await asyncio.gather(waiting, return_exceptions=True)
        with pytest.raises(ProviderError, match="closed"):
            await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        return ended

    ended, _ = with_model(server.models(), use)
    assert isinstance(ended, ProviderError) and "closed" in str(ended)
    assert not [one for one in threading.enumerate() if one.name == "language model"]


def test_one_model_serves_loops_that_come_and_go(server: ModelServer) -> None:
    server.plays(lambda asked: CLAIM)
    model = LanguageModel(server.models())
    for _ in range(2):
        assert asyncio.run(model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)).claim == BULLYING
    asyncio.run(model.close())


# -- the shape of the answer -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"claim": "Uniforms reduce bullying"}\n```',
        'Here it is:\n{"claim": "Uniforms reduce bullying"}\nI hope {that} helps.',
        '<think>{"claim": "no"}, rather not</think>{"claim": "Uniforms reduce bullying"}',
        'First {nothing}, then\n\n {"claim": "Uniforms reduce bullying"}',
    ],
)
def test_what_stands_around_the_json_is_passed_over(server: ModelServer, text: str) -> None:
    assert ask(server, text)[0] == BULLYING
    assert len(server.asked) == 1


UNUSABLE = {
    "truncated_json": "the JSON object broke off before its end",
    "cut": "the answer was cut off for its length",
    "wrong_json": "the JSON could not be read",
    "wrong_schema": "claim: Field required",
    "no_json": "there was no JSON object in the answer",
    "empty": "the answer was empty",
    "filtered": "the answer was declined or filtered",
}


@pytest.mark.parametrize("fault", UNUSABLE)
def test_an_unusable_answer_is_sent_back_once_with_its_fault(server: ModelServer, fault: str) -> None:
    claim, model = ask(server, getattr(faults, fault), CLAIM)
    assert claim == BULLYING
    again = server.asked[1]
    assert UNUSABLE[fault] in again.messages[-1]["content"]
    assert '"claim"' in again.system  # now the prompt itself says the shape
    assert len(again.messages) == (3 if fault in ("empty", "filtered") else 4)
    assert [(row.calls, row.failed) for row in model.ledger.rows()] == [(2, 1)]


@pytest.mark.parametrize("fault", UNUSABLE)
def test_two_unusable_answers_are_an_error(server: ModelServer, fault: str) -> None:
    server.plays(lambda asked: getattr(faults, fault))
    error = refusal(server)
    assert isinstance(error, ModelOutputError) and UNUSABLE[fault] in str(error)
    assert len(server.asked) == 2


def test_a_refusal_is_no_answer(server: ModelServer) -> None:
    declined = Said("", refusal="I cannot help with uniforms.")
    assert "declined" in str(refusal(server, declined, declined))


def test_an_answer_in_another_language_is_the_callers_to_judge(server: ModelServer) -> None:
    assert ask(server, faults.foreign)[0].startswith("Schuluniformen")


@pytest.mark.parametrize(
    ("refuses", "forms"),
    [
        ({"json_schema"}, ["json_schema", "json_object", "json_object"]),
        ({"json_schema", "json_object"}, ["json_schema", "json_object", "text", "text"]),
    ],
)
def test_a_server_without_schemas_is_told_the_shape_in_words(
    server: ModelServer, refuses: set[str], forms: list[str]
) -> None:
    server.refuses = refuses
    server.plays(lambda asked: CLAIM)

    async def twice(model: LanguageModel) -> list[str]:
        return [(await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)).claim for _ in range(2)]

    assert with_model(server.models(tries=1), twice)[0] == [BULLYING] * 2
    assert [asked.form for asked in server.asked] == forms  # found out once, remembered after
    assert "JSON schema" in server.asked[-1].system and '"claim"' in server.asked[-1].system


def test_a_schema_one_server_cannot_take_costs_only_itself(server: ModelServer) -> None:
    class Other(Claimed):
        pass

    server.plays(lambda asked: CLAIM)
    server.answers(status(400, "Invalid schema for response_format 'Claimed': too deep"))

    async def both(model: LanguageModel) -> None:
        await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        await model.ask(Role.WRITER, QUESTION, Other, PATIENT)
        await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)

    with_model(server.models(), both)
    assert [asked.form for asked in server.asked] == ["json_schema", "json_object", "json_schema", "json_object"]


@pytest.mark.parametrize(
    ("refused", "is_left_out"),
    [
        ("stream_options", lambda asked: "stream_options" not in asked.body),
        ("temperature", lambda asked: "temperature" not in asked.body),
        ("max_tokens", lambda asked: asked.body.get("max_completion_tokens") == 4096),
    ],
)
def test_what_a_server_refuses_by_name_is_left_out(
    server: ModelServer, refused: str, is_left_out: Callable[[Asked], bool]
) -> None:
    server.refuses = {refused}
    assert ask(server, CLAIM, temperature=0.3, tries=1)[0] == BULLYING
    assert [is_left_out(asked) for asked in server.asked] == [False, True]


def test_a_server_that_refuses_every_name_is_given_up(server: ModelServer) -> None:
    server.refuses = {"max_tokens", "max_completion_tokens"}
    assert "is not supported" in str(refusal(server))
    assert len(server.asked) == 2


# -- what it came to ---------------------------------------------------------------------------------


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
