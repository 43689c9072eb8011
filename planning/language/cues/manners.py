"""What is said in a debate that is no argument: abuse, orders to the machine, and sound without sense. Pure.

Of such words no claim is made, whatever they are like: who is called a toaster has not been answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from planning.language.cues.cues import STOPWORDS, content_words

ENOUGH_WORDS = 8  # from which it can be told whether a passage is English at all
AGAIN = 0.4  # share of different words under which a passage only repeats itself


FOREIGN = 2  # words of another language, from which it is one if English has fewer
_FOREIGN = (
    frozenset(
        """der die das und ist nicht ein eine ich du er sie wir ihr auch mit auf für von dem den zu im hier sein le la
        un
    une et est pas je tu il elle nous vous que qui pour dans des du ce cette el los las es y no se por con para una lo
    como más pero il di che non per sono gli della een het van niet ik je zijn de och att som är det inte jag nie jest
    się na że to""".split()
    )
    - STOPWORDS
)
_NOISE = re.compile(r"^[^aeiouyäöüàáéèêíóú']{3,}$|[bcdfghjklmnpqrstvwxz]{5,}")
_ORDER = re.compile(
    r"\b(ignore|forget|disregard|override|drop) (all |any |everything )?(of )?(your|the|these|those|previous|prior"
    r"|earlier|my)?\s?(\w+ )?(instructions?|prompts?|orders|programming|guidelines|settings)\b|\b(system|hidden"
    r"|secret) (prompt|message|instructions?)\b|\byour (instructions|prompt|programming|system prompt)\b|\b(print"
    r"|reveal|repeat|output|show me) (your|the) (\w+ )?(prompt|instructions|rules|code|key|password)\b|\byou (are"
    r"|must be) now (a|an|my|the|in)\b|\b(pretend|act as if|roleplay)\b.*\byou (are|were|have)\b|(^|\b(and|now|you"
    r"|please|just|must|to) )(concede|admit (that )?you('ve| have)? lost|surrender|(shut|switch) (yourself )(down|off)"
    r"|stop talking)( (the debate|this debate|now|at once|immediately|please|right now))*$|\b(say|repeat) (after me"
    r"|exactly|the words?|the following)\b|\b(developer mode|debug mode)\b|\b(declare|announce) (me|us|my side"
    r"|our side) (as )?(the )?winner\b"
)
_INSULT = (
    r"(idiots?|morons?|stupid|imbeciles?|dumb(ass)?|clowns?|pathetic|losers?|liars?|worthless|useless (machine|robot"
    r"|bot|thing)|brainless|trash|garbage|rubbish (bin|machine)|toasters?|tin can|tin-can|calculator|scum|disgusting"
    r"|jerks?|fools?|bastards?|assholes?|arseholes?|dickheads?|pricks?|wankers?|twats?|bitch(es)?|cunts?|dumb (robot"
    r"|machine|bot|computer)|parrot|bucket of bolts|piece of (junk|crap|shit))"
)
_ABUSE = re.compile(
    rf"\b(you('re| are| is)?|your (side|team|lot)('s| is| are)?|you (bunch|pack) of|what an?|such an?|bunch of)"
    rf" (\w+ ){{0,3}}?{_INSULT}\b"
    r"|\b((?<!to )shut (the \w+ )?up(?! the)|fuck(ing)?( you| off)?|screw you|go to hell|drop dead"
    r"|piss off|bugger off|get lost|kill yourself)\b"
    r"|\b(i|we) (hate|despise) you\b|\byou('re| are) (so |just |only )?(a |an )?(bot|robot|machine"
    r"|computer|program)\b.*\b(shut|nothing|stupid|dumb)\b"
)
_ARGUES = re.compile(r"\b(because|should|must|therefore|which means|so that|cost|right to|law|people|children)\b")


class Remark(StrEnum):
    """Words that argue nothing, by what is to be done with them."""

    ABUSE = "abuse"
    ORDER = "order"  # to the machine, or to whoever runs it
    NONSENSE = "nonsense"


def remark(words: str) -> Remark | None:
    """What these words are if they argue nothing; None where they may be an argument, or part of one."""
    text = " ".join(words.lower().replace("’", "'").split())
    if _ORDER.search(text):
        return Remark.ORDER
    if _ABUSE.search(text) and not (_ARGUES.search(text) and len(content_words(text)) > ENOUGH_WORDS):
        return Remark.ABUSE
    return Remark.NONSENSE if _senseless(text) else None


def foreign(words: str) -> bool:
    """Whether these words seem to be of another language."""
    return _strange(_words(words.lower().replace("’", "'")))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_][\w'-]*", text)


def _senseless(text: str) -> bool:
    """Whether it is another language, letters without words, or the same few words over and over."""
    words = _words(text)
    if len(words) < ENOUGH_WORDS:
        return False
    noise = sum(bool(_NOISE.search(word)) for word in words)
    return _strange(words) or 2 * noise >= len(words) or len(set(words)) < AGAIN * len(words)


def _strange(words: Sequence[str]) -> bool:
    strange = sum(word in _FOREIGN for word in words)
    small = sum(word in STOPWORDS and word not in _FOREIGN for word in words)
    return strange >= FOREIGN and strange > small
