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
        r"\b(left (out|behind|standing)|leaves? (out|behind)|what about (the|those|people|everybody|my|all"
        r"|us)|not everybod?y"
        r"|not everyone|nobody (said|asked|thinks?|mentions?|talks?|speaks?) (a word )?(about|for|of)|forg(e|o)t\w*"
        r"|(people|those|folks?|ones|kids|children|women|men|anybody|somebody) (who|that) (can't|cannot|don't|haven't"
        r"|couldn't|have no|has no|never)|without (a|an|any)|the (poor(est)?|elderly|old|disabled|sick"
        r"|weak(est)?|homeless"
        r"|quiet ones)|haven't got|hasn't got|doesn't have|don't have)\b"
    ),
    Objection.ALTERNATIVE: re.compile(
        r"\b(instead|better (way|idea|plan|to)|rather than|why (not|don't (we|you))|you could|we could"
        r"|we can|just (do|make|put"
        r"|give|let|ask|pay|use|tell|say)|let (them|us|him|her|people)|or (just )?(do|make|put|give)"
        r"|already (have|has|got"
        r"|do|does|exists?)|what (i'd|we need)|first(ly)? (fix|build)|same thing (without|with|for)"
        r"|without (any of|all)"
        r"|should (start|begin)|fix (the|that|it)|i('d| would) (rather|start|do|put|give|say))\b"
    ),
    Objection.BACKFIRES: re.compile(
        r"\b(worse|backfires?|opposite|exactly (those|the ones)|very (people|ones?|thing)|black market"
        r"|underground|harder"
        r"|in the end|ends? up|drives? (them|people|\w+) (away|out)|shut(s|ting)? down|clos(e|es|ed|ing)|hide|hides"
        r"|stop(s|ped)? (reporting|hiring|coming|telling|talking|doing|trying)|lose|loses|lost|cuts?"
        r"|then (they|people|you"
        r"|nobody) (just|will|won't|stop|don't)|goes? (up|down)|more of (it|them)|resent\w*)\b"
    ),
    Objection.ABUSED: re.compile(
        r"\b(loopholes?|way (a)?round|get (a)?round|dodge\w*|cheat\w*|game(s|d)?|gaming|fiddle\w*"
        r"|pretend\w*|abuse[sd]?|misuse[sd]?"
        r"|weapon|blackmail|hostage|whoever (is|gets|comes)|next (government|president|guy|lot|minister"
        r"|one)|tomorrow it"
        r"|hack\w*|lobby\w*|lawyers?|spy|snoop\w*|track\w*|watch(es|ing)? (us|you|what)|power to"
        r"|in the wrong hands|excuse"
        r"|change the name|rename\w*|(some)?one'?s? always going to|stretch\w*|both parties)\b"
    ),
    Objection.SINGLE_CASE: re.compile(
        rf"\b(one (story|case|example|girl|boy|man|woman|guy|person|time|night|day)|my ({_KIN})('s)?|(he"
        rf"|she) (was|had|said|cried"
        rf"|came|lost|died|told|got)|i (knew|met|saw|remember|had a|once|was \w+)|when i was|last (week"
        rf"|month|year|summer"
        r"|winter|spring)|there was (a|this|an)|proves? nothing|anecdote)\b"
    ),
    Objection.EXISTENCE: re.compile(
        r"\b(in (sweden|norway|denmark|germany|france|finland|japan|canada|mexico|portugal|iceland|england"
        r"|britain|australia|italy"
        r"|spain|china|india|my (town|school|city|country|village|state)|our (town|school|city|country"
        r"|village|state)|other"
        r" countries)|(they|we|it)('ve| have|'s been| has been| had)? (tried|did it|done it|had it"
        r"|been doing)|it works?(ed)?"
        r"|works? (there|here|fine)|years ago|for (\w+ )?(years|decades|centuries|a generation)|(said"
        r"|predicted|told us)"
        r" (that|it|the same) about|sky (has|did)|since (19|20)\d\d|still (here|there|standing)|already happen\w*"
        r"|look at (the )?[a-z]+|nothing (bad )?happened|didn't happen)\b"
    ),
    Objection.EDGE_CASE: re.compile(
        r"\b(where (do|does|exactly|is) (you|the|that)|draw(s|n)? (the|a|that) line|the line|what (if"
        r"|counts|happens (if|when))"
        r"|does (that|it|this) count|is (that|it|this) (a|an|still)|and if|both|in between|borderline"
        r"|exceptions?|depends? on"
        r"|what do you do with|who decides|what'?s (a|an|the difference)|define[sd]?|definition)\b"
    ),
    Objection.MEASUREMENT: re.compile(
        r"\b(numbers?|figures?|stud(y|ies)|survey|average|per ?cent|statistics?|counted?|counts|measur\w+"
        r"|data|because of"
        r"|cause[sd]?|not the (reason|problem|cause|trouble)|isn't (the|what)|wasn't (the|what)"
        r"|it was (the|never)|nothing to"
        r" do with|correlat\w+|how do you know|prove[sdn]?|proof|evidence|real reason|out of (ten|a hundred|\w+)"
        r"|doesn't (work|help|stop|change|do)|didn't (work|help|stop|change|do)|times|half|the (problem|trouble) is)\b"
    ),
    Objection.RIGHTS: re.compile(
        r"\b(rights?|(nobody|none of|no ?one)('s| of your)? business|my (own )?(body|life|choice|money"
        r"|house|kid|child|business)"
        r"|freedom|free to|privacy|private|consent|permission|allowed to|forced? (to|on|me|us)|decide (for"
        r"|that)|choose|choice"
        r"|grown(-| )?(up|man|woman|person)|adults?|parents|tell (me|us|people) (what|how)|nobody asked"
        r"|taking|let people|law"
        r" says|court|government)\b"
    ),
    Objection.COST: re.compile(
        r"\b(costs?|pay(s|ing)?|paid|afford\w*|expensive|cheap(er|est)?|money|budgets?|bills?|price[sd]?"
        r"|taxpayers?|taxes|dollars?"
        r"|euros?|pounds?|cents?|million|billion|rent|debt|spend(s|ing)?|spent|hours of|wages?)\b"
    ),
    Objection.PRINCIPLE: re.compile(
        r"\b(fair(ness)?|unfair|justice|just(ly)?|wrong|right thing|moral(ly)?|dignity|respect"
        r"|promise[sd]?|duty|owe[sd]?|deserve[sd]?"
        r"|honest(y|ly)?|responsib\w+|equal(ly|ity)?|same (rule|work|standard)|ought|should(n't)?|worth"
        r"|either .* or|not for"
        r" sale|good enough|hypocri\w+|bothered|shame|ashamed|decent|kind of (country|people|person)|is about)\b"
    ),
}
TOLD = 3  # cues from which more do not tell more


def cues_of(words: str) -> dict[Objection, int]:
    """How many cues of each kind there are in these words, at most so many as tell anything."""
    text = " ".join(words.lower().split())
    return {kind: min(TOLD, sum(1 for _ in cue.finditer(text))) for kind, cue in CUES.items()}
