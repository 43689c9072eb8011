"""The debate most like one under way, by the embeddings of their flow trees (TreeDebater 3.4, of human debates).

Those that are shipped are model debates: written as trees, held by nobody.

A sentence encoder reads no more than a few hundred tokens of a text (MiniLM: 256), and a whole tree has thousands. So
each claim is embedded by itself, and a tree is the mean of its claims: every claim counts, none is cut off, the marks
of the written form count for nothing, and what the match has embedded before costs nothing again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from config.settings import cache_folder
from planning.methods.door import Example
from planning.ports import Embedder, Vectors
from rostrum_lab.corpus.speeches import Damaged
from rostrum_lab.corpus.store import WRITTEN, Debate, load

SHIPPED = Path(__file__).parents[1] / "debates"
LIKE = 0.8  # the paper's, with its embedding model; for encoders that were not measured
# Half-finished trees of 67 human debates (embedded reader), each against 67 other debates: of the nearest a quarter lie
# over 0.73 and half over 0.61, of all pairs one in twenty. From 0.6 on about three of four are on a kindred subject by
# their motions, from 0.7 on four of five; a debate's own whole tree lies over 0.8.
MEASURED = {"all-MiniLM-L6-v2": 0.6}
WORTH_KEEPING = 100  # claims of a file from which its vectors are kept
PIECE_WORDS = 120  # of a text that is no tree
_CLAIM = re.compile(r"^\s*\[\w+\] (?:pro|con) \([^()]*\): (.+)$", re.M)

log = logging.getLogger("rostrum.corpus")


def pieces(text: str) -> list[str]:
    """What of a text is embedded: the claims of a written tree; of another text all of it, in pieces."""
    if claims := _CLAIM.findall(text):
        return [claim.strip() for claim in claims]
    words = text.split()
    return [" ".join(words[i : i + PIECE_WORDS]) for i in range(0, len(words), PIECE_WORDS)]


def direction(texts: Sequence[str], embedder: Embedder) -> Vectors:
    """The mean of the texts' embeddings, of length 1, shape (dimension,).

    Raises:
        ProviderError: the embedder failed. ValueError: no texts.
    """
    if not texts:
        raise ValueError("nothing to embed")
    return _unit_mean(embedder.embed(texts))


class FlowCorpus:
    """Debates from corpus files, ready to be searched.

    Args:
        paths: corpus files; of two debates with one id the later counts.
        like: for encoders by name the cosine from which two trees are alike, over what was measured.

    `damaged` holds the lines that were passed over, by file.

    Raises:
        LibraryError: a file cannot be read or is no corpus. ProviderError: the embedder failed.
    """

    def __init__(self, paths: Iterable[Path], embedder: Embedder, like: Mapping[str, float] | None = None) -> None:
        self._embedder, self._like = embedder, MEASURED | dict(like or {})
        self.damaged: dict[Path, list[Damaged]] = {}
        self._files: list[tuple[Path, list[Debate]]] = []
        for path in paths:
            debates, damaged = load(path)
            self._files.append((path, debates))
            if damaged:
                self.damaged[path] = damaged
        self._embed()

    def __len__(self) -> int:
        return len(self._debates)

    @property
    def kinds(self) -> Counter[str]:
        """How many debates there are of each kind: held by people, or written as models."""
        return Counter(one.kind for one in self._debates)

    @property
    def threshold(self) -> float:
        """The cosine from which a debate is like another, by the encoder that is used now."""
        return self._like.get(self._embedder.name, LIKE)

    def nearest(self, text: str) -> Example | None:
        """The debate whose flow trees are most like this text of trees, one of people before one that was written;
        None where none reaches the threshold."""
        alike = [one for one, cosine in self.ranked(text) if cosine >= self.threshold]
        best = next((one for one in alike if one.reader != WRITTEN), alike[0] if alike else None)
        return Example(best.id, best.record, best.kind) if best is not None else None

    def ranked(self, text: str) -> list[tuple[Debate, float]]:
        """All debates with their cosines, best first; none for an empty text."""
        said = pieces(text)
        if not said or not self._debates:
            return []
        about = direction(said, self._embedder)
        if self._embedder.name != self._made_by:  # another one took over, whose vectors mean something else
            self._embed()
        cosines = self._vectors @ about
        return [(self._debates[i], float(cosines[i])) for i in np.argsort(-cosines, kind="stable")]

    def _embed(self) -> None:
        found: dict[str, tuple[Debate, Vectors]] = {}
        for path, debates in self._files:
            rows = vectors_of(debates, self._embedder, path)
            found.update((one.id, (one, row)) for one, row in zip(debates, rows, strict=True))
        self._debates = [one for one, _ in found.values()]
        self._vectors: Vectors = np.stack([row for _, row in found.values()]) if found else np.zeros((0, 0), np.float32)
        self._made_by = self._embedder.name


def vectors_of(debates: Sequence[Debate], embedder: Embedder, path: Path) -> list[Vectors]:
    """A vector for each debate of the file at `path`; but for a few claims they are kept for the next time.

    They are kept beside the file, those of the shipped corpus in the cache folder unless they were shipped with it.
    """
    texts = [claim for one in debates for claim in one.claims]
    if len(texts) < WORTH_KEEPING:
        return _directions(debates, embedder)
    beside = path.with_name(f"{path.stem}.{re.sub(r'[^A-Za-z0-9.-]+', '-', embedder.name)}.npz")
    spare = cache_folder() / "corpus" / beside.name
    known = _kept(spare, embedder.name) | _kept(beside, embedder.name)
    keys = [_key(one) for one in debates]
    missing = [one for one, key in zip(debates, keys, strict=True) if key not in known]
    known.update((_key(one), row) for one, row in zip(missing, _directions(missing, embedder), strict=True))
    rows = [known[key] for key in keys]
    if missing:
        _keep(spare if path.resolve().parent == SHIPPED.resolve() else beside, embedder.name, keys, rows)
    return rows


def _directions(debates: Sequence[Debate], embedder: Embedder) -> list[Vectors]:
    """All claims are embedded at once, which is faster."""
    if not debates:
        return []
    rows = embedder.embed([claim for one in debates for claim in one.claims])
    ends = np.cumsum([len(one.claims) for one in debates])[:-1]
    return [_unit_mean(part) for part in np.split(rows, ends)]


def _unit_mean(rows: Vectors) -> Vectors:
    mean = rows.mean(axis=0)
    unit: Vectors = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return unit


def _key(debate: Debate) -> str:
    return hashlib.sha256(json.dumps(debate.claims).encode()).hexdigest()


def _kept(path: Path, name: str) -> dict[str, Vectors]:
    """The vectors that encoder made before; none where the file is missing, damaged or another encoder's."""
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["embedder"]) != name:
                return {}
            rows = np.asarray(file["vectors"], dtype=np.float32)
            keys = [str(key) for key in file["keys"]]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}
    whole = rows.ndim == 2 and len(rows) == len(keys) and bool(np.isfinite(rows).all())
    return dict(zip(keys, rows, strict=True)) if whole else {}


def _keep(path: Path, name: str, keys: Sequence[str], rows: Sequence[Vectors]) -> None:
    work = path.with_name(f".{path.stem}.{os.getpid()}.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(work, embedder=np.array(name), keys=np.array(keys), vectors=np.stack(rows))
        os.replace(work, path)
    except OSError as error:  # a folder that is read only: embedded again next time
        with contextlib.suppress(OSError):
            work.unlink(missing_ok=True)
        log.debug("%s: not kept: %s", path, error)
