"""Whole matches in which a model's answers were written by hand, held anew in virtual time with what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.match.afterwards.replay import replayed
from bench.loopback.recording import read_recording
from bench.matches.encounter import Met, Setting, hold, run
from config.errors import ConfigError
from config.format import Stage
from config.shipped import load_format
from planning.language.said import misquoted, quotes
from planning.methods import registry
from tests.command_line import spoken_in_tones

RECORDED = Path(__file__).parents[1] / "debates" / "recorded"
MATCHES = [
    "digital-dollar-con",
    *(pytest.param(name, marks=pytest.mark.long) for name in ("processed-foods-pro-2", "free-transport-pro")),
]


@pytest.fixture(scope="module", params=MATCHES)
def met(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Met:
    with spoken_in_tones():
        return hold(RECORDED / request.param, tmp_path_factory.mktemp("encounters") / request.param)


def as_recorded(met: Met) -> bool:
    """Whether the recogniser heard every word as it did then; where not, answers to like questions are taken."""
    return met.served["near"] == met.served["none"] == 0


def test_the_rebuttal_says_the_other_sides_words_back(met: Met) -> None:
    (rebuttal,) = [turn for turn in met.match.turns if turn.side is met.side and turn.stage is Stage.REBUTTAL]
    heard = [part.text for turn in met.match.turns if turn.side is not met.side for part in turn.heard]
    quoted = [quote for sentence in rebuttal.spoken for quote in quotes(sentence.text)]
    assert quoted or not as_recorded(met), [sentence.text for sentence in rebuttal.spoken]
    said = [" ".join(heard), *(one.text for turn in met.match.turns if turn.side is met.side for one in turn.spoken)]
    assert [one for one in quoted if misquoted(f"“{one}”", said)] == []


def test_points_are_answered_conceded_or_left_on_purpose(met: Met) -> None:
    stand = met.stand
    assert met.points
    met_with = [one for one in met.points if stand[one].met or one in met.left]
    if as_recorded(met):  # else answers were given to other questions
        assert len(met_with) >= 0.9 * len(met.points), [point.words for point in met.open]


def test_points_of_the_last_half_minute_before_a_speech_of_ours_are_counted(met: Met) -> None:
    ours = max(turn.index for turn in met.match.turns if turn.side is met.side)
    theirs = {turn.index: turn for turn in met.match.turns if turn.side is not met.side and turn.index < ours}
    assert met.of_the_last_seconds, "they speak to the end of their time"
    assert all(one.start is not None and one.turn in theirs for one in met.of_the_last_seconds)
    assert all(one.start >= theirs[one.turn].spoken_seconds - 30.0 for one in met.of_the_last_seconds if one.start)
    counted = met.numbers()
    assert counted["of_these_met"] <= counted["of_the_last_seconds"] == len(met.of_the_last_seconds)


def test_it_keeps_to_the_clock_says_nothing_twice_and_replays_equal(met: Met, tmp_path: Path) -> None:
    ours = [turn for turn in met.match.turns if turn.side is met.side]
    assert all(turn.overrun == 0 for turn in ours)
    assert all(turn.spoken_seconds >= (0.75 if as_recorded(met) else 0.4) * turn.seconds for turn in ours)
    texts = [sentence.text for turn in ours for sentence in turn.spoken]
    assert len(set(texts)) == len(texts)
    assert replayed(met.events).state_equal


def test_the_battlefields_reasons_are_the_models_own_words(met: Met) -> None:
    plans = [met.match.plans[turn.index] for turn in met.match.turns if turn.side is met.side]
    assert any(field.rationale.told and field.points for plan in plans for field in plan.battlefields)


@pytest.mark.parametrize("path", sorted(RECORDED.rglob("match.json")), ids=lambda path: path.parent.name)
def test_every_recording_says_what_match_it_is_and_has_its_calls(path: Path) -> None:
    setting = Setting.read(path.parent)
    assert bool(setting.against) != (path.parent / "opponent").is_dir(), "a method or speeches, and not both"
    assert load_format(setting.format).turns and setting.method in registry.names()
    assert read_recording(path.parent / "calls.jsonl")


def test_a_folder_without_a_recording_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no recorded match in it \(FOLDER/NAME/match.json\)"):
        run(str(tmp_path))
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "match.json").write_text('{"motion": "fat-tax"}')
    with pytest.raises(ConfigError, match="side"):
        Setting.read(folder)
