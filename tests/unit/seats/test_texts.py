"""The texts of a side: a folder with one a stage, or one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.running.setup import SeatSetup
from agent.seats.guests import texts_of
from config.errors import ConfigError
from config.format import Side
from config.shipped import load_format

WORDS = {"opening": "We oppose it.", "rebuttal": "They missed it.", "closing": "Vote con."}


def test_a_folder_has_a_text_for_each_stage(tmp_path: Path) -> None:
    for stage, words in WORDS.items():
        (tmp_path / f"{stage}.txt").write_text(words)
    assert SeatSetup.parse(f"text:{tmp_path}").source == tmp_path
    assert list(texts_of(Side.CON, load_format("oxford"), tmp_path).values()) == list(WORDS.values())
    second = texts_of(Side.CON, load_format("wsdc"), tmp_path)  # two speeches of one stage
    assert list(second.values()) == [WORDS["opening"], WORDS["rebuttal"], WORDS["rebuttal"], WORDS["closing"]]
    (tmp_path / "closing.txt").unlink()
    with pytest.raises(ConfigError, match=r"closing \(\.txt\)"):
        texts_of(Side.CON, load_format("oxford"), tmp_path)


def test_a_file_has_the_turns_between_dashes(tmp_path: Path) -> None:
    (tmp_path / "con.txt").write_text("One.\n---\nTwo.\n")
    assert list(texts_of(Side.CON, load_format("oxford"), tmp_path / "con.txt").values()) == ["One.", "Two.", ""]
