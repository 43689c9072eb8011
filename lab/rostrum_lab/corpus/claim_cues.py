"""Words by which a claim is told from an aside in written and spoken debates. Pure."""

from __future__ import annotations

import re

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
