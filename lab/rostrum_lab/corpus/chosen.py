"""The debates that the simulated audience of a match compares with: those shipped here, those that the user has added
(`rostrum corpus add`) and those of the settings."""

from __future__ import annotations

from collections.abc import Callable

from agent.components.parts import DEBATES, Replace, chosen
from config.errors import LibraryError, ProviderError
from config.settings import Thinking
from planning.ports import Embedder
from rostrum_lab.corpus.added import added_files
from rostrum_lab.corpus.nearest import SHIPPED, FlowCorpus
from rostrum_lab.corpus.store import load


def chosen_corpus(thinking: Thinking, embedder: Callable[[], Embedder], replace: Replace) -> FlowCorpus | None:
    """None where there can be none. What is wrong with a file is said, and the others are used.

    Args:
        embedder: makes the one of the match, and raises ProviderError.
    """
    found = [*sorted(SHIPPED.glob("*.jsonl"))]
    for path in (*added_files(), *thinking.corpus):
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
