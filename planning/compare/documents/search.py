"""The segments of a document that are nearest to a topic, by the cosine of their encodings.

Encoding is what takes time: with the embedded encoder some 40 segments a second and core. A document of up to
`ENCODED_WHOLE` segments is encoded whole. Of a longer one only those are encoded that a search by words (BM25, in
SQLite's memory) puts among the first `SHORTLIST` for a topic. Which ones these are depends on the topic alone, so a run
that goes on finds what it found. Encodings are kept by the content of the document.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from planning.compare.documents.reading import Read
from planning.compare.records import Segment
from planning.evidence.shelf import Shelf
from planning.language.cues.cues import STOPWORDS
from planning.ports import Embedder, Vectors, encoded_apart

ENCODED_WHOLE = 600
SHORTLIST = 200
BATCH = 32
DIGITS = 4  # of a cosine that count; beyond them the order in the document decides
_WORD = re.compile(r"\w+")


class Searched:
    """One document, searched. Blocks while it encodes; may be used from any thread."""

    def __init__(self, document: Read, embedder: Embedder, shelf: Shelf) -> None:
        self.document = document
        self._embedder, self._shelf, self._lock = embedder, shelf, threading.Lock()
        self._made_by, self._rows = "", np.zeros((0, 1), dtype=np.float32)
        self._words: sqlite3.Connection | None = None

    def index(self) -> None:
        """Make what searches need, so that the first one need not wait for it."""
        with self._lock:
            self._load()
            if len(self.document.segments) <= ENCODED_WHOLE:
                self._encode(range(len(self.document.segments)))
            else:
                self._by_words("")

    def nearest(self, query: str, count: int, among: Collection[str] | None = None) -> tuple[Segment, ...]:
        """So many segments, the nearest first. `among`: only these ids."""
        return tuple(segment for segment, _ in self.scored(query, count, among))

    def scored(self, query: str, count: int, among: Collection[str] | None = None) -> list[tuple[Segment, float]]:
        """The same, with their cosines."""
        with self._lock:
            self._load()
            places = self._places(query, among)
            vector = self._embedder.embed([query])[0]
            self._encode(places)
            near = np.round(self._rows[places] @ vector, DIGITS)
        order = np.argsort(-near, kind="stable")[:count]
        return [(self.document.segments[places[one]], float(near[one])) for one in order]

    def _places(self, query: str, among: Collection[str] | None) -> list[int]:
        segments = self.document.segments
        if among is not None:
            return [place for place, one in enumerate(segments) if one.id in among]
        if len(segments) <= ENCODED_WHOLE:
            return list(range(len(segments)))
        return sorted(self._by_words(query))

    def _load(self) -> None:
        """Begin with the rows that are kept, or anew where another encoder has taken over."""
        if self._made_by == self._embedder.name:
            return
        count = len(self.document.segments)
        kept = self._shelf.vectors(self.document.key, self._embedder.name, count, whole=False)
        if kept is None:
            width = self._embedder.embed([self.document.segments[0].text]).shape[1]
            kept = np.full((count, width), np.nan, dtype=np.float32)
        self._made_by, self._rows = self._embedder.name, kept

    def _encode(self, places: Iterable[int]) -> None:
        new = [place for place in places if np.isnan(self._rows[place, 0])]
        for start in range(0, len(new), BATCH):
            some = new[start : start + BATCH]
            self._rows[some] = encoded_apart(self._embedder, [self.document.segments[place].text for place in some])
        if self._made_by != self._embedder.name:  # another one took over on the way: its rows mean something else
            self._load()
            self._encode(places)
        elif new:
            self._shelf.put_vectors(self.document.key, self._made_by, self._rows)

    def _by_words(self, query: str) -> list[int]:
        """The places of the shortlist; what no word of the query is in is filled up with the document's beginning."""
        if self._words is None:
            self._words = _table([one.text for one in self.document.segments])
        words = [word for word in dict.fromkeys(_WORD.findall(query.lower())) if word not in STOPWORDS]
        if not words:
            return list(range(SHORTLIST))
        wanted = " OR ".join(f'"{word}"' for word in words)
        rows: Sequence[tuple[int]] = self._words.execute(
            "select rowid from segments where segments match ? order by bm25(segments), rowid limit ?",
            (wanted, SHORTLIST),
        ).fetchall()
        found = [row[0] for row in rows]
        known = set(found)
        return found + [place for place in range(SHORTLIST) if place not in known][: SHORTLIST - len(found)]


def _table(texts: Sequence[str]) -> sqlite3.Connection:
    words = sqlite3.connect(":memory:", check_same_thread=False)
    words.execute("create virtual table segments using fts5(text, tokenize='porter unicode61')")
    words.executemany("insert into segments(rowid, text) values (?, ?)", enumerate(texts))
    return words


def cosines(embedder: Embedder, text: str, others: Sequence[str]) -> Vectors:
    """How near each of these is to a text."""
    rows = embedder.embed([text, *others])
    near: Vectors = rows[1:] @ rows[0]
    return near
