"""Motions that are shipped, and those of a file; what is wrong with one is told with its line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from agent.arena.motions import KINDS, Topic, evenly, topics
from config.errors import ConfigError

SHIPPED = topics(["arena66"], Path())


def test_sixty_six_are_shipped_in_three_kinds_each_with_its_background() -> None:
    assert Counter(topic.kind for topic in SHIPPED) == dict.fromkeys(KINDS, 22)
    for topic in SHIPPED:
        assert len(re.findall(r"[.](?= |$)", topic.background)) in (2, 3), topic
        assert topic.text[0].isupper() and topic.text[-1] not in ".?!" and len(topic.text) <= 90
    assert [topic.text.split()[0] for topic in SHIPPED].count("Should") == 0, "a motion states something"


def test_one_kind_of_a_set_a_file_and_a_motion_of_one_s_own(tmp_path: Path) -> None:
    (tmp_path / "ours.txt").write_text("policy: We should build a bridge\n\nRivers are beautiful\n")
    (tmp_path / "ours.yaml").write_text(
        "fact:\n  bees: {motion: Bees are clever, background: They count. They learn.}\n"
    )
    found = topics(["arena66/value", "ours.txt", "ours.yaml", "ai-tutor"], tmp_path)
    assert len(found) == 22 + 2 + 1 + 1
    assert found[22:] == [
        Topic("We should build a bridge", "policy"),
        Topic("Rivers are beautiful"),
        Topic("Bees are clever", "fact", "They count. They learn."),
        Topic("ai-tutor"),
    ]


def test_a_few_are_drawn_evenly_and_the_same_each_time() -> None:
    few = evenly(SHIPPED, 6, "1")
    assert Counter(topic.kind for topic in few) == dict.fromkeys(KINDS, 2)
    assert few == evenly(SHIPPED[::-1], 6, "1") != evenly(SHIPPED, 6, "2")
    assert set(evenly(SHIPPED, 100, "1")) == set(SHIPPED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Good bridges last\nZoos", "line 2: a motion has two words or more"),
        ("x y" * 200, "line 1: .* 300 letters at most"),
        ("Good bridges last\nGood  bridges last!", "are the same, or begin alike"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "ours.txt").write_text(text)
    with pytest.raises(ConfigError, match=told):
        topics(["ours.txt"], tmp_path)


def test_a_file_of_another_shape_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("taste:\n  bees: {motion: Bees are clever}\n")
    with pytest.raises(ConfigError, match="'fact', 'value' or 'policy'"):
        topics(["ours.yaml"], tmp_path)
