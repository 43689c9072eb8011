"""Where figures, findings and quotes of a statement come from: evidence, or what was said in the debate. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from config.statement import Sentence, without
from planning.debate.argument import Evidence
from planning.language.figures.sourced import Lack, lack

BEFORE = 3  # sentences of the statement itself whose figures may be reckoned with


def traced(
    sentences: Sequence[Sentence], evidence: Mapping[str, Evidence], said: Sequence[str]
) -> tuple[list[Sentence], list[tuple[Sentence, Lack]]]:
    """Sentences whose figures, findings and quotes all have a source, with the evidence that is it; and the others.

    They may come from items that the sentence cites, from one other item (which it then cites), from what was said in
    the debate, or from the sentences just before it (whose items it then cites). What needs a sentence that falls away
    falls away with it; the closing line stays.
    """
    kept: list[Sentence] = []
    doubtful: list[tuple[Sentence, Lack]] = []
    for sentence in sentences:
        cites, left = _cited(sentence, evidence, said, kept[-BEFORE:])
        if left:
            doubtful.append((sentence, left))
        else:
            kept.append(sentence.model_copy(update={"cites": cites}))
    return list(without(kept, {s.unit for s, _ in doubtful})), doubtful


def debated(motion: str, heard: Sequence[str], own: Iterable[str]) -> list[str]:
    """All that was said: the motion, our sentences, and passages of theirs, at whose seams a number may be cut."""
    seams = (f"{one} {other}" for one, other in pairwise(heard))
    return [motion, *heard, *sorted(own), *seams]


def _cited(
    sentence: Sentence, evidence: Mapping[str, Evidence], said: Sequence[str], before: Sequence[Sentence]
) -> tuple[tuple[str, ...], Lack]:
    """The evidence that carries the sentence, and what nothing carries."""
    cites = sentence.cites
    left = _left(sentence, [evidence[key] for key in cites], said)
    if not left or left.loose or left.quotes:
        return cites, left
    found = cites
    for key in [key for key in evidence if key not in cites]:  # what is left, in one item or in a few
        more = _left(sentence, [evidence[c] for c in (*found, key)], said)
        if not more:
            return (*found, key), Lack()
        if len(more.parts) < len(_left(sentence, [evidence[c] for c in found], said).parts):
            found = (*found, key)
    with_those = tuple(dict.fromkeys([*cites, *(key for one in before for key in one.cites)]))
    if not _left(sentence, [evidence[key] for key in with_those], [*said, *(one.text for one in before)]):
        return with_those, Lack()
    return cites, left


def _left(sentence: Sentence, cited: Sequence[Evidence], said: Sequence[str]) -> Lack:
    return lack(sentence.text, cited, said)
