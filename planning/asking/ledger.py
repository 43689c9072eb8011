"""What the calls to language models came to, by role and by who spent it, and the budget they may not pass."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from config.errors import BudgetSpent
from config.logs import prompt_log
from config.settings import Endpoint, Role

BYTES_PER_TOKEN = 4  # of English; a guess for servers that do not count
log = logging.getLogger("rostrum.llm")
Key = tuple[str, str, str, bool]  # role, model, host, preparation


def estimated_tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Row:
    """All calls of one role to one model, those under way among them.

    `failed` counts the calls among `calls` whose answer could not be used or never came. `estimated`: some tokens
    were guessed, for the server had not counted them. `cost` is None while a price is unknown. `preparation`: they
    were begun before the match they were made for.
    """

    role: str
    model: str
    host: str
    calls: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    cost: float | None = 0.0
    seconds: float = 0.0
    preparation: bool = False
    cached_tokens: int = 0  # of those of the prompts: what the server had read before

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "cost": None if self.cost is None else round(self.cost, 6),
            "seconds": round(self.seconds, 3),
        }


@dataclass
class Call:
    """One request, written up while it goes on: what was not counted by the server is estimated at the end."""

    prompt: str
    text: list[str]
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int = 0
    seconds: float = 0.0
    sent: bool = False  # the server took the request: the prompt has been read and will be charged
    failed: bool = True

    @property
    def estimated(self) -> bool:
        return self.sent and None in (self.prompt_tokens, self.completion_tokens)

    def tokens(self) -> tuple[int, int]:
        """In and out, as the server counted them or by a guess."""
        prompt, completion = self.prompt_tokens, self.completion_tokens
        if prompt is None:
            prompt = estimated_tokens(self.prompt) if self.sent else 0
        return prompt, estimated_tokens("".join(self.text)) if completion is None else completion


class Purse(Protocol):
    """What is asked before each call to a model. `most`: the money that it may come to, None at an unknown price."""

    def reserve(self, model: str, most: float | None) -> None:
        """One call of up to so much money. Raises BudgetSpent."""

    def settle(self, most: float | None, cost: float | None) -> None:
        """What was reserved has come to this."""


class Budget:
    """What a run may spend, whoever does it: the `Purse` of a process."""

    def __init__(self, max_calls: int | None, max_cost: float | None) -> None:
        self.max_calls, self.max_cost = max_calls, max_cost
        self.calls = 0
        self._spent = self._reserved = 0.0
        self._lock = threading.Lock()

    def reserve(self, model: str, most: float | None) -> None:
        most = most or 0.0
        with self._lock:
            if self.max_calls is not None and self.calls >= self.max_calls:
                raise BudgetSpent(model, f"all {self.max_calls} calls are spent; raise max_calls to go on")
            if self.max_cost is not None and self._spent + self._reserved + most > self.max_cost:
                told = f"one more call of up to {most:.4f} could pass the {self.max_cost:g} that may be spent"
                raise BudgetSpent(model, f"{told} ({self._spent:.4f} are); raise max_cost to go on")
            self.calls += 1
            self._reserved += most

    def settle(self, most: float | None, cost: float | None) -> None:
        with self._lock:
            self._reserved -= most or 0.0
            self._spent += cost or 0.0


class Ledger:
    """Counts every request of a run, each a line in the log; safe to read from any thread.

    `preparing`: what is begun now is marked as preparation. `max_calls`, `max_cost`: a call that could pass either is
    refused before it is sent. `purse`: what is spent from instead, with other processes.
    """

    def __init__(self, max_calls: int | None = None, max_cost: float | None = None, purse: Purse | None = None) -> None:
        self.preparing = False
        self._budget = purse or Budget(max_calls, max_cost)
        self._whole: Ledger | None = None
        self._spender = ""
        self._rows: dict[Key, Row] = {}
        self._latest: dict[tuple[str, str, str], Key] = {}  # under which the last call that ended was booked
        self._lock = threading.RLock()

    def account(self, spender: str) -> Ledger:
        """One of its own for somebody who spends from the same budget; what is booked there is booked here too."""
        account = Ledger()
        account._budget, account._whole, account._spender, account._lock = self._budget, self, spender, self._lock
        return account

    def rows(self) -> list[Row]:
        """A line a role and model, in the order of the roles; what was used in preparation before the rest."""
        order = [*Role]

        def place(key: Key) -> tuple[object, ...]:
            role, model, host, preparation = key
            return order.index(Role(role)) if role in order else len(order), role, model, host, not preparation

        with self._lock:
            return [self._rows[key] for key in sorted(self._rows, key=place)]

    @property
    def calls(self) -> int:
        return sum(row.calls for row in self.rows())

    @property
    def cost(self) -> float:
        """What is known of it: calls without a price count nothing."""
        return sum(row.cost or 0.0 for row in self.rows())

    def as_json(self) -> dict[str, Any]:
        return {"calls": self.calls, "cost": round(self.cost, 6), "rows": [row.as_json() for row in self.rows()]}

    @contextmanager
    def call(self, role: str, endpoint: Endpoint, prompt: str) -> Iterator[Call]:
        """Around one request; whatever way it ends is written down. Raises BudgetSpent: before anything is sent."""
        most = money(endpoint, estimated_tokens(prompt), endpoint.max_tokens)
        self._budget.reserve(endpoint.model, most)
        key = (role, endpoint.model, endpoint.host, self.preparing)
        call, outcome = Call(prompt, []), "answered"
        self._change(key, lambda row: replace(row, calls=row.calls + 1))
        prompt_log.info("%s is asked: %s", self._name(key), prompt)
        try:
            yield call
        except Exception as error:
            outcome = f"failed: {error or type(error).__name__}"
            raise
        except BaseException:
            outcome = "was broken off"
            raise
        finally:
            cost = money(endpoint, *call.tokens(), call.cached_tokens)
            self._budget.settle(most, cost)
            self._write_down(key, call, cost)
            self._tell(key, call, outcome)

    def unusable(self, role: str, endpoint: Endpoint) -> None:
        """The answer of the last call was whole but of no use."""
        with self._lock:
            key = self._latest[role, endpoint.model, endpoint.host]
            self._change(key, lambda row: replace(row, failed=row.failed + 1))

    def _write_down(self, key: Key, call: Call, cost: float | None) -> None:
        prompt, completion = call.tokens()

        def ended(row: Row) -> Row:
            return replace(
                row,
                failed=row.failed + call.failed,
                prompt_tokens=row.prompt_tokens + prompt,
                completion_tokens=row.completion_tokens + completion,
                cached_tokens=row.cached_tokens + call.cached_tokens,
                estimated=row.estimated or call.estimated,
                cost=None if row.cost is None or cost is None else row.cost + cost,
                seconds=row.seconds + call.seconds,
            )

        with self._lock:
            self._latest[key[:3]] = key
            self._change(key, ended)

    def _change(self, key: Key, change: Callable[[Row], Row]) -> None:
        role, model, host, preparation = key
        with self._lock:
            row = self._rows.get(key) or Row(role, model, host, preparation=preparation)
            self._rows[key] = change(row)
            if self._whole is not None:
                self._whole._change(key, change)

    def _name(self, key: Key) -> str:
        whose = f" of {self._spender}" if self._spender else ""
        return f"{key[0]}{whose} ({key[1]} at {key[2]})"

    def _tell(self, key: Key, call: Call, outcome: str) -> None:
        told = "%s %s in %.1f s; %s%d tokens in, %d out"
        log.info(told, self._name(key), outcome, call.seconds, "about " if call.estimated else "", *call.tokens())
        prompt_log.info("%s said: %s", self._name(key), "".join(call.text))


def money(endpoint: Endpoint, prompt_tokens: int, completion_tokens: int, cached: int = 0) -> float | None:
    """What so many tokens cost, None where a price is unknown. `cached`: of those of the prompt, read before; they cost
    as much as the others where no price of theirs is set."""
    if endpoint.price_in is None or endpoint.price_out is None:
        return None
    price_cached = endpoint.price_in if endpoint.price_cached is None else endpoint.price_cached
    fresh = (prompt_tokens - cached) * endpoint.price_in
    return (fresh + cached * price_cached + completion_tokens * endpoint.price_out) / 1e6
