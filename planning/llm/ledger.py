"""What the calls to language models came to, by role, and the budget they may not pass."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from config.errors import BudgetSpent
from config.settings import Endpoint, Role

BYTES_PER_TOKEN = 4  # of English; a guess for servers that do not count


def estimated_tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Row:
    """All calls of one role to one model.

    `failed` counts the calls among `calls` whose answer could not be used or never came. `estimated`: some tokens
    were guessed, for the server had not counted them. `cost` is None while a price is unknown.
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
    seconds: float = 0.0
    sent: bool = False  # the server took the request: the prompt has been read and will be charged
    failed: bool = True


class Ledger:
    """Counts every request of a run; safe to read from any thread.

    Args:
        max_calls, max_cost: a call that could pass either is refused before it is sent.
    """

    def __init__(self, max_calls: int | None = None, max_cost: float | None = None) -> None:
        self.max_calls, self.max_cost = max_calls, max_cost
        self._rows: dict[tuple[Role, str, str], Row] = {}
        self._calls = 0
        self._reserved = 0.0
        self._lock = threading.RLock()

    def rows(self) -> list[Row]:
        """A line a role and model, in the order of the roles."""
        order = list(Role)
        with self._lock:
            return [self._rows[key] for key in sorted(self._rows, key=lambda key: (order.index(key[0]), key[1:]))]

    @property
    def calls(self) -> int:
        return self._calls

    @property
    def cost(self) -> float:
        """What is known of it: calls without a price count nothing."""
        return sum(row.cost or 0.0 for row in self.rows())

    def as_json(self) -> dict[str, Any]:
        return {"calls": self.calls, "cost": round(self.cost, 6), "rows": [row.as_json() for row in self.rows()]}

    @contextmanager
    def call(self, role: Role, endpoint: Endpoint, prompt: str) -> Iterator[Call]:
        """Around one request; whatever way it ends is written down.

        Raises:
            BudgetSpent: before anything is sent.
        """
        most = money(endpoint, estimated_tokens(prompt), endpoint.max_tokens) or 0.0
        self._reserve(endpoint, most)
        call = Call(prompt, [])
        try:
            yield call
        finally:
            self._write_down(role, endpoint, call, most)

    def unusable(self, role: Role, endpoint: Endpoint) -> None:
        """The answer of the last call was whole but of no use."""
        with self._lock:
            key = (role, endpoint.model, endpoint.host)
            self._rows[key] = replace(self._rows[key], failed=self._rows[key].failed + 1)

    def _reserve(self, endpoint: Endpoint, most: float) -> None:
        with self._lock:
            spent = self.cost
            if self.max_calls is not None and self._calls >= self.max_calls:
                raise BudgetSpent(endpoint.model, f"all {self.max_calls} calls are spent; raise max_calls to go on")
            if self.max_cost is not None and spent + self._reserved + most > self.max_cost:
                told = f"one more call of up to {most:.4f} could pass the {self.max_cost:g} that may be spent"
                raise BudgetSpent(endpoint.model, f"{told} ({spent:.4f} are); raise max_cost to go on")
            self._calls += 1
            self._reserved += most

    def _write_down(self, role: Role, endpoint: Endpoint, call: Call, most: float) -> None:
        guessed_prompt = estimated_tokens(call.prompt) if call.sent else 0
        prompt = guessed_prompt if call.prompt_tokens is None else call.prompt_tokens
        guessed = estimated_tokens("".join(call.text))
        completion = guessed if call.completion_tokens is None else call.completion_tokens
        with self._lock:
            key = (role, endpoint.model, endpoint.host)
            row = self._rows.get(key, Row(role.value, endpoint.model, endpoint.host))
            cost = money(endpoint, prompt, completion)
            self._reserved -= most
            self._rows[key] = replace(
                row,
                calls=row.calls + 1,
                failed=row.failed + call.failed,
                prompt_tokens=row.prompt_tokens + prompt,
                completion_tokens=row.completion_tokens + completion,
                estimated=row.estimated or (call.sent and None in (call.prompt_tokens, call.completion_tokens)),
                cost=None if row.cost is None or cost is None else row.cost + cost,
                seconds=row.seconds + call.seconds,
            )


def money(endpoint: Endpoint, prompt_tokens: int, completion_tokens: int) -> float | None:
    """What so many tokens cost, None where a price is unknown."""
    if endpoint.price_in is None or endpoint.price_out is None:
        return None
    return (prompt_tokens * endpoint.price_in + completion_tokens * endpoint.price_out) / 1e6
