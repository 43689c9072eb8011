"""What is made of a model's sentences once they are written: which act, what is put back, whose point is met. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from config.statement import Priority, Sentence, needs_of
from planning.debate import acting
from planning.debate.argument import ActionKind, Evidence
from planning.language.cues.cues import FRAMING, announces
from planning.language.cues.questions import evades
from planning.language.said import quotes, says_back
from planning.methods.treedebater.writing.written import DraftPassages, tidy

_FRAMES = re.compile(r"\b(definition|criterion|scope|test|framework|greeting|welcome|thanks?|closing)\b", re.I)
_FRAME_WORDS = {
    "definition": re.compile(r"\b(definition|define[sd]?|we mean|i mean|the motion (?:means|is about))\b", re.I),
    "criterion": re.compile(r"\b(criterion|judge (?:this|the|it|us|by)|the (?:\w+ )?test\b|measure it)", re.I),
}


def credited(sentences: Sequence[Sentence], points: Mapping[str, str]) -> list[Sentence]:
    """The same, with the points that a passage answers which was written before the words that it quotes were read.
    `points`: words of the other side's points, by their ids."""
    roots = needs_of(sentences)
    found = list(sentences)
    named = {one for s in sentences for one in (*s.answers, *s.concedes)}
    for place, sentence in enumerate(sentences):
        met = [name for name, words in points.items() if name not in named and says_back(sentence.text, words)]
        if not met:
            continue
        after = (
            place + 1
            if place + 1 < len(found) and _root(found[place + 1].unit, roots) == _root(sentence.unit, roots)
            else place
        )
        if evades(found[after].text):
            continue
        found[after] = found[after].model_copy(update={"answers": (*found[after].answers, *met)})
        named.update(met)
    return found


def _root(unit: str, needs: Mapping[str, str | None]) -> str:
    while (need := needs.get(unit)) is not None:
        unit = need
    return unit


def proposing(sentences: Sequence[Sentence], passages: DraftPassages, *, opening: bool) -> list[Sentence]:
    """Alg. 2 keeps all that a side says: of each passage in which nothing acts, its first claim is proposed.

    What says how the motion is to be read or judged, what announces, asks or quotes, and the closing line propose
    nothing. Nor does the first passage of an `opening`, which sets out what is debated.
    """
    roots = needs_of(sentences)
    by_passage: dict[str, list[Sentence]] = {}
    for one in sentences:
        by_passage.setdefault(_root(one.unit, roots), []).append(one)
    first = sentences[0].unit if opening and sentences else ""
    claims = {
        head.id
        for unit, members in by_passage.items()
        if unit != first and not any(one.action or one.answers or one.concedes for one in members)
        if not frames(passages.name(members[0]))
        if (head := next((one for one in members if _claims(one)), None)) is not None
    }
    return [
        one.model_copy(update={"action": ActionKind.PROPOSE.value}) if one.id in claims else one for one in sentences
    ]


def evidenced(
    sentences: Sequence[Sentence],
    evidence: Mapping[str, Evidence],
    carries: Mapping[str, Sequence[str]],
    number: str,
    *,
    answering: bool = False,
) -> list[Sentence]:
    """A statement that cites nothing, with the finding behind the first of its claims that has one, or of those with
    which it is `answering` the other side. `carries`: ids of the items behind each prepared claim. `number`: for the
    sentence that tells it."""
    found = list(sentences)
    if any(one.cites for one in found):
        return found
    for place, one in enumerate(found):
        key = next((key for key in carries.get(one.source or "", ()) if key in evidence), None)
        if key is None or one.priority in (Priority.CLOSING, Priority.RESERVE) or (answering and not one.answers):
            continue
        told = one.model_copy(
            update={
                "id": number,
                "text": evidence[key].finding,
                "unit": f"{one.unit}.{number}",
                "priority": Priority.SHOULD,
                "needs": one.unit,
                "cites": (key,),
                **dict.fromkeys(("source", "action")),
                **dict.fromkeys(("answers", "concedes"), ()),
                "target": "",
            }
        )
        return [*found[: place + 1], told, *found[place + 1 :]]
    return found


def complete(
    before: Sequence[Sentence], after: Sequence[Sentence], passages: DraftPassages, spoken: Collection[str] = ()
) -> list[Sentence]:
    """An opening as it has become, with what it must have and had before: definition and criterion at its head, each
    claim before its closing line. `spoken`: sentences that were said already and need not come back."""
    there, roots = _musts(after, passages), needs_of(before)
    lost = {
        one.unit: must
        for must, one in _musts(before, passages).items()
        if must not in there and one.text not in spoken and one.priority is not Priority.CLOSING
    }
    texts = {one.text for one in after}
    back = [one for one in before if (unit := _root(one.unit, roots)) in lost and one.text not in texts and unit]
    head = [one for one in back if lost[_root(one.unit, roots)] in _FRAME_WORDS]
    rest = [one for one in back if one not in head]
    closing = [one for one in after if one.priority is Priority.CLOSING]
    return [*head, *(one for one in after if one not in closing), *rest, *closing]


def _musts(sentences: Sequence[Sentence], passages: DraftPassages) -> dict[str, Sentence]:
    """What an opening must have, each with the head of the passage that has it: a frame or a claim."""
    roots = needs_of(sentences)
    heads: dict[str, Sentence] = {}
    for one in sentences:
        heads.setdefault(_root(one.unit, roots), one)
    found: dict[str, Sentence] = {}
    for one in sentences:
        head, name = heads[_root(one.unit, roots)], passages.name(one)
        for kind, words in _FRAME_WORDS.items():
            if words.search(name) or words.search(one.text):
                found.setdefault(kind, head)
        if one.action == ActionKind.PROPOSE:
            found.setdefault(one.source or tidy(name or one.text), head)
    return found


def frames(name: str) -> bool:
    """Whether a passage of that name says how the motion is to be read, judged or weighed, and claims nothing."""
    return bool(_FRAMES.search(name))


def _claims(sentence: Sentence) -> bool:
    text = sentence.text
    return not (
        sentence.priority is Priority.CLOSING
        or text.rstrip().endswith("?")
        or any(quotes(text))
        or FRAMING.search(text.lower())
        or announces(text)
    )


def not_meeting(sentence: Sentence, points: Collection[str]) -> Sentence:
    """The same words, which neither answer nor concede these points."""
    if not points:
        return sentence
    left = {name: tuple(p for p in getattr(sentence, name) if p not in points) for name in ("answers", "concedes")}
    return sentence.model_copy(update=left)


def moved(sentences: Sequence[Sentence], corrected: Mapping[str, str]) -> tuple[Sentence, ...]:
    """The same, each answer with the point that stands today in the place of the one it was written for."""

    def now(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(acting.now(corrected, one) for one in ids))

    return tuple(
        one.model_copy(update={"answers": now(one.answers), "concedes": now(one.concedes)}) for one in sentences
    )
