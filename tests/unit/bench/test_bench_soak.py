"""Matches one after the other between debaters who hum: held whole, and nothing of them stays behind."""

from __future__ import annotations

import pytest

from bench.matches.soak import ProcessSample, _bars, run


@pytest.mark.long
def test_a_short_one_is_held_whole_and_leaves_nothing_behind() -> None:
    told: list[str] = []
    outcome = run(0.07, format="sprint", say=told.append)
    bars = {bar.name: bar for bar in outcome.bars}
    assert outcome.settings["matches"] == len(told) == 2
    assert outcome.settings["spans"] > 40
    for name in ("tasks left behind by a match", "growth of open file handles", "longest overrun, seconds"):
        assert bars[name].value == 0
    assert bars["failures, replaced parts and turns in which nothing was said or heard"].value == 0


def samples(*mebibytes: float, handles: int = 9, tasks: int = 0) -> list[ProcessSample]:
    return [ProcessSample(number / 2, used, handles, 8, tasks) for number, used in enumerate(mebibytes, 1)]


def growth(*mebibytes: float) -> float:
    return next(bar.value for bar in _bars(1, samples(*mebibytes), 0, 0.0) if bar.name == "growth of memory, MiB")


def test_what_is_loaded_at_first_is_no_growth() -> None:
    assert growth(100, 300, *[320] * 18) == 0


def test_what_grows_with_every_match_is() -> None:
    assert growth(*range(300, 400)) > 50


def test_a_task_that_stays_is_seen() -> None:
    bars = _bars(1, samples(1, 1, tasks=1), 0, 0.0)
    assert [bar.name for bar in bars if not bar.ok] == ["tasks left behind by a match"]
