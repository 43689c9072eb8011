"""Which encoder compares claims."""

from __future__ import annotations

from pathlib import Path

from agent.components.replacement import Replace, chosen
from config.errors import ProviderError
from config.settings import Embedding, cache_folder
from planning.encoders.local import CachedEmbedder, LocalBert, MiniLM
from planning.encoders.remote import FallbackEmbedder, RemoteEmbedder
from planning.ports import Embedder

PROBE = "School uniforms reduce bullying."


def chosen_embedder(wanted: Embedding, replace: Replace) -> Embedder:
    """The one of the settings, with the embedded one to take over.

    Raises ProviderError: there is none without MiniLM.
    """

    def lost(reason: str) -> None:
        replace("embeddings", reason, MiniLM.name)

    if wanted.engine == "minilm":
        embedder = _embedded()
    else:
        try:
            embedder = FallbackEmbedder(_make_embedder(wanted), _embedded, lost)
        except ProviderError as error:
            lost(str(error))
            return CachedEmbedder(_embedded())
        embedder.embed([PROBE])  # what cannot be reached is found out now
    chosen("embeddings", embedder.name, f"embedding.engine is {wanted.engine}")
    return CachedEmbedder(embedder)


def _embedded() -> Embedder:
    return MiniLM(cache_folder())


def _make_embedder(wanted: Embedding) -> Embedder:
    if wanted.engine == "remote":
        return RemoteEmbedder(wanted)
    folder = Path(wanted.model).expanduser()
    return LocalBert(folder, cache_folder(), name=folder.name, same=wanted.same, related=wanted.related)
