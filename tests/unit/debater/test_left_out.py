"""A hum of which the recogniser makes words that nobody said: whoever debates is not flooded, the log has them all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import pytest

from agent.local.virtual_time import run
from agent.match.events import Degraded, EndReason, Event, MatchEnded, TurnEnded, TurnStarted
from config.format import Format, Side, Stage, Turn
from config.heard_word import HeardWord
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import EAR_RATE, Audio, join, silence
from speech.hearing.recognizers.hallucination import note
from speech.ports import Progress, Utterance
from tests.debaters import debater
from tests.fakes import ScriptedRecognizer
from tests.word_tones import said as spoken

TALK = Format(
    name="talk",
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=60),
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=60),
        Turn(side=Side.PRO, stage=Stage.REBUTTAL, seconds=60),
    ),
)
ANOTHER_LANGUAGE = "this sounds like another language (de, probability 0.90); it is read as en all the same"


class Inventing(ScriptedRecognizer):
    """Hears nothing it believes in; its script is what it says of each utterance."""

    def utterance(self) -> Utterance:
        return _Invented(self._script.pop(0))


class _Invented:
    def __init__(self, line: str) -> None:
        self.left_out: Sequence[str] = [line] if line else []

    def accept(self, audio: Audio) -> Progress:
        return Progress()

    def finish(self) -> Sequence[HeardWord]:
        return []


def courtesies(*words: str) -> list[str]:
    return [note(word, "a courtesy where there is no speech") for word in words]


def hums(count: int) -> Audio:
    return join([part for _ in range(count) for part in (spoken("taxes are fair"), silence(1.0, EAR_RATE))], EAR_RATE)


def told(motion: Rehearsal, said: Sequence[str], *turns: int, ended: bool = True) -> list[tuple[str, str]]:
    """Reason and what there is instead, for con, who hears so many hums in each of pro's turns."""
    posted: list[Event] = []

    async def debate() -> None:
        con = await debater(motion, Side.CON, TALK, posted.append, recognizer=Inventing(*said)).open()
        for turn, hummed in zip((0, 2), turns, strict=False):
            await con.on_event(TurnStarted(turn=turn, side=Side.PRO, stage=TALK.turns[turn].stage, seconds=60))
            for frame in hums(hummed).frames(0.05):
                con.hear(frame)
                await asyncio.sleep(frame.seconds)
            if ended:
                await con.on_event(TurnEnded(turn=turn, reason=EndReason.YIELDED))
                await asyncio.sleep(5)
        await con.on_event(MatchEnded(reason="all turns were held"))

    run(debate(), fast=True, lag=0)
    return [(event.reason, event.instead) for event in posted if isinstance(event, Degraded)]


def test_the_first_is_told_at_once_and_the_others_at_the_turns_end_as_a_number(motion: Rehearsal) -> None:
    said = courtesies("you", "you", "Thank you.", "you", "you")
    assert told(motion, said, 5) == [
        ("0.0 s: left out “you”: a courtesy where there is no speech", "a transcript without it"),
        ("left out 4 more stretches of this turn as most likely not speech", "a transcript without that"),
    ]


def test_each_is_in_the_log(motion: Rehearsal, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "rostrum")
    told(motion, courtesies("you", "Bye.", "Thank you."), 3)
    lines = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    assert [word for line in lines for word in ("you”", "Bye.”", "Thank you.”") if word in line] == [
        "you”",
        "Bye.”",
        "Thank you.”",
    ]


def test_each_turn_is_counted_for_itself(motion: Rehearsal) -> None:
    reasons = [reason for reason, _ in told(motion, courtesies(*["you"] * 5), 2, 3)]
    assert [reason.partition(": ")[2] or reason[:10] for reason in reasons] == [
        courtesies("you")[0],
        "left out 1",
        courtesies("you")[0],
        "left out 2",
    ]


def test_one_alone_is_told_once(motion: Rehearsal) -> None:
    assert len(told(motion, ["", *courtesies("you"), ""], 3)) == 1


def test_what_a_match_that_breaks_off_in_a_turn_left_out_is_told_too(motion: Rehearsal) -> None:
    assert [reason[:10] for reason, _ in told(motion, courtesies("you", "you", "you"), 3, ended=False)] == [
        "0.0 s: lef",
        "left out 2",
    ]


def test_another_language_is_told_at_once_however_much_was_left_out(motion: Rehearsal) -> None:
    reasons = [reason for reason, _ in told(motion, [*courtesies("you", "you"), ANOTHER_LANGUAGE], 3)]
    assert [ANOTHER_LANGUAGE in reason for reason in reasons] == [False, True, False]
