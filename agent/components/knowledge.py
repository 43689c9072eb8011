"""Where evidence and the debates that the audience compares with come from."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from agent.components.replacement import Replace, chosen
from config.errors import LibraryError, ProviderError
from config.settings import EvidenceFrom, Thinking, cache_folder
from planning.corpus.nearest import SHIPPED, FlowCorpus
from planning.corpus.store import load
from planning.debate.evidence_source import EvidenceSource
from planning.evidence.combined import Combined
from planning.evidence.folder import FolderSource
from planning.evidence.tavily import TavilySource
from planning.ports import Embedder

MakeEmbedder = Callable[[], Embedder]  # loaded only where it is needed; raises ProviderError
DEBATES = "example debates"


def chosen_evidence(
    wanted: EvidenceFrom, embedder: MakeEmbedder, tell: Callable[[str], None], replace: Replace
) -> Combined | None:
    """Everything that the settings name as a source of evidence, as one; None without any.

    Args:
        tell: gets a line for each document that is skipped, and each that takes time to read.
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


def chosen_corpus(thinking: Thinking, embedder: MakeEmbedder, replace: Replace) -> FlowCorpus | None:
    """The shipped debates and those of the settings, for the simulated audience; None where there can be none.

    What is wrong with a file is said, and the others are used.
    """
    found = [*sorted(SHIPPED.glob("*.jsonl"))]
    for path in thinking.corpus:
        try:
            load(path.expanduser())
        except LibraryError as error:
            replace(DEBATES, str(error), "the other debates")
        else:
            found.append(path.expanduser())
    try:
        encoder = embedder()
        like = {encoder.name: thinking.corpus_cosine} if thinking.corpus_cosine is not None else {}
        corpus = FlowCorpus(found, encoder, like)
    except (ProviderError, LibraryError) as error:
        replace(DEBATES, str(error), "an audience without an example")
        return None
    for path, lines in corpus.damaged.items():
        replace(DEBATES, f"{path}: {lines[0]}", "the other lines")
    kinds = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in corpus.kinds.items())
    chosen(DEBATES, kinds or "none", f"they are in {', '.join(path.name for path in found)}")
    return corpus
