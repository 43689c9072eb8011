"""A folder of documents as passages with their vectors, kept on disk by the content of each file.

Beside the user's other caches lies a folder for each indexed folder. For each file of it there is a `KEY.json` with its
passages and a `KEY.EMBEDDER.npy` with their vectors, where KEY is the SHA-256 of its kind and content. So only files
that changed are read again, and another embedder embeds again without reading. What belongs to no file any more is
thrown away.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from planning.evidence.documents import LARGEST_BYTES, Unreadable, kind_of, read
from planning.evidence.shelf import VERSION, Kept, Shelf
from planning.language.text import clean, date_in, passages
from planning.ports import Embedder, Vectors, encoded_apart

MOST_FILES = 20_000
BATCH = 32  # passages embedded at once, so that others who embed get their turn


@dataclass(frozen=True)
class DocumentPassage:
    """A passage of a file; `file` is its path within the folder."""

    file: str
    place: str
    title: str
    author: str
    date: str | None
    text: str


@dataclass(frozen=True)
class FolderIndex:
    """All passages of a folder, and their vectors by the embedder of that name: (passages, dimension), float32."""

    passages: tuple[DocumentPassage, ...]
    vectors: Vectors
    embedder: str
    files: int
    skipped: tuple[str, ...]


def build(
    folder: Path, embedder: Embedder, cache: Path, stopped: threading.Event, tell: Callable[[str], None]
) -> FolderIndex | None:
    """Read what is new in a folder and embed it; None where it was stopped. `cache`: the folder for all indexes.
    `tell`: gets a line for each file that is skipped, and for each that takes time."""
    shelf = Shelf(cache / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16])
    found: list[tuple[str, str, Kept]] = []
    skipped: list[str] = []
    for path in _files(folder, skipped):
        if stopped.is_set():
            return None
        name = clean(path.relative_to(folder).as_posix())
        key, kept = _look(path, shelf, partial(tell, f"reading {name}"))
        if kept.unreadable:
            skipped.append(f"{name} {kept.unreadable}")
        found.append((name, key, kept))
    for line in skipped:
        tell(f"skipped: {line}")
    vectors = _vectors(found, embedder, shelf, stopped, tell)
    if vectors is None:
        return None
    shelf.keep_only({key for _, key, _ in found})
    rows, made_by = vectors
    told = tuple(one for name, _, kept in found for one in _passages(name, kept))
    return FolderIndex(told, rows, made_by, sum(not kept.unreadable for _, _, kept in found), tuple(skipped))


def _files(folder: Path, skipped: list[str]) -> Iterator[Path]:
    """The files to be read, in order: none that is hidden, none outside the folder, none that is no plain file."""
    root, count = folder.resolve(), 0
    for where, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(where, name)
            told = clean(path.relative_to(folder).as_posix())
            if name.startswith((".", "~$")):
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                skipped.append(f"{told} is a link that leaves the folder")
            elif not path.is_file():
                skipped.append(f"{told} is no plain file")
            elif kind_of(name) is None:
                skipped.append(f"{told} is of a kind that is not read")
            elif count == MOST_FILES:
                skipped.append(f"{told} and what follows: there are more than {MOST_FILES} files")
                return
            else:
                count += 1
                yield path


def _look(path: Path, shelf: Shelf, begins: Callable[[], None]) -> tuple[str, Kept]:
    """A file's key and what is kept of it, read now if it is new."""
    kind = kind_of(path.name) or ""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return "", Kept(unreadable=f"is larger than {LARGEST_BYTES // 1_000_000} MB")
        data = path.read_bytes()
    except OSError as error:
        return "", Kept(unreadable=f"cannot be opened: {error.strerror}")
    key = hashlib.sha256(f"{VERSION}{kind}\0".encode() + data).hexdigest()
    if (kept := shelf.text(key)) is not None:
        return key, kept
    begins()
    kept, lasting = _read(data, kind)
    if lasting:
        shelf.put_text(key, kept)
    return key, kept


def _read(data: bytes, kind: str) -> tuple[Kept, bool]:
    try:
        document = read(data, kind)
    except Unreadable as error:
        return Kept(unreadable=str(error)), error.lasting
    cut = tuple((clean(place), text) for place, whole in document.sections for text in passages(whole))
    if not cut:
        return Kept(unreadable="holds no whole sentence"), True
    about = {"title": document.title[:200], "author": document.author[:200]}
    return Kept(**about, date=document.date, made=document.made, passages=cut), True


def _passages(name: str, kept: Kept) -> Iterator[DocumentPassage]:
    date = kept.date or date_in(name.rsplit("/", 1)[-1]) or kept.made
    title = kept.title or name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    for place, text in kept.passages:
        yield DocumentPassage(name, place, title, kept.author, date, text)


def _vectors(
    found: list[tuple[str, str, Kept]],
    embedder: Embedder,
    shelf: Shelf,
    stopped: threading.Event,
    tell: Callable[[str], None],
) -> tuple[Vectors, str] | None:
    """All vectors by one embedder, and its name: should another take over on the way, all are made again."""
    while True:
        made_by, rows = embedder.name, list[Vectors]()
        for name, key, kept in found:
            known = shelf.vectors(key, made_by, len(kept.passages))
            if known is None:
                tell(f"embedding {name}: {len(kept.passages)} passages")
                texts, parts = [text for _, text in kept.passages], list[Vectors]()
                for start in range(0, len(texts), BATCH):
                    if stopped.is_set():
                        return None
                    parts.append(encoded_apart(embedder, texts[start : start + BATCH]))
                if embedder.name != made_by:
                    break
                known = np.concatenate(parts)
                shelf.put_vectors(key, made_by, known)
            rows.append(known)
        else:
            full = [one for one in rows if len(one)]
            return (np.concatenate(full) if full else np.zeros((0, 1), dtype=np.float32)), made_by
