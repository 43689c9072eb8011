"""Which code this is, for machines that must all run the same."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGES = ("agent", "config", "planning", "speech")
CODE = {".py", ".md", ".yaml", ".json", ".txt"}
APART = {"web", "__pycache__"}  # the page, and what is compiled


@cache
def code_mark() -> str:
    """Eight letters that are others where a file of the program is: its code, prompts and shipped data."""
    root, mark = Path(__file__).resolve().parents[1], 0
    for path in sorted(path for package in PACKAGES for path in _files(root / package)):
        told = f"{path.relative_to(root)} ".encode()
        mark = zlib.crc32(path.read_bytes(), zlib.crc32(told, mark))
    return f"{mark:08x}"


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in APART]
        yield from (Path(place, name) for name in names if Path(name).suffix in CODE)
