"""Questions and answers on the spot, from the trees: for a point of information, or one after the other. Pure.

A question leans on what was really said: a point of theirs in its own words, a claim that was surely recognised, or one
of ours that they have left alone. Each is asked once. One that is put to us is compared sentence by sentence, for it
often says a claim of its own. Only a claim that is surely the one counts; else what was prepared for objections of its
kind; else an honest word that there is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from config.format import Side
from planning.debate.encoding import Encoded
from planning.debate.points import Objection, PointForm
from planning.language.text import sentences
from planning.methods.treedebater.choosing.open_points import Owed
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Case, Prepared
from planning.methods.treedebater.writing.transitions import UNDERSTOOD
from planning.methods.treedebater.writing.wording import Phrases

MOST_WORDS = 34  # of a question: 13.6 s at 150 words a minute, where 15 s are given
QUOTED_WORDS = 14  # of theirs in it, at most
UNASKABLE = (PointForm.CONCESSION, PointForm.QUESTION, PointForm.ASCRIPTION)
LEAST_WORDS = 3  # of a part of a question that could be a claim
REASONS = 1  # that follow an answering claim
KIND_SENTENCES = 2  # of an answer to the kind of an objection


@dataclass(frozen=True)
class Question:
    """What could be asked: about which points and claims, for nothing is asked about twice, and in which frame."""

    about: tuple[str, ...]
    bank: str
    filled: Mapping[str, str]


class Questions:
    """What one side may ask in one match. `prepared`: the argument of that id, if there is one now; `clause`: a claim
    as it reads inside a sentence."""

    def __init__(
        self, prepared: Callable[[str], Prepared | None], phrases: Phrases, clause: Callable[[str], str]
    ) -> None:
        self._prepared, self._phrases, self._clause = prepared, phrases, clause
        self._asked: set[str] = set()
        self._before: Sequence[str] = ()  # asked before this process came to the match

    def recall(self, asked: Sequence[str]) -> None:
        """What these were about is not asked again."""
        self._before = asked

    def next(self, owed: Sequence[Owed], unmet: Sequence[str], ours: Sequence[Prepared]) -> str | None:
        """The best question that has not been given yet; None where there is none.

        `owed`: the other side's points, in the order in which they were made. `unmet`: our claims to which they have
        said nothing. `ours`: our main claims.
        """
        for question in self._possible([one for one in owed if one.open][::-1], unmet, ours):
            recalled = any(part in text for part in question.filled.values() for text in self._before)
            if recalled or self._asked & {*question.about}:
                continue
            text = self._phrases.say(question.bank, **question.filled)
            if len(text.split()) <= MOST_WORDS:
                self._asked.update(question.about)
                return text
        return None

    def _possible(self, latest: Sequence[Owed], unmet: Sequence[str], ours: Sequence[Prepared]) -> Iterator[Question]:
        about_points = [one for one in latest if one.point.form not in UNASKABLE]
        for one in about_points:
            yield from self._with_answer(one)
        for one in about_points:
            if _quotable(one):
                yield Question((one.point.id,), "ask.open", {"quote": _quote(one)})
        for claim in unmet:
            yield Question((claim,), "ask.ours", {"clause": self._clause(claim)})
        for node in ours:
            yield Question((node.claim,), "ask.alone", {"clause": self._clause(node.claim)})

    def _with_answer(self, one: Owed) -> Iterator[Question]:
        """Their point, and the prepared claim that answers it: only where it surely is that point."""
        best = next((option.node for option in one.options[: one.sure] if option.node is not None), None)
        if best is None:
            return
        clause = self._clause(best.claim)
        if _quotable(one):
            yield Question((one.point.id, best.claim), "ask.prepared", {"quote": _quote(one), "clause": clause})
        known = self._prepared(one.node.source or "") if one.node is not None else None
        if known is not None and one.node is not None and one.node.confidence >= UNDERSTOOD:
            yield Question(
                (one.point.id, best.claim), "ask.claim", {"theirs": self._clause(known.claim), "clause": clause}
            )


def _quotable(one: Owed) -> bool:
    return 0 < len(one.point.quote.split()) <= QUOTED_WORDS


def _quote(one: Owed) -> str:
    """Their words to stand before a full stop, as the beginning of a sentence."""
    quote = one.point.quote.rstrip(".!?,;: ")
    return quote[:1].upper() + quote[1:]


@dataclass(frozen=True)
class Given:
    """What is said to a question; `node`: that it speaks, and `against`: the other side's that it answers.
    `again`: all of it has been said before, and this is its claim once more."""

    texts: tuple[str, ...]
    node: Prepared | None = None
    against: Prepared | None = None
    again: bool = False


def parts_of(question: str) -> list[str]:
    """The texts that a question may be recognised by: its sentences, the last first, and the clause after a "that"."""
    found: list[str] = []
    for text in sentences(question)[::-1]:
        for part in (text.partition(" that ")[2], text.partition(": ")[2], text):
            words = part.strip(' ?.!“”"')
            if len(words.split()) >= LEAST_WORDS:
                found.append(words)
    return list(dict.fromkeys(found))


def answer_of_trees(side: Side, asked: Sequence[Encoded], index: Index, k: int, said: frozenset[str]) -> Given | None:
    """What the trees hold against the claim in a question, or for ours if that is asked about; None where nothing.

    `asked`: the parts of the question, the likeliest first. `said`: texts that have been spoken already; they are not
    said again.
    """
    again: Given | None = None
    for one in asked:
        for given in _answers(side, one, index, k, said):
            if not given.again:
                return given
            again = again or given
    return again


def _answers(side: Side, asked: Encoded, index: Index, k: int, said: frozenset[str]) -> Iterator[Given]:
    """What could be said to one part of a question, the best first."""
    theirs = index.similar(asked, side.other, index.embedder.same)
    ours = index.similar(asked, side, index.embedder.same)
    if ours and (not theirs or ours[0][1] > theirs[0][1]):
        yield from _backed(ours[0][0], said)
    for claim, _ in theirs:
        yield from _against(claim, index, side, k, said)


def _against(claim: Prepared, index: Index, side: Side, k: int, said: frozenset[str]) -> Iterator[Given]:
    """Our answers to a claim of theirs, the strongest first."""
    nodes = [index.rehearsal.nodes[child] for child in claim.children]
    for node in sorted((one for one in nodes if one.side is side), key=lambda one: -one.f(k)):
        texts = tuple(text for text in (node.claim, *node.node.argument[:REASONS]) if text not in said)
        yield Given(texts, node, claim) if texts else Given((node.claim,), node, claim, again=True)


def _backed(claim: Prepared, said: frozenset[str]) -> Iterator[Given]:
    """Why our claim holds: its reasons, or its impact."""
    texts = [text for text in (*claim.node.argument, claim.node.impact) if text not in said]
    yield Given(tuple(texts[: REASONS + 1]), claim) if texts else Given((claim.claim,), claim, again=True)


def answer_by_kind(case: Case, kind: Objection, said: frozenset[str]) -> Given | None:
    """What was prepared for objections of that kind; None where nothing new was, or it is no kind."""
    if kind is Objection.OTHER:
        return None
    for answer in case.objections.get(kind, ()):
        if not {*answer} & said:
            return Given(tuple(answer[:KIND_SENTENCES]))
    return None
