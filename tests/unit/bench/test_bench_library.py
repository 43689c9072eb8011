"""The benchmark of the library: what it counts of a debate in words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.matches.library import MotionTally, PointCounts, in_words, reading, run
from bench.matches.silent import passages
from config.errors import ConfigError
from config.format import Format, Side, Stage, Turn
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.fakes import BagEmbedder
from tests.heard import match_heard

PRO, CON = Side
BRIEF = Format(
    name="brief",
    turns=tuple(
        Turn(side=side, stage=stage, seconds=40.0)
        for stage in (Stage.OPENING, Stage.REBUTTAL, Stage.CLOSING)
        for side in Side
    ),
)
OPENING = "Dress lets teenagers express their identity. Volcanoes erupted noisily near Iceland yesterday morning."


def opponent(folder: Path, **speeches: str) -> Path:
    folder.mkdir()
    for stage, text in speeches.items():
        (folder / f"{stage}.txt").write_text(text, encoding="utf-8")
    return folder


def test_both_sides_speak_inside_their_time(motion: Rehearsal, embedder: BagEmbedder) -> None:
    tally = in_words(motion, BRIEF, embedder)
    assert len(tally.used) == 6
    assert max(tally.overruns) == 0.0
    assert {source[0] for source in tally.sources} == {"p", "c"}
    assert len(tally.rebuttals) == 2


def test_points_are_counted_as_recognised_and_answered(motion: Rehearsal, embedder: BagEmbedder) -> None:
    said = {Stage.OPENING: [*passages(OPENING)], Stage.REBUTTAL: ["thank you"], Stage.CLOSING: []}
    points = reading(motion, CON, said, BRIEF, embedder)
    assert (points.made, points.recognised) == (2, 1)
    assert points.answered >= 1
    assert points.plans == 2


def test_a_missing_speech_is_told(embedder: BagEmbedder, tmp_path: Path) -> None:
    opponent(tmp_path / "fat-tax-con", opening=OPENING)
    with pytest.raises(ConfigError, match=r"rebuttal\.txt"):
        run(["fat-tax"], tmp_path, "sprint", embedder=embedder)


def test_what_was_heard_before_is_read_again(embedder: BagEmbedder, tmp_path: Path) -> None:
    opponent(tmp_path / "fat-tax-con", opening=OPENING, rebuttal="Thank you.", closing="Thank you.")
    claim = "a tax on food takes the largest share of income from poor families"
    match_heard(tmp_path / "kept" / "fat-tax-con", opening=claim)
    outcome = run(["fat-tax"], tmp_path, "sprint", kept=tmp_path / "kept", embedder=embedder)
    [line] = outcome.results
    assert line["read con"]["recognised"] == 0
    assert line["heard con"]["recognised"] == 1
    assert any(bar.name.endswith("heard") for bar in outcome.bars)


def test_numbers_tell_which_kinds_came_together() -> None:
    tally = MotionTally([0.99, 0.985], [0.0, 0.2], {"p1"}, [Counter(attack=2, rebut=1), Counter(reinforce=1)])
    numbers = tally.numbers()
    assert (numbers["used_least"], numbers["overrun"]) == (0.985, 0.2)
    assert numbers["combinations"] == {"attack+rebut": 1, "reinforce": 1}
    assert numbers["in_rebuttals"] == {"propose": 0, "reinforce": 1, "attack": 2, "rebut": 1}


def test_shares_of_nothing_are_nothing() -> None:
    assert set(PointCounts().numbers().values()) == {0}


def test_an_interrupted_run_tells_of_the_motions_it_finished(embedder: BagEmbedder, tmp_path: Path) -> None:
    def stop(line: str) -> None:
        if line.startswith("2/2"):
            raise KeyboardInterrupt

    outcome = run(["ai-tutor", "fat-tax"], tmp_path, "sprint", text_only=True, say=stop, embedder=embedder)
    assert not outcome.settings["complete"]
    assert [line["motion"] for line in outcome.results] == ["ai-tutor"]


def test_matches_are_not_kept_over_others(embedder: BagEmbedder, tmp_path: Path) -> None:
    (tmp_path / "fat-tax-pro").mkdir()
    with pytest.raises(ConfigError, match="fat-tax-pro"):
        run(["fat-tax"], tmp_path, "sprint", keep=tmp_path, embedder=embedder)
