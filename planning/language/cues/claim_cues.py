"""Words by which a claim is told from an aside in written and spoken debates. Pure."""

from __future__ import annotations

import re

# judging or demanding
DEMANDS = re.compile(
    r"\b(should|shouldn't|must|ought|need(s|ed)? to|ha(s|ve) to|cannot|can't|never|right to|wrong|immoral|moral(ly)?"
    r"|just(ice|ified)?|fair|unfair|better|worse|best|worst|more|less|most|only|important|essential|necessary|crucial"
    r"|harm(s|ful)?|benefit(s|ed)?|good|bad|evil|dangerous|safe|effective|useless|possible|impossible|likely|true"
    r"|false|valid|evidence|proof|prove[sdn]?|fails?|wins?|costs?|protects?|violates?|destroys?|undermines?)\b",
    re.I,
)
# naming causes and effects
CAUSES = re.compile(
    r"\b(because|therefore|thus|hence|since|so that|means? that|leads? to|led to|causes?|caused|results? in|makes?"
    r"|allows?|prevents?|reduces?|increases?|improves?|creates?|requires?|shows? that|why|if|would|will)\b",
    re.I,
)
# giving a reason or an example
REASONS = re.compile(
    r"\b(because|since|for (example|instance)|such as|study|studies|according to|research|in fact|therefore|means"
    r"|shows?|due to|if|when)\b|\d",
    re.I,
)
# speaking against something
AGAINST = re.compile(
    r"\b(not|n't|no|never|however|but|although|false|wrong|incorrect|fallacy|fallacious|irrelevant|fails?|ignores?"
    r"|contradict\w*|instead|even if|still|yet|refut\w*|disagree\w*|flaw\w*|assum\w*|strawm\w*"
    r"|only because)\b|n['’]t\b",
    re.I,
)
# naming the other side and what it said
OTHERS = re.compile(
    r"\b(my opponent|(the )?other side|opp(osition)?|gov(ernment)? (bench|says?|tells?|claims?)|(pro|con)('s|’s)?"
    r"(?= (says?|said|claims?|claimed|argues?|argued|states?|stated|asserts?|thinks?|points?|mentions?|believes?|tries"
    r"|tried|case|argument|point|position|source|has|is|does|did|can))|you (say|said|claim|claimed|argue|argued|state"
    r"|stated|mention|mentioned|think|believe)|they (say|said|claim|tell|told|argue)|(he|she) (says?|said|claims?"
    r"|claimed|argues?|argued|states?|stated))\b",
    re.I,
)
# in a sentence that answers what it repeats
ANSWERING = re.compile(r"\b(but|however|although|fails?|wrong|ignores?|hasn't|doesn't|has not|does not)\b", re.I)
# about the debate and not about its subject
PROCEDURE = re.compile(
    r"\b(this debate|the debate|debates?|debaters?|rounds?|rebuttals?|contentions?|resolution|burden of proof|bop"
    r"|vote for|voters must|judges?|forfeit\w*|definitions?|defined? as|define|dropped|extend|extensions?|concede\w*"
    r"|kritik|semantics|speakers?|speech|panel|notes"
    r"|(first|second|third) (argument|thing|point|claim)|engagement|mechanisms?|clarif\w+|description|rebuke"
    r"|my (case|point|argument|opponent|source)s?|refut\w+"
    r"|(has|have)(n't| not) (been )?(proven|provided|shown|addressed|answered|responded)"
    r"|your (case|point|argument|question|source|claim|definition|statement|first|second)s?|straw ?man\w*"
    r"|i (will|shall|would like|am|have|hope|thank|accept|agree|look|don't know)|i'll|i'm|i've|we('ve| have) \w+ you"
    r"|let me|let us|let's|thank|thanks|sorry|lol|click|link|source|sources|video|conduct|spelling|grammar|profile"
    r"|point of information|poi)\b",
    re.I,
)
# leaning on the sentence before
LEANING = re.compile(
    r"^(this|that|these|those|it|he|she|they|his|her|their|such|which|there|here|who|what|how|why|when|where|you|your|i"
    r"|my|me|we also|also|as (i|you|we)|same|another|one of|all of|some of|none of)\b",
    re.I,
)
TAIL = re.compile(r",? (right|okay|ok)\?$", re.I)
CLAUSE = re.compile(
    r"\s*(?:;|—|\s–\s)\s*|,?\s+(?=because\b|which means\b|insofar as\b|considering that\b|given that\b|in that\b)"
    r"|,\s+(?=and\b|but\b|so\b|or\b|since\b|rather\b|such that\b|whereas\b|therefore\b)",
    re.I,
)
DEBATERS = re.compile(r"\b(Pro|Con|PRO|CON|OG|OO|CG|CO|DPM|DLO|LO|PM|MG|MO|GW|OW)\b")
HANGING = re.compile(
    r"^(because|although|though|while|since|like|whereas|if anything)\b[^,]*$", re.I
)  # half a sentence
LEAD_IN = re.compile(
    r"^((and|but|so|or|however|thus|therefore|hence|furthermore|moreover|also|now|well|ok(ay)?|yes|no|indeed|again|first"
    r"|second|third|firstly|secondly|thirdly|fourthly|lastly|finally|(first|second) of all|in addition|additionally"
    r"|on the contrary|of course|obviously|clearly|in conclusion|to conclude|in fact|besides|meanwhile|simply put|panel"
    r"|in response to [^,]{1,60}|crucially|notably|importantly|basically|essentially|fundamentally|because|note that"
    r"|(just )?note a simple intuition, which is that|we (think|say|believe|told you|would say|also think)( that)?"
    r"|i (think|believe|would say|would argue)( that)?|the (problem|reason) is that|recogni[sz]e that"
    r"|(the )?(first|second|third|fourth|next|final|last|other|important) (thing|point|reason|idea|problem"
    r"|mechanism)?s?[^,.]{0,60}? is( that)?)\b[,:;.–-]*\s+"
    r"|((number|point) )?([a-c]|one|two|three|\d)[,:;.)]\s+|[\d.)(:;,–—-]+\s+)+",
    re.I,
)
