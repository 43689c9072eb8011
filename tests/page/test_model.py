"""The page's model: its own tests in Node, and its types."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.page.conftest import WEB


def test_the_model_in_node(built: Path) -> None:
    done = subprocess.run(["npm", "test", "--silent"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def test_the_types_hold(built: Path) -> None:
    done = subprocess.run(["npm", "run", "--silent", "types"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
