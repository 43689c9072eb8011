"""How the tests ask a model over HTTP, from a loop that lives as long as one question."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel, ConfigDict, Field

from config.errors import ProviderError
from config.settings import Models, Role
from planning.asking.client import LanguageModel
from planning.ports import Prompt
from tests.model_server import ModelServer
from tests.models.conftest import KEY

QUESTION = Prompt("propose", "You are a debater.", "Give a claim for school uniforms.")
BULLYING = "Uniforms reduce bullying"
PATIENT, SHORT = 30.0, 0.4
Result = TypeVar("Result")


class Claimed(BaseModel):
    model_config = ConfigDict(extra="forbid")

    claim: str = Field(min_length=1)


CLAIM = {"claim": BULLYING}


def with_model(models: Models, use: Callable[[LanguageModel], Awaitable[Result]]) -> tuple[Result, LanguageModel]:
    """What `use` gives, and the model, closed, for its ledger."""

    async def used() -> tuple[Result, LanguageModel]:
        model = LanguageModel(models)
        try:
            return await use(model), model
        finally:
            await model.close()

    return asyncio.run(used())


def ask(server: ModelServer, *answers: Any, deadline: float = PATIENT, **settings: Any) -> tuple[str, LanguageModel]:
    """The claim a writer is given."""
    server.answers(*answers)

    async def claim(model: LanguageModel) -> str:
        return (await model.ask(Role.WRITER, QUESTION, Claimed, deadline)).claim

    return with_model(server.models(**settings), claim)


def expect(
    server: ModelServer, *answers: Any, classes: Sequence[float] = (0, 1, 2), times: int = 1, **settings: Any
) -> list[float]:
    """What a scorer expects, asked so many times."""
    server.answers(*answers)

    async def means(model: LanguageModel) -> list[float]:
        return [await model.expect(Role.SCORER, QUESTION, classes, PATIENT) for _ in range(times)]

    return with_model(server.models(**settings), means)[0]


def refusal(server: ModelServer, *answers: Any, deadline: float = PATIENT, **settings: Any) -> ProviderError:
    """The error, after checking that it is one line and gives nothing away."""
    with pytest.raises(ProviderError) as caught:
        ask(server, *answers, deadline=deadline, **settings)
    error = caught.value
    assert "\n" not in str(error) and len(str(error)) < 400 and str(error).isprintable()
    assert KEY not in str(error) and error.__cause__ is None
    return error
