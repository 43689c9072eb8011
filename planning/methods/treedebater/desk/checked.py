"""Whether what a draft answers and claims holds: asked of others, mended once, and left out where it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from config.errors import RostrumError
from config.settings import Thinking as Limits
from config.statement import Sentence, without
from planning.debate.argument import Evidence
from planning.growth.levels import first_of
from planning.methods.contract import ClaimChecked, OnTrouble, Trouble
from planning.methods.treedebater.audience import Doubt, IndependentCheck, exchanges
from planning.methods.treedebater.claims_checked import ClaimsChecked, Findings
from planning.methods.treedebater.desk.sheet import Sheet
from planning.methods.treedebater.desk.sourced import Sources
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.unread import Unread
from planning.methods.treedebater.writing.amending import not_meeting
from planning.methods.treedebater.writing_by_model import ModelWriter


class Checks:
    """By an independent reader and by verification, as far as there are these."""

    def __init__(
        self,
        strategy: Strategy,
        writer: ModelWriter,
        sources: Sources,
        evidence: Mapping[str, Evidence],
        limits: Limits,
        sheets: Mapping[int, Sheet],
        unread: Unread,
        *,
        check: IndependentCheck | None,
        claims: ClaimsChecked | None,
        on_trouble: OnTrouble,
    ) -> None:
        self._strategy, self._writer, self._sources, self._evidence = strategy, writer, sources, evidence
        self._limits, self._sheets, self._unread = limits, sheets, unread
        self._check, self._claims, self._on_trouble = check, claims, on_trouble

    async def check(
        self, turn: int, sentences: Sequence[Sentence], *, in_time: bool = True
    ) -> Sequence[Sentence] | None:
        """What does not hold is rewritten once and asked about again; what does not hold then is left out.
        `in_time`: whether there is time for that; else it is left out at once."""
        if self._check is None and self._claims is None:
            return None
        try:
            unfair, facts = await self._examined(turn, sentences)
            doubts = [*unfair, *facts.doubts]
            hints = facts.hints if in_time else {}
            if not doubts and not hints:
                return None
            mended = bool(hints) or (in_time and not all(doubt.missed for doubt in doubts))
            return await self._mended(turn, sentences, doubts, hints) if mended else self._left_out(sentences, doubts)
        except RostrumError as error:
            self._on_trouble(Trouble("independent check", str(error), "the draft as it is"))
            return None

    async def _examined(self, turn: int, sentences: Sequence[Sentence]) -> tuple[list[Doubt], Findings]:
        """Whether answers meet their points, and what is known of facts, asked at the same time."""
        try:
            async with asyncio.TaskGroup() as tasks:
                doubts = tasks.create_task(self._doubts(turn, sentences))
                facts = tasks.create_task(self._facts(turn, sentences))
        except BaseExceptionGroup as group:
            raise first_of(group) from None
        return doubts.result(), facts.result()

    async def _doubts(self, turn: int, sentences: Sequence[Sentence]) -> list[Doubt]:
        if self._check is None:
            return []
        points = {point.id: point for point in (*self._strategy.heard_points(), *self._unread.points)}
        motion = self._strategy.rehearsal.motion
        ours = [text for _, texts in sorted(self._strategy.spoken.items()) for text in texts]
        heard = self._strategy.heard_before(turn)
        heard = [*heard, *(one for one in self._sheets[turn].unread if one not in heard)]
        told = exchanges(sentences, points)
        return await self._check.doubts(motion, told, heard, self._limits.check_seconds, ours)

    async def _facts(self, turn: int, sentences: Sequence[Sentence]) -> Findings:
        """What verification finds of claims in it and in what it answers, in the time that a check has."""
        if self._claims is None:
            return Findings()
        points = {point.id: point for point in (*self._strategy.heard_points(), *self._unread.points)}
        motion, seconds = self._strategy.rehearsal.motion, self._limits.check_seconds
        return await self._claims.findings(turn, motion, sentences, points, self._evidence, seconds)

    async def _mended(
        self, turn: int, sentences: Sequence[Sentence], doubts: Sequence[Doubt], hints: Mapping[str, str]
    ) -> Sequence[Sentence]:
        lines = [f"{one.exchange.sentences[0].id} and what follows it there: {one.reason}" for one in doubts]
        issues = "\n".join([*lines, *(f"{key}: {hint}" for key, hint in hints.items())])
        try:
            again = await self._writer.revise(sentences, issues, self._limits.revise_seconds)
            if self._claims is not None:
                self._claims.written(again)
            stage = self._strategy.format.turns[turn].stage
            again = await self._sources.traced(turn, stage, self._sources.whole(turn, stage, sentences, again))
            texts = {one.text for one in again}
            refuted = [one for one in doubts if not one.exchange.points and one.exchange.text in texts]
            doubts = [*await self._doubts(turn, again), *refuted]
        except RostrumError as error:
            self._on_trouble(Trouble("revision", str(error), "the draft without its doubtful answers"))
            again = list(sentences)
        return self._left_out(again, doubts)

    def _left_out(self, sentences: Sequence[Sentence], doubts: Sequence[Doubt]) -> Sequence[Sentence]:
        """Without what does not hold; where it says nothing to some of its points, they are not answered by it."""
        missed: dict[str, set[str]] = {}
        for doubt in doubts:
            if not doubt.exchange.points:  # it was refuted, which its verification tells
                continue
            told = f"“{doubt.exchange.text}” {'tells a point unfairly' if doubt.unfair else 'misses its point'}"
            instead = f"no answer to {', '.join(doubt.missed)} in it" if doubt.missed else "the statement without it"
            self._on_trouble(Trouble("independent check", f"{told}: {doubt.reason}", instead, drafted=True))
            for one in doubt.exchange.sentences if doubt.missed else ():
                missed.setdefault(one.id, set()).update(doubt.missed)
        gone = {sentence.unit for doubt in doubts if not doubt.missed for sentence in doubt.exchange.sentences}
        return [not_meeting(one, missed.get(one.id, ())) for one in without(sentences, gone)]

    def verified(self) -> Sequence[ClaimChecked]:
        """As `Verifies.verified`."""
        return self._claims.news() if self._claims is not None else ()
