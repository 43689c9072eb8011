"""bench voices: every voice that is named has a line and a bar."""

from __future__ import annotations

import pytest

from bench.speaking.voices import run
from config.errors import ProviderError


def test_each_voice_has_its_line_and_its_bar() -> None:
    outcome = run(["espeak:en-us+f3", "espeak:gmw/en+m3"], count=2)
    assert [line["voice"] for line in outcome.results] == ["espeak:en-us+f3", "espeak:gmw/en+m3"]
    assert all(0 < line["first_p50"] <= line["first_p95"] and line["factor"] > 0 for line in outcome.results)
    assert [bar.limit for bar in outcome.bars] == [0.3, 0.3]


def test_a_voice_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ProviderError, match="siri:x"):
        run(["siri:x"], count=1)
