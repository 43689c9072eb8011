"""Where evidence and the debates that the audience compares with come from."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from agent.components.extras import EXAMPLES, extra, missing
from agent.components.replacement import DEBATES, Replace, chosen
from config.errors import ProviderError
from config.settings import EvidenceFrom, Thinking, cache_folder
from planning.debate.argument import EvidenceSource
from planning.evidence.combined import Combined
from planning.evidence.folder import FolderSource
from planning.evidence.tavily import TavilySource
from planning.methods.door import Corpus
from planning.ports import Embedder

MakeEmbedder = Callable[[], Embedder]  # loaded only where it is needed; raises ProviderError


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
