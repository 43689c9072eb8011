"""What a passage does in a debate, by small words that a recogniser gets right; and which words carry meaning. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer  # type: ignore[import-untyped]  # it brings no types

QUOTING = re.compile(
    r"\b(opponents?|other side|told|said|says|claim(s|ed)?|argue[sd]?|heard|believe|they|their|the motion)\b"
)
REPORTED = re.compile(
    r"\b((my|our) (worthy |honou?rable |learned )?opponents?|the (opposition|other side|proposition|proposer))"
    r" (\w+ ){0,2}?(says?|said|tells?|told|claim(s|ed)?|argue[sd]?|believes?|thinks?|asks?|asked|fears?|feared"
    r"|worr(y|ies|ied)|warn(s|ed)?|promise[sd]?|points?|pointed|suggest(s|ed)?|mention(s|ed)?|describe[sd]?|trusts?)\b"
    r"|\b(they|we|you) (\w+ ){0,2}?(said|told (you|us)|were told|claim(ed)?|argue(d)? that|heard)\b"
    r"|\b(there was|we come to|we had) the (\w+ )?(point|claim|argument|bit|objection|idea|worry|question|fear)\b"
    r"|\b(the|their|your) (\w+ )?(argument|point|claim|objection|worry|fear|reason) (was|about)\b"
    r"|\bit was (said|claimed|argued|suggested|implied)\b"
)
OTHERS_SAY = re.compile(
    r"^((so|and|but|now|then|when|if|okay|yes|well) )*(they|some( people)?|people|(clever|some) people|somebody|someone"
    r"|one of (them|you)|you) (\w+ )?(says?|tells? (us|you|me)|told (us|you|me)|said|keeps? (telling|saying)|claims?"
    r"|argues?)\b|\bwe (are|were|have been) told\b|\bthe other (side|lot|team|lady|gentleman"
    r"|speaker) (\w+ ){0,2}?(says?|said|thinks?|talks?|talked|wants?|asked|told)\b"
)  # at the beginning of what reports others, whoever they are
OWN_LIFE = re.compile(r"\b(i|me|my|mine|myself)\b")
HOLDS = re.compile(
    r"\b(i|we) (\w+ ){0,2}?(think|believe|say|argue|hold|maintain|doubt|suspect|claim|fear|oppose|support|defend|ask)\b"
    r"|\b(should|must|ought|my (point|view|case|answer|worry|claim))\b"
)
FRAMING = re.compile(
    r"\b(good evening|thank you|we mean|take the motion to|judge (the|this|by|it)|measure it against"
    r"|(your|my|a|please) vote|vote (for|against)|your support|hearing me out|for listening|say (yes|no) to this"
    r"|stand with this motion|deserves to fall|draw the debate together|let me weigh it|think back over what"
    r"|weigh what you|the test i gave|i (stand here|speak) (for|against|in favou?r of)|i oppose the"
    r"|hear the other side)\b"
)
SIGNPOST = re.compile(r"\b(first(ly)?|second(ly)?|third(ly)?|another|next|finally|reason|objection|argument)\b")
LEADS = re.compile(
    r"(let me (begin|come|add|put|turn)|the first thing is|i start with|think about|now (turn|to)|consider|look next at"
    r"|i come back to|there is more to be said|my point on|stay for a moment|on .* (we see|you have heard)|back to)\b"
)
ANNOUNCES = re.compile(
    r"\b((first|second|third)ly|finally|another (point|reason|argument)|(my|the|a|one) (first|second|third|fourth|next"
    r"|last|final) (point|reason|argument|thing|question|answer|objection))\b"
)
ANNOUNCEMENT = re.compile(
    r"(one thing more (on|about)|here(?:'s| is) (the|my|our|what)|that (brings|leads) (me|us) to"
    r"|which (brings|leads) (me|us)|what (they|you) said (about|on)"
    r"|they (said|told you)\b.{0,20}$|there(?:'s| is) (?:more|one thing more)"
    r"|i(?:'ll| will| want to| would like to) (begin|start|come|turn|say|add|answer|deal)|as (for|to) )"
)
LEAD_WORDS = 10  # of a passage that announces a point without making it
STOPWORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each even ever every few for from
    further good evening friends had has have having he her here hers him his how i if in into is it its
    just ladies gentlemen let like me more most much my no nor not now of off on once one only or other our
    out over own please really said same say says she should so some such than thank thanks that the their
    them then there these they thing things this those through to today tonight told too under until up us
    very want was we well were what when where which while who why will with would yes you your""".split()
)
VAGUE = frozenset(
    """answer argument case debate end evidence fact first gain half idea inside kind last life lot matter motion next
    number one ones others part past person place point practice question reason rest right second short side single
    something sort start step thing third time times today tomorrow trouble truth way ways whole word words world
    year years""".split()
)  # nouns that name nothing by themselves
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
# about the debate and not about its subject
PROCEDURE = re.compile(
    r"\b(this debate|the debate|debates?|debaters?|rounds?|rebuttals?|contentions?|resolution|burden of proof|bop"
    r"|vote for|voters must|judges?|forfeit\w*|definitions?|defined? as|define|dropped|extend|extensions?|concede\w*"
    r"|kritik|semantics|speakers?|speech|panel|notes|(first|second|third) (argument|thing|point|claim)|engagement"
    r"|mechanisms?|clarif\w+|description|rebuke|my (case|point|argument|opponent|source)s?|refut\w+|(has|have)(n't"
    r"| not) (been )?(proven|provided|shown|addressed|answered|responded)|your (case|point|argument|question|source"
    r"|claim|definition|statement|first|second)s?|straw ?man\w*|i (will|shall|would like|am|have|hope|thank|accept"
    r"|agree|look|don't know)|i'll|i'm|i've|we('ve| have) \w+ you|let me|let us|let's|thank|thanks|sorry|lol|click"
    r"|link|source|sources|video|conduct|spelling|grammar|profile|point of information|poi)\b",
    re.I,
)


def content_words(text: str) -> list[str]:
    """The words that carry meaning, lower case, in order."""
    return [w for w in re.findall(r"[a-z][a-z'-]+", text.lower()) if w not in STOPWORDS]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What a word has in common with its other forms (Porter's second stemmer)."""
    return str(snowballstemmer.stemmer("english").stemWord(word))  # one keeps state: it must not be shared by threads


def announces(text: str) -> bool:
    """Whether a sentence only says what comes next, or that something does."""
    whole = text.lower().strip()
    ways = (whole, re.sub(r"^(?:and|so|but|now|then|well),? ", "", whole))
    return len(whole.split()) <= LEAD_WORDS and any(LEADS.match(one) or ANNOUNCEMENT.match(one) for one in ways)


def tells(passage: str) -> bool:
    """Whether the speaker tells of their own life instead of holding something to be so."""
    text = passage.lower()
    return bool(OWN_LIFE.search(text)) and not HOLDS.search(text) and not SIGNPOST.search(text)
