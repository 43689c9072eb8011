"""The debater without a model before a person whose points are labelled: what is counted, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.bench.answering import run, written_lines
from config.errors import ConfigError

PEOPLE = Path(__file__).parents[1] / "debates" / "people"


def test_each_point_is_counted_once_and_questions_and_closings_beside() -> None:
    outcome = run(PEOPLE, ["book-bans-con"])
    (one, frames) = outcome.results
    assert one["points"] == one["by_node"] + one["by_kind"] + one["beside_it"] + one["passed_over"] > 0
    assert one["by_node"] + one["by_kind"] > 0
    assert 0 <= one["asked_and_met"] <= one["asked"]
    assert 0 < one["closing_of_this_match"] <= one["closing_sentences"]
    assert all(0 < share <= 1 for _, share in frames["frames"])
    assert [bar.name for bar in outcome.bars] == [
        "points with a fitting answer, fitted on",
        "questions answered or put off, fitted on",
        "closing sentences of this match, fitted on",
        "share of matches with the commonest frame",
    ]


def test_a_speech_keeps_its_stops_and_its_lines() -> None:
    cuts = list(written_lines(["So tell me: who pays for it?", "My sister did, twice, and nobody ever paid her back."]))
    assert " ".join(text for text, _ in cuts).startswith("So tell me: who pays for it? My sister did,")
    assert {number for _, numbers in cuts for number in numbers} == {1, 2}


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no labelled opponents"):
        run(tmp_path)
