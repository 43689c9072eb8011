"""What to ask of a point nobody prepared for: how it argues, and in which words of its own it can be named. Pure.

An answer by reasoning alone is only as good as its fit: a figure is asked who counted, a story how many others there
are, a forecast which steps lead there. What kind of point it is shows in small words that a recogniser gets right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise

from planning.language.cues import STOPWORDS, VAGUE

OFTEN = 2  # times a word must be heard before it is repeated aloud: what was misheard seldom comes again
TOLD = 2  # cues from which a point is taken to argue so: a wrong question is worse than a plain one


class Form(StrEnum):
    """How a point argues; the names of the banks `reason.<form>.ask` and `reason.<form>.then` in phrases.yaml."""

    FIGURE = "figure"  # a number or a study is to prove it
    STORY = "story"  # one case, told
    RIGHT = "right"  # what is owed, what is fair
    FORECAST = "forecast"  # what will come of it
    COST = "cost"  # what it costs, what there is no money for
    OTHER_WAY = "other-way"  # something else would do it better
    ALWAYS = "always"  # it is so for everybody, every time
    CAUSE = "cause"  # one thing brings about another
    PLAIN = "plain"


_CUES: Mapping[Form, re.Pattern[str]] = {
    Form.FIGURE: re.compile(
        r"\b(per ?cent|percentage|stud(y|ies)|survey(s|ed)?|research(ers)?|statistics?|poll(s|ed)?|figures?"
        r"|(thousand|million|billion)s?|half of|one in|two thirds|a third of|a quarter of|data)\b"
    ),
    Form.STORY: re.compile(
        r"\b(my (mother|father|sister|brother|wife|husband|daughter|son|friend|neighbou?r|aunt|uncle|grand\w+|cousin"
        r"|boss|teacher|own)|i (knew|met|saw|worked|remember|grew|once|had|was|taught|asked)|when i|for example"
        r"|imagine|picture|last (week|month|year|summer|winter)"
        r"|a (woman|man|girl|boy|friend|neighbou?r) (i|who|in|of))\b"
    ),
    Form.RIGHT: re.compile(
        r"\b(rights?|freedoms?|free to|unfair(ly)?|fair(ness)?|dignity|justice|unjust|moral(ly)?|deserves?d?|respect"
        r"|dut(y|ies)|wrong to|promised?|owes?|consent)\b"
    ),
    Form.FORECAST: re.compile(
        r"\b(will|won't|going to|soon|end up|before long|sooner or later|one day|in (ten|five|twenty) years|tomorrow)\b"
    ),
    Form.COST: re.compile(
        r"\b(costs?|pays?|paid|afford|expensive|cheap(er)?|money|budgets?|bills?|price[sd]?|taxpayers?)\b"
    ),
    Form.OTHER_WAY: re.compile(
        r"\b(instead|better (to|way)|rather than|already (have|has|do|does|exists?)|another way)\b"
    ),
    Form.ALWAYS: re.compile(
        r"\b(always|never|every(one|body|where|thing)|nobody|no ?one|nothing|all of (us|them)|cannot)\b"
    ),
    Form.CAUSE: re.compile(
        r"\b(because|causes?d?|makes?|leads?|led|results?|so that|drives?|means|creates?|turns? into)\b"
    ),
}


def form_of(point: Sequence[str]) -> Form:
    """How the passages of a point argue: the kind with most cues, at a tie the more telling, as listed in `Form`."""
    text = " ".join(point).lower()
    counts = {form: len(cue.findall(text)) for form, cue in _CUES.items()}
    best = max(counts, key=lambda form: counts[form])
    return best if counts[best] >= TOLD else Form.PLAIN


_HELD = re.compile(
    r"\b(the|an?|my|our|their|his|her|its|this|that|these|those|your|every|each) ([a-z]{4,})\b(?: ([a-z']+))?"
)
_BARE = re.compile(r"\b(?:of|in|on|for|and|by|with|from|about|to|at|than) ([a-z]{4,})\b(?: ([a-z']+))?")
_NO_NOUN = re.compile(
    r"(ing|ed|ly|ous|ful|ive|able|ible|less|ish|est|self|selves)$"
    r"|^(same|other|only|very|next|last|best|worst|whole|real|more|less|most|much|many|little|enough|better|worse|kind"
    r"|sort|human|good|great|first|second|third|public|private|young|poor|rich|local|national|social|american|people"
    r"|thing|things|hard|problem|background|story|room|hand|line|list|door|hour|office|somebody|someone"
    r"|anybody|anyone|everybody|everyone|nobody|something|nothing|anything|else|true)$"
)


class OwnWords:
    """Names what a point was about with nouns of its own that are safe to say aloud.

    Args:
        familiar: nouns of the prepared texts, with how often they occur.
        texts: the prepared texts; a noun they use without an article needs none.
        topics: the topics of the debate, whose last words need none either.
    """

    def __init__(self, familiar: Mapping[str, int], texts: Iterable[str], topics: Iterable[str]) -> None:
        self._familiar = familiar
        self._plain = {found[0] for text in texts for found in _BARE.findall(text.lower()) if _ends(found[1])}
        self._plain |= {topic.lower().split()[-1] for topic in topics}

    def of(self, point: Sequence[str], said: Mapping[str, int]) -> str:
        """A noun phrase, `the hammers`; empty where none is safe.

        Args:
            point: its passages.
            said: how often each word was heard in the opponent's speeches.
        """
        phrases: dict[str, str] = {}
        text = " ".join(point).lower()
        for article, word, after in _HELD.findall(text):
            if _ends(after) and self._is_noun(word) and (word in self._familiar or said.get(word, 0) >= OFTEN):
                kept = article if article in ("every", "each") else "the"
                phrases.setdefault(word, f"{kept} {word}")
        for before, word in pairwise(["", *text.split()]):
            if word in self._familiar and word in self._plain and self._is_noun(word):
                phrases.setdefault(word, f"{before} {word}" if before in self._familiar else word)
        here = Counter(re.findall(r"[a-z]{4,}", text))
        best = min(phrases, key=lambda word: (-here[word], self._familiar.get(word, 0)), default="")
        return phrases.get(best, "")

    @staticmethod
    def _is_noun(word: str) -> bool:
        return word not in STOPWORDS and word not in VAGUE and not _NO_NOUN.search(word)


def _ends(after: str) -> bool:
    """Whether the word that follows shows the one before it to be the head of its phrase."""
    return not after or after in STOPWORDS or "'" in after
