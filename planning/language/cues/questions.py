"""Whether heard words, which may be without stops, put a question to the other side, and whether one is evaded. Pure.

A question shows in its order of words (who pays, which year did it work), in what it is led in by (tell me, name one),
and in its sign where there is one. A question that is told of another time ("I asked whose check is late") counts only
where it is said to be open still, and one that is only reported does not. Many questions are put to nobody: the speaker
answers them in the next breath ("And who paid for it? You did"), or only asks for a nod ("don't we?").
"""

from __future__ import annotations

import re

_WH = r"(?:who|whose|what|where|when|why|how|which)"
_AUX = (
    r"(?:is|are|was|were|do|does|did|will|would|should|can|could|has|have|had|isn't|aren't|wasn't|don't|doesn't|didn't"
    r"|won't|wouldn't|can't|couldn't)"
)
_THEM = r"(?:you|your \w+|they|(?:the|your) other side|my opponents?|any(?:body|one)|some(?:body|one))"
_SUBJECT = rf"(?:{_THEM}|it|he|she|we|i|this|that|these|those|there|the|a|an|my|our|his|her|people)"
_LED = (
    r"(?:so|and|but|or|then|well|now|okay|ok|right|first|second|two|three|because|straight out|again|also|yes|no|fine"
    r"|like|plainly|directly|just)"
)
_OPENED = rf"(?:^|[.!?;:—,]\s+)(?:{_LED},? )*"
_QUESTION = re.compile(
    rf"\?[\s\"”’']*$|\?\s"
    rf"|\b{_WH}(?: \w+){{0,2}} {_AUX} {_SUBJECT}\b(?! (?:say|said|tell|told) (?:is|was)\b)"  # which year did it work
    rf"|{_OPENED}(?:who|what|where|why|how|which \w+|whose \w+|how \w+)(?:'s|'re|'d)? (?:{_AUX}|\w+s|\w+ing"
    rf"|not|come)\b|{_OPENED}{_AUX} {_THEM}\b|\b(?:so|but|then|now|okay|right) (?:{_LED} )*(?:what|where|why"
    rf"|how)'s\b(?! more\b)|\b(?:so|and|but|then|right) (?:where|who|why|which one)$|\bwhy (?:not|don't (?:you|we|they)"
    rf"|doesn't)\b|\bhow come\b|\bwhat (?:if|about)\b|\b(?:so|but|then|and) (?:who|which|whose)(?: \w+)? (?:{_AUX}"
    rf"|\w+s)\b|\b(?:what|who|where|how) {_AUX} (?:you|they|she|he) (?:supposed|going|meant)\b|\bhow (?:much|many|long"
    rf"|big|often)\b.*\b{_AUX} (?:you|they|it)\b"
)
_DEMAND = re.compile(
    r"\b(?<!don't )(?<!to )(?:tell|show|answer|name) (?:me|us)\b,? (?!(?:that|about|when i|my|your|his|it|i'm"
    r"|what is there)\b)|\b(?<!the )(?<!my )(?<!a )name (?:one|the|another)\b|\b(?:i'd|i would|i want|i'd really|we'd"
    r"|we would) (?:really )?(?:like|love|want)?\s?(?:to|that they|them to|you to|some(?:body|one)(?: on (?:the"
    r"|your) other (?:side|team))? to)\s?(?:really )?(?:hear|know|answer|tell|say)\b|\b(?:ask|asking"
    r"|i'll put it to) (?:you|my opponents?|the other side|them|it again|again|directly|straight)\b(?! to\b)"
    r"|\bi'll ask\b|\blet me ask\b|\bmy question (?:is|to)\b|\bwould (?:some|any)(?:body|one) (?:please )?tell\b"
    r"|\bcan you (?:tell|explain|say|name)\b|\b(?:some|any)(?:body|one) (?:over there )?(?:please )?(?:explain"
    r"|tell me)\b"
)
_STILL = re.compile(
    r"\? nobody(?:'s| has)?\b|\bi asked\b.*\b(?:nothing|no answer|never|nobody|didn't|not)\b"
    r"|\bnobody (?:has )?answered\b.*\b(?:who|what|how|which|whose)\b|\bi('m| am) still (?:waiting|asking)\b"
)
_REPORTED = re.compile(
    r"^(?:(?:so|and|but|then|now|well|okay) )*(?:they|he|she|people|you|the other side|my opponents?|somebody"
    r"|one of you) (?:\w+ )?(?:say|says|said|ask|asks|asked)\b"
)
_NO_QUESTION = re.compile(
    r"^(?:(?:so|and|but|now) )*(?:what|how|where|when|who|why) (?:i|we|they|you|matters|counts|worries"
    r"|bothers|happened)\b"
)
_OWN_STORY = re.compile(  # nobody else could answer it
    r"\bwhat made (?:me|us)\b|\b(?:what|how|where|why|when|who) (?:did|was|am|were|had) i\b(?! (?:supposed|meant|to)\b)"
)
_WRITTEN = re.compile(r"[.!][\s\"”’']*$")
_BEGINS = re.compile(
    rf"(?:^|[.!?;:—]\s+)(?:{_LED},? )*(?:who|whose|what|where|why|how|which|{_AUX})\b|\bwhy (?:not|don't)\b"
)
_NOD = re.compile(
    rf"\?[\s\"”’']+because\b|\bwhat would i do\b|(?:\w+ ){{2,}}[\w'-]+, (?:and )?{_AUX} (?:i|you|we"
    rf"|they|he|she|it|there)\?|, (?:right|no|eh|huh|okay|yeah)\?"
    r"|\byou know (?:what|who|why|when|how|where)\b[^.!?]*[.!?]"
)
_GOES_ON = re.compile(r"^(?:(?!\?).)+\?[\s\"”’']+(?=\w)(?P<rest>[^?]+)$")
_OTHER_MATTER = re.compile(rf"(?:{_LED},? )*(?:i have|i've|{_THEM} (?:\\w+ )?(?:say|says|said|tell|tells|told)) ")
_DEFINES = re.compile(rf"^(?:{_LED},? )*what(?:'s| is) an? (?:[\w'-]+ ){{0,2}}[\w'-]+\?$")  # and says so next
_PUT_TO = re.compile(
    r"\b(?:you|your|they|their|anybody|anyone|the other side|my opponents?|why not|why don't|how come)\b"
)
_OTHERS = re.compile(r"\b(?:you|your|they|them|my opponents?|the other side|anybody|anyone)\b")
_US = r"\b(?:i|we)"
_NOT = r"(?:n't| not)"
_REPLY = r"(?:(?:sure|ready|good|full) )*(?:answer|reply|response)\b"
_NUMBER = r"(?:one|two|three|four|five)"
_ANNOUNCED = re.compile(
    rf"\b(?:question (?:number )?{_NUMBER}"
    r"|(?:my|a|one|another|here's|first|second|third|last|next) (?:\w+ )?question)\b"
)
_ABOUT_ASKING = re.compile(
    rf"\b(?:question|answer\w*|reply|respon\w+|ask\w*|speech|{_NUMBER}|first|second|third|last|next|straight|simple|plain"
    r"|honest|direct|yes|no|here's|so|and|or|now|then|therefore|i|i'd|i've|i'll|it|it's|its|my|me|a|an|the|of|for|to"
    r"|not|is|be|have|got|let|like|want|would|please|that|this|they|you|your|them|he|she|other|side|side's)\b"
)
BESIDE = 5  # words of an announcement that tell of something else
_EVADES = re.compile(
    rf"{_US}(?:'ve| have| can offer)?(?: got)? (?:no|nothing) (?:{_REPLY}|ready\b)|{_US} (?:do{_NOT} have"
    rf"|have{_NOT}(?: got)?) (?:an? |that |any )?{_REPLY}|{_US} (?:can't|cannot|couldn't) (?:settle|answer"
    rf"|close) (?:that|this|it)\b|{_US}(?:'m|'re| am| are) not sure (?:which|what)\b"
    rf"|{_US} do{_NOT} know(?: that)?(?=[,;.])|{_US}(?:'d| would) have to guess\b|{_US} (?:won't|will not"
    rf"|do{_NOT} want to) (?:invent|make up) an answer\b|\bthat's beyond what {_US} can\b|\bthat {_US} leave open\b"
    rf"|\blet it stand as a question\b"
)
_ANSWERS_AFTER = re.compile(r"\b(?:but|yet|still|however|though)\b")


def asks(words: str) -> bool:
    """Whether these words put a question."""
    text = " ".join(words.lower().replace("’", "'").split())
    if _DEMAND.search(text) or _STILL.search(text):
        return True
    if _REPORTED.search(text) or (_NO_QUESTION.search(text) and "?" not in text):
        return False
    if _WRITTEN.search(text) and "?" not in text and not _BEGINS.search(text):
        return False
    if _OWN_STORY.search(text) and not _OTHERS.search(text):
        return False
    return bool(_QUESTION.search(text))


def rhetorical(words: str) -> bool:
    """Whether the question in these words, which have stops, is put to nobody: answered at once, or asks for a nod or
    for what something is, which its speaker is about to say."""
    text = " ".join(words.lower().replace("’", "'").split())
    if _DEMAND.search(text) or _STILL.search(text):
        return False
    if (_NOD.search(text) and text.count("?") <= 1) or _DEFINES.search(text):
        return True
    answered = _GOES_ON.match(text)
    if answered is None or _OTHER_MATTER.match(answered["rest"]):
        return False
    return not _PUT_TO.search(text[: answered.start("rest")].rpartition(". ")[2])


def announces_question(words: str) -> bool:
    """Whether these words, which have stops, say that a question follows, and ask nothing themselves."""
    text = " ".join(words.lower().replace("’", "'").split())
    return bool(_ANNOUNCED.search(text)) and "?" not in text and len(_ABOUT_ASKING.sub(" ", text).split()) <= BESIDE


def evades(sentence: str) -> bool:
    """Whether it confesses that there is no answer, and says nothing after that."""
    plain = sentence.lower().replace("’", "'")
    found = _EVADES.search(plain)
    return found is not None and _ANSWERS_AFTER.search(plain, found.end()) is None
