"""The page's model: its own tests in Node, and what they are held against, made anew from the match itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.page import standings
from tests.page.conftest import WEB


@pytest.mark.parametrize("path", standings.EXAMPLES, ids=lambda path: path.parent.name)
def test_what_the_page_is_held_against_is_what_the_match_tells(path: Path) -> None:
    kept = standings.FOLDER / f"{path.parent.name}.json"
    told = standings.text(path)
    assert kept.read_text(encoding="utf-8") == told, "python -m tests.page.standings writes it anew"


def test_the_model_in_node(built: Path) -> None:
    done = subprocess.run(["npm", "test", "--silent"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_types_hold(built: Path) -> None:
    done = subprocess.run(["npm", "run", "--silent", "types"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
