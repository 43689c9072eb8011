"""The language model over real HTTP: its answers and their shape, its deadlines and its places."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from agent.local.virtual_time import run as run_loop
from config.errors import ModelOutputError, ProviderError
from config.settings import Role
from planning.asking.client import LanguageModel
from tests.model_faults import faults, status
from tests.model_server import Asked, ModelServer, Said, after
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


# -- the deadline is a hard stop ---------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["stalled", "mute", "dripping", "paused"])
def test_a_server_that_never_ends_is_left_at_the_deadline(server: ModelServer, fault: str) -> None:
    error = refusal(server, getattr(faults, fault), deadline=SHORT)
    assert error.retryable and "no answer to propose within 0.4 s" in str(error)


def test_what_went_wrong_before_the_deadline_is_told(server: ModelServer) -> None:
    assert "within 5 s (the server failed (500))" in str(refusal(server, faults.broken, faults.mute, deadline=5))
    assert "(the answer was empty)" in str(refusal(server, faults.empty, faults.mute, deadline=5))


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
    assert count == 2 * len(Role)
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
