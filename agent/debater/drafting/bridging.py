"""A short speech until its newest draft is there: what of the older one is spoken meanwhile, and no more. Pure.

Passages of two drafts side by side answer old points twice and new ones never. So there is nothing but what the writer
of the newest one is told of: the beginning of the older draft, as far as there is time for it and it stands by itself,
or one short sentence that is true whatever follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from config.format import Stage
from config.statement import Priority, Sentence
from speech.timing.length_search import demoted
from speech.timing.pauses import PAUSE

AT_ONCE_SECONDS = 1.0  # of waiting, up to which a listener is kept in silence
OVER_SECONDS = 0.8  # that an older passage may go on when the newest draft is there;
CLOSING_OVER_SECONDS = 1.6  # in a closing an answer is worth more than a sentence that leads to nothing
FILLED_SECONDS = 1.2  # of silence, from which something is said;
SCARCE_SECONDS = 10.0  # where less of the speech is left than that, words are dearer than silence:
BORNE_SECONDS = 2.2  # so much of it is borne
LONG_SECONDS = 5.0  # and from which that is more than such a sentence
BEGINNINGS = (
    (
        "Let me answer you directly.",
        "Let me answer what you've just put to us.",
        "Let me answer what you've put to us, one thing at a time.",
    ),
    (
        "So where does that leave us?",
        "Let me say where this debate stands now.",
        "Let me say where this debate stands, now that you've been heard.",
    ),
)
GOING_ON = ("Now to the rest of it.", "Let me go on with what you said.")


def bridge(
    draft: Sequence[Sentence], wait: float, left: float, seconds: Callable[[str], float], stage: Stage
) -> tuple[Sentence, ...]:
    """What is spoken of a draft in the so many seconds before a newer one can be heard, for which `left` seconds of the
    speech are then left."""
    if wait <= AT_ONCE_SECONDS:
        return ()
    over = CLOSING_OVER_SECONDS if stage is Stage.CLOSING else OVER_SECONDS
    spoken = _beginning(draft, wait + over, seconds)
    if not spoken and stage is Stage.CLOSING:
        further = _further(draft, (), wait + over, seconds)
        spoken = further if any(one.answers for one in further) else []
    if not spoken:
        spoken = [_link(BEGINNINGS[stage is Stage.CLOSING], wait, seconds)]
    while (gap := wait - lasting(spoken, seconds)) > LONG_SECONDS:
        further = _further(draft, spoken, gap + OVER_SECONDS, seconds)
        if not further:
            break
        spoken += further
    if gap > (BORNE_SECONDS if left < SCARCE_SECONDS else FILLED_SECONDS):
        spoken.append(_link(GOING_ON, gap, seconds))
    return tuple(one.model_copy(update={"priority": Priority.MUST}) for one in spoken)


def _link(texts: Sequence[str], wait: float, seconds: Callable[[str], float]) -> Sentence:
    """The longest of these for which there is time, or the shortest."""
    text = max(texts, key=lambda one: (seconds(one) <= wait, seconds(one) if seconds(one) <= wait else -seconds(one)))
    return Sentence(id=f"bridge-{text}", text=text, unit=f"bridge-{text}", priority=Priority.MUST, leads=True)


def lasting(sentences: Sequence[Sentence], seconds: Callable[[str], float]) -> float:
    """Seconds until the sentence after these would begin."""
    return sum(seconds(one.text) + PAUSE for one in sentences)


def before(bridged: Sequence[Sentence], draft: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """A draft that is spoken on only if no newer one comes, behind what is spoken until then: nothing of it has begun
    with that."""
    texts, begun = {one.text for one in bridged}, {one.unit for one in bridged}
    rest = [_resting(one) if one.unit in begun else one for one in draft if one.text not in texts]
    return (*bridged, *demoted(rest, {one.unit for one in rest}))


def _resting(sentence: Sentence) -> Sentence:
    """What is left of a unit, as one that follows it."""
    return sentence.model_copy(update={"unit": f"{sentence.unit}-rest", "needs": sentence.unit})


def _beginning(draft: Sequence[Sentence], limit: float, seconds: Callable[[str], float]) -> list[Sentence]:
    """The sentences at the beginning of a draft for which there is time, up to one that can be the last."""
    answered = {one.topic for one in draft if one.answers}
    spoken: list[Sentence] = []
    whole = 0
    for one in draft:
        if one.priority in (Priority.CLOSING, Priority.RESERVE, Priority.MAY):
            continue
        spoken.append(one)
        if lasting(spoken, seconds) - PAUSE > limit:
            break
        if one.answers or not (one.concedes or one.topic in answered):
            whole = len(spoken)
    return spoken[:whole]


def _further(
    draft: Sequence[Sentence], spoken: Sequence[Sentence], limit: float, seconds: Callable[[str], float]
) -> list[Sentence]:
    """The longest unit that stands by itself, for which there is time; one that answers before all others."""
    gone = {one.unit for one in spoken}
    units: dict[str, list[Sentence]] = {}
    for one in draft:
        if one.priority is not Priority.CLOSING and one.unit not in gone:
            units.setdefault(one.unit, []).append(one)
    fitting = [
        unit
        for unit in units.values()
        if unit[0].needs is None and not any(one.concedes for one in unit) and lasting(unit, seconds) - PAUSE <= limit
    ]
    return max(fitting, key=lambda unit: (any(one.answers for one in unit), lasting(unit, seconds)), default=[])
