"""The evidence that a statement needs beside it, so that its figures can be traced without the library. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from config.statement import Sentence
from planning.debate.argument import Evidence
from planning.language.figures.figures import figures
from planning.methods.treedebater.trees.rehearsal import Rehearsal


def cited(sentences: Iterable[Sentence], rehearsal: Rehearsal) -> dict[str, Evidence]:
    """Every item that a sentence cites, and those of the node from which a sentence with figures is spoken, by id."""
    ids: dict[str, None] = {}
    for sentence in sentences:
        ids |= dict.fromkeys(sentence.cites)
        node = rehearsal.nodes.get(sentence.source or "")
        if node is not None and figures(sentence.text):
            ids |= dict.fromkeys(node.node.evidence)
    return {key: rehearsal.file.evidence[key] for key in ids if key in rehearsal.file.evidence}
