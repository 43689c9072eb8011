"""How soon the other side's last sentence is answered, by a model over HTTP that writes 30 tokens a second.

One side reads texts aloud, the other is a debater with that model, in virtual time: who waits for an answer waits as
long as its tokens take. Beside it, on the same speeches and with the same model, the pipeline as it is published: all
is read, written to the end, checked and revised after the last word, one thing after the other.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from agent.components import Components
from agent.debater.build import make_method
from agent.debater.debater import Debater, Equipment
from agent.debater.troubles import Troubles
from agent.local.venue import LocalVenue
from agent.local.virtual_time import run as run_loop
from agent.match.events import TurnStarted
from agent.match.records.turn import TurnRecord
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.host import host_match
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.ports import Floor, Gathered, History
from agent.running.setup import MatchSetup, SeatSetup
from agent.seats.guests import Silent
from bench import Measurement, Target
from bench.loopback.plain_model import PlainModel
from bench.matches.silent import OPPONENTS, speech_of
from bench.matches.simulated import Hearsay, Hum, Loud, Sayings
from bench.rooms.latency import duel, serial_seconds
from config.format import Side
from config.settings import Settings, cache_folder
from planning.encoders.local import CachedEmbedder, MiniLM
from planning.ports import Embedder
from speech.audio import ROOM_RATE, silence
from speech.offload import compute
from speech.synthesis.synthesizer import Synthesizer
from speech.text.sentences import sentences

FIRST_TOKEN_SECONDS, TOKENS_PER_SECOND = 0.6, 30.0
ANSWERS, TURN_SECONDS, SERIAL = 20, 45.0, 5
PAUSE_SECONDS, TICK_SECONDS = 0.8, 0.05  # between the sentences that are read aloud
P95_SECONDS = 4.0
NEVER_SECONDS = 600.0  # that a sentence counts which nobody answers
OURS = Side.CON
QUOTED = re.compile(r"“([^”]+)”")


class Reader(Silent):
    """Reads sentences aloud as long as there is time, a breath after each; `ended`: when its last one was over."""

    def __init__(self, side: Side, lines: Iterator[str], said: Sayings) -> None:
        super().__init__(side)
        self._lines, self._said, self._hum = lines, said[side], Hum()
        self.ended: dict[int, tuple[str, float]] = {}

    async def speak(self, floor: Floor) -> None:
        while True:
            line = next(self._lines)
            sound = self._hum.synthesize(line)
            if floor.elapsed() + sound.seconds + PAUSE_SECONDS > floor.seconds:
                return
            await floor.play(sound)
            while floor.queued() > TICK_SECONDS:
                await asyncio.sleep(TICK_SECONDS)
            self._said.append(line)
            self.ended[floor.turn] = line, floor.elapsed()
            await floor.play(silence(PAUSE_SECONDS, ROOM_RATE))
            while floor.queued() > TICK_SECONDS:
                await asyncio.sleep(TICK_SECONDS)


class ReadingRoom:
    """Holds one match of a debater and a `Reader`."""

    def __init__(self, embedder: Embedder, lines: Sequence[str]) -> None:
        self._embedder, self._lines = embedder, lines
        self.ended: dict[int, tuple[str, float]] = {}

    @asynccontextmanager
    async def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AsyncIterator[Gathered]:
        """As `agent.running.ports.Room` has it."""
        components = Components(setup.settings, embedder=CachedEmbedder(self._embedder))
        said: Sayings = {side: deque() for side in Side}
        async with AsyncExitStack() as stack:
            stack.push_async_callback(components.close)
            reader = Reader(OURS.other, _again(self._lines), said)
            self.ended = reader.ended
            hearing, estimator = Hearsay(said[OURS.other]), components.estimator()
            equipment = Equipment(hearing, Loud(), Synthesizer(Hum()), streaming=False, estimator=estimator)
            troubles = Troubles(inbox.post).tell
            method = await compute(partial(make_method, setup, OURS, components, troubles))
            debater = await Debater(OURS, setup.format, method, equipment, inbox.post, news=components.news).open()
            stack.push_async_callback(debater.close)
            venue = LocalVenue({OURS: debater, OURS.other: reader}, setup.format, setup.folder, inbox.post)
            stack.push_async_callback(venue.close)
            yield Gathered(venue, {side: seat.info(Hum.name) for side, seat in setup.seats.items()})


def _again(lines: Sequence[str]) -> Iterator[str]:
    while True:
        yield from lines


def run(
    motion: str = "ai-tutor",
    answers: int = ANSWERS,
    seconds: float = TURN_SECONDS,
    embedder: Embedder | None = None,
    serial: int = SERIAL,
) -> Measurement:
    """Hold one match.

    Args:
        answers: turns in which the debater answers.
        seconds: each turn has.
        serial: how many of these turns are written once more by the serial pipeline.
    """
    with tempfile.TemporaryDirectory() as folder, PlainModel() as model:
        rate = {"call_seconds": FIRST_TOKEN_SECONDS, "tokens_per_second": TOKENS_PER_SECOND}
        settings = Settings(models=model.models().model_copy(update=rate))
        seats = {OURS: SeatSetup(Occupant.DEBATER), OURS.other: SeatSetup(Occupant.TEXT, Path(folder))}
        subject = Components(settings).motion(motion)
        setup = MatchSetup(subject, duel(4 + 2 * answers, seconds), seats, settings, Path(folder) / "match")
        lines = [one for one in sentences(speech_of(OPPONENTS / f"{motion}-{OURS.other}")) if len(one.split()) > 6]
        room = ReadingRoom(embedder or MiniLM(cache_folder()), lines)
        match = run_loop(host_match(room, setup), fast=True, lag=0.0)
        events = list(read_log(setup.folder))
        starts = {one.turn: one.at for one in events if isinstance(one, TurnStarted)}
        rows = list(_rows(match, room.ended, starts))
        some = [row["turn"] for row in rows][-serial:] if serial else []
        beside = [run_loop(serial_seconds(setup, events, turn), fast=True, lag=0.0) for turn in some]
    told = {"motion": motion, "answers": answers, "seconds": seconds, **rate}
    return Measurement("first-answer", told, [*rows, _summary(rows, beside)], list(_bars(rows)))


def _rows(
    match: Match, ended: Mapping[int, tuple[str, float]], starts: Mapping[int, float]
) -> Iterator[dict[str, Any]]:
    """Our turns between openings and closings, in seconds from the end of the other side's last sentence."""
    for record in match.turns:
        if record.side is OURS and 1 < record.index < len(match.turns) - 2:
            line, end = ended[record.index - 1]
            gap = starts[record.index] - starts[record.index - 1] - end
            first = _first_answer(record, _passage(match.turns[record.index - 1], line))
            yield {
                "turn": record.index,
                "first_sound": round(record.spoken[0].start + gap, 2),
                "first_answer": None if first is None else round(first + gap, 2),
            }


def _passage(record: TurnRecord, line: str) -> str:
    """The passage in which that line was heard."""
    end = " ".join(_plain(line).split()[-4:])
    return next((part.text for part in reversed(record.heard) if end in _plain(part.text)), line)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def _first_answer(record: TurnRecord, passage: str) -> float | None:
    """When the first sentence that quotes that passage begins, in seconds of the turn."""
    for one in record.spoken:
        if any(_plain(words) in _plain(passage) for words in QUOTED.findall(one.text)):
            return one.start
    return None


def _summary(rows: Sequence[dict[str, Any]], beside: Sequence[float]) -> dict[str, Any]:
    found = [row["first_answer"] for row in rows if row["first_answer"] is not None]
    return {
        "answered": f"{len(found)} of {len(rows)}",
        "streaming_p50": _share(found, 50),
        "streaming_p95": _share(found, 95),
        "serial_p50": _share(beside, 50),
        "serial_p95": _share(beside, 95),
    }


def _share(numbers: Sequence[float], percent: float) -> float | None:
    return round(float(np.percentile(np.asarray(numbers), percent)), 2) if numbers else None


def _bars(rows: Sequence[dict[str, Any]]) -> Iterator[Target]:
    late = [NEVER_SECONDS if row["first_answer"] is None else row["first_answer"] for row in rows]
    p95 = float(np.percentile(np.asarray(late), 95))
    yield Target("first sound of an answer to the last sentence, 95 %, seconds", round(p95, 2), P95_SECONDS)
