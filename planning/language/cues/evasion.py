"""Whether a sentence only confesses that its speaker has no answer: such a one answers nothing. Pure.

Who confesses it and goes on in the same breath ("I don't know the figure, but the trend is plain") has answered.
"""

from __future__ import annotations

import re

_US = r"\b(?:i|we)"
_NOT = r"(?:n't| not)"
_ANSWER = r"(?:(?:sure|ready|good|full) )*(?:answer|reply|response)\b"
_EVADES = re.compile(
    rf"{_US}(?:'ve| have| can offer)?(?: got)? (?:no|nothing) (?:{_ANSWER}|ready\b)"
    rf"|{_US} (?:do{_NOT} have|have{_NOT}(?: got)?) (?:an? |that |any )?{_ANSWER}"
    rf"|{_US} (?:can't|cannot|couldn't) (?:settle|answer|close) (?:that|this|it)\b"
    rf"|{_US}(?:'m|'re| am| are) not sure (?:which|what)\b"
    rf"|{_US} do{_NOT} know(?: that)?(?=[,;.])"
    rf"|{_US}(?:'d| would) have to guess\b"
    rf"|{_US} (?:won't|will not|do{_NOT} want to) (?:invent|make up) an answer\b"
    rf"|\bthat's beyond what {_US} can\b|\bthat {_US} leave open\b|\blet it stand as a question\b"
)
_GOES_ON = re.compile(r"\b(?:but|yet|still|however|though)\b")


def evades(sentence: str) -> bool:
    """Whether it confesses that there is no answer, and says nothing after that."""
    plain = sentence.lower().replace("’", "'")
    found = _EVADES.search(plain)
    return found is not None and _GOES_ON.search(plain, found.end()) is None
