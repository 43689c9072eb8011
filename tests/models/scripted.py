"""A language model within the process, for fast tests of what is asked of one and done with its answers.

    model = ScriptedModel(extractor=[{"actions": []}], writer=lambda turn: {"sentences": [...]}, scorer=1.6)
    ...
    assert [turn.prompt.name for turn in model.asked] == ["extract", "write"]

A role's script is a list (one answer a call; to ask more is the test's mistake), a function of the call, or one
answer for all calls. Answers: a dict or pydantic model for `ask`, a number for `expect`, an exception to be raised,
`late` for none before the deadline, `after(seconds, answer)` for one that takes so long in the loop's time,
`streamed(tokens_per_second, answer)` for one that is heard of while it comes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from config.errors import ProviderError
from planning.ports import Answer, OnPiece, Prompt


@dataclass(frozen=True)
class Turn:
    """One call: `classes` of an expectation, `answer` the wanted class otherwise; `number` counts from 0 in a role."""

    role: str
    prompt: Prompt
    deadline: float
    number: int
    answer: type[BaseModel] | None = None
    classes: tuple[float, ...] = ()


@dataclass(frozen=True)
class _After:
    seconds: float
    answer: Any


def after(seconds: float, answer: Any) -> Any:
    """The answer, so many seconds of the loop's time later."""
    return _After(seconds, answer)


@dataclass(frozen=True)
class _Streamed:
    tokens_per_second: float
    answer: Any

    async def arrived(self, tell: OnPiece) -> Any:
        text, token = json.dumps(self.answer), 4
        tell("")
        for start in range(0, len(text), token):
            await asyncio.sleep(1 / self.tokens_per_second)
            tell(text[start : start + token])
        return self.answer


def streamed(tokens_per_second: float, answer: Any) -> Any:
    """The answer, token by token in the loop's time."""
    return _Streamed(tokens_per_second, answer)


late = after(float("inf"), None)

Script = Sequence[Any] | Callable[[Turn], Any] | Any


class ScriptedModel:
    """An `LLM` whose roles are given by name; a role without a script fails as one without a model does."""

    def __init__(self, **roles: Script) -> None:
        self.asked: list[Turn] = []
        self._scripts = {name: list(one) if isinstance(one, list | tuple) else one for name, one in roles.items()}

    def of(self, role: str) -> list[Turn]:
        """The calls of one role."""
        return [turn for turn in self.asked if turn.role == role]

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        given = await self._given(Turn(role, prompt, deadline, len(self.of(role)), answer=answer), while_arriving)
        return given if isinstance(given, answer) else answer.model_validate(given)

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        return float(await self._given(Turn(role, prompt, deadline, len(self.of(role)), classes=tuple(classes))))

    async def _given(self, turn: Turn, while_arriving: OnPiece | None = None) -> Any:
        self.asked.append(turn)
        if turn.role not in self._scripts:
            raise ProviderError(f"model of {turn.role}", "none is set")
        script = self._scripts[turn.role]
        if isinstance(script, list):
            assert script, f"the {turn.role} is asked once more than it has answers: {turn.prompt.name}"
            given = script.pop(0)
        else:
            given = script(turn) if callable(script) else script
        if isinstance(given, _Streamed):
            given = await given.arrived(while_arriving or (lambda piece: None))
        if isinstance(given, _After):
            await asyncio.sleep(max(0.0, min(given.seconds, turn.deadline)))
            if given.seconds >= turn.deadline:
                raise ProviderError(f"model of {turn.role}", "no answer in time", retryable=True)
            given = given.answer
        if isinstance(given, BaseException):
            raise given
        return given
