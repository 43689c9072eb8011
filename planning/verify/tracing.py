"""Whether what is said above stands in the leaves below, sentence by sentence. Pure.

Looked at are figures, those a finding is ascribed to, quotations, names, and how many of the words that carry meaning
stand there at all. A sentence that turns a leaf round in the leaf's own words is not found out: no check of words can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from planning.evidence.tracing import lack
from planning.language.cues.cues import STOPWORDS, content_words, stem
from planning.language.text import clean, sentences
from planning.verify.record import AnswerSentence, NodeId, Struck

LEAST_SHARE = 0.5  # of a sentence's words with a meaning that stand in what it comes from
FEW_WORDS = 3  # under which a share says nothing
_WORD = re.compile(r"[^\W\d_][\w’'&-]*")


def names_without_source(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Words written as names in `text` that stand in no source. The first word of a sentence is one only where another
    capital follows."""
    known = {_plain(word) for source in sources for word in _WORD.findall(source)}
    found: list[str] = []
    for sentence in sentences(text):
        words = _WORD.findall(sentence)
        for place, word in enumerate(words):
            if not word[0].isupper() or word.casefold() in STOPWORDS or word == "I":
                continue
            begins = place == 0 and not (len(words) > 1 and words[1][0].isupper())
            if not begins and _plain(word) not in known:
                found.append(word)
    return tuple(dict.fromkeys(found))


def lacking(text: str, sources: Sequence[str]) -> str:
    """What of a sentence stands in none of the sources, in a few words; empty where all of it does."""
    left = (*lack(text, (), sources).parts, *names_without_source(text, sources))
    if left:
        return f"nothing below it has {', '.join(dict.fromkeys(left))}"
    words = frozenset(map(stem, content_words(text)))
    there = frozenset(stem(word) for source in sources for word in content_words(source))
    if len(words) >= FEW_WORDS and len(words & there) / len(words) < LEAST_SHARE:
        return "most of its words stand nowhere below it"
    return ""


def traced(
    text: str, cited: Sequence[NodeId], leaves: Mapping[NodeId, str], given: Sequence[str] = ()
) -> AnswerSentence | Struck:
    """The sentence with the leaves it comes from, those it cites first; or struck. `given`: may be said as well, such
    as the question."""
    known = [one for one in dict.fromkeys(cited) if one in leaves]
    if not known:
        known = _nearest(text, leaves)
    if not lacking(text, [*given, *(leaves[one] for one in known)]):
        return AnswerSentence(text=text, leaves=tuple(known))
    for other in (one for one in leaves if one not in known):
        if not lacking(text, [*given, *(leaves[one] for one in (*known, other))]):
            return AnswerSentence(text=text, leaves=(*known, other))
    if why := lacking(text, [*given, *leaves.values()]):
        return Struck(node="1", text=text, why=why)
    return AnswerSentence(text=text, leaves=tuple(leaves))


def without_news(
    node: NodeId, text: str, leaves: Mapping[NodeId, str], given: Sequence[str] = ()
) -> tuple[str, list[Struck]]:
    """A text without the sentences that say what no leaf says, and those."""
    sources = [*given, *leaves.values()]
    kept: list[str] = []
    struck: list[Struck] = []
    for sentence in sentences(clean(text)):
        if why := lacking(sentence, sources):
            struck.append(Struck(node=node, text=sentence, why=why))
        else:
            kept.append(sentence)
    return " ".join(kept), struck


def _nearest(text: str, leaves: Mapping[NodeId, str]) -> list[NodeId]:
    """The leaf that has most words of the text."""
    words = frozenset(map(stem, content_words(text)))
    return (
        [max(leaves, key=lambda one: len(words & frozenset(map(stem, content_words(leaves[one])))))] if leaves else []
    )


def _plain(word: str) -> str:
    return stem(re.sub(r"['’]s?$", "", word).casefold())
