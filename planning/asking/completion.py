"""One model behind an OpenAI-compatible `/v1/chat/completions`: asked, waited for, and asked again where that helps.

Source of the contract: OpenAI API reference, "Create chat completion", streamed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from config.errors import ProviderError
from config.settings import Endpoint
from planning.asking.abilities import Abilities
from planning.asking.answers import TokenChance, Unusable
from planning.asking.ledger import Call, Ledger
from planning.asking.retry import RequestFailed, Retry, explained

MOST_CHARACTERS = 1_000_000  # of one answer; more is a server gone wild
USAGE_SECONDS = 3.0  # for the token counts that follow an answer which is whole
log = logging.getLogger("rostrum.llm")
Messages = list[dict[str, str]]


@dataclass(frozen=True)
class Completion:
    """A whole answer: its text, why it ended, and the chances of its tokens where they were asked for and told."""

    text: str
    finish: str
    refusal: str = ""
    chances: tuple[TokenChance, ...] = ()

    def usable(self) -> str:
        """The text. Raises Unusable: the answer was cut off or declined."""
        if self.finish == "length":
            raise Unusable("the answer was cut off for its length; a shorter one is needed")
        if self.refusal or self.finish == "content_filter":
            raise Unusable("the answer was declined or filtered")
        return self.text


class Stream:
    """Takes chunks as OpenAI's library gives them; other servers leave out what they like."""

    def __init__(self, call: Call, on_piece: Callable[[str], None] = lambda piece: None) -> None:
        self._call, self._chances, self._on_piece = call, list[TokenChance](), on_piece
        self._length, self._refusal = 0, ""
        self.finish, self.begun = "", False

    def take(self, chunk: Any) -> None:
        """The next chunk, or an answer in one piece. Raises RequestFailed: the answer has become too long."""
        self.begun = True
        self._count(getattr(chunk, "usage", None))
        for choice in (getattr(chunk, "choices", None) or [])[:1]:
            said = getattr(choice, "delta", None) or getattr(choice, "message", None)
            self._add(getattr(said, "content", None))
            self._refuse(getattr(said, "refusal", None))
            told = getattr(choice, "logprobs", None)
            for token in getattr(told, "content", None) or []:
                self._chances.append(_chance(token))
                self._grow(1 + len(self._chances[-1].others))
            self.finish = getattr(choice, "finish_reason", None) or self.finish

    def completion(self) -> Completion:
        """The whole answer. Raises RequestFailed: it never came to its end."""
        if not self.finish:
            raise RequestFailed("the answer broke off", again=True)
        return Completion("".join(self._call.text), self.finish, self._refusal, tuple(self._chances))

    def _add(self, content: Any) -> None:
        if not isinstance(content, str):
            return
        self._grow(len(content))
        self._call.text.append(content)
        if content:
            self._on_piece(content)

    def _refuse(self, words: Any) -> None:
        """Nobody is shown them; that there were some is enough."""
        if isinstance(words, str):
            self._grow(len(words))
            self._refusal = self._refusal or words

    def _grow(self, by: int) -> None:
        """By so many characters, or chances of tokens. Raises RequestFailed."""
        self._length += by
        if self._length > MOST_CHARACTERS:
            raise RequestFailed(f"the answer did not end within {MOST_CHARACTERS} characters")

    def _count(self, usage: Any) -> None:
        prompt, completion = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
        if isinstance(prompt, int) and isinstance(completion, int) and prompt >= 0 and completion >= 0:
            self._call.prompt_tokens, self._call.completion_tokens = prompt, completion
            cached = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)
            self._call.cached_tokens = min(cached, prompt) if isinstance(cached, int) and cached > 0 else 0


def _chance(token: Any) -> TokenChance:
    others = tuple((other.token, float(other.logprob)) for other in token.top_logprobs or [])
    return TokenChance(token.token, float(token.logprob), others)


@dataclass
class Limit:
    """The hard stop of a whole call: retries and waits included.

    `least`: so many seconds a server has at the least to begin and to go on. `counted`: what all requests from now on
    are booked with together, instead of the time they took. `on_piece`: told of each answer as it arrives, of an empty
    piece where one begins.
    """

    until: float  # by time.monotonic()
    last: str = ""  # what went wrong on the way
    least: float = 0.0
    counted: float | None = None
    on_piece: Callable[[str], None] = lambda piece: None

    def took(self, began: float) -> float:
        """Seconds that a request is booked with."""
        if self.counted is None:
            return time.monotonic() - began
        seconds, self.counted = self.counted, 0.0
        return seconds


@dataclass
class Server:
    """A connection pool and a number of places, shared by all roles on one address with one key."""

    client: Any
    key: str = field(repr=False)
    places: asyncio.Semaphore


class _LeftOut(Exception):
    """The server refused a part of the request that is left out from now on: ask again at once."""


@dataclass
class Line:
    """A role's way to its model."""

    role: str
    endpoint: Endpoint
    server: Server
    can: Abilities
    ledger: Ledger

    @property
    def name(self) -> str:
        return f"{self.endpoint.model} at {self.endpoint.host}"

    async def complete(
        self, ask: Callable[[Abilities], Messages], limit: Limit, answer: type[BaseModel] | None = None
    ) -> Completion:
        """An answer to `ask`: in the shape of `answer` if the server can be held to one, else with token chances.
        Raises ProviderError: none came in so many tries or in time. BudgetSpent: one more request was not allowed."""

        async def once() -> Completion:
            while True:
                try:
                    async with self.server.places:  # not while it pauses: others may ask meanwhile
                        return await self._once(ask(self.can), limit, answer)
                except _LeftOut:
                    log.debug("%s: %s is asked without what it refused", self.role, self.name)
                    continue
                except RequestFailed as failed:
                    limit.last = str(failed)
                    raise

        try:
            return await Retry(self.endpoint.tries, self.endpoint.backoff_seconds)(once, limit.until)
        except RequestFailed as failed:
            raise ProviderError(self.name, str(failed), retryable=failed.again) from None

    async def _once(self, messages: Messages, limit: Limit, answer: type[BaseModel] | None) -> Completion:
        """One request. Raises RequestFailed, _LeftOut, BudgetSpent."""
        body = self.can.body(self.endpoint, answer) | {"messages": messages}
        began = time.monotonic()
        with self.ledger.call(self.role, self.endpoint, _as_read(body)) as call:
            try:
                completion = await self._receive(body, call, limit)
            except RequestFailed:
                raise
            except Exception as error:  # what servers and libraries raise may hold the key: it is said in our words
                raise self._explained(error, body) from None
            finally:
                call.seconds = limit.took(began)
            call.failed = False
            return completion

    async def _receive(self, body: dict[str, Any], call: Call, limit: Limit) -> Completion:
        """Send the request and read its stream to the end."""
        begin = max(limit.least, self.endpoint.start_seconds)
        call.sent = True  # until the server says otherwise: one that works past its time charges for it
        try:
            async with asyncio.timeout(begin):
                extra = dict(self.endpoint.extra) or None
                stream = await self.server.client.chat.completions.create(**body, extra_body=extra)
        except TimeoutError:
            raise RequestFailed(f"no answer began within {begin:g} s", again=True) from None
        except Exception:
            call.sent = False
            raise
        reading = Stream(call, limit.on_piece)
        limit.on_piece("")
        async with stream:
            if "application/json" in stream.response.headers.get("content-type", ""):  # a server that does not stream
                await self._read_whole(stream.response, reading)
            else:
                await self._read(stream, reading, limit.least)
        return reading.completion()

    async def _read_whole(self, response: Any, reading: Stream) -> None:
        from openai.types.chat import ChatCompletion

        reading.take(ChatCompletion.construct(**json.loads(await response.aread())))

    async def _read(self, stream: Any, reading: Stream, least: float) -> None:
        while True:
            most = max(least, self.endpoint.stall_seconds if reading.begun else self.endpoint.start_seconds)
            try:
                async with asyncio.timeout(min(most, USAGE_SECONDS) if reading.finish else most):
                    chunk = await anext(stream, None)
            except Exception as error:
                if reading.finish:  # the answer is whole; only its token counts are missing
                    return
                if isinstance(error, TimeoutError):
                    raise RequestFailed(f"the answer stalled for {most:g} s", again=True) from None
                raise
            if chunk is None:
                return
            reading.take(chunk)

    def _explained(self, error: Exception, body: Mapping[str, Any]) -> RequestFailed | _LeftOut:
        import openai

        refused = isinstance(error, openai.APIStatusError) and error.status_code in (400, 422)
        if refused and self.can.leave_out(str(getattr(error, "body", "")), body):
            return _LeftOut()
        return explained(error, self.server.key, self.endpoint.key_variable)


def _as_read(body: Mapping[str, Any]) -> str:
    """What of a request is charged as its prompt, for an estimate."""
    said = "\n".join(message["content"] for message in body["messages"])
    return said + json.dumps(body.get("response_format", ""), ensure_ascii=False)
