"""An answer is heard of before it is whole: over HTTP as it comes, in virtual time at the rate that is set."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from pydantic import BaseModel

from agent.local.virtual_time import run as run_loop
from config.errors import ProviderError
from config.settings import Role
from planning.asking.answers import Shape
from planning.asking.arriving import Arriving, parts, unfinished
from planning.asking.client import LanguageModel
from tests.model_faults import faults
from tests.model_server import Line, ModelServer
from tests.models.asking import CLAIM, PATIENT, QUESTION, Claimed, with_model


class Point(Shape):
    text: str
    answers: list[str]


class Points(BaseModel):
    points: list[Point]


SAID = {"points": [{"text": f"Point {n}", "answers": [f"con2.{n}"]} for n in range(3)]}


def test_all_but_the_last_of_a_list_are_whole() -> None:
    text = json.dumps(SAID)
    counts = [len(parts(unfinished(text[:end]), "points", Point)) for end in range(len(text) + 1)]
    assert counts == sorted(counts) and counts[-1] == 2
    assert counts.index(1) == text.index('"Point 1"') - len('{"text": ') + 1, "as soon as the next one begins"


@pytest.mark.parametrize("text", ["", "Well, ", "<think>{'a", "[1, 2", "{]"])
def test_where_no_object_has_begun_there_is_none(text: str) -> None:
    assert not unfinished(text)


def test_thoughts_and_fences_are_passed_over() -> None:
    assert unfinished('<think>{"points": 1}</think>```json\n{"points": [') == {"points": []}


def test_an_answer_that_begins_again_is_read_from_its_beginning() -> None:
    seen: list[Any] = []
    take = Arriving(seen.append)
    for piece in ("", '{"claim": "Unif', "", '{"claim": "', 'Bullies"', "}"):
        take(piece)
    assert seen[-1] == {"claim": "Bullies"}


def test_over_http_each_piece_is_told_as_it_comes(server: ModelServer) -> None:
    """The server sends the second half only when the first has been heard of."""
    said, heard = json.dumps(CLAIM), list[str]()

    def in_halves(line: Line, _asked: object) -> None:
        line.begin()
        line.chunk(said[:20])
        assert server.over.wait(0) or waited(lambda: "".join(heard) == said[:20])
        line.chunk(said[20:], "stop")

    server.answers(in_halves)

    async def claim(model: LanguageModel) -> str:
        return (await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT, heard.append)).claim

    assert with_model(server.models(), claim)[0] == CLAIM["claim"]
    assert "".join(heard) == said


def waited(true: Any) -> bool:
    until = time.monotonic() + 20
    while not true() and time.monotonic() < until:
        time.sleep(0.005)
    return bool(true())


def test_a_second_try_begins_again(server: ModelServer) -> None:
    server.answers(faults.no_json, CLAIM)
    heard: list[str] = []

    async def claim(model: LanguageModel) -> str:
        return (await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT, heard.append)).claim

    with_model(server.models(), claim)
    begins = [place for place, piece in enumerate(heard) if not piece]
    assert len(begins) == 2
    assert json.loads("".join(heard[begins[-1] :])) == CLAIM


def arrivals(server: ModelServer, deadline: float = PATIENT, **settings: Any) -> tuple[list[float], float]:
    """When each point was whole, and when the whole answer was, in virtual time."""
    server.answers(SAID)

    async def used() -> tuple[list[float], float]:
        model = LanguageModel(server.models(**settings))
        times: list[float] = []

        def count(found: Any) -> None:
            while len(times) < len(parts(found, "points", Point)):
                times.append(round(asyncio.get_running_loop().time(), 2))

        try:
            await model.ask(Role.WRITER, QUESTION, Points, deadline, Arriving(count))
            return times, round(asyncio.get_running_loop().time(), 2)
        finally:
            await model.close()

    return run_loop(used(), fast=True)


def test_in_virtual_time_it_arrives_at_the_rate_that_is_set(server: ModelServer) -> None:
    letters = len(json.dumps(SAID))
    times, whole = arrivals(server, call_seconds=1.0, tokens_per_second=5.0)
    assert 1.0 < times[0] < times[1] < whole
    assert whole == pytest.approx(1.0 + letters / 4 / 5.0, abs=1.0)


def test_without_a_rate_it_is_there_at_once(server: ModelServer) -> None:
    assert arrivals(server, call_seconds=1.0) == ([], 1.0)


def test_one_that_is_not_whole_at_the_deadline_is_late(server: ModelServer) -> None:
    with pytest.raises(ProviderError, match="no answer to propose within 3 s"):
        arrivals(server, 3.0, call_seconds=1.0, tokens_per_second=5.0)
