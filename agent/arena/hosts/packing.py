"""A match's folder in one piece, on its way between machines."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

from agent.arena.hosts.match import held_mark


def packed(folder: Path) -> bytes:
    """A match that was held; nothing where it was not."""
    if not held_mark(folder).is_file() or not folder.is_dir():
        return b""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return data.getvalue()


def unpack(data: bytes, folder: Path) -> None:
    """Whole or not at all, in the place of what was there."""
    half = folder.with_name(f".{folder.name}.half")
    for old in (half, folder):
        shutil.rmtree(old, ignore_errors=True)
    half.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(half)
    half.replace(folder)
    held_mark(folder).touch()
