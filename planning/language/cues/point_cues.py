"""How a point shows in small words that a recogniser gets right: how it argues, its form, what it rests on. Pure.

These are the plainest cues only, for a reader without a model: what none of them fits is a statement, and an objection
of another kind. Whether something is granted is not told here, for "I grant you that" goes on with "but".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from planning.debate.points import Objection, PointForm, Support, SupportKind
from planning.language.cues.questions import asks, rhetorical

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
        r"|boss|teacher|own)|i (knew|met|saw|worked|remember|grew|once|had|was|taught|asked)|when i|for example|imagine"
        r"|picture|last (week|month|year|summer|winter)|a (woman|man|girl|boy|friend|neighbou?r) (i|who|in|of))\b"
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


_THEM = r"(you|they|we|it|he|she|my opponents?|the other side|anybody|anyone)"
_ANSWER = r"(answer|respond|address|repl)\w*"
_FORMS: Mapping[PointForm, re.Pattern[str]] = {
    PointForm.UNANSWERED: re.compile(
        rf"\b(nobody|no ?one) (has |have |had |ever )*{_ANSWER}|\b{_THEM} never {_ANSWER}"
        rf"|\b{_THEM} (has|have|had|did)(n't| not| never| still not) (really )?{_ANSWER}"
        r"|\b(has|have) (still )?not been (really )?(answered|addressed)\b"
        r"|\b(has|have) yet to (answer|respond|reply)\b|\b(went|goes|gone|left|still) unanswered\b"
        r"|\b(has|have|had) no answer\b"
    ),
    PointForm.COUNTER_PROPOSAL: re.compile(
        r"\b(i|we) (would |therefore |instead )?propose\b|\bthere is a better (way|answer|plan|remedy)\b"
        r"|\binstead,? (we (could|should|can)|let us|why not)\b|\ba better (way|answer|plan|remedy) (is|would be)\b"
    ),
}
GRANTED_WORDS = 3  # fewer say nothing that could be repeated
_GRANTS = re.compile(
    r"\b(?:(?:i|we)(?:'ll| will| do| can| must| have to| would)? (?:grant|give|concede|admit|allow|accept"
    r"|agree)(?: (?:you|them|him|her))?(?: (?:that|with that|completely|it))*|(?:you|they|he|she|the other side"
    r"|my opponents?)(?:'re| are| is|'s| was| were)(?: (?:quite|absolutely|partly|probably|half))? right(?: (?:that"
    r"|about|to say that|to|there))?|(?:that's|it's|it is|that is)(?: (?:perfectly|quite|certainly|partly))? (?:true"
    r"|a fair point|fair|a good point)(?: (?:that|enough))?|fair enough|point taken|(?:i'll|i will|let me|to) be fair"
    r"|(?:you|they)(?:'ve| have)?(?: got)? a (?:fair |good )?point(?: (?:there|that|about))?)(?=[\s,.;!?]|$)",
    re.IGNORECASE,
)
_NOT_GRANTED = re.compile(
    r"\b(?:don't|won't|can't|cannot|never|not|didn't|wouldn't|would|if|whether|why|how|do) (?:\w+ )?$|n't \w+$", re.I
)
_INTRODUCES = re.compile(
    r"that$|to say that$|be fair$|^(?:i|we)(?:'ll| will)? (?:grant|give|concede|admit)(?: you)?$", re.IGNORECASE
)
_BUT = re.compile(
    r",? i (?:won't|wouldn't|don't) (?:argue|deny|dispute)\b|[,;.!?]?\s+(?:but|yet|however|still"
    r"|though|only that)\b|[.!?]\s|,?\s+and (?:i|we|then|okay|it)\b",
    re.IGNORECASE,
)
_OBJECTIONS: Mapping[Form, Objection] = {
    Form.RIGHT: Objection.RIGHTS,
    Form.COST: Objection.COST,
    Form.OTHER_WAY: Objection.ALTERNATIVE,
    Form.STORY: Objection.SINGLE_CASE,
}
_SUPPORT: Mapping[Form, SupportKind] = {
    Form.FIGURE: SupportKind.FIGURE,
    Form.STORY: SupportKind.STORY,
    Form.CAUSE: SupportKind.REASON,
}


def form_by_cues(words: str) -> PointForm:
    """What is done with these words, which may be without stops and capitals; the more telling form where two fit."""
    text = " ".join(words.lower().split())
    found = next((form for form, cue in _FORMS.items() if cue.search(text)), None)
    return found or (PointForm.QUESTION if asks(words) and not rhetorical(words) else PointForm.STATEMENT)


def conceded(words: str) -> str | None:
    """The clause by which these words grant the other side something, word for word; None where nothing is granted.
    What follows a "but" is not granted. A bare "fair enough" grants what was said before it: then it is empty."""
    text = " ".join(words.split())
    granted = _GRANTS.search(text)
    if granted is None or _NOT_GRANTED.search(text[: granted.start()]):
        return None
    opens = granted[0].lower() == "fair enough" and not granted.start() and text[granted.end() :].startswith(",")
    if not (opens or _INTRODUCES.search(granted[0])):
        return ""
    clause = _BUT.split(text[granted.end() :], maxsplit=1)[0].strip(" \t,;:.!?\u2014\u2013-")
    return clause if len(clause.split()) >= GRANTED_WORDS else ""


def objection_by_cues(words: str) -> Objection:
    return _OBJECTIONS.get(form_of([words]), Objection.OTHER)


def support_by_cues(words: str) -> tuple[Support, ...]:
    """What a claim is made to rest on in these words; nothing where they do not show it."""
    kind = _SUPPORT.get(form_of([words]))
    return (Support(kind=kind, words=words),) if kind is not None else ()
