"""The clause of a heard passage that can be quoted, word for word; none where no clause stands alone for sure. Pure.

A quotation that begins or ends in the middle of a phrase, or that says "it" of nobody knows what, makes whoever quotes
it look as if he had not listened. So only whole clauses are offered (`planning.language.clauses`), and of several the
one that claims most: that judges or names a cause, has words of its own, and is neither a question nor a courtesy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from planning.language.claim_cues import CAUSES, DEMANDS, PROCEDURE
from planning.language.clauses import ANAPHORS, bare, spans, stands_alone
from planning.language.cues import OWN_LIFE, REPORTED, VAGUE, content_words
from planning.language.questions import asks

LEAST, MOST = 4, 14  # words of a quotation
MOST_ASKED = 16  # of a question
_SO = re.compile(r"^(?:(?:so|and|but|then|well|now|ok|okay|or|tell me|look)[,:]? )+")
_SENTENCE = re.compile(r"[^.!?]+[.!?]+")
_OUTER = ' \t\r\n"“”«»'
CONTENT = 2  # content words that it must have, not counting those that name nothing
ENOUGH = 2.0  # of the score under which a clause is not worth repeating
_SIGNS = ' \t\r\n"“”«».,;:!?…—–-'
_ASKED = re.compile(r"^(who|what|where|when|why|how|which|is|are|do|does|did|will|would|should|can|could|has|have)\b")
_COURTESY = re.compile(
    r"^you (think|know|see|say|said|heard|want)\b|\b(don't|aren't|isn't|didn't|do|are|did|does) (they|we|you|it)$"
    r"|\b(years?|months?|weeks?|days?) ago\b|^(i|we) think (that's|it's|this|they)\b|\bsaid okay\b|"
    r"\b(thank|thanks|good (evening|morning|afternoon)|ladies|gentlemen|let me|let's|listen|my name|i (am"
    r"|was) (a|an|the)"
    r"|i'm (a|an|the)|opponents?|other side|i (guess|mean|suppose|promise|remember|asked|said|told|know)"
    r"|i'd (know|like to know))\b"
)


def quotable(passage: str) -> str | None:
    """The clause of a passage that best states its point, of 4 to 14 words as they were heard; None where not sure."""
    words = passage.split()
    found = [
        (score, start, end)
        for start, end in dict.fromkeys(spans(words))
        if LEAST <= end - start <= MOST and (score := _score(words[start:end])) >= ENOUGH
    ]
    if not found:
        return None
    _, start, end = max(found, key=lambda one: (one[0], -one[1]))
    return " ".join(words[start:end]).strip(_SIGNS)


def question(passage: str) -> str | None:
    """The last question of a passage, of 4 to 16 words, where the recogniser has set a question mark; else None.

    Of a longer one what stands before its first comma, where that asks by itself.
    """
    asked = [one.strip().strip(_OUTER) for one in _SENTENCE.findall(passage) if one.strip().endswith("?")]
    short = [one if len(one.split()) <= MOST_ASKED else one.partition(",")[0] for one in asked]
    whole = [one for one in short if LEAST <= len(one.split()) <= MOST_ASKED and (one.endswith("?") or _asks(one))]
    return whole[-1] if whole else None


def _asks(clause: str) -> bool:
    return bool(_ASKED.match(_SO.sub("", clause.lower())))


def _score(words: Sequence[str]) -> float:
    """How well a clause states a point; 0 where it cannot stand alone."""
    text = " ".join(words).lower()
    plain = [bare(word) for word in words]
    telling = [word for word in content_words(text) if word not in VAGUE]
    if len(telling) < CONTENT or not stands_alone(words) or _broken(words):
        return 0.0
    if _ASKED.match(text) or asks(text) or words[-1].endswith("?") or _COURTESY.search(text) or REPORTED.search(text):
        return 0.0
    score = min(len(telling), 5) * 0.5 + 0.6 * bool(DEMANDS.search(text)) + 0.4 * bool(CAUSES.search(text))
    score -= 0.5 * bool(PROCEDURE.search(text)) + 0.4 * bool(OWN_LIFE.search(text))
    return score - 0.3 * sum(word in ANAPHORS for word in plain)


def _broken(words: Sequence[str]) -> bool:
    """Whether a sentence ends inside it."""
    return any(word.rstrip("\"”’')")[-1:] in ".!?…" for word in words[:-1])
