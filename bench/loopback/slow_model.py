"""A language model's server for benchmarks: every answer takes the same time and says nothing worth hearing.

It answers on loopback what `planning.rehearse` asks, in the shape asked for, so that a benchmark measures our own side:
how many calls there are, and how many wait for each other.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import threading
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any

from aiohttp import web

from config.errors import ProviderError

START_SECONDS = 10.0
KINDS = "patient careful local public private honest simple costly early broad".split()
THINGS = "rule budget school market promise habit library council record budget street vote".split()
PEOPLE = "parents workers neighbours teachers children farmers nurses drivers".split()
VERBS = "helps slows frees burdens protects confuses rewards unites divides".split()
CHANCES = {"0": 0.2, "1": 0.3, "2": 0.5}


class SlowEndpoint:
    """An OpenAI-compatible `/v1/chat/completions` on a free port, in a thread of its own. Use as a context.

    Args:
        seconds: each answer takes.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.calls, self.busiest = seconds, 0, 0
        self._now, self._serial = 0, count()
        self._url, self._ready = "", threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="slow endpoint", daemon=True)

    @property
    def url(self) -> str:
        return self._url

    def __enter__(self) -> SlowEndpoint:
        self._thread.start()
        if not self._ready.wait(START_SECONDS):
            raise ProviderError("slow endpoint", "did not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._respond)
        runner = web.AppRunner(app, access_log=None)
        self._loop.run_until_complete(runner.setup())
        site = web.TCPSite(runner, "127.0.0.1", 0)
        self._loop.run_until_complete(site.start())
        self._url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    async def _respond(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.calls += 1
        self._now += 1
        self.busiest = max(self.busiest, self._now)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self._now -= 1
        return web.json_response(_completion(self._choice(body)))

    def _choice(self, body: dict[str, Any]) -> dict[str, Any]:
        if body.get("logprobs"):
            top = [{"token": token, "logprob": math.log(chance)} for token, chance in CHANCES.items()]
            return {"message": {"content": "2"}, "logprobs": {"content": [{**top[-1], "top_logprobs": top}]}}
        shape = body["response_format"]["json_schema"]["name"]
        asked = body["messages"][-1]["content"]
        return {"message": {"content": json.dumps(self._answers()[shape](asked))}}

    def _answers(self) -> dict[str, Callable[[str], dict[str, Any]]]:
        return {
            "Framing": lambda asked: {
                "side": _side(asked),
                "definition": [self._line()],
                "criterion": [self._line()],
                "domain": "Bench",
                "type": "policy",
            },
            "Pool": lambda asked: {"side": _side(asked), "claims": [self._proposed() for _ in range(_wanted(asked))]},
            "MainCase": lambda asked: {
                "side": _side(asked),
                **self._grounds(),
                "weighing": [self._line()],
                "answer": [self._line()],
            },
            "Counters": lambda asked: {
                "side": _side(asked),
                "counters": [{"claim": self._line(), **self._grounds()} for _ in range(_wanted(asked))],
            },
            "Judgement": lambda asked: {
                "answers": [
                    {"question": int(number), "none": 20, "medium": 30, "high": 50}
                    for number in re.findall(r"^(\d+)\. Argument", asked, re.M)
                ]
            },
        }

    def _grounds(self) -> dict[str, Any]:
        return {
            "heard": [self._line(), self._line()],
            "argument": [self._line() for _ in range(3)],
            "impact": self._line(),
            "cites": [],
        }

    def _proposed(self) -> dict[str, str]:
        number = next(self._serial)
        topic = f"{KINDS[number % len(KINDS)]} {THINGS[number % 11]} for {PEOPLE[number % 7]}"
        return {"claim": self._line(), "topic": topic, "reason": self._line()}

    def _line(self) -> str:
        """A sentence that no other one is like."""
        dice, words = next(self._serial) * 2_654_435_761 % 2**32, []
        for bank in (KINDS, THINGS, VERBS, PEOPLE, KINDS, THINGS, VERBS, PEOPLE):
            dice, place = divmod(dice, len(bank))
            words.append(bank[place])
        one, thing, does, whom, other, stead, did, theirs = words
        return f"The {one} {thing} {does} the {whom} because the {other} {stead} of the {theirs} {did} all of us."


def _side(asked: str) -> str:
    found = re.search(r"You speak for the (pro|con) side", asked)
    return found[1] if found else "pro"


def _wanted(asked: str) -> int:
    found = re.search(r"^Write (\d+) ", asked, re.M)
    return int(found[1]) if found else 1


def _completion(choice: dict[str, Any]) -> dict[str, Any]:
    whole = {"index": 0, "finish_reason": "stop", "logprobs": None, **choice}
    whole["message"] = {"role": "assistant", "refusal": None, **whole["message"]}
    usage = {"prompt_tokens": 100, "completion_tokens": 100, "total_tokens": 200}
    return {"id": "b", "object": "chat.completion", "created": 0, "model": "bench", "choices": [whole], "usage": usage}
