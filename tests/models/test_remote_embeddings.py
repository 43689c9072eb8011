"""Sentence encoders from elsewhere: behind a server, from a folder, and what takes over when the server is lost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.components import Components
from config.errors import ProviderError
from config.settings import Embedding, Settings, cache_folder
from planning.debate.encoding import Encoded
from planning.encoders.local import CachedEmbedder, LocalBert, MiniLM, _packaged_model
from planning.encoders.remote import FallbackEmbedder, RemoteEmbedder
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Vectors
from tests.fakes import BagEmbedder
from tests.model_faults import faults, status
from tests.model_server import ModelServer, nobody
from tests.models.conftest import KEY

TEXTS = ["Uniforms reduce bullying.", "Uniforms cost money.", "…", "Uniforms reduce bullying."]


def settings(server: ModelServer, **changes: Any) -> Embedding:
    own = {"engine": "remote", "model": "embed-1", "base_url": server.url, "same": 0.7, "related": 0.3}
    return Embedding.model_validate(own | changes)


def embed(server: ModelServer, texts: Sequence[str] = TEXTS, **changes: Any) -> Vectors:
    embedder = RemoteEmbedder(settings(server, **changes))
    try:
        return embedder.embed(texts)
    finally:
        asyncio.run(embedder.close())


def refusal(server: ModelServer, **changes: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        embed(server, **changes)
    assert KEY not in str(caught.value) and caught.value.__cause__ is None
    return caught.value


def rows(*vectors: list[float], indices: Sequence[int] | None = None) -> Any:
    """An answer with these vectors."""
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in zip(indices or range(9), vectors)]  # noqa: B905
    return lambda line, _asked: line.send(200, {"object": "list", "model": "m", "data": data})


def test_texts_become_unit_vectors_in_batches(server: ModelServer) -> None:
    vectors = embed(server, batch=3)
    assert vectors.shape == (4, 8) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert float(vectors[0] @ vectors[3]) == pytest.approx(1)
    assert [len(asked.body["input"]) for asked in server.asked] == [3, 1]
    assert server.asked[0].path == "/v1/embeddings" and server.asked[0].key == KEY
    assert server.asked[0].body["input"][2] == "."  # servers refuse a text of nothing


def test_name_and_thresholds_are_those_of_the_settings(server: ModelServer) -> None:
    embedder = RemoteEmbedder(settings(server))
    assert embedder.name == f"embed-1 at {server.url.split('/')[2]}"
    assert (embedder.same, embedder.related) == (0.7, 0.3)
    assert embedder.embed([]).shape[0] == 0 and not server.asked


def test_vectors_are_put_in_the_order_of_the_texts(server: ModelServer) -> None:
    server.breaks_embeddings(rows([0, 1], [1, 0], indices=[1, 0]))
    assert embed(server, ["a", "b"]).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("fault", ["busy", "broken", "hung_up"])
def test_what_passes_is_tried_again(server: ModelServer, fault: str) -> None:
    server.breaks_embeddings(getattr(faults, fault))
    assert embed(server).shape == (4, 8)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (faults.unauthorised, "check OPENAI_API_KEY"),
        (faults.missing, "check model and base_url"),
        (status(400, f"no {KEY}"), "(400): no ***"),
        (rows([1, 0]), "sent 1 vectors for 4 texts"),
        (rows([1, 0], [1], [1, 0], [1, 0]), "could not be read"),
        (rows([1, 0], [0, 0], [1, 0], [1, 0]), "without a direction"),
        (rows([1, 0], [1, 0], [1, 0], [1, 0], indices=[0, 1, 1, 2]), "for 4 texts"),
        (lambda line, _: line.send(200, {"error": {}}), "could not be read"),
    ],
)
def test_what_cannot_pass_is_said_at_once(server: ModelServer, fault: Any, told: str) -> None:
    server.breaks_embeddings(fault)
    assert told in str(refusal(server))
    assert len(server.asked) == 1


@pytest.mark.parametrize("fault", ["mute", "dripping"])
def test_a_server_that_never_ends_is_left_in_time(server: ModelServer, fault: str) -> None:
    server.breaks_embeddings(getattr(faults, fault))
    assert "no vectors within 0.4 s" in str(refusal(server, timeout_seconds=0.4))


def test_a_wait_that_does_not_fit_is_not_waited(server: ModelServer) -> None:
    server.breaks_embeddings(faults.busy_for(3600))
    assert refusal(server).retryable
    assert len(server.asked) == 1


# -- what takes over ---------------------------------------------------------------------------------


def test_the_embedded_encoder_takes_over_when_there_is_no_server(server: ModelServer) -> None:
    components = Components(Settings(embedding=settings(server, base_url=nobody())))
    assert (components.embedder().name, components.embedder().same) == (MiniLM.name, MiniLM.same)
    (line,) = components.replaced
    assert "cannot be reached" in str(line) and str(line).endswith(f"using {MiniLM.name}")


def test_a_missing_key_is_one_line(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    components = Components(Settings(embedding=settings(server, base_url=None)))
    assert components.embedder().name == MiniLM.name
    assert "set OPENAI_API_KEY" in str(components.replaced[0])


def test_a_server_that_answers_is_used(server: ModelServer) -> None:
    components = Components(Settings(embedding=settings(server)))
    components.embedder().embed(TEXTS)
    components.embedder().embed(TEXTS)
    assert components.embedder().name.startswith("embed-1 at ") and components.embedder().related == 0.3
    asked = [text for one in server.asked for text in one.body["input"]]
    assert len(asked) == len(set(asked))  # no text twice


def test_a_server_lost_in_the_middle_loses_no_vectors(server: ModelServer, motion: Rehearsal) -> None:
    """What was embedded before is embedded again by the encoder that took over: the index goes on finding."""
    lost: list[str] = []
    embedder = CachedEmbedder(FallbackEmbedder(RemoteEmbedder(settings(server)), BagEmbedder, lost.append))
    index = Index(motion, embedder)
    claim = motion.nodes["p1"].claim
    assert float(index.cosines(Encoded(claim, embedder)).max()) == pytest.approx(1, abs=1e-5)
    server.breaks_embeddings(faults.unauthorised)
    assert float(index.cosines(Encoded(f"{claim} indeed", embedder)).max()) > 0.8
    assert float(index.cosines(Encoded(claim, embedder)).max()) == pytest.approx(1, abs=1e-5)
    assert (embedder.name, embedder.same) == (BagEmbedder.name, BagEmbedder.same)
    assert len(lost) == 1
    together = embedder.embed([claim, "never heard before"])
    assert together.shape == (2, BagEmbedder.dimensions)


# -- an encoder from a folder ------------------------------------------------------------------------


def linked(folder: Path, **config: Any) -> Path:
    """The packaged model in a folder of its own, its config changed."""
    import json

    source = _packaged_model()
    folder.mkdir()
    for name in ("model.safetensors", "tokenizer.json"):
        os.symlink(source / name, folder / name)
    (folder / "config.json").write_text(json.dumps(json.loads((source / "config.json").read_text()) | config))
    return folder


def local(folder: Path, cache: Path) -> LocalBert:
    return LocalBert(folder, cache, name="own", same=0.8, related=0.5)


def test_a_model_from_a_folder_is_the_same_model(tmp_path: Path) -> None:
    own = local(linked(tmp_path / "own"), tmp_path / "cache")
    assert np.allclose(own.embed(TEXTS[:2]), MiniLM(cache_folder()).embed(TEXTS[:2]), atol=1e-5)


def test_a_model_may_pool_by_its_first_token(tmp_path: Path) -> None:
    folder = linked(tmp_path / "own")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    own = local(folder, tmp_path / "cache").embed(TEXTS[:2])
    assert np.allclose(np.linalg.norm(own, axis=1), 1, atol=1e-5)
    assert not np.allclose(own, MiniLM(cache_folder()).embed(TEXTS[:2]), atol=1e-2)


def test_another_kind_of_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="only bert with gelu"):
        local(linked(tmp_path / "own", model_type="mpnet"), tmp_path / "cache")
    embedding = Embedding(engine="local", model=str(tmp_path / "nowhere"))
    components = Components(Settings(embedding=embedding))
    assert components.embedder().name == MiniLM.name
    assert "name the folder of a BERT encoder" in str(components.replaced[0])
