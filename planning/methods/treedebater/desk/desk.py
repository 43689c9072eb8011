"""The desk at which a model writes the statements of one side: briefed, written, traced, checked and revised there."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from config.errors import RostrumError
from config.format import Stage
from config.settings import Thinking as Limits
from config.statement import Priority, Sentence, marked
from planning.debate import acting
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.evidence.tracing import traced
from planning.methods.contract import (
    Applied,
    Commission,
    Drafted,
    Ends,
    OnPassages,
    OnTrouble,
    Revised,
    Trouble,
)
from planning.methods.treedebater.audience import Audience, IndependentCheck
from planning.methods.treedebater.choosing.brief import Brief
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.claims_checked import ClaimsChecked
from planning.methods.treedebater.desk.checked import Checks
from planning.methods.treedebater.desk.sheet import Sheet
from planning.methods.treedebater.desk.sourced import Sources
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.last_words import last_words
from planning.methods.treedebater.searching import Searching
from planning.methods.treedebater.unread import Unread
from planning.methods.treedebater.writing.amending import credited, evidenced, moved, proposing
from planning.methods.treedebater.writing.written import DraftPassages, statement
from planning.methods.treedebater.writing_by_model import (
    Answered,
    ModelWriter,
    OnSentences,
    Task,
    carried_out,
    draft_lines,
)
from planning.ports import LLM
from planning.reading.passages import Passage


class Desk:
    """Writes for the side of an embedded method's strategy; what it is made of says `TreeDebaterWithModel`."""

    def __init__(
        self,
        embedded: TreeDebater,
        llm: LLM,
        limits: Limits,
        *,
        audience: Audience | None,
        check: IndependentCheck | None,
        searching: Searching | None,
        claims: ClaimsChecked | None = None,
        on_trouble: OnTrouble,
    ) -> None:
        self._embedded, self._strategy = embedded, embedded.strategy
        self._limits, self._on_trouble = limits, on_trouble
        self._audience, self._searching = audience, searching
        rehearsal, side = self._strategy.rehearsal, self._strategy.side
        self.evidence: dict[str, Evidence] = dict(rehearsal.file.evidence)  # all that may be cited
        self._writer = ModelWriter(llm, rehearsal.motion, side, rehearsal.file.sides.get(side), self.evidence)
        self._llm = llm
        self._sheets: defaultdict[int, Sheet] = defaultdict(Sheet)
        self._unread = Unread(side.other)
        self._sources = Sources(self._strategy, self._writer, self.evidence, limits, self._sheets, on_trouble)
        self.checks = Checks(
            self._strategy,
            self._writer,
            self._sources,
            self.evidence,
            limits,
            self._sheets,
            self._unread,
            check=check,
            claims=claims,
            on_trouble=on_trouble,
        )

    def cited(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        """What carries these sentences, by the ids they cite it by."""
        found = {key: self.evidence[key] for one in sentences for key in one.cites if key in self.evidence}
        return {**found, **self._embedded.evidence(sentences)}

    def _resolved(self, sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        """With the points that were made of what these answer, where nobody had read it yet."""
        return self._unread.resolved(sentences, self._strategy.heard_points())

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        """As `Method.spoke`: what was answered before it was read has been read by then."""
        (sentence,) = self._resolved([sentence])
        return await self._embedded.spoke(turn, sentence, heard)

    async def _brief(self, turn: int, plan: TreePlan, unread: Sequence[str] = ()) -> Brief:
        await self._embedded.encode()
        strategy = self._strategy
        self.evidence.update(strategy.rehearsal.file.evidence)  # which may have grown
        owed = strategy.owed(turn)
        if self._searching is not None and plan.stage is not Stage.CLOSING:
            await self._searching.look([one for one in owed if one.open], self._limits.search_seconds)
            self.evidence.update(self._searching.found)
            near = self._searching.near
            owed = [replace(one, evidence=(*one.evidence, *near.get(one.point.claim, ()))) for one in owed]
        sheet, corrected = self._sheets[turn], acting.corrections(strategy.flows_for(turn).trees)
        known = {acting.now(corrected, one) for one in sheet.known}
        sheet.current = moved(self._resolved(sheet.current), corrected)
        answered = {one for s in sheet.current for one in (*s.answers, *s.concedes)}
        blind = strategy.format.turns[turn].blind
        fresh = () if blind else self._unread.named(unread, self._heard_in(turn), strategy.heard_points())
        came = frozenset(one.point.id for one in owed) - known
        came |= {one.id for one in fresh if one.words not in sheet.unread}
        return Brief(
            side=strategy.side,
            stage=plan.stage,
            k=plan.k,
            owed=tuple(owed),
            plan=plan,
            flows=strategy.flows_for(turn),
            standings=strategy.standings(turn),
            heard=bool(strategy.heard_before(turn) or unread),
            unread=fresh,
            new=came - answered if sheet.current else frozenset(),
            named=sheet.named,
        )

    def _heard_in(self, turn: int) -> int:
        """The last turn of the other side's before that one, in which it says what nobody has read."""
        sides = [one.side for one in self._strategy.format.turns[:turn]]
        return max((i for i, side in enumerate(sides) if side is not self._strategy.side), default=0)

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        """As `draft`; `on_passages` is told of what is whole of it, without what has no source."""
        stage = self._strategy.format.turns[wanted.turn].stage

        def arrived(written: Sequence[Sentence], passages: DraftPassages) -> None:
            written = self._acting(passages, stage, written, self._strategy.heard_points())
            kept, _ = traced(written, *self._sources.sources(wanted.turn, stage, wanted.unread))
            if kept:
                on_passages(tuple(kept))

        return await self.draft(wanted, arrived)

    async def ends(self, wanted: Commission, on_ends: Callable[[Ends], None]) -> Ends | None:
        """How the speech begins and ends, from what was said last; an opening does so as its writer had it, and so
        does the draft of a whole short speech that is begun at the same moment."""
        if wanted.whole:
            return None
        turn, strategy = wanted.turn, self._strategy
        stage = strategy.format.turns[turn].stage
        if stage is Stage.OPENING or strategy.format.turns[turn].blind:
            return None
        brief = await self._brief(turn, await self._embedded.own(wanted.plan, turn), wanted.unread)
        sources = self._sources.sources(turn, stage, wanted.unread)

        def sourced(ends: Ends) -> Ends:
            return Ends(tuple(traced(ends.first, *sources)[0]), tuple(traced(ends.last, *sources)[0]))

        case = strategy.rehearsal.file.sides.get(strategy.side)
        criterion = " ".join(case.criterion) if case else ""
        heard = strategy.heard_before(turn)
        motion = strategy.rehearsal.motion
        words = wanted.spoken
        found = sourced(
            await last_words(self._llm, motion, criterion, brief, heard, words, lambda ends: on_ends(sourced(ends)))
        )
        sheet = self._sheets[turn]
        sheet.unread = tuple(dict.fromkeys([*sheet.unread, *wanted.unread]))
        found = Ends(self._resolved(found.first), self._resolved(found.last))
        body = [one for one in sheet.current if one.priority is not Priority.CLOSING]
        sheet.current = (*marked(found.first, "first-"), *body, *marked(found.last, "last-"))
        return found

    async def draft(self, wanted: Commission, on_sentences: OnSentences | None = None) -> Drafted | None:
        """The draft there is, brought up to date; a first one; or more of one that is too short.
        Raises ProviderError, ModelOutputError: no usable draft in time."""
        turn, plan = wanted.turn, await self._embedded.own(wanted.plan, wanted.turn)
        sheet = self._sheets[turn]
        if wanted.shown:  # a draft may have been checked, mended or left aside since it was written here
            sheet.current = self._with_own_end(turn, self._with_own_worth(turn, wanted.shown))
        brief = await self._brief(turn, plan, wanted.unread)
        sheet.words = sheet.words if wanted.so_far else wanted.spoken
        said = (*self._strategy.spoken.get(turn, ()), *(one.text for one in wanted.meanwhile))
        sheet.note(self._resolved([*sheet.current, *wanted.meanwhile]))
        brief = replace(brief, met=sheet.met({*said, wanted.in_the_air}, acting.corrections(brief.flows.trees)))
        task = Task(
            brief=brief,
            words=wanted.words,
            so_far=wanted.so_far,
            current=sheet.current,
            seconds_left=wanted.seconds_left,
            reserve=wanted.reserve,
            framework=self._strategy.framework,
            heard=() if self._strategy.use_flow else self._strategy.heard_before(turn),
            said=said,
            in_the_air=wanted.in_the_air,
            heard_from=wanted.heard_from,
            whole=wanted.whole and plan.stage is not Stage.OPENING and not self._strategy.format.turns[turn].blind,
            seconds=self._strategy.format.turns[turn].seconds,
        )
        clock = asyncio.get_running_loop().time
        begun = clock()
        answered = await self._writer.write(task, sheet.passages, self._limits.write_seconds, on_sentences)
        took = clock() - begun  # as long as a call to mend it would
        in_time = task.awaited or wanted.seconds_left is None or wanted.seconds_left >= 2 * took
        owed = [one.point for one in brief.owed] if self._strategy.use_flow else self._strategy.heard_points()
        unsaid = self._sources.not_said_before(turn, answered.sentences)
        written = self._acting(sheet.passages, plan.stage, unsaid, owed)
        if wanted.reserve and not wanted.so_far:
            written = self._sources.whole(turn, plan.stage, task.current, written)
        sheet.unread = tuple(dict.fromkeys([*sheet.unread, *wanted.unread]))
        if on_sentences is not None and task.awaited and not wanted.so_far:
            on_sentences(written, sheet.passages)  # what has a source is not kept waiting for what is rewritten
        kept = await self._sources.traced(turn, plan.stage, written, in_time=in_time)
        if plan.stage is not Stage.CLOSING and not wanted.so_far:
            kept = self._evidenced(sheet, kept, answering=plan.stage is not Stage.OPENING)
        self._tell_missing(brief, answered)
        kept = list(self._resolved(kept))
        if not wanted.so_far:
            sheet.current, sheet.known = tuple(kept), frozenset(one.point.id for one in brief.owed)
        return Drafted(tuple(kept), answered.plan)

    @staticmethod
    def _acting(
        passages: DraftPassages, stage: Stage, written: Sequence[Sentence], points: Iterable[Point]
    ) -> Sequence[Sentence]:
        """With what each sentence does: the points that it meets, and the claims that it makes."""
        met = credited(written, {point.id: point.words for point in points})
        if stage is Stage.CLOSING:
            return met
        return proposing(met, passages, opening=stage is Stage.OPENING)

    def _evidenced(self, sheet: Sheet, sentences: Sequence[Sentence], *, answering: bool) -> list[Sentence]:
        """An opening cites at least one item where the case has evidence for a claim that it makes, a rebuttal where it
        has some for what it answers with."""
        carries = {node.id: node.node.evidence for node in self._strategy.rehearsal.nodes.values()}
        number = sheet.passages.next("s")
        found = evidenced(sentences, self.evidence, carries, number, answering=answering)
        for before, one in pairwise(found):
            if one.id == number:
                sheet.passages.names[number] = sheet.passages.name(before)
        return found

    def _tell_missing(self, brief: Brief, answered: Answered) -> None:
        words = {one.point.id: one.point.words for one in brief.owed}
        for point in answered.missing:
            reason = f"nothing is said to {point}: “{words[point]}”"
            self._on_trouble(Trouble("planning", reason, "the draft without an answer to it", drafted=True))

    def _with_own_worth(self, turn: int, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """A statement with what each sentence was worth to its writer, whatever gave way for what is spoken first."""
        must = {one.id for one in self._sheets[turn].current if one.priority is Priority.MUST}
        return tuple(
            one.model_copy(update={"priority": Priority.MUST})
            if one.id in must and one.priority is Priority.SHOULD
            else one
            for one in sentences
        )

    def _with_own_end(self, turn: int, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """A statement as the next draft goes on from it: with the line that its writer closed it with, whatever stands
        there to be spoken while nobody knows how to end."""
        sheet = self._sheets[turn]
        ends = [one for one in sentences if one.priority is Priority.CLOSING]
        own = [one for one in sheet.current if one.priority is Priority.CLOSING]
        if not ends or not own or sheet.passages.written(ends[0]) is not None or ends[0].topic:
            return tuple(sentences)
        return (*(one for one in sentences if one.priority is not Priority.CLOSING), *own)

    async def revise(
        self, turn: int, plan: object, sentences: Sequence[Sentence], spoken: Sequence[Sentence]
    ) -> Revised | None:
        """What the audience makes of a draft, and the draft after that; None where nobody listens or it fails."""
        if self._audience is None:
            return None
        meant = await self._embedded.own(plan, turn)
        sheet, brief = self._sheets[turn], await self._brief(turn, meant)
        shown = draft_lines(sentences, sheet.passages, {one.id for one in spoken})
        closing = meant.stage is Stage.CLOSING
        evidence = self._writer.evidence_lines(brief)
        words = sheet.words or sum(len(one.text.split()) for one in spoken)
        try:
            received = await self._audience.hear(
                self._strategy.rehearsal.motion,
                brief,
                "\n".join(shown),
                "\n".join(evidence),
                words,
                self._limits.audience_seconds,
            )
            if received.draft is None:
                return Revised(tuple(sentences), meant, received.issues, received.example)
            about = [field.about.strip() for field in received.draft.plan]
            known = self._writer.known(brief, words, about or {one.topic for one in sentences} - {""})
            written = statement(received.draft.sentences, known, sheet.passages, sentences)
            if not closing:
                written = proposing(written, sheet.passages, opening=meant.stage is Stage.OPENING)
            kept = await self._sources.traced(
                turn, meant.stage, self._sources.whole(turn, meant.stage, sentences, written)
            )
        except RostrumError as error:
            self._on_trouble(Trouble("audience", str(error), "the draft as it is"))
            return None
        better = self._with_answers(brief, sentences, kept)
        sheet.current = tuple(better)
        told = carried_out(brief, received.draft.plan, better) if received.draft.plan else meant
        return Revised(tuple(better), told, received.issues, received.example)

    def _with_answers(self, brief: Brief, before: Sequence[Sentence], after: Sequence[Sentence]) -> Sequence[Sentence]:
        """The draft as it was where a revision has lost the answer to an open point."""
        open_points = {one.point.id for one in brief.open}

        def met(some: Sequence[Sentence]) -> set[str]:
            return open_points & {point for one in some for point in (*one.answers, *one.concedes)}

        if lost := met(before) - met(after):
            reason = f"the revision has no answer to {', '.join(sorted(lost))}"
            self._on_trouble(Trouble("audience", reason, "the draft as it was", drafted=True))
            return before
        return after
