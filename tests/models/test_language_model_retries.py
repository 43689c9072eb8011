"""Faults of a language model's server: what passes is tried again, in good time; what does not is said at once."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from config.errors import ProviderError
from config.settings import Models, Role
from planning.asking.client import LanguageModel
from tests.model_faults import faults, status
from tests.model_server import Asked, ModelServer, nobody
from tests.models.asking import BULLYING, CLAIM, PATIENT, QUESTION, Claimed, ask, refusal, with_model
from tests.models.conftest import KEY

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


def repr_of(when: str) -> str:
    """The same in every process that collects the tests."""
    return "a date" if "GMT" in when else repr(when)


@pytest.mark.parametrize("when", ["0", "0.1", "-5", "soon", "nan", "", in_seconds(-60)], ids=repr_of)
def test_a_wait_that_fits_is_kept(server: ModelServer, when: str) -> None:
    assert ask(server, faults.busy_for(when), CLAIM)[0] == BULLYING


@pytest.mark.parametrize("when", ["3600", "1e300", in_seconds(3600)], ids=repr_of)
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
