"""Where the figures of a statement come from: evidence, or what was said in the debate. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.statement import Sentence, without
from planning.argument import Evidence
from planning.language.figures import untraced


def traced(
    sentences: Sequence[Sentence], evidence: Mapping[str, Evidence], said: Sequence[str]
) -> tuple[list[Sentence], list[tuple[Sentence, tuple[str, ...]]]]:
    """Sentences whose figures are all found, with the evidence that has them, and those with a figure out of nowhere.

    Figures may come from items that the sentence cites, from one other item (which it then cites), or from what was
    said in the debate. What needs a sentence that falls away falls away with it; the closing line stays.
    """
    kept: list[Sentence] = []
    doubtful: list[tuple[Sentence, tuple[str, ...]]] = []
    for sentence in sentences:
        cited = _cited(sentence, evidence, said)
        if cited is None:
            sources = [*(evidence[c].words for c in sentence.cites), *said]
            doubtful.append((sentence, untraced(sentence.text, sources)))
        else:
            kept.append(sentence.model_copy(update={"cites": cited}))
    return list(without(kept, {s.unit for s, _ in doubtful})), doubtful


def _cited(sentence: Sentence, evidence: Mapping[str, Evidence], said: Sequence[str]) -> tuple[str, ...] | None:
    """The evidence that carries the sentence's figures; None if something carries them not."""
    sources = [*(evidence[c].words for c in sentence.cites), *said]
    left = untraced(sentence.text, sources)
    cites = list(sentence.cites)
    for key, item in evidence.items():
        if left and not untraced(sentence.text, [*sources, item.words]):  # all that is left, in one item
            cites.append(key)
            left = ()
    return None if left else tuple(cites)
