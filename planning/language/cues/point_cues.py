"""How a point shows in small words: its form, the kind of its objection, what it rests on. Pure.

These are the plainest cues only, for a reader without a model: what none of them fits is a statement, and an objection
of another kind. Whether something is granted is not told here, for "I grant you that" goes on with "but".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from planning.debate.points import Objection, PointForm, Support, SupportKind
from planning.language.cues.questions import asks, rhetorical
from planning.language.cues.reasoning import Form, form_of

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
    r"|agree)(?: (?:you|them|him|her))?"
    r"(?: (?:that|with that|completely|it))*|(?:you|they|he|she|the other side|my opponents?)(?:'re| are"
    r"| is|'s| was| were)"
    r"(?: (?:quite|absolutely|partly|probably|half))? right(?: (?:that|about|to say that|to|there))?"
    r"|(?:that's|it's|it is|that is)"
    r"(?: (?:perfectly|quite|certainly|partly))? (?:true|a fair point|fair|a good point)(?: (?:that"
    r"|enough))?|fair enough|point taken|(?:i'll|i will|let me|to) be fair"
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

    What follows a "but" is not granted. A bare "fair enough" grants what was said before it: then it is empty.
    """
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
