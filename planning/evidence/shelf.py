"""What was read of documents, kept on disk by their content: their text in pieces, and the pieces' vectors."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tempfile
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from planning.debate.points import Frozen
from planning.ports import Vectors

VERSION = 2  # of what is kept on disk: changes with how files are read or cut


class Kept(Frozen):
    """A file as it is kept: its passages as (place, text), or why it has none."""

    version: int = VERSION
    title: str = ""
    author: str = ""
    date: str | None = None
    made: str | None = None
    unreadable: str = ""
    passages: tuple[tuple[str, str], ...] = ()


class Shelf:
    """What is kept of one folder. What cannot be read from it is as good as not there; a full disk costs speed only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def text(self, key: str) -> Kept | None:
        try:
            kept = Kept.model_validate_json((self._folder / f"{key}.json").read_bytes())
        except (OSError, ValidationError):
            return None
        return kept if kept.version == VERSION else None

    def put_text(self, key: str, kept: Kept) -> None:
        self._put(f"{key}.json", json.dumps(kept.model_dump(mode="json"), ensure_ascii=False).encode())

    def vectors(self, key: str, embedder: str, count: int, *, whole: bool = True) -> Vectors | None:
        """Shape (count, dimension). Not `whole`: a row may be NaN, for a piece that was not encoded."""
        if not count:
            return np.zeros((0, 1), dtype=np.float32)
        try:
            rows: Vectors = np.load(self._folder / f"{key}.{_short(embedder)}.npy", allow_pickle=False)
        except (OSError, ValueError, EOFError):
            return None
        fits = rows.ndim == 2 and len(rows) == count and rows.dtype == np.float32
        return rows if fits and (not whole or np.isfinite(rows).all()) else None

    def put_vectors(self, key: str, embedder: str, rows: Vectors) -> None:
        held = io.BytesIO()
        np.save(held, rows, allow_pickle=False)
        self._put(f"{key}.{_short(embedder)}.npy", held.getvalue())

    def keep_only(self, keys: set[str]) -> None:
        with contextlib.suppress(OSError):
            for path in self._folder.iterdir():
                if path.name.partition(".")[0] not in keys:
                    path.unlink()

    def keep_newest(self, most: int) -> None:
        """Throw away what was written longest ago, but for so many files."""
        with contextlib.suppress(OSError):
            written = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in written[most:]:
                path.unlink()

    def _put(self, name: str, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            number, work = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(number, "wb") as file:
                file.write(data)
            os.replace(work, self._folder / name)


def _short(embedder: str) -> str:
    return hashlib.sha256(embedder.encode()).hexdigest()[:12]
