"""Vectors that whoever asks keeps: they push nothing out of what encoders keep, on disk or in memory."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from planning.encoders.local import CachedEmbedder
from planning.encoders.vector_files import MOST_FILES, WORTH, VectorFiles
from planning.evidence.index import BATCH, build
from planning.ports import Vectors, encoded_apart
from tests.fakes import BagEmbedder

LIBRARY = [f"Claim {number} of a library." for number in range(WORTH)]


class Local(BagEmbedder):
    """As the embedded encoder: long lists are kept on disk."""

    def __init__(self, folder: Path) -> None:
        self.kept, self.encoded = VectorFiles(folder), list[int]()

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.kept.get(texts, self.encode)

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded.append(len(texts))
        return super().embed(texts)


def test_a_large_folder_of_documents_leaves_the_library_where_it_was(tmp_path: Path) -> None:
    documents, vectors = tmp_path / "documents", tmp_path / "vectors"
    documents.mkdir()
    local = Local(vectors)
    CachedEmbedder(local).embed(LIBRARY)
    paragraphs = [f"The parish council met {n} times and found that the roads were dry." for n in range(BATCH * 3)]
    for name in ("one", "two"):
        (documents / f"{name}.md").write_text("\n\n".join(f"# Part {n} {name}\n{p}" for n, p in enumerate(paragraphs)))
    index = build(documents, CachedEmbedder(local), tmp_path / "cache", threading.Event(), lambda line: None)
    assert index is not None and len(index.passages) > BATCH
    assert len(list(vectors.glob("*.npy"))) == 1, "the index keeps its vectors itself"
    before = len(local.encoded)
    CachedEmbedder(local).embed(LIBRARY)
    assert len(local.encoded) == before and MOST_FILES > 1


def test_what_is_encoded_apart_is_the_same_and_not_remembered(tmp_path: Path) -> None:
    local = Local(tmp_path)
    cached = CachedEmbedder(local)
    apart = encoded_apart(cached, LIBRARY)
    assert np.array_equal(apart, cached.embed(LIBRARY)) and local.encoded == [WORTH, WORTH]
    assert np.array_equal(encoded_apart(BagEmbedder(), LIBRARY), apart), "one that keeps nothing will do as well"
