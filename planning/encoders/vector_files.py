"""Vectors of whole libraries, kept on disk: a motion's many wordings are encoded once, not at every start."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from planning.ports import Vectors

WORTH = 12  # texts from which a list is kept: passages come one by one and never again
MOST_FILES = 200  # of 20 kB to 3 MB; the one that was used longest ago goes first

Encode = Callable[[Sequence[str]], Vectors]


class VectorFiles:
    """Vectors of lists of texts in a folder. What cannot be read or written is made anew, or not kept.
    `folder`: of one encoder alone, for its vectors mean nothing to another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, texts: Sequence[str], encode: Encode) -> Vectors:
        """Shape (texts, dimensions), from the disk or else by `encode`."""
        if len(texts) < WORTH:
            return encode(texts)
        path = self._folder / f"{hashlib.sha256(chr(0).join(texts).encode()).hexdigest()[:32]}.npy"
        if (kept := _read(path, len(texts))) is not None:
            return kept
        vectors = encode(texts)
        with contextlib.suppress(OSError):  # a full disk costs time at the next start, nothing else
            self._keep(path, vectors)
        return vectors

    def _keep(self, path: Path, vectors: Vectors) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, work = tempfile.mkstemp(dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                np.save(file, vectors)
            os.replace(work, path)
        except OSError:
            Path(work).unlink(missing_ok=True)
            raise
        used = sorted(self._folder.glob("*.npy"), key=lambda file: file.stat().st_mtime)
        for old in used[:-MOST_FILES]:
            old.unlink(missing_ok=True)


def _read(path: Path, count: int) -> Vectors | None:
    try:
        vectors = np.load(path, allow_pickle=False)
        os.utime(path)
    except (OSError, ValueError, EOFError):
        return None
    whole = vectors.dtype == np.float32 and vectors.ndim == 2 and len(vectors) == count
    return vectors if whole else None
