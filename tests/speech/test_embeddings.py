"""The embedded sentence encoder, for real."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from planning.encoders.local import CachedEmbedder, MiniLM


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM(tmp_path_factory.mktemp("cache"))


def test_paraphrases_are_near_and_other_subjects_far(minilm: MiniLM) -> None:
    uniform, same, tax = minilm.embed(
        ["School uniforms reduce bullying", "Uniforms in school cut down bullying", "A sugar tax falls on the poor"]
    )
    assert float(uniform @ same) >= minilm.same
    assert float(uniform @ tax) < 0.3


def test_rows_are_unit_vectors_whatever_they_are_embedded_with(minilm: MiniLM) -> None:
    texts = ["a", "A much longer sentence about the debt ceiling and who pays for it in the end.", "b " * 600]
    together = minilm.embed(texts)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert np.allclose(together[1], minilm.embed([texts[1]])[0], atol=1e-4)
    assert minilm.embed([]).shape == (0, 384)


def test_the_conversion_is_made_once(minilm: MiniLM, tmp_path: Path) -> None:
    MiniLM(tmp_path)
    (model,) = tmp_path.rglob("model.bin")
    written = model.stat().st_mtime_ns
    MiniLM(tmp_path)
    assert model.stat().st_mtime_ns == written


class Counting:
    name, same, related = "counting", 0.8, 0.5

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: list[str]) -> np.ndarray:
        self.texts += texts
        return np.ones((len(texts), 2), dtype=np.float32)


def test_no_text_is_embedded_twice() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    cached.embed(["a", "b", "a"])
    cached.embed(["b", "c"])
    assert inner.texts == ["a", "b", "c"]
