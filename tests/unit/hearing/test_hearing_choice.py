"""Which Whisper hears: by what a reading costs on this machine, measured once, by a clock that a test turns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from speech.audio import Samples
from speech.models.measure import KEEPS_UP_SECONDS, SOUND_SECONDS, TRIES, ReadingCost, kept, like_speech, measured


class Machine:
    """Reads sound in so many seconds of processor, one after the other."""

    def __init__(self, *costs: float) -> None:
        self.costs, self.now, self.lengths = list(costs), 0.0, []

    def read(self, samples: Samples) -> None:
        self.lengths.append(len(samples) / 16_000)
        self.now += self.costs.pop(0)

    def clock(self) -> float:
        return self.now


@pytest.mark.parametrize(("seconds", "keeps_up"), [(0.1, True), (KEEPS_UP_SECONDS, True), (0.46, False), (3.0, False)])
def test_base_hears_where_a_reading_is_cheap_enough(seconds: float, keeps_up: bool) -> None:
    assert ReadingCost(seconds).keeps_up is keeps_up
    assert ("keeps up" in str(ReadingCost(seconds))) is keeps_up
    assert f"{seconds:.2f} s here" in str(ReadingCost(seconds))


def test_the_cheapest_of_some_readings_counts_and_not_the_first() -> None:
    machine = Machine(0.1, 0.9, 0.3, 0.5)
    assert measured(machine.read, threads=1, clock=machine.clock) == ReadingCost(0.3)
    assert machine.lengths == [SOUND_SECONDS] * (TRIES + 1)


def test_what_several_threads_spent_is_shared_among_them() -> None:
    machine = Machine(2.0, 2.0, 2.0, 2.0)
    assert measured(machine.read, threads=4, clock=machine.clock) == ReadingCost(0.5)


def test_it_is_measured_once_a_machine(tmp_path: Path) -> None:
    def never() -> ReadingCost:
        raise AssertionError("it was measured before")

    assert kept(tmp_path, "this", lambda: ReadingCost(0.2)) == ReadingCost(0.2)
    assert kept(tmp_path, "this", never) == ReadingCost(0.2)
    assert kept(tmp_path, "another", lambda: ReadingCost(0.9)) == ReadingCost(0.9)


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"reading_minutes": 1}', "\0"])
def test_a_damaged_note_is_measured_again(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "speed-this.json").write_text(damaged)
    assert kept(tmp_path, "this", lambda: ReadingCost(0.2)) == ReadingCost(0.2)
    assert kept(tmp_path, "this", lambda: ReadingCost(0.9)) == ReadingCost(0.2)


def test_without_room_for_the_note_it_is_measured_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert kept(tmp_path / "file" / "cache", "this", lambda: ReadingCost(0.2)) == ReadingCost(0.2)


def test_the_sound_that_is_measured_with_is_always_the_same_and_loud_enough() -> None:
    one, two = like_speech(2.0), like_speech(2.0)
    assert np.array_equal(one, two)
    assert len(one) == 32_000
    assert 0.01 < np.sqrt(np.mean((one / 32768.0) ** 2)) < 0.5
