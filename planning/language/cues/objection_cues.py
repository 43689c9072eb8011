"""How the kind of an objection shows in small words, whatever it is about. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from planning.debate.points import Objection

_KIN = (
    "mother|mom|mum|father|dad|sister|brother|wife|husband|daughter|son|friend|neighbou?r|aunt|uncle|grand\\w+|nan"
    "|cousin|boss|kid|patient|student|client|mate|hairdresser"
)
CUES: Mapping[Objection, re.Pattern[str]] = {
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
TOLD = 3  # cues from which more do not tell more


def cues_of(words: str) -> dict[Objection, int]:
    """How many cues of each kind there are in these words, at most so many as tell anything."""
    text = " ".join(words.lower().split())
    return {kind: min(TOLD, sum(1 for _ in cue.finditer(text))) for kind, cue in CUES.items()}
