"""What we said ourselves, read from the words that were heard of a sentence and what it was written for. Pure.

Nothing is credited that was not heard: a sentence that was cut says no more than its beginning, a claim counts only
where its words were spoken, and a reason only once it has been spoken too. An answer stands where it was given: under
the point that its passage answers, and of several under the one whose words it takes up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from config.format import Side
from config.statement import Sentence
from planning.debate import acting
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode, Flows
from planning.debate.points import Made, Point, PointForm
from planning.language.said import says_back, stems
from planning.reading.passages import Passage

SAID = 0.8  # of the words that carry a claim, which must have been heard before it counts as made


class KnownClaim(Protocol):
    """A claim that was prepared before the debate."""

    @property
    def id(self) -> str: ...
    @property
    def claim(self) -> str: ...


@dataclass(frozen=True)
class Spoken:
    """A sentence of ours, what was heard of it, and the id that a point in it gets.
    `passage`: what was spoken of its passage before it."""

    sentence: Sentence
    heard: Passage
    id: str
    passage: str = ""

    @property
    def whole(self) -> bool:
        return self.heard.text.split() == self.sentence.text.split()


@dataclass(frozen=True)
class Deed:
    """What a sentence does, and where: the tree and the node, where those are known without looking for the target."""

    action: Action
    place: tuple[Side, str] | None = None


def deed(spoken: Spoken, side: Side, flows: Flows, prepared: KnownClaim | None) -> Deed | None:
    """What our sentence does to the debate; None where it does nothing, or too little of it was heard.
    `prepared`: the node of ours that it speaks."""
    sentence = spoken.sentence
    claim = _claim(spoken, prepared)
    if claim is None or not (sentence.action or sentence.answers or sentence.concedes):
        return None
    known = {point.id: (node, point) for node, point in acting.points(flows.trees) if point.side is not side}
    corrected = acting.corrections(flows.trees)
    answers, concedes = (
        tuple(dict.fromkeys(now for one in ids if (now := acting.now(corrected, one)) in known))
        for ids in (sentence.answers, sentence.concedes)
    )
    taken_up = f"{spoken.passage} {spoken.heard.text}"
    named = sorted((*answers, *concedes), key=lambda one: not says_back(taken_up, known[one][1].words))
    meant = [node for one in named if (node := known[one][0]) is not None]
    granted = bool(concedes) and not answers
    kind = _kind(sentence, side, flows, meant, granted=granted, answers=bool(answers))
    if kind is None:
        return None
    point = Point(
        id=spoken.id,
        words=spoken.heard.text,
        start=_time(spoken.heard.start),
        end=_time(spoken.heard.end),
        claim=claim,
        form=PointForm.CONCESSION if granted else PointForm.STATEMENT,
        answers=answers,
        concedes=concedes,
        meets=tuple(dict.fromkeys(node.id for node in meant)),
        makes=(Made(node=prepared.id, probability=1.0),) if prepared else (),
    )
    lost = next((known[one][1].claim for one in named), "")  # whose own target was not found
    target = meant[0].claim if meant else sentence.target or lost
    source = prepared.id if prepared else sentence.source
    argument = spoken.heard.text if kind is ActionKind.REINFORCE and not granted else ""
    action = Action(kind=kind, actor=side, claim=claim, argument=argument, target=target, source=source, point=point)
    return Deed(action, (flows.owner_of(meant[0]), meant[0].id) if meant else None)


def reason(before: Deed, first: Sentence, spoken: Spoken) -> Deed | None:
    """The claim before once more, with the reason that this sentence gives for it; None where it gives none."""
    sentence, point = spoken.sentence, before.action.point
    same = sentence.source is not None and sentence.source == first.source
    follows = same or first.unit in (sentence.unit, sentence.needs)
    if sentence.action or sentence.answers or sentence.concedes or point is None or not follows or not spoken.whole:
        return None
    joined = point.model_copy(
        update={
            "id": spoken.id,
            "words": f"{point.words} {spoken.heard.text}",
            "end": _time(spoken.heard.end),
            "corrects": (point.id,),
        }
    )
    argument = f"{before.action.argument} {spoken.heard.text}".strip()
    return Deed(before.action.model_copy(update={"argument": argument, "point": joined}), before.place)


def continues(first: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence goes on with the passage of one before it."""
    return first.unit in (sentence.unit, sentence.needs) or bool(first.topic and sentence.topic == first.topic)


def _claim(spoken: Spoken, prepared: KnownClaim | None) -> str | None:
    """The claim as far as it was heard: in its prepared words where those were spoken, else as it was said."""
    if prepared is not None and _heard(prepared.claim, spoken.heard.text):
        return prepared.claim
    return spoken.heard.text if spoken.whole or _heard(spoken.sentence.text, spoken.heard.text) else None


def _heard(claim: str, words: str) -> bool:
    wanted = stems(claim)
    return bool(wanted) and len(wanted & stems(words)) >= SAID * len(wanted)


def _kind(
    sentence: Sentence, side: Side, flows: Flows, meant: list[FlowNode], *, granted: bool, answers: bool
) -> ActionKind | None:
    if granted:
        return ActionKind.REINFORCE
    if meant:
        return flows.answering(meant[0], side)
    if sentence.action:
        return ActionKind(sentence.action)
    return ActionKind.ATTACK if answers else None


def _time(seconds: float) -> float:
    return round(max(0.0, seconds), 3)
