"""How a point shows in small words that a recogniser gets right: how it argues, its form, its kind, its support. Pure.

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
_KIN = (
    "mother|mom|mum|father|dad|sister|brother|wife|husband|daughter|son|friend|neighbou?r|aunt|uncle|grand\\w+|nan"
    "|cousin|boss|kid|patient|student|client|mate|hairdresser"
)
OBJECTION_CUES: Mapping[Objection, re.Pattern[str]] = {
    Objection.LEAVES_OUT: re.compile(
        r"\b(left (out|behind|standing)|leaves? (out|behind)|what about (the|those|people|everybody|my|all|us)"
        r"|not everybod?y|not everyone|nobody (said|asked|thinks?|mentions?|talks?|speaks?) (a word )?(about|for|of)"
        r"|forg(e|o)t\w*|(people|those|folks?|ones|kids|children|women|men|anybody|somebody) (who|that) (can't|cannot"
        r"|don't|haven't|couldn't|have no|has no|never)|without (a|an|any)|the (poor(est)?|elderly|old|disabled|sick"
        r"|weak(est)?|homeless|quiet ones)|haven't got|hasn't got|doesn't have|don't have)\b"
    ),
    Objection.ALTERNATIVE: re.compile(
        r"\b(instead|better (way|idea|plan|to)|rather than|why (not|don't (we|you))|you could|we could|we can|just (do"
        r"|make|put|give|let|ask|pay|use|tell|say)|let (them|us|him|her|people)|or (just )?(do|make|put|give)"
        r"|already (have|has|got|do|does|exists?)|what (i'd|we need)|first(ly)? (fix|build)|same thing (without|with"
        r"|for)|without (any of|all)|should (start|begin)|fix (the|that|it)|i('d| would) (rather|start|do|put|give"
        r"|say))\b"
    ),
    Objection.BACKFIRES: re.compile(
        r"\b(worse|backfires?|opposite|exactly (those|the ones)|very (people|ones?|thing)|black market|underground"
        r"|harder|in the end|ends? up|drives? (them|people|\w+) (away|out)|shut(s|ting)? down|clos(e|es|ed|ing)|hide"
        r"|hides|stop(s|ped)? (reporting|hiring|coming|telling|talking|doing|trying)|lose|loses|lost|cuts?|then (they"
        r"|people|you|nobody) (just|will|won't|stop|don't)|goes? (up|down)|more of (it|them)|resent\w*)\b"
    ),
    Objection.ABUSED: re.compile(
        r"\b(loopholes?|way (a)?round|get (a)?round|dodge\w*|cheat\w*|game(s|d)?|gaming|fiddle\w*|pretend\w*|abuse[sd]?"
        r"|misuse[sd]?|weapon|blackmail|hostage|whoever (is|gets|comes)|next (government|president|guy|lot|minister"
        r"|one)|tomorrow it|hack\w*|lobby\w*|lawyers?|spy|snoop\w*|track\w*|watch(es|ing)? (us|you|what)|power to"
        r"|in the wrong hands|excuse|change the name|rename\w*|(some)?one'?s? always going to|stretch\w*"
        r"|both parties)\b"
    ),
    Objection.SINGLE_CASE: re.compile(
        rf"\b(one (story|case|example|girl|boy|man|woman|guy|person|time|night|day)|my ({_KIN})('s)?|(he"
        rf"|she) (was|had|said|cried"
        rf"|came|lost|died|told|got)|i (knew|met|saw|remember|had a|once|was \w+)|when i was|last (week"
        rf"|month|year|summer"
        r"|winter|spring)|there was (a|this|an)|proves? nothing|anecdote)\b"
    ),
    Objection.EXISTENCE: re.compile(
        r"\b(in (sweden|norway|denmark|germany|france|finland|japan|canada|mexico|portugal|iceland|england|britain"
        r"|australia|italy|spain|china|india|my (town|school|city|country|village|state)|our (town|school|city|country"
        r"|village|state)|other countries)|(they|we|it)('ve| have|'s been| has been| had)? (tried|did it|done it|had it"
        r"|been doing)|it works?(ed)?|works? (there|here|fine)|years ago|for (\w+ )?(years|decades|centuries"
        r"|a generation)|(said|predicted|told us) (that|it|the same) about|sky (has|did)|since (19|20)\d\d|still (here"
        r"|there|standing)|already happen\w*|look at (the )?[a-z]+|nothing (bad )?happened|didn't happen)\b"
    ),
    Objection.EDGE_CASE: re.compile(
        r"\b(where (do|does|exactly|is) (you|the|that)|draw(s|n)? (the|a|that) line|the line|what (if|counts"
        r"|happens (if|when))|does (that|it|this) count|is (that|it|this) (a|an|still)|and if|both|in between"
        r"|borderline|exceptions?|depends? on|what do you do with|who decides|what'?s (a|an|the difference)|define[sd]?"
        r"|definition)\b"
    ),
    Objection.MEASUREMENT: re.compile(
        r"\b(numbers?|figures?|stud(y|ies)|survey|average|per ?cent|statistics?|counted?|counts|measur\w+|data"
        r"|because of|cause[sd]?|not the (reason|problem|cause|trouble)|isn't (the|what)|wasn't (the|what)|it was (the"
        r"|never)|nothing to do with|correlat\w+|how do you know|prove[sdn]?|proof|evidence|real reason|out of (ten"
        r"|a hundred|\w+)|doesn't (work|help|stop|change|do)|didn't (work|help|stop|change|do)|times|half|the (problem"
        r"|trouble) is)\b"
    ),
    Objection.RIGHTS: re.compile(
        r"\b(rights?|(nobody|none of|no ?one)('s| of your)? business|my (own )?(body|life|choice|money|house|kid|child"
        r"|business)|freedom|free to|privacy|private|consent|permission|allowed to|forced? (to|on|me|us)|decide (for"
        r"|that)|choose|choice|grown(-| )?(up|man|woman|person)|adults?|parents|tell (me|us|people) (what|how)"
        r"|nobody asked|taking|let people|law says|court|government)\b"
    ),
    Objection.COST: re.compile(
        r"\b(costs?|pay(s|ing)?|paid|afford\w*|expensive|cheap(er|est)?|money|budgets?|bills?|price[sd]?|taxpayers?"
        r"|taxes|dollars?|euros?|pounds?|cents?|million|billion|rent|debt|spend(s|ing)?|spent|hours of|wages?)\b"
    ),
    Objection.PRINCIPLE: re.compile(
        r"\b(fair(ness)?|unfair|justice|just(ly)?|wrong|right thing|moral(ly)?|dignity|respect|promise[sd]?|duty"
        r"|owe[sd]?|deserve[sd]?|honest(y|ly)?|responsib\w+|equal(ly|ity)?|same (rule|work|standard)|ought|should(n't)?"
        r"|worth|either .* or|not for sale|good enough|hypocri\w+|bothered|shame|ashamed|decent|kind of (country|people"
        r"|person)|is about)\b"
    ),
}
COUNTED = 3  # cues from which more do not tell more


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


def cues_of(words: str) -> dict[Objection, int]:
    """How many cues of each kind there are in these words, at most so many as tell anything."""
    text = " ".join(words.lower().split())
    return {kind: min(COUNTED, sum(1 for _ in cue.finditer(text))) for kind, cue in OBJECTION_CUES.items()}
