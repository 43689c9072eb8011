"""An encoder behind a server keeps nobody waiting but the passage it encodes: the event loop goes on meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence

import pytest

from agent.debater.understanding import Understanding
from agent.local.virtual_time import run
from agent.running.tasks import Tasks
from config.format import Side
from config.settings import Embedding
from config.shipped import load_format
from planning.encoders.local import CachedEmbedder
from planning.encoders.remote import RemoteEmbedder
from planning.methods.contract import Applied, Trouble
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Vectors
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder
from tests.model_server import Asked, Fault, Line, ModelServer

BEATS = 50  # of the loop that each call to the server takes
GIVEN_UP_SECONDS = 5.0  # that the server waits for a loop which stands still
SPEECH = [
    "Uniforms reduce bullying over clothes, and that is what counts.",
    "They would be mocked for their shoes otherwise.",
    "Grey wool itches terribly during summer examinations.",
    "Laundry takes whole evenings from families with many children.",
]


class Heart:
    """Beats with every turn of the loop."""

    def __init__(self) -> None:
        self._beats, self._beaten = 0, threading.Condition()

    async def beat(self) -> None:
        while True:
            with self._beaten:
                self._beats += 1
                self._beaten.notify_all()
            await asyncio.sleep(0)

    def goes_on(self) -> bool:
        """From a thread: whether it beats `BEATS` times more."""
        with self._beaten:
            until = self._beats + BEATS
            return self._beaten.wait_for(lambda: self._beats >= until, GIVEN_UP_SECONDS)


def slow(server: ModelServer, heart: Heart, stood_still: list[str]) -> Fault:
    """Answers once the loop has gone on for a while."""

    def answer(line: Line, asked: Asked) -> None:
        if not heart.goes_on():
            stood_still.append(str(asked.body["input"]))
        line.send(200, server._embedded(asked))

    return answer


def mind(motion: Rehearsal, embedder: CachedEmbedder) -> Strategy:
    return Strategy(motion, Side.CON, load_format("oxford"), embedder, "seed")


def remote(server: ModelServer) -> RemoteEmbedder:
    return RemoteEmbedder(Embedding(engine="remote", model="m", base_url=server.url, same=0.7, related=0.3))


async def understood(listener: Strategy, passages: Sequence[str]) -> list[Applied]:
    told: list[Applied] = []
    tasks, troubles = Tasks(), list[Trouble]()
    method = TreeDebater(listener, compute)
    understanding = Understanding(
        method, tasks, lambda turn, applied: told.append(applied), lambda: None, troubles.append
    )
    for place, passage in enumerate(passages):
        understanding.heard(0, Passage(passage, place, place + 1.0))
        await asyncio.sleep(0)
    await understanding.finish()
    assert not troubles
    return told


def test_the_loop_goes_on_while_a_server_encodes_a_passage(server: ModelServer, motion: Rehearsal) -> None:
    heart, stood_still = Heart(), list[str]()
    listener = mind(motion, CachedEmbedder(remote(server)))
    asked_before = len(server.asked)
    server.breaks_embeddings(*[slow(server, heart, stood_still)] * len(SPEECH))

    async def listen() -> list[Applied]:
        beating = asyncio.get_running_loop().create_task(heart.beat())
        try:
            return await understood(listener, SPEECH)
        finally:
            beating.cancel()

    told = asyncio.run(listen())
    assert stood_still == []
    assert [asked.body["input"] for asked in server.asked[asked_before:]] == [[SPEECH[0]], SPEECH[1:]]
    assert listener.heard == SPEECH
    places = [SPEECH.index(applied.action.argument) for applied in told]
    assert places and places == sorted(places)  # in order, whatever vectors of letters take for a claim


def test_a_plan_waits_for_no_encoder_once_it_is_prepared(motion: Rehearsal) -> None:
    """A sentence that a model wrote becomes a claim that no encoder has seen."""
    inner = Counting()
    speaker = mind(motion, CachedEmbedder(inner))
    speaker.hear(SPEECH[0])
    answer = speaker.write(speaker.plan(1), 1).sentences
    acting = next(s for s in answer if s.action)
    speaker.spoke(acting.model_copy(update={"text": "Wool has never calmed a quarrel.", "source": None}))
    speaker.encode()
    asked = inner.calls
    speaker.plan(3)
    assert inner.calls == asked


def test_in_virtual_time_the_clock_stands_still_while_a_passage_is_encoded(motion: Rehearsal) -> None:
    listener = mind(motion, CachedEmbedder(BagEmbedder()))

    async def listen() -> float:
        later = asyncio.get_running_loop().create_task(asyncio.sleep(3600))
        await understood(listener, SPEECH)
        later.cancel()
        return asyncio.get_running_loop().time()

    assert run(listen(), fast=True) == 0.0
    assert listener.heard == SPEECH


# -- once a passage ----------------------------------------------------------------------------------


class Counting(BagEmbedder):
    """Counts its calls, and how often each text is encoded."""

    def __init__(self) -> None:
        self.calls = 0
        self.texts: Counter[str] = Counter()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        self.texts.update(texts)
        return super().embed(texts)


def test_a_passage_is_encoded_once_wherever_it_is_compared(motion: Rehearsal) -> None:
    """Without anything that remembers vectors: whoever compares the passage is handed its encoding."""
    encoder = Counting()
    listener = Strategy(motion, Side.CON, load_format("oxford"), encoder, "seed")
    own = listener.write(listener.plan(1), 1).sentences
    for sentence in own:
        listener.spoke(sentence)
    passages = [*SPEECH, "My opponent told you that wool itches.", "They said that pupils lose their identity."]
    for passage in passages:
        encoder.texts.clear()
        listener.hear(passage)
        assert encoder.texts[passage] == 1


@pytest.mark.parametrize(
    "passage", ["Wool itches terribly in summer exams.", "My opponent told you that uniforms reduce bullying."]
)
def test_of_the_encoder_itself_a_passage_takes_one_call(motion: Rehearsal, passage: str) -> None:
    encoder = Counting()
    listener = mind(motion, CachedEmbedder(encoder))
    listener.hear("Uniforms are cheaper than fashion.")
    before = encoder.calls
    listener.hear(passage)
    assert encoder.calls == before + 1


def test_what_is_known_is_told_while_another_waits_for_the_encoder() -> None:
    asked, answer = threading.Event(), threading.Event()

    class Slow(BagEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if "slow" in texts:
                asked.set()
                answer.wait(GIVEN_UP_SECONDS)
            return super().embed(texts)

    cached = CachedEmbedder(Slow())
    cached.embed(["known"])
    waiting = threading.Thread(target=cached.embed, args=(["slow"],))
    waiting.start()
    assert asked.wait(GIVEN_UP_SECONDS)
    assert cached.embed(["known"]).shape == (1, 256)
    assert waiting.is_alive()
    answer.set()
    waiting.join()
