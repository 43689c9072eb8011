"""Recogniser, encoder, evidence, example debates: those that the settings name, or what stands in for them, and why."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from config.errors import ProviderError
from config.extras import EXAMPLES, extra, missing
from config.settings import Embedding, EvidenceFrom, Hearing, Thinking, cache_folder
from planning.debate.argument import EvidenceSource
from planning.encoders.local import CachedEmbedder, LocalBert, MiniLM
from planning.encoders.remote import FallbackEmbedder, RemoteEmbedder
from planning.evidence.combined import Combined
from planning.evidence.folder import FolderSource
from planning.evidence.tavily import TavilySource
from planning.methods.door import Corpus
from planning.ports import Embedder
from speech.hearing.recognizers.choice import Ears
from speech.ports import Recognizer

log = logging.getLogger("rostrum.components")
DEBATES = "example debates"  # that an audience compares with
Replace = Callable[[str, str, str], None]  # the part, why it cannot be had, what is used instead
RECOGNISER = "recogniser"
PROBE = "School uniforms reduce bullying."


@dataclass(frozen=True)
class Replacement:
    """A part that could not be had, why, and what is used instead."""

    part: str
    reason: str
    instead: str

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}; using {self.instead}"


def chosen(part: str, name: str, cause: str) -> None:
    """Note in the log what is used for a part, and why that."""
    log.info("%s: %s, because %s", part, name, cause)


def chosen_recognizer(
    hearing: Hearing, hints: str, lanes: int, replace: Replace, *, deferred: bool = False
) -> Recognizer:
    """The model of the settings, else Whisper base or tiny.en by the machine, else pocketsphinx.

    Those that come after the chosen one stand ready to take over. `deferred`: it is loaded when it has to hear.
    """
    ears = ears_of(hearing, replace, hints=hints, lanes=lanes)
    recognizer = ears.recognizer(deferred=deferred)
    chosen(RECOGNISER, recognizer.name, ears.why or "it is the first that could be had")
    return recognizer


def ears_of(
    hearing: Hearing,
    replace: Replace,
    *,
    hints: str = "",
    lanes: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Ears:
    """What makes the recogniser of these settings."""
    told = partial(replace, RECOGNISER)
    return Ears(hearing, cache_folder(), hints, lanes, told, clock, plug=_plugged)


def _plugged(plugin: str, options: Mapping[str, Any]) -> Recognizer:
    from agent.plugins.recognizer import PluginRecognizer

    return PluginRecognizer(plugin, options)


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


MakeEmbedder = Callable[[], Embedder]  # loaded only where it is needed; raises ProviderError


def chosen_evidence(
    wanted: EvidenceFrom, embedder: MakeEmbedder, tell: Callable[[str], None], replace: Replace
) -> Combined | None:
    """Everything that the settings name as a source of evidence, as one; None without any.

    `tell`: gets a line for each document that is skipped, and each that takes time to read.
    """
    found: list[EvidenceSource] = []
    if wanted.folder is not None:
        folder = wanted.folder.expanduser()
        with _or_without("evidence", replace):
            found.append(FolderSource(folder, embedder(), cache_folder() / "evidence", tell=tell))
    if wanted.tavily is not None:
        with _or_without("evidence", replace):
            found.append(TavilySource(wanted.tavily))
    if not found:
        return None
    combined = Combined(found, embedder(), lambda source, reason: tell(f"{source}: {reason}"))
    chosen("evidence", combined.name, "the settings name them")
    return combined


@contextlib.contextmanager
def _or_without(part: str, replace: Replace) -> Iterator[None]:
    try:
        yield
    except ProviderError as error:
        replace(part, error.reason if error.part == part else str(error), "what there is without it")


def chosen_examples(thinking: Thinking, embedder: MakeEmbedder, replace: Replace) -> Corpus | None:
    """Debates for the simulated audience to compare with; None where there are none, or what keeps them is not here."""
    choose: Callable[[Thinking, MakeEmbedder, Replace], Corpus | None] | None = extra(EXAMPLES, "debates")
    if choose is not None:
        return choose(thinking, embedder, replace)
    if thinking.corpus:
        replace(DEBATES, missing("thinking.corpus"), "an audience without an example")
    else:
        chosen(DEBATES, "none", "rostrum-lab is not installed")
    return None
