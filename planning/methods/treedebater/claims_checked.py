"""Which claims are verified beside a draft, and what is made of it: what could not be confirmed is told to be so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.statement import Priority, Sentence
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.language.figures.figures import untraced
from planning.methods.contract import OnTrouble, Trouble
from planning.methods.treedebater.audience import Doubt, Exchange
from planning.verify.quick import Checked, QuickChecks
from planning.verify.tracing import names_without_source


@dataclass(frozen=True)
class Findings:
    """`doubts`: sentences of ours that were refuted. `hints`: by the id of a sentence, what it should say or weaken."""

    doubts: tuple[Doubt, ...] = ()
    hints: Mapping[str, str] = field(default_factory=dict)


class ClaimsChecked:
    """For one side. `most`: claims looked at for each draft, figures of the other side first."""

    def __init__(self, checks: QuickChecks, most: int, on_trouble: OnTrouble) -> None:
        self._checks, self._most, self._on_trouble = checks, most, on_trouble
        self._told: set[str] = set()

    async def findings(
        self,
        motion: str,
        sentences: Sequence[Sentence],
        points: Mapping[str, Point],
        evidence: Mapping[str, Evidence],
        seconds: float,
    ) -> Findings:
        """What is known after so many seconds at the most.

        Args:
            points: of the other side, by their ids.
            evidence: all that we have; figures it carries are not looked at.
        """
        theirs = dict(_figures_answered(sentences, points, evidence))
        ours = {one.id: one.text for one in sentences if _needs_evidence(one, motion, points)}
        wanted = list(dict.fromkeys([*theirs.values(), *ours.values()]))[: self._most]
        await self._checks.look(wanted, seconds)
        doubts: list[Doubt] = []
        hints: dict[str, str] = {}
        by_id = {one.id: one for one in sentences}
        for key, claim in theirs.items():
            if (found := self._found(claim, "the other side's figure")) is not None:
                hints[key] = _about_theirs(found)
        for key, claim in ours.items():
            if (found := self._found(claim, "our own claim")) is None:
                continue
            if found.refuted:
                reason = f"it was looked into and is not so: {found.answer}"
                doubts.append(Doubt(Exchange((), (by_id[key],)), False, reason))
            else:
                hints.setdefault(key, "it could not be confirmed: say it as what you think, or without the fact")
        return Findings(tuple(doubts), hints)

    def _found(self, claim: str, whose: str) -> Checked | None:
        """What there is to be said about it; nothing where it was confirmed, or nothing is known."""
        found = self._checks.found(claim)
        if found is None or not (found.refuted or found.unconfirmed):
            return None
        if claim not in self._told:
            self._told.add(claim)
            what = "is not so" if found.refuted else "could not be confirmed"
            reason = f"{whose} “{claim}” {what} ({found.verdict.value}, {found.confidence:.2f}): {found.answer}"
            self._on_trouble(Trouble("verification", reason, "the statement told so"))
        return found


def _about_theirs(found: Checked) -> str:
    if found.refuted:
        return f"the other side's figure was looked into and is not so; say that in half a sentence: {found.answer}"
    return "say in half a sentence that we could not confirm the other side's figure; do not call it false"


def _figures_answered(
    sentences: Sequence[Sentence], points: Mapping[str, Point], evidence: Mapping[str, Evidence]
) -> Iterator[tuple[str, str]]:
    """The first sentence that answers a point with a figure which no evidence of ours has, and the point's words."""
    known = [item.words for item in evidence.values()]
    seen: set[str] = set()
    for one in sentences:
        for key in (*one.answers, *one.concedes):
            if key in points and key not in seen and untraced(points[key].words, known):
                seen.add(key)
                yield one.id, points[key].words


def _needs_evidence(sentence: Sentence, motion: str, points: Mapping[str, Point]) -> bool:
    """Whether it says something of the world by name that nothing carries: figures without a source are gone by now."""
    if sentence.cites or sentence.priority is Priority.CLOSING:
        return False
    return bool(names_without_source(sentence.text, [motion, *(one.words for one in points.values())]))
