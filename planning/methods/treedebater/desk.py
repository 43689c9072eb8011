"""The desk at which a model writes the statements of one side: briefed, written, traced, checked and revised there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from config.errors import RostrumError
from config.format import Stage
from config.settings import Thinking as Limits
from config.statement import Priority, Sentence, marked, without
from planning.debate import acting
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.evidence.tracing import debated, traced
from planning.growth.levels import first_of
from planning.language.said import stems
from planning.methods.contract import (
    Applied,
    ClaimChecked,
    Commission,
    Drafted,
    Ends,
    OnPassages,
    OnTrouble,
    Revised,
    Trouble,
)
from planning.methods.treedebater.audience import Audience, Doubt, IndependentCheck, exchanges
from planning.methods.treedebater.choosing.brief import Brief
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.claims_checked import ClaimsChecked, Findings
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.last_words import last_words
from planning.methods.treedebater.searching import Searching
from planning.methods.treedebater.unread import Unread
from planning.methods.treedebater.writing.amending import complete, credited, evidenced, moved, not_meeting, proposing
from planning.methods.treedebater.writing.written import DraftPassages, statement
from planning.methods.treedebater.writing_by_model import (
    Answered,
    ModelWriter,
    OnSentences,
    Task,
    carried_out,
    draft_lines,
    quick,
)
from planning.ports import LLM
from planning.reading.passages import Passage

TOO_LATE = "nobody can answer this any more; grant the point and outweigh it, or answer with what you have said before"
NEW_SHARE = 0.5  # of the words of an answer in a closing that nobody has used before, from which it is a new one


@dataclass
class _Sheet:
    """The draft of one turn, its passages, and the points it was written from."""

    passages: DraftPassages = field(default_factory=DraftPassages)
    current: tuple[Sentence, ...] = ()
    known: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()  # words of the other side that were not in the record when it was written
    words: int = 0  # of the whole speech that are spoken: the one budget that everybody is told
    named: dict[str, str] = field(default_factory=dict)  # options, by their nodes
    meets: dict[str, frozenset[str]] = field(default_factory=dict)  # points, by the words of whatever met them

    def note(self, sentences: Iterable[Sentence]) -> None:
        """What these meet, should they be spoken: a later draft that leaves them out meets it no less."""
        for one in sentences:
            self.meets[one.text] = frozenset((*one.answers, *one.concedes))

    def met(self, spoken: Iterable[str], corrected: Mapping[str, str]) -> frozenset[str]:
        """Points that are met by what was spoken, by the ids that they have now."""
        found = (point for text in spoken for point in self.meets.get(text, ()))
        return frozenset(acting.now(corrected, point) for point in found)


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
        self._audience, self._check, self._searching, self._claims = audience, check, searching, claims
        rehearsal, side = self._strategy.rehearsal, self._strategy.side
        self.evidence: dict[str, Evidence] = dict(rehearsal.file.evidence)  # all that may be cited
        self._writer = ModelWriter(llm, rehearsal.motion, side, rehearsal.file.sides.get(side), self.evidence)
        self._llm = llm
        self._sheets: dict[int, _Sheet] = {}
        self._unread = Unread(side.other)

    def cited(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        """What carries these sentences, by the ids they cite it by."""
        found = {key: self.evidence[key] for one in sentences for key in one.cites if key in self.evidence}
        return {**found, **self._embedded.evidence(sentences)}

    def _sheet(self, turn: int) -> _Sheet:
        return self._sheets.setdefault(turn, _Sheet())

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
        sheet, corrected = self._sheet(turn), acting.corrections(strategy.flows_for(turn).trees)
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
            kept, _ = traced(written, *self._sources(wanted.turn, stage, wanted.unread))
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
        sources = self._sources(turn, stage, wanted.unread)

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
        sheet = self._sheet(turn)
        sheet.unread = tuple(dict.fromkeys([*sheet.unread, *wanted.unread]))
        found = Ends(self._resolved(found.first), self._resolved(found.last))
        body = [one for one in sheet.current if one.priority is not Priority.CLOSING]
        sheet.current = (*marked(found.first, "first-"), *body, *marked(found.last, "last-"))
        return found

    async def draft(self, wanted: Commission, on_sentences: OnSentences | None = None) -> Drafted | None:
        """The draft there is, brought up to date; a first one; or more of one that is too short.
        Raises ProviderError, ModelOutputError: no usable draft in time."""
        turn, plan = wanted.turn, await self._embedded.own(wanted.plan, wanted.turn)
        sheet = self._sheet(turn)
        if wanted.shown:  # a draft may have been checked, mended or left aside since it was written here
            sheet.current = self._with_own_end(turn, wanted.shown)
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
        answered = await self._writer.write(task, sheet.passages, self._limits.write_seconds, on_sentences)
        owed = [one.point for one in brief.owed] if self._strategy.use_flow else self._strategy.heard_points()
        unsaid = self._not_said_before(turn, answered.sentences)
        written = self._acting(sheet.passages, plan.stage, unsaid, owed)
        if wanted.reserve and not wanted.so_far:
            written = self._whole(turn, plan, task.current, written)
        sheet.unread = tuple(dict.fromkeys([*sheet.unread, *wanted.unread]))
        if on_sentences is not None and task.awaited and not wanted.so_far:
            on_sentences(written, sheet.passages)  # what has a source is not kept waiting for what is rewritten
        kept = await self._traced(turn, plan, written)
        if plan.stage is not Stage.CLOSING and not wanted.so_far:
            kept = self._evidenced(sheet, kept, answering=plan.stage is not Stage.OPENING)
        self._tell_missing(brief, answered)
        kept = list(self._resolved(kept))
        if not wanted.so_far:
            sheet.current, sheet.known = tuple(kept), frozenset(one.point.id for one in brief.owed)
        return Drafted(tuple(kept), answered.plan)

    def _not_said_before(self, turn: int, written: Sequence[Sentence]) -> Sequence[Sentence]:
        """Without what was spoken word for word in an earlier speech."""
        before = {text for other, texts in self._strategy.spoken.items() if other != turn for text in texts}
        return without(written, {s.unit for s in written if s.text in before and s.priority is not Priority.CLOSING})

    @staticmethod
    def _acting(
        passages: DraftPassages, stage: Stage, written: Sequence[Sentence], points: Iterable[Point]
    ) -> Sequence[Sentence]:
        """With what each sentence does: the points that it meets, and the claims that it makes."""
        met = credited(written, {point.id: point.words for point in points})
        if stage is Stage.CLOSING:
            return met
        return proposing(met, passages, opening=stage is Stage.OPENING)

    def _evidenced(self, sheet: _Sheet, sentences: Sequence[Sentence], *, answering: bool) -> list[Sentence]:
        """An opening cites at least one item where the case has evidence for a claim that it makes, a rebuttal where it
        has some for what it answers with."""
        carries = {node.id: node.node.evidence for node in self._strategy.rehearsal.nodes.values()}
        number = sheet.passages.next("s")
        found = evidenced(sentences, self.evidence, carries, number, answering=answering)
        for before, one in pairwise(found):
            if one.id == number:
                sheet.passages.names[number] = sheet.passages.name(before)
        return found

    def _whole(
        self, turn: int, plan: TreePlan, before: Sequence[Sentence], after: Sequence[Sentence]
    ) -> Sequence[Sentence]:
        """An opening keeps its definition, its criterion and each of its claims, whatever becomes of the rest."""
        if plan.stage is not Stage.OPENING:
            return after
        return complete(before, after, self._sheet(turn).passages, self._strategy.spoken.get(turn, ()))

    def _tell_missing(self, brief: Brief, answered: Answered) -> None:
        words = {one.point.id: one.point.words for one in brief.owed}
        for point in answered.missing:
            reason = f"nothing is said to {point}: “{words[point]}”"
            self._on_trouble(Trouble("planning", reason, "the draft without an answer to it", drafted=True))

    async def _traced(self, turn: int, plan: TreePlan, written: Sequence[Sentence]) -> list[Sentence]:
        """Only sentences whose figures, findings and quotes have a source; others are rewritten once, then left out.
        A closing brings nothing new: what it tells must have been spoken before."""
        evidence, said = self._sources(turn, plan.stage)
        late = self._late(turn, written) if plan.stage is Stage.CLOSING else set()
        kept, doubtful = traced(written, evidence, said)
        if not doubtful and not late:
            return kept
        issues = "\n".join([*(f"{s.id}: {lack.told}" for s, lack in doubtful), *(f"{one}: {TOO_LATE}" for one in late)])
        try:
            again = await self._writer.revise(written, issues, self._limits.revise_seconds)
            kept, doubtful = traced(again, evidence, said)
            late = late & self._late(turn, again)
        except RostrumError as error:
            late = set()  # it was said too late, but it is true
            self._on_trouble(Trouble("revision", str(error), "the draft without its doubtful sentences"))
        for sentence, lack in doubtful:
            reason = f"no source for {', '.join(lack.parts)} in “{sentence.text}”"
            self._on_trouble(Trouble(lack.kind, reason, "the statement without that sentence", drafted=True))
        gone = [s for s in kept if s.id in late and s.priority is not Priority.CLOSING]
        for sentence in gone:
            reason = f"nobody could answer “{sentence.text}” any more"
            self._on_trouble(Trouble("closing", reason, "the statement without that sentence", drafted=True))
        return list(without(kept, {s.unit for s in gone}))

    def _late(self, turn: int, sentences: Sequence[Sentence]) -> set[str]:
        """Ids of answers in a closing that raise what nobody has said and nobody can answer any more. One of a few
        sentences owes an answer to what the other side has said since our last speech, and could not give it before."""
        standings, few = self._strategy.standings(turn), quick(Stage.CLOSING, self._sheet(turn).words)
        ours_before = [i for i, one in enumerate(self._strategy.format.turns[:turn]) if one.side is self._strategy.side]
        since = max(ours_before, default=0) if few else turn
        fresh = {point.id for point in self._strategy.heard_points() if point.turn > since}
        words = [*self._strategy.writer.memory.sentences, *self._strategy.heard, *self._sheet(turn).unread]
        said = frozenset[str]().union(*map(stems, words))
        return {
            one.id
            for one in sentences
            if any(point in standings and not standings[point].met and point not in fresh for point in one.answers)
            and len(stems(one.text) - said) > NEW_SHARE * len(stems(one.text))
        }

    def _sources(
        self, turn: int, stage: Stage, unread: Sequence[str] = ()
    ) -> tuple[Mapping[str, Evidence], Sequence[str]]:
        """What figures may come from: evidence, and what was said in the debate."""
        heard = [*self._strategy.heard, *self._sheet(turn).unread, *unread]
        said = debated(self._strategy.rehearsal.motion, heard, self._strategy.writer.memory.sentences)
        return {} if stage is Stage.CLOSING else self.evidence, said

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

    def _with_own_end(self, turn: int, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """A statement as the next draft goes on from it: with the line that its writer closed it with, whatever stands
        there to be spoken while nobody knows how to end."""
        sheet = self._sheet(turn)
        ends = [one for one in sentences if one.priority is Priority.CLOSING]
        own = [one for one in sheet.current if one.priority is Priority.CLOSING]
        if not ends or not own or sheet.passages.written(ends[0]) is not None or ends[0].topic:
            return tuple(sentences)
        return (*(one for one in sentences if one.priority is not Priority.CLOSING), *own)

    async def _mended(
        self, turn: int, sentences: Sequence[Sentence], doubts: Sequence[Doubt], hints: Mapping[str, str]
    ) -> Sequence[Sentence]:
        lines = [f"{one.exchange.sentences[0].id} and what follows it there: {one.reason}" for one in doubts]
        issues = "\n".join([*lines, *(f"{key}: {hint}" for key, hint in hints.items())])
        try:
            again = await self._writer.revise(sentences, issues, self._limits.revise_seconds)
            if self._claims is not None:
                self._claims.written(again)
            plan = self._strategy.plan(turn)
            again = await self._traced(turn, plan, self._whole(turn, plan, sentences, again))
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

    async def _doubts(self, turn: int, sentences: Sequence[Sentence]) -> list[Doubt]:
        if self._check is None:
            return []
        points = {point.id: point for point in (*self._strategy.heard_points(), *self._unread.points)}
        motion = self._strategy.rehearsal.motion
        ours = [text for _, texts in sorted(self._strategy.spoken.items()) for text in texts]
        heard = self._strategy.heard_before(turn)
        heard = [*heard, *(one for one in self._sheet(turn).unread if one not in heard)]
        told = exchanges(sentences, points)
        return await self._check.doubts(motion, told, heard, self._limits.check_seconds, ours)

    async def _examined(self, turn: int, sentences: Sequence[Sentence]) -> tuple[list[Doubt], Findings]:
        """Whether answers meet their points, and what is known of facts, asked at the same time."""
        try:
            async with asyncio.TaskGroup() as tasks:
                doubts = tasks.create_task(self._doubts(turn, sentences))
                facts = tasks.create_task(self._facts(turn, sentences))
        except BaseExceptionGroup as group:
            raise first_of(group) from None
        return doubts.result(), facts.result()

    async def _facts(self, turn: int, sentences: Sequence[Sentence]) -> Findings:
        """What verification finds of claims in it and in what it answers, in the time that a check has."""
        if self._claims is None:
            return Findings()
        points = {point.id: point for point in (*self._strategy.heard_points(), *self._unread.points)}
        motion, seconds = self._strategy.rehearsal.motion, self._limits.check_seconds
        return await self._claims.findings(turn, motion, sentences, points, self.evidence, seconds)

    def verified(self) -> Sequence[ClaimChecked]:
        """As `Verifies.verified`."""
        return self._claims.news() if self._claims is not None else ()

    async def revise(
        self, turn: int, plan: object, sentences: Sequence[Sentence], spoken: Sequence[Sentence]
    ) -> Revised | None:
        """What the audience makes of a draft, and the draft after that; None where nobody listens or it fails."""
        if self._audience is None:
            return None
        meant = await self._embedded.own(plan, turn)
        sheet, brief = self._sheet(turn), await self._brief(turn, meant)
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
            kept = await self._traced(turn, meant, self._whole(turn, meant, sentences, written))
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
