"""Whether a sentence of a comparison stands on the segments it names, as far as that can be told without a model. Pure.

A sentence falls when it names no segment that was shown; when its relation asks for another document's; when a figure
of it is in none of its segments, nor follows from theirs; when it gives a finding to somebody, or a quotation, that
they do not have. What it means is checked by a model beside this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from planning.compare.records import Relation, Segment, Source, SynthesisSentence
from planning.language.cues.cues import STOPWORDS
from planning.language.figures.attributed import unnamed
from planning.language.figures.figures import untraced
from planning.language.said import misquoted, stems

_WORD = re.compile(r"[a-z][a-z'-]+|\d[\d.,]*")


def fault(sentence: SynthesisSentence, pair: Sequence[Source], known: Mapping[str, Segment]) -> str:
    """What is wrong with it, in words by which it can be mended; empty if nothing is.
    `known`: every segment that was shown in the run."""
    cited = [known[key] for key in sentence.segments if key in known]
    if not cited:
        return "it names no passage that there is"
    if wrong := _wrong_documents(sentence, pair, {one.id[0] for one in cited}):
        return wrong
    texts = [one.text for one in cited]
    named = [*texts, *(f"{one.title} {one.author} {one.file} {one.date or ''}" for one in pair)]
    if figures := untraced(_without_ids(sentence.text, pair), named):
        return f"the passages {_told(sentence)} do not have {', '.join(figures)}"
    if names := unnamed(sentence.text, named):
        return f"the passages {_told(sentence)} have no finding of {', '.join(names)}"
    if quotes := misquoted(sentence.text, texts):
        return f"the passages {_told(sentence)} do not say “{quotes[0]}”"
    return ""


def overlap(text: str, cited: Iterable[str]) -> float:
    """The share of a sentence's meaningful words, by their stems, that its segments have; 1 for a sentence without
    any."""
    wanted = stems(" ".join(word for word in _WORD.findall(text.lower()) if word not in STOPWORDS))
    known = stems(" ".join(cited).lower())
    return len(wanted & known) / len(wanted) if wanted else 1.0


def _wrong_documents(sentence: SynthesisSentence, pair: Sequence[Source], cited: set[str]) -> str:
    letters = {one.id for one in pair}
    if sentence.relation is Relation.ONLY:
        if len(cited) != 1:
            return "it is said of one document only, but names passages of both"
        if sentence.does_not_address not in letters - cited:
            return "it is said of one document only, but does not say which other one does not address it"
    elif cited != letters:
        return f"it is said of both documents, but names no passage of {', '.join(sorted(letters - cited))}"
    return ""


def _without_ids(text: str, pair: Sequence[Source]) -> str:
    """Without the letters and ids by which documents and passages are named, which are no figures."""
    letters = "".join(one.id for one in pair)
    return re.sub(rf"\b[{letters}]\d+\b|\([{letters}]\)", "", text)


def _told(sentence: SynthesisSentence) -> str:
    return ", ".join(sentence.segments)
