"""Which claims are verified beside a draft, and what is made of it: what could not be confirmed is told to be so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.statement import Priority, Sentence
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.language.figures.figures import untraced
from planning.methods.contract import ClaimChecked
from planning.methods.treedebater.audience import Doubt, Exchange
from planning.verify.quick import QuickChecks
from planning.verify.record import ClaimFinding, VerifiedTree
from planning.verify.tracing import names_without_source

OWN = ""  # in place of a claim of the other side's
UNCONFIRMED = "it could not be confirmed: say it as what you think, or without the fact"


@dataclass(frozen=True)
class Findings:
    """`doubts`: sentences of ours that were refuted. `hints`: by the id of a sentence, what it should say or weaken."""

    doubts: tuple[Doubt, ...] = ()
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Claim:
    """A claim, the sentence of ours that it bears on, and the point of the other side's that made it."""

    text: str
    sentence: Sentence
    point: str = ""


class ClaimsChecked:
    """For one side. `most`: claims looked at for each draft, figures of the other side first."""

    def __init__(self, checks: QuickChecks, most: int) -> None:
        self._checks, self._most = checks, most
        self._told: set[tuple[str, int, str]] = set()  # claim, turn and the sentence it was told for
        self._known: set[str] = set()  # claims that were told at all
        self._hinted: dict[str, str] = {}  # the claim of each sentence that is to be written again, by its id
        self._minded: set[tuple[str, str]] = set()  # claims, and words that were written with what came of them in view
        self._news: list[ClaimChecked] = []

    async def findings(
        self,
        turn: int,
        motion: str,
        sentences: Sequence[Sentence],
        points: Mapping[str, Point],
        evidence: Mapping[str, Evidence],
        seconds: float,
    ) -> Findings:
        """What is known after so many seconds at the most.

        Args:
            turn: that the sentences are for.
            points: of the other side, by their ids.
            evidence: all that we have; figures it carries are not looked at.
        """
        theirs = _figures_answered(sentences, points, evidence)
        ours = (_Claim(one.text, one) for one in sentences if self._is_open(one, motion, points))
        claims = [*theirs, *ours]
        await self._checks.look(list(dict.fromkeys(one.text for one in claims))[: self._most], seconds)
        self._hinted = {}
        doubts: list[Doubt] = []
        hints: dict[str, str] = {}
        for one in claims:
            if (tree := self._checks.found(one.text)) is None:
                continue
            self._tell(turn, one, tree)
            if tree.finding is ClaimFinding.CONFIRMED or (one.text, one.sentence.text) in self._minded:
                continue
            if not one.point and tree.finding is ClaimFinding.REFUTED:
                reason = f"it was looked into and is not so: {tree.root.answer}"
                doubts.append(Doubt(Exchange((), (one.sentence,)), False, reason))
            elif one.sentence.id not in hints:
                hints[one.sentence.id] = _about_theirs(tree) if one.point else UNCONFIRMED
                self._hinted[one.sentence.id] = one.text if one.point else OWN
        return Findings(tuple(doubts), hints)

    def written(self, sentences: Sequence[Sentence]) -> None:
        """These have been written with the hints in view: what they say now is not asked for again."""
        self._minded |= {(self._hinted[one.id], one.text) for one in sentences if one.id in self._hinted}

    def _is_open(self, sentence: Sentence, motion: str, points: Mapping[str, Point]) -> bool:
        return (OWN, sentence.text) not in self._minded and _needs_evidence(sentence, motion, points)

    def news(self) -> Sequence[ClaimChecked]:
        """What has been found since this was last asked, and for which sentences."""
        news, self._news = self._news, []
        return news

    def _tell(self, turn: int, claim: _Claim, tree: VerifiedTree) -> None:
        told = (claim.text, turn, claim.sentence.id)
        if told in self._told:
            return
        points = (claim.point,) if claim.point else ()
        new = claim.text not in self._known
        self._told.add(told)
        self._known.add(claim.text)
        self._news.append(ClaimChecked(turn, claim.text, tree, (claim.sentence.id,), points, new))


def _about_theirs(found: VerifiedTree) -> str:
    if found.finding is ClaimFinding.REFUTED:
        told = "the other side's figure was looked into and is not so; say that in half a sentence"
        return f"{told}: {found.root.answer}"
    return "say in half a sentence that we could not confirm the other side's figure; do not call it false"


def _figures_answered(
    sentences: Sequence[Sentence], points: Mapping[str, Point], evidence: Mapping[str, Evidence]
) -> Iterator[_Claim]:
    """Points with a figure which no evidence of ours has, each with the first sentence that answers it."""
    known = [item.words for item in evidence.values()]
    seen: set[str] = set()
    for one in sentences:
        for key in (*one.answers, *one.concedes):
            if key in points and key not in seen and untraced(points[key].words, known):
                seen.add(key)
                yield _Claim(points[key].words, one, key)


def _needs_evidence(sentence: Sentence, motion: str, points: Mapping[str, Point]) -> bool:
    """Whether it says something of the world by name that nothing carries: figures without a source are gone by now."""
    if sentence.cites or sentence.priority is Priority.CLOSING:
        return False
    return bool(names_without_source(sentence.text, [motion, *(one.words for one in points.values())]))
