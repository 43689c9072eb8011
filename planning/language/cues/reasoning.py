"""How a point argues: it shows in small words that a recogniser gets right. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

TOLD = 2  # cues from which a point is taken to argue so: a wrong question is worse than a plain one


class Form(StrEnum):
    """How a point argues."""

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
