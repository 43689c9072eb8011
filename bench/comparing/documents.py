"""How long a long PDF takes until it can be searched by meaning: read, cut, indexed in memory, a first and later
topics."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import Measurement, Target
from bench.planning.retrieve import sentences
from config.settings import cache_folder
from planning.compare.documents.reading import read_one
from planning.compare.documents.search import Searched
from planning.encoders.local import MiniLM
from planning.evidence.shelf import Shelf
from planning.methods.treedebater.library.library import Library
from planning.ports import Embedder

READY_SECONDS = 30.0
LINES, LETTERS = 44, 92  # of a page
TOPICS = (
    "What the change costs: who pays for it and how much",
    "Whether pupils learn more by it",
    "What people lose when a machine decides",
)


def run(pages: int = 300, seed: int = 1, embedder: Embedder | None = None) -> Measurement:
    """A PDF of our own sentences, read from an empty cache, and once more from a full one."""
    embedder = embedder or MiniLM(cache_folder())
    embedder.embed(["It is loaded before it is timed."])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pdf"
        path.write_bytes(pdf(list(_pages(pages, seed))))
        shelf = Shelf(Path(folder) / "shelf")
        first = _timed(path, shelf, embedder)
        again = _timed(path, shelf, embedder)
    return Measurement(
        "documents",
        {"pages": pages, "seed": seed, "embedder": embedder.name},
        [{"what": "a new PDF", **first}, {"what": "the same PDF again", **again}],
        [Target("seconds until a new PDF has been searched by meaning", first["ready_seconds"], READY_SECONDS)],
    )


def _timed(path: Path, shelf: Shelf, embedder: Embedder) -> dict[str, float]:
    began, cpu = time.perf_counter(), time.process_time()
    document = read_one(path, "A", shelf)
    read = time.perf_counter()
    searched = Searched(document, embedder, shelf)
    searched.index()
    indexed = time.perf_counter()
    searched.nearest(TOPICS[0], 5)
    ready = time.perf_counter()
    used = time.process_time() - cpu
    for topic in TOPICS[1:]:
        searched.nearest(topic, 5)
    later = (time.perf_counter() - ready) / len(TOPICS[1:])
    return {
        "segments": len(document.segments),
        "read_seconds": round(read - began, 2),
        "index_seconds": round(indexed - read, 2),
        "first_topic_seconds": round(ready - indexed, 2),
        "ready_seconds": round(ready - began, 2),
        "cpu_seconds": round(used, 2),
        "later_topic_seconds": round(later, 2),
        "peak_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _pages(count: int, seed: int) -> Iterator[list[str]]:
    """Pages of whole lines, of sentences in another order each time."""
    chance, told = random.Random(seed), sentences(Library())
    words = (word for _ in iter(int, 1) for word in chance.choice(told).split())
    for _ in range(count):
        lines = [""]
        while len(lines) <= LINES:
            word = next(words)
            if len(lines[-1]) + len(word) >= LETTERS:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        yield lines[:LINES]


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF with these lines on its pages, in one of the fonts that every reader has."""
    bodies = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        told = "\n".join(f"({_escaped(line)}) Tj T*" for line in lines)
        stream = f"BT /F1 10 Tf 12 TL 50 760 Td\n{told}\nET"
        bodies.append(f"<< /Length {len(stream.encode('latin-1'))} >>\nstream\n{stream}\nendstream")
        font = "<< /Font << /F1 3 0 R >> >>"
        bodies.append(f"<< /Type /Page /Parent 2 0 R /Resources {font} /Contents {len(bodies)} 0 R >>")
        kids.append(f"{len(bodies)} 0 R")
    bodies[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} /MediaBox [0 0 612 792] >>"
    out, places = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    head = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}trailer\n"
    end = f"<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF"
    return out + (head + end).encode()


def _escaped(line: str) -> str:
    plain = line.encode("latin-1", "replace").decode("latin-1")
    return plain.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
