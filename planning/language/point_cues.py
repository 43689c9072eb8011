"""How a point shows in small words: its form, the kind of its objection, what it rests on. Pure.

These are the plainest cues only, for a reader without a model: what none of them fits is a statement, and an objection
of another kind. Whether something is granted is not told here, for "I grant you that" goes on with "but".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from planning.language.reasoning import Form, form_of
from planning.points import Objection, PointForm, Support, SupportKind

_ASKS = r"(who|what|where|when|why|how|(which|whose|how) \w+)"
_VERB = r"(is|are|was|were|do|does|did|will|would|should|can|could|has|have)"
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
    PointForm.QUESTION: re.compile(
        rf"\?\s*[\"”’']*\s*$|^((so|and|but|then|well|now|my question is),? )*({_ASKS} {_VERB}|{_VERB} {_THEM})\b"
        r"|\b(ask|asking) (you|my opponents?|the other side|them)\b"
        r"|\b(tell|answer) (me|us) (this|who|what|why|how|where)\b"
        r"|\b(can|could|will) (my opponent|the other side) (tell|explain|say|name)\b"
    ),
}
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
    return next((form for form, cue in _FORMS.items() if cue.search(text)), PointForm.STATEMENT)


def objection_by_cues(words: str) -> Objection:
    return _OBJECTIONS.get(form_of([words]), Objection.OTHER)


def support_by_cues(words: str) -> tuple[Support, ...]:
    """What a claim is made to rest on in these words; nothing where they do not show it."""
    kind = _SUPPORT.get(form_of([words]))
    return (Support(kind=kind, words=words),) if kind is not None else ()
