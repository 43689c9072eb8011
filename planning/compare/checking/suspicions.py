"""Where a sentence may say more than its passages, by single words: places to look at for whoever checks it. Pure.

None of it is a verdict. A sentence may say "because" where the passage says "owing to"; and words see no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from planning.language.cues.cues import content_words, stem
from planning.language.figures.figures import figures
from planning.language.text import sentences

MOST = 4  # that are told of one sentence
NEAR = 3  # words that a sentence of a passage must share to be about the same
_ADDED = {
    "does a passage join these two so?": re.compile(
        r"\b(because|since|so that|so|therefore|thus|hence|due to|owing to|thanks to|explain(?:s|ed)?|leads? to|led to"
        r"|account(?:s|ed)? for|as a result|result(?:s|ed)? in|driven by|caus(?:es?|ed)|reason)\b",
        re.I,
    ),
    "do the passages set these against each other?": re.compile(
        r"\b(whereas|but|although|though|however|unlike|instead|in contrast|by contrast|yet|despite|contradicts?)\b",
        re.I,
    ),
    "does a passage go as far as that?": re.compile(
        r"\b(most|least|main(?:ly)?|chief(?:ly)?|only|alone|(?<!at )all|every(?:body|one)?|always|never|none|nobody"
        r"|nothing|entirely|direct(?:ly)?|best|worst|(?:larg|great|strong|high|low|long|bigg|small|few)est|any)\b",
        re.I,
    ),
}
_DOUBT = re.compile(
    r"\b(may|might|could|perhaps|possibly|likely|cannot|can not|chance|interval|confidence|not distinguishable"
    r"|with care|if|where|unless|do(?:es)? not (?:claim|show)|suggests?|appears?|seems?|about|around|roughly|nearly)\b",
    re.I,
)
_TOLD = re.compile(
    r"\b(report(?:s|ed)?|self-reports?|said|says?|asked|answer(?:s|ed)?|questionnaires?|survey(?:s|ed)?|diar(?:y|ies)|marked"
    r"|named|mentioned|thought|think|guess(?:ed)?|expect(?:s|ed)?|opinion|interviewed|estimate[sd]?|planners|rated)\b",
    re.I,
)
_NOT = re.compile(r"\b(not|no|never|nor|neither|none|nobody|without|cannot)\b|n't\b", re.I)
_DENIED = re.compile(
    r"\b((?:should|must|does|do|did|could|can|was|were|is) ?not|no (?:evidence|difference|effect)|never)\b", re.I
)


def suspicions(text: str, passages: Sequence[str]) -> tuple[str, ...]:
    """What to look at in a sentence, given the passages that it names; a line each."""
    near = [one for passage in passages for one in sentences(passage) if _about(text, one)]
    return tuple(dict.fromkeys([*_added(text, passages), *_dropped(text, near)]))[:MOST]


def _added(text: str, passages: Sequence[str]) -> Iterator[str]:
    """Words that join, set apart or go far, and are in no passage."""
    there = " ".join(passages).lower()
    for question, words in _ADDED.items():
        for word in dict.fromkeys(found.lower() for found in words.findall(text)):
            if not re.search(rf"\b{re.escape(word)}\b", there):
                yield f"“{word}”: {question}"


def _dropped(text: str, near: Sequence[str]) -> Iterator[str]:
    """Doubts, who told it and denials that stand beside the same matter in a passage, and not in the sentence."""
    for own, words, lost in (
        (_TOLD, _TOLD, "the passage tells who said or estimated it (“{}”), and the sentence does not"),
        (_DOUBT, _DOUBT, "the passage has a doubt, a condition or an interval (“{}”), and the sentence has none"),
        (_NOT, _DENIED, "the passage has “{}”, and the sentence denies nothing: is it the right way round?"),
    ):
        if not own.search(text):
            yield from (lost.format(found[0].lower()) for one in near if (found := words.search(one)))


def _about(text: str, other: str) -> bool:
    """Whether a sentence of a passage is about the same: it has a figure of it, or some of its words."""
    if set(figures(text)) & set(figures(other)):
        return True
    return len({stem(word) for word in content_words(text)} & {stem(word) for word in content_words(other)}) >= NEAR
