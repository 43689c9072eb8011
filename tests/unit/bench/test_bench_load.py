"""How the benchmark of rooms counts: which step comes next, what is a lost tail, which draft is late."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agent.match.events import EndReason, SentenceSpoken, StatementDrafted, TurnEnded
from bench.loopback.plain_ear import words_in
from bench.rooms.chairs import script_of
from bench.rooms.held_rooms import LoadStep, broken_promises, late_draft, lost_tail
from bench.rooms.load import Steps
from bench.rooms.processes import Processes, ProcessReading
from config.format import Side
from config.settings import Settings
from config.shipped import load_format
from speech.audio import EAR_RATE
from tests.chair import Chair, heard, spoken

PRO, CON = Side


def climbed(held: int, *, promised: int = 8, given: tuple[int, ...] = ()) -> tuple[list[int], int]:
    """The steps that are tried on a machine that holds so many rooms, and how many it is said to hold."""
    steps, tried = Steps("captions", promised, given), list[int]()
    while (rooms := steps.next()) is not None and len(tried) < 20:
        tried.append(rooms)
        steps.told(rooms, held=rooms <= held)
    return tried, steps.most


@pytest.mark.parametrize(
    ("held", "tried"), [(8, [8, 10, 9]), (11, [8, 10, 12, 11]), (3, [8, 4, 2, 3]), (0, [8, 4, 2, 1])]
)
def test_rooms_are_raised_from_the_promise_or_lowered(held: int, tried: list[int]) -> None:
    assert climbed(held) == (tried, held)


def test_steps_that_were_asked_for_end_with_the_first_that_breaks() -> None:
    assert climbed(5, given=(2, 4, 6, 8)) == ([2, 4, 6], 4)


def speech(heard_until: float | None) -> Chair:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.tell(StatementDrafted(turn=0, side=PRO, sentences=()), at=0.2)
    chair.tell(spoken(0, PRO, "Uniforms cost little.", 0.3, 9.0), at=9)
    if heard_until is not None:
        chair.tell(heard(0, PRO, "Uniforms cost little", 0.3, heard_until), at=9.5)
    chair.end(EndReason.YIELDED, at=9.8)
    return chair


@pytest.mark.parametrize(("until", "lost"), [(8.6, False), (6.0, True), (None, True)])
def test_a_tail_is_lost_where_nothing_is_heard_of_the_end(until: float | None, lost: bool) -> None:
    assert lost_tail(speech(until).match.turns[0]) is lost


def test_a_draft_is_late_half_a_second_into_the_turn_or_never() -> None:
    chair = speech(8.6)
    assert not late_draft(chair.events, chair.match.turns[0])
    later = [one.model_copy(update={"at": 0.7}) if isinstance(one, StatementDrafted) else one for one in chair.events]
    assert late_draft(later, chair.match.turns[0])
    assert late_draft([], chair.match.turns[0])


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({}, []),
        ({"first_audio_p95": 2.1}, ["first sound, 95 %: 2.1 s"]),
        ({"longest_overrun": 0.1}, ["overrun: 0.1 s"]),
        ({"lost_tails": 1}, ["1 lost tails"]),
        ({"all_at_once_seconds": 0}, ["the rooms were not all held at one time"]),
        ({"turns": 1}, ["1 of 12 turns were held"]),
    ],
)
def test_rooms_are_held_where_all_of_them_are_at_one_time_and_nothing_is_late(
    change: dict[str, float], broken: list[str]
) -> None:
    step = LoadStep("captions", 2, "ai-tutor", load_format("sprint"), Settings(), Path())
    told = {"turns": 12, "all_at_once_seconds": 60, "first_audio_p95": 1.0, "longest_overrun": 0.0, "lost_tails": 0}
    assert broken_promises(step, [], told | change) == broken


def test_the_script_of_a_match_is_what_its_seats_posted() -> None:
    script = script_of(speech(8.6).events)
    assert [(after, type(event)) for after, event in script[0] if isinstance(event, SentenceSpoken | TurnEnded)] == [
        (9.0, SentenceSpoken),
        (9.8, TurnEnded),
    ]


def test_the_plain_ear_hears_where_it_is_not_silent_and_the_same_in_the_same_sound() -> None:
    noise = np.random.default_rng(1).integers(-9000, 9000, EAR_RATE, dtype=np.int16)
    sound = np.concatenate([np.zeros(round(0.8 * EAR_RATE), np.int16), noise])
    words = words_in(sound.tobytes())
    assert [word["start"] for word in words] == [0.8, 1.2]
    again = words_in(noise.tobytes())
    assert [word["word"].rstrip(".") for word in again] == [word["word"].rstrip(".") for word in words]


def test_what_was_spent_between_two_readings() -> None:
    processes = Processes()
    for at, job, busy, memory in ((0.0, 1.0, 0.5, 100.0), (10.0, 6.0, 10.5, 120.0), (20.0, 9.0, 30.5, None)):
        held = {"job": memory} if memory else None
        processes.readings.append(ProcessReading(at, {"job": job}, machine=2 * at, busy=busy, memory=held))
    spent = processes.between(0.0, 15.0)
    assert spent is not None
    assert (spent.seconds, spent.cpu, spent.busy, spent.growth) == (10.0, {"job": 5.0}, 0.5, 20.0)
    assert processes.between(15.0, 19.0) is None
