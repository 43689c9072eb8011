"""A statement as a model gives it, and what is made of it: sentences that know what they are worth. Pure.

A statement is written in passages. A later draft need not write again what is to stay: it names the passage of the
draft before that it keeps, and so passages are kept, moved, replaced and left out whole.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from pydantic import Field

from config.format import Side
from config.statement import RANK, Priority, Sentence
from planning.asking.answers import Shape
from planning.asking.asking import plain, unspeakable
from planning.debate import acting
from planning.debate.argument import ActionKind, Evidence
from planning.debate.planned import Decision, Importance
from planning.language.cues.questions import evades
from planning.language.said import quotes
from planning.methods.treedebater.choosing.choose import Option

log = logging.getLogger("rostrum.writing")

_AGAINST = (ActionKind.ATTACK, ActionKind.REBUT)
LONGEST_SENTENCE = 300  # characters; what is longer is cut at its sentence ends
_TURN = re.compile(r"(?:but|yet|still|however|even so)\b", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"'])")
_COUNTED = r"(?:first|second|third|fourth|fifth)"
_ORDINAL = re.compile(
    rf"^(?:(?:and|so|now|then)\s+)?(?:{_COUNTED}(?:ly)?(?: of all| and last)?|in the {_COUNTED} place|finally|lastly)"
    r"\s*[,:]\s*(?=\S)",
    re.I,
)


class Written(Shape):
    """One sentence as the model gives it; `passage` joins sentences, `does` names the option it carries out.

    `answers` and `concedes`: ids of points of the other side. With `keep` it stands for a passage of the draft before,
    by its name, and says nothing itself; `importance` is what that is worth now, empty where it is worth the same.
    """

    text: str = Field(default="", max_length=1200)
    passage: str = Field(default="", max_length=80)
    importance: Literal["must", "should", "may", ""] = ""
    reserve: bool = False
    does: str = Field(default="", max_length=20)
    cites: list[str] = Field(default_factory=list, max_length=8)
    answers: list[str] = Field(default_factory=list, max_length=12)
    concedes: list[str] = Field(default_factory=list, max_length=12)
    keep: str = Field(default="", max_length=80)


class Meant(Shape):
    """One battlefield of the plan: what it is `about`, which points of the other side it deals with, how, and why."""

    about: str = Field(max_length=80)
    points: list[str] = Field(default_factory=list, max_length=20)
    decision: Decision
    importance: Importance
    why: str = Field(max_length=600)
    words: int = Field(ge=0, le=5000)


class Draft(Shape):
    """A plan and a statement to it, in speaking order; its last sentence closes it.

    `side`: whom the model believes to speak for.
    """

    side: Side
    plan: list[Meant] = Field(default_factory=list, max_length=30)
    sentences: list[Written] = Field(min_length=1, max_length=200)

    @property
    def dealt_with(self) -> frozenset[str]:
        """Ids of the points that something is said to, or that are left on purpose."""
        said = {one for sentence in self.sentences for one in (*sentence.answers, *sentence.concedes)}
        left = {one for meant in self.plan if meant.decision is Decision.LEAVE and meant.why for one in meant.points}
        return frozenset(one.strip() for one in said | left)


@dataclass
class DraftPassages:
    """The passages of the drafts of one turn: which sentence belongs to which, and numbers that nobody has yet."""

    names: dict[str, str] = field(default_factory=dict)  # by the id of a sentence, whatever its words have become
    _counts: Counter[str] = field(default_factory=Counter)

    def next(self, kind: str) -> str:
        """A number that no sentence (`s`) or unit (`u`) has yet: `s1`."""
        self._counts[kind] += 1
        return f"{kind}{self._counts[kind]}"

    def written(self, sentence: Sentence) -> str | None:
        """The name of the passage that it was written in; None where it is not of these drafts, whatever its id."""
        named = self.names.get(sentence.id.rpartition("-")[2])  # without the mark of a further draft
        other = named is not None and sentence.topic and tidy(sentence.topic) != tidy(named)
        return None if other else named

    def name(self, sentence: Sentence) -> str:
        """Of its passage; its topic where it was not written here."""
        return self.written(sentence) or sentence.topic

    def kept(self, name: str, current: Sequence[Sentence]) -> list[Sentence]:
        """The sentences of a passage of the draft there is."""
        wanted = tidy(name)
        return [one for one in current if wanted and tidy(self.name(one)) == wanted]


@dataclass(frozen=True)
class Known:
    """What a draft may name: options by their names, evidence and points of the other side by their ids.
    `owed`: the points that a listener would miss an answer to. `topics`: what the battlefields are about. `corrected`:
    points that are no more, each with what stands in its place. `backing`: by a point, those that say more for it.
    `apart`: whether answers of one passage stand each by itself, as in a speech of a few sentences."""

    options: Mapping[str, Option]
    evidence: Mapping[str, Evidence]
    points: Collection[str] = frozenset()
    owed: Collection[str] = frozenset()
    topics: Collection[str] = frozenset()
    corrected: Mapping[str, str] = field(default_factory=dict)
    backing: Mapping[str, Sequence[str]] = field(default_factory=dict)
    apart: bool = False

    def points_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of the names that are points, by the ids that they have now, each with those that only say more for
        it and are answered with it."""
        found = _known([acting.now(self.corrected, _bare(name)) for name in names], self.points)
        return tuple(dict.fromkeys(one for point in found for one in (point, *self.backing.get(point, ()))))


def statement(
    written: Sequence[Written], known: Known, passages: DraftPassages | None = None, current: Sequence[Sentence] = ()
) -> list[Sentence]:
    """The model's sentences as units: a passage's lead and claim stand together, the rest of it needs them.

    What follows in a passage may lean on what is at least as important before it, and is not spoken without that. The
    first sentence that answers an open point, with what leads to it, must be spoken. `passages`: of the drafts of this
    turn; noted in it which are here. `current`: the draft before, whose passages may be kept.
    """
    passages = passages or DraftPassages()
    kept_texts = [one.text for piece in written for one in passages.kept(piece.keep, current)]
    pieces = _once([one for sentence in written for one in _split(sentence)], kept_texts)
    found: list[Sentence] = []
    owed = set(known.owed)
    for members in _groups(pieces, apart=known.apart):
        if members[0].keep.strip():
            kept = [one for one in passages.kept(members[0].keep, current) if one not in found]
            found += _worth([_no_end(one) for one in kept], members[0].importance, owed)
        else:
            made = list(_passage(members, passages, known, owed))
            passages.names.update((one.id, members[0].passage.strip()) for one in made)
            found += made
        owed -= {point for one in found for point in (*one.answers, *one.concedes)}
    if found:
        found[-1] = found[-1].model_copy(update={"priority": Priority.CLOSING, "unit": "closing", "needs": None})
    return found


def _groups(pieces: Iterable[Written], *, apart: bool) -> Iterator[list[Written]]:
    """The pieces of each passage; `apart`: those from each answer to something else on."""
    for _, group in groupby(pieces, key=lambda one: (tidy(one.passage), tidy(one.keep))):
        members: list[Written] = []
        for piece in group:
            if apart and any(_answers_another(piece, before) for before in members):
                yield members
                members = []
            members.append(piece)
        yield members


def _once(pieces: Sequence[Written], kept: Iterable[str]) -> list[Written]:
    """Without those that repeat, word for word, one before them or one of a passage that stays: the first of them
    answers what they all do."""
    said = {_key(text): -1 for text in kept}  # each with its place among those found
    found: list[Written] = []
    for piece in pieces:
        place = None if piece.keep.strip() else said.get(_key(piece.text))
        if place is None:
            said[_key(piece.text)] = len(found)
            found.append(piece)
        elif place >= 0:
            first = found[place]
            met = {name: [*getattr(first, name), *getattr(piece, name)][:12] for name in ("answers", "concedes")}
            found[place] = first.model_copy(update=met)
    return found


def _key(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def without_ordinal(text: str) -> str:
    """A sentence without its number: what was numbered before it may not be spoken."""
    bare = _ORDINAL.sub("", text)
    return bare[:1].upper() + bare[1:] if bare != text else text


def _passage(
    pieces: Sequence[Written], passages: DraftPassages, known: Known, owed: Collection[str]
) -> Iterator[Sentence]:
    head = _head(pieces, known)
    answered = {one for piece in pieces[: head + 1] for one in known.points_of((*piece.answers, *piece.concedes))}
    needed = bool(answered & set(owed))
    worth = Priority(pieces[head].importance or Priority.SHOULD)
    if needed:
        worth = Priority.MUST
    elif pieces[head].reserve:
        worth = Priority.RESERVE
    unit = passages.next("u")
    topic = pieces[0].passage.strip()
    tails: list[tuple[Priority, str]] = []  # each with its unit
    for i, piece in enumerate(pieces):
        first = i <= head
        option = known.options.get(piece.does.strip())
        own = Priority(piece.importance or Priority.SHOULD)
        own = Priority.RESERVE if piece.reserve or worth is Priority.RESERVE else own
        needs = next((name for rank, name in reversed(tails) if RANK[rank] <= RANK[own]), unit)
        if not first:
            tails.append((own, f"{unit}.{i}"))
        yield Sentence(
            id=passages.next("s"),
            text=piece.text,
            unit=unit if first else f"{unit}.{i}",
            priority=worth if first else own,
            needs=None if first else needs,
            topic=topic if topic in known.topics else "",
            source=option.node.id if option and option.node else None,
            action=option.candidate.kind.value if option else None,
            target=option.candidate.target if option and option.candidate.flow else "",
            cites=_known(piece.cites, known.evidence),
            answers=() if evades(piece.text) else known.points_of(_answers(piece, option, pieces)),
            concedes=known.points_of(piece.concedes),
        )


def _answers(piece: Written, option: Option | None, passage: Sequence[Written]) -> Sequence[str]:
    """What it says it answers; of a prepared answer that does not say, what its passage answers, or what it is for."""
    if piece.answers or piece.concedes or option is None or option.candidate.kind not in _AGAINST:
        return piece.answers
    answered = [one for other in passage for one in other.answers]
    return answered[:1] or [point.id for point in option.candidate.points][:1]


def _head(pieces: Sequence[Written], known: Known) -> int:
    """The place of the sentence that acts, which is more than to repeat the words that it is about."""
    head = next((i for i, piece in enumerate(pieces) if _acts(piece, known)), 0)
    if pieces[head].concedes and not pieces[head].answers:  # what is granted is not said without what weighs more
        head = next((head + i for i, piece in enumerate(pieces[head + 1 : head + 3], 1) if _outweighs(piece)), head)
    naming = not pieces[head].does.strip() and any(quotes(pieces[head].text))
    following = pieces[head + 1] if head + 1 < len(pieces) else None
    if naming and following is not None and following.importance == "must" and not following.reserve:
        return head if _answers_another(following, pieces[head]) else head + 1
    return head


def _answers_another(piece: Written, before: Written) -> bool:
    """Whether both answer, and not the same: then neither is only what the other one is about."""
    return bool(piece.answers and before.answers) and not set(piece.answers) & set(before.answers)


def _outweighs(piece: Written) -> bool:
    return not piece.reserve and bool(piece.answers or _TURN.match(piece.text.strip()))


def _acts(piece: Written, known: Known) -> bool:
    return piece.does.strip() in known.options or bool(known.points_of([*piece.answers, *piece.concedes]))


def _known(names: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in names if (name := _bare(one)) in known))


def _bare(name: str) -> str:
    return name.strip().strip("[]")


def _no_end(sentence: Sentence) -> Sentence:
    """What closed the draft before stands somewhere else now."""
    if sentence.priority is not Priority.CLOSING:
        return sentence
    return sentence.model_copy(update={"priority": Priority.SHOULD, "unit": f"{sentence.id}-end"})


def _worth(kept: Sequence[Sentence], importance: str, owed: Collection[str]) -> list[Sentence]:
    """A passage that stays, worth something else now; the answer to an open point must be spoken all the same.
    Nothing that hangs on its head is worth more than that; out of the reserve it comes as what should be spoken."""
    if not importance or not kept:
        return list(kept)
    answering = any({*one.answers, *one.concedes} & {*owed} for one in kept if one.needs is None)
    head = Priority.MUST if answering else Priority(importance)

    def now(one: Sentence) -> Priority:
        own = Priority.SHOULD if one.priority is Priority.RESERVE else one.priority
        return head if one.needs is None else max(head, own, key=RANK.__getitem__)

    return [one.model_copy(update={"priority": now(one)}) for one in kept]


def tidy(name: str) -> str:
    """The name of a passage as it is compared."""
    return " ".join(name.lower().split())


def _split(sentence: Written) -> Iterator[Written]:
    if sentence.keep.strip():
        yield sentence
        return
    text = without_ordinal(plain(sentence.text))
    pieces = _SENTENCE_END.split(text) if len(text) > LONGEST_SENTENCE else [text]
    for i, piece in enumerate(p for p in pieces if _can_be_spoken(p)):
        more = {} if i == 0 else {"does": "", "answers": [], "concedes": []}
        yield sentence.model_copy(update={"text": piece} | more)


def _can_be_spoken(text: str) -> bool:
    if text.strip() and (told := unspeakable(text)):
        log.warning("a sentence of the model's is left out, for %s: %s", told, text[:80])
        return False
    return bool(text.strip())
