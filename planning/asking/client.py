"""A language model in every role, behind OpenAI-compatible addresses: the `LLM` of a full match.

Every call is bounded: in time by its caller's deadline, in money and number by the budget, in how many are under way
by each server's places. What a server cannot do (hold an answer to a schema, tell log probabilities) is found out by
asking, once, and done without from then on.
"""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from config.errors import ModelOutputError, ProviderError
from config.role import fallbacks
from config.secrets import read_key
from config.settings import Endpoint, Models
from planning.asking.abilities import Abilities
from planning.asking.answers import (
    Unusable,
    expectation,
    label_request,
    labels,
    number_request,
    parse,
    plain_number,
    schema_request,
)
from planning.asking.asking import once_more
from planning.asking.completion import Completion, Limit, Line, Messages, Server
from planning.asking.ledger import Ledger
from planning.asking.taking_time import CountedTime, RealTime, counts
from planning.loop_thread import Closed, Late, LoopThread
from planning.ports import Answer, OnPiece, Prompt

OPENAI = "https://api.openai.com/v1"
CONNECT_SECONDS = 10.0
log = logging.getLogger("rostrum.llm")
SHOWN_BACK = 4_000  # characters of an unusable answer that the model is shown again
Value = TypeVar("Value")


class LanguageModel:
    """Asks the model that the settings name for each role; may be shared by all seats and loops of a process.

    `ledger` tells what it all came to. Keys are read once, from the variables the settings name, and are in no text.
    Raises ProviderError: a key is missing or none, for a role that has a model.
    """

    def __init__(self, models: Models) -> None:
        self.ledger = Ledger(models.max_calls, models.max_cost)
        self._loop_thread = LoopThread("language model")
        self._call_seconds, self._tokens_per_second = models.call_seconds, models.tokens_per_second
        self._lines: dict[str, Line] = {}
        servers: dict[tuple[str, str], Server] = {}
        found: dict[tuple[str, str], Abilities] = {}
        self._named = models.named
        every = {role: models.of(role) for role in models.named if models.of(role).model}
        for role, endpoint in every.items():
            place = _place(endpoint)
            if place not in servers:
                limits = [one.in_flight for one in every.values() if _place(one) == place]
                servers[place] = connect(endpoint, min(limits))
            can = found.setdefault((place[0], endpoint.model), Abilities.of(endpoint))
            self._lines[role] = Line(role, endpoint, servers[place], can, self.ledger)
        self._servers = list(servers.values())

    def booked_to(self, account: Ledger) -> LanguageModel:
        """The same servers for one of those who use them, who has the account as `ledger`."""
        one = copy.copy(self)
        one.ledger = account
        one._lines = {role: replace(line, ledger=account) for role, line in self._lines.items()}
        return one

    def sampled(self, temperature: float, top_p: float) -> LanguageModel:
        """The same servers and the same account, asked to draw their answers so."""
        one = copy.copy(self)
        one._lines = {
            role: replace(line, endpoint=_drawing(line.endpoint, temperature, top_p))
            for role, line in self._lines.items()
        }
        return one

    def has(self, *roles: str) -> bool:
        """Whether there is a model for every one of these roles."""
        return all(self._known(role) in self._lines for role in roles)

    def name(self, role: str) -> str:
        """Model and host, such as `small-model at localhost:8000`."""
        return self._line(role).name

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        """An answer of that schema; one that is not is sent back once with its fault. `while_arriving`: told of it
        before it is whole, in the caller's loop.

        Raises ProviderError: no answer within `deadline` seconds, or none at all. ModelOutputError: only answers of
        another shape. BudgetSpent: one more call was not allowed.
        """
        line = self._line(role)

        def ask(can: Abilities, faulty: Messages) -> Messages:
            told = schema_request(answer) if faulty or can.tells_schema(answer) else ""
            return _messages(prompt, told, faulty)

        async def attempt(limit: Limit, faulty: Messages) -> Completion:
            return await line.complete(lambda can: ask(can, faulty), limit, answer)

        def read(completion: Completion) -> Answer:
            text = completion.usable()
            try:
                return parse(text, answer)
            except Unusable:
                line.can.schema_told |= line.can.form(answer) == "json_schema"
                raise

        return await self._within(line, prompt, deadline, attempt, read, while_arriving)

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        """The mean of `classes` by the probabilities of their labels as the model's answer.

        From a server that tells no log probabilities a number is asked for instead, and kept within the range. Raises
        ProviderError, ModelOutputError, BudgetSpent: as `ask`. ValueError: classes that are none.
        """
        line, of = self._line(role), labels(classes)

        async def attempt(limit: Limit, faulty: Messages) -> Completion:
            def ask(can: Abilities) -> Messages:
                told = label_request(of) if can.alternatives else number_request(classes)
                return _messages(prompt, told, faulty)

            return await line.complete(ask, limit)

        def read(completion: Completion) -> float:
            if (mean := expectation(completion.chances, of)) is not None:
                return mean
            if completion.text.strip() and not completion.chances:
                line.can.alternatives = 0  # they were asked for and not told, or had been refused
            return plain_number(completion.usable(), of)

        return await self._within(line, prompt, deadline, attempt, read)

    async def recalled(self) -> None:
        """An answer that its caller knew takes the time on his clock that it took when it was asked for."""
        if self._call_seconds is not None and counts():
            await asyncio.sleep(self._call_seconds)

    def tells_chances(self, role: str) -> bool:
        """Whether the server is thought to tell log probabilities; known once `expect` has been answered."""
        return bool(self._line(role).can.alternatives)

    async def close(self) -> None:
        """End what is under way (its callers get a ProviderError) and let the connections go."""

        async def disconnect() -> None:
            await asyncio.gather(*(server.client.close() for server in self._servers), return_exceptions=True)

        await self._loop_thread.close(disconnect)

    async def _within(
        self,
        line: Line,
        prompt: Prompt,
        deadline: float,
        attempt: Callable[[Limit, Messages], Awaitable[Completion]],
        read: Callable[[Completion], Value],
        while_arriving: OnPiece | None = None,
    ) -> Value:
        """Two attempts at a usable answer, the second with the fault of the first, all before the deadline."""
        allowed = self._allowed(deadline, while_arriving)
        limit, faulty = allowed.limit, Messages()

        async def once() -> Value:
            nonlocal faulty
            completion = await attempt(limit, faulty)
            try:
                return read(completion)
            except Unusable as fault:
                self.ledger.unusable(line.role, line.endpoint)
                limit.last = str(fault)
                log.info("%s: the answer of %s to %s cannot be used: %s", line.role, line.name, prompt.name, fault)
                faulty = _sent_back(completion, limit.last)
                raise

        try:
            return await once_more(lambda _: allowed.attempt(self._loop_thread, once))
        except Unusable as fault:
            raise ModelOutputError(line.name, f"no usable answer to {prompt.name}: {fault}") from None
        except Late:
            told = f"no answer to {prompt.name} within {deadline:g} s" + (f" ({limit.last})" if limit.last else "")
            raise ProviderError(line.name, told, retryable=True) from None
        except Closed:
            raise ProviderError(line.name, "closed before it answered") from None
        finally:
            allowed.over()

    def _allowed(self, deadline: float, while_arriving: OnPiece | None) -> RealTime | CountedTime:
        """The time there is for a call, as it passes on its caller's clock."""
        if self._call_seconds is None:
            return RealTime(deadline, while_arriving)
        if counts():
            return CountedTime(deadline, self._call_seconds, self._tokens_per_second, while_arriving)
        log.warning("models.call_seconds is for matches in virtual time; here calls take as long as they take")
        self._call_seconds = None
        return RealTime(deadline, while_arriving)

    def _known(self, role: str) -> str:
        """The role itself, or for a method's own that the settings do not name the one it has its model from."""
        return role if role in self._named else fallbacks(role)[1]

    def _line(self, role: str) -> Line:
        """To the model of a role; what it is asked in a method's own role is booked to that."""
        known = self._known(role)
        if known not in self._lines:
            raise ProviderError(f"model of {known}", f"none is set; set models.default.model or models.roles.{known}")
        return self._lines[known] if known == role else replace(self._lines[known], role=role)


def connect(endpoint: Endpoint, places: int) -> Server:
    """A connection pool, without the library's own retries. Raises ProviderError: the key is missing or none."""
    import openai

    from config.bounded_answers import async_client

    key = read_key(f"{endpoint.model} at {endpoint.host}", endpoint.key_variable, needed=endpoint.base_url is None)
    timeout = openai.Timeout(None, connect=CONNECT_SECONDS)
    client = openai.AsyncOpenAI(
        base_url=endpoint.base_url or OPENAI,
        api_key=key or "none",
        timeout=timeout,
        max_retries=0,
        http_client=async_client(),
    )
    return Server(client, key, asyncio.Semaphore(places))


def _drawing(endpoint: Endpoint, temperature: float, top_p: float) -> Endpoint:
    return endpoint.model_copy(update={"temperature": temperature, "extra": {**endpoint.extra, "top_p": top_p}})


def _place(endpoint: Endpoint) -> tuple[str, str]:
    return (endpoint.base_url or OPENAI, endpoint.key_variable)


def _messages(prompt: Prompt, told: str, faulty: Messages) -> Messages:
    system = f"{prompt.system}\n\n{told}" if told else prompt.system
    return [{"role": "system", "content": system}, {"role": "user", "content": prompt.user}, *faulty]


def _sent_back(completion: Completion, fault: str) -> Messages:
    """What follows an unusable answer: the answer itself, if there was any, and its fault."""
    user = {"role": "user", "content": f"That answer cannot be used: {fault}. Answer the question again, without this."}
    if not completion.text.strip():
        return [user]
    return [{"role": "assistant", "content": completion.text[:SHOWN_BACK]}, user]
