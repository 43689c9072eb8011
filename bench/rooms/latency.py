"""How soon a debater whose model is slow is heard in a real room, and whether it answers what was said last.

Two debaters with one slow model, many turns, in real time on a server of our own. Beside it, for some of the same
turns, the pipeline as it is published: everything after the last word, one thing after the other, until the first
sentence can be heard.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.components import Components
from agent.debater.build import make_method
from agent.debater.recalling import recall
from agent.match.afterwards.finished import standings_in
from agent.match.events import Event, TurnStarted
from agent.match.records.turn import lines
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import hold_in_room
from agent.running.files.log import read_log
from agent.running.setup import MatchSetup, SeatSetup
from bench import Measurement, Target
from bench.loopback.plain_model import PlainModel
from bench.rooms.room import measured_turn
from config.format import Format, Side, Stage, Turn
from config.settings import Settings
from config.statement import Sentence
from planning.debate import acting
from planning.methods import capabilities
from planning.methods.contract import Commission, Method
from planning.reading.passages import Passage

DRAFT_SECONDS, OTHER_SECONDS = 10.0, 4.0
TURNS, TURN_SECONDS = 20, 45.0
LAST_SECONDS = 30.0
SERIAL_TURNS = 3
MEDIAN_SECONDS, P95_SECONDS = 0.3, 1.0


def run(motion: str = "ai-tutor", turns: int = TURNS, seconds: float = TURN_SECONDS) -> Measurement:
    """Hold the match and measure every turn in what a listener received.

    Args:
        turns: an even number; the first two are openings, the last two closings.
        seconds: each of them has.
    """
    with tempfile.TemporaryDirectory() as folder, PlainModel(DRAFT_SECONDS, OTHER_SECONDS) as model:
        settings = Settings(models=model.models())
        setup = MatchSetup(
            motion=Components(settings).motion(motion),
            format=duel(turns, seconds),
            seats={side: SeatSetup(Occupant.DEBATER) for side in Side},
            settings=settings,
            folder=Path(folder) / "match",
        )
        match = asyncio.run(hold_in_room(setup))
        events = list(read_log(setup.folder))
        rows = [
            measured_turn(match, record.index, setup.folder) | _answered(match, record.index) for record in match.turns
        ]
        middle = turns // 2
        serial = [
            round(asyncio.run(serial_seconds(setup, events, index)), 2)
            for index in range(middle, middle + SERIAL_TURNS)
        ]
    first = np.asarray([row["first_sound"] for row in rows])
    after_all: dict[str, Any] = {"first_sound_of_the_serial_pipeline": serial}
    made, met = (sum(row[name] for row in rows) for name in ("points_of_the_end", "answered_of_the_end"))
    told = {
        "motion": motion,
        "turns": turns,
        "seconds": seconds,
        "draft_seconds": DRAFT_SECONDS,
        "other_seconds": OTHER_SECONDS,
    }
    after_all[f"answered_of_the_last_{LAST_SECONDS:.0f}_seconds"] = round(met / made, 3) if made else None
    bars = [
        Target("first sound, median, seconds", round(float(np.median(first)), 2), MEDIAN_SECONDS),
        Target("first sound, 95 %, seconds", round(float(np.percentile(first, 95)), 2), P95_SECONDS),
        Target("longest sound after the bell, seconds", max(row["after_bell"] for row in rows), 0.0),
    ]
    return Measurement("latency", told, [*rows, after_all], bars)


def duel(count: int, seconds: float) -> Format:
    stages = [Stage.OPENING] * 2 + [Stage.REBUTTAL] * (count - 4) + [Stage.CLOSING] * 2
    sides = (Side.PRO, Side.CON)
    turns = tuple(Turn(side=sides[i % 2], stage=stage, seconds=seconds) for i, stage in enumerate(stages))
    return Format(name="bench", turns=turns)


def _answered(match: Match, index: int) -> dict[str, Any]:
    """Points of the last seconds of the speech before this turn, and those of them that this turn answered."""
    if index == 0:
        return {"points_of_the_end": 0, "answered_of_the_end": 0}
    side, before = match.turns[index].side, match.turns[index - 1]
    said = {point.id: point for _, point in acting.points(match.flows[side])}
    from_ = before.seconds - LAST_SECONDS
    late = [p for p in said.values() if p.turn == index - 1 and p.side is not side and (p.start or 0.0) >= from_]
    stand = standings_in(match, side)
    met = [p for p in late if any(by in said and said[by].turn == index for by in stand[p.id].by)]
    return {"points_of_the_end": len(late), "answered_of_the_end": len(met)}


async def serial_seconds(setup: MatchSetup, events: Sequence[Event], index: int) -> float:
    """Seconds by the loop until the first sentence of that turn is sound if all work begins after the last word."""
    side = setup.format.turns[index].side
    begins = next(i for i, event in enumerate(events) if isinstance(event, TurnStarted) and event.turn == index - 1)
    before, whole = Match.replay(events[:begins]), Match.replay(events)
    heard = [part for part in whole.turns[index - 1].heard if part.listener is side]
    passages = [Passage(line.text, line.start, line.end) for line in lines(heard)]
    components = Components(setup.settings)
    try:
        method, voice = make_method(setup, side, components, lambda trouble: None), components.voice(side)
        method.recall(recall(before, side).past)
        clock = asyncio.get_running_loop().time
        began = clock()
        await method.hear(index - 1, passages)
        first = await _first_sentence(method, setup, index)
        await asyncio.to_thread(voice.synthesize, first.text)
        return clock() - began
    finally:
        await components.close()


async def _first_sentence(method: Method, setup: MatchSetup, index: int) -> Sentence:
    plan = await capabilities.plan(method, index)
    words = round(setup.format.turns[index].seconds * setup.settings.speaking.words_per_minute / 60)
    drafted = await method.statement(Commission(index, plan, words, seconds_left=0.0))
    if drafted is None:
        raise RuntimeError("the model that answers plainly gave no draft")
    sentences = drafted.sentences
    sentences = tuple(await capabilities.checked(method, index, sentences, in_time=True) or sentences)
    revised = await capabilities.revised(method, index, drafted.plan, sentences, sentences)
    return (revised.sentences if revised is not None else sentences)[0]
