"""The simulated speeches of `rostrum bench deliver`."""

from __future__ import annotations

import random

import pytest

from bench.speaking.deliver import VoiceTrouble, deliver, run, write
from config.statement import Priority


@pytest.mark.parametrize("number", range(5))
def test_a_statement_has_enough_to_say_and_closes(number: int) -> None:
    speech = list(write(120, random.Random(number)))
    assert sum(seconds for _, seconds in speech) > 110
    assert speech[-1][0].priority is Priority.CLOSING
    assert len({sentence.id for sentence, _ in speech}) == len(speech)


def test_without_trouble_the_time_is_used() -> None:
    for number in range(10):
        delivered = deliver(120, VoiceTrouble(0, 0, 0), random.Random(number))
        assert delivered.closed
        assert 117 <= delivered.end <= 120


def test_however_bad_the_voice_the_bell_is_kept() -> None:
    for number in range(20):
        assert deliver(60, VoiceTrouble(0.4, 0.5, 6.0), random.Random(number)).end <= 60


def test_the_outcome_names_its_settings_and_bars() -> None:
    outcome = run(speeches=20, windows=(60.0,), workers=1)
    assert outcome.settings["speeches"] == 20
    assert outcome.results[0]["overruns"] == 0
    assert next(bar.name for bar in outcome.bars) == "overruns in 60 s"
    assert outcome.as_json()["bars"][0] == {"name": "overruns in 60 s", "value": 0, "limit": 0, "ok": True}
