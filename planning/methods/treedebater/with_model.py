"""TreeDebater with a model: it reads, selects, writes and revises, on the same trees as without one.

What the model does not deliver in time is done as without one where that can be, and `on_trouble` says so; a draft
that fails raises, because the embedded writer's is there already.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from config.errors import RostrumError
from config.format import Stage
from config.settings import Role
from config.settings import Thinking as Limits
from config.statement import Sentence
from planning.argument import Action, Evidence
from planning.audience.simulated import Audience
from planning.choosing.choose import Plan
from planning.llm.asking import asked
from planning.llm.prompts import render
from planning.methods.method import Applied, Method, OnTrouble, Past, Revised, Trouble
from planning.methods.treedebater.embedded import NAME, TreeDebater
from planning.ports import LLM
from planning.reading.believed import Checker
from planning.reading.by_model import PIECE_SECONDS, ModelReader, Read
from planning.reading.passages import Passage
from planning.trees.rehearsal import Prepared
from planning.writing.by_model import ModelWriter
from planning.writing.tracing import traced

MAIN_CLAIMS = 3


class Selection(BaseModel):
    """The main claims of a case, by their ids, and the thought that joins them."""

    model_config = ConfigDict(extra="forbid")

    claims: list[str] = Field(min_length=1, max_length=6)
    framework: str = Field(max_length=600)


class TreeDebaterWithModel:
    """A model reads, selects, writes and revises on the trees of a `TreeDebater`, its spare (see `Method`).

    Args:
        limits: what may be used, and the seconds each kind of call may take.
        audience: who reads a draft before it is spoken; nobody, if left out.
        on_trouble: told when the model could not be used for something.
    """

    name = NAME

    def __init__(
        self,
        spare: TreeDebater,
        llm: LLM,
        limits: Limits,
        *,
        audience: Audience | None = None,
        on_trouble: OnTrouble = lambda trouble: None,
    ) -> None:
        self.spare: Method | None = spare
        self._embedded, self._strategy = spare, spare.strategy
        self._llm, self._limits, self._audience, self._on_trouble = llm, limits, audience, on_trouble
        rehearsal, side = self._strategy.rehearsal, self._strategy.side
        self._evidence = rehearsal.file.evidence
        self._writer = ModelWriter(llm, rehearsal.motion, side, rehearsal.file.sides.get(side), self._evidence)
        self._selected = False
        self._turn = -1  # of the speech that is being heard
        self._correctable: Sequence[Action] = ()  # what was read in the last piece of that speech
        self._reader = self._new_reader()

    @property
    def piece_seconds(self) -> float:
        return PIECE_SECONDS

    def _new_reader(self) -> ModelReader:
        return ModelReader(self._llm, self._strategy.ears, self._strategy.side.other)

    def recall(self, past: Past) -> None:
        self._embedded.recall(past)
        self._selected = any(isinstance(said, Sentence) for _, said in past.said)  # the case has been opened

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        """Embedded where the model fails."""
        if turn != self._turn:  # a new speech: nothing it says continues the last one
            self._turn, self._reader, self._correctable = turn, self._new_reader(), ()
        strategy, reader = self._strategy, self._reader
        if strategy.use_flow:
            encoded = await self._embedded.encode(*(passage.text for passage in passages))
            strategy.in_turn(turn)
            shown = reader.likely(encoded)
            try:
                found = await reader.read(
                    passages,
                    strategy.flows,
                    self._limits.read_seconds,
                    shown=shown,
                    correctable=self._correctable,
                )
            except RostrumError as error:
                self._on_trouble(Trouble("reading", str(error), "the embedded reader"))
            else:
                await self._embedded.encode(*reader.compared(found))
                return self._apply(passages, found, shown)
        return await self._embedded.hear(turn, passages)

    def _apply(self, passages: Sequence[Passage], found: Sequence[Read], shown: Sequence[Prepared]) -> list[Applied]:
        """What a model has read, as far as it is believed, done to the flow trees; it does not say how sure it is."""
        strategy, speaker = self._strategy, self._strategy.side.other
        for passage in passages:
            strategy.listened(passage.text)
        left = [action.point.id for action in self._correctable if action.point is not None]
        applied: list[Applied] = []
        for read in found:
            checker = Checker(
                strategy.ears, speaker, passages, shown={node.id for node in shown}, correctable=frozenset(left)
            )
            believed = checker.check(read, strategy.flows, strategy.next_point(speaker))
            for doubt in believed.doubts:
                self._on_trouble(Trouble("reading", doubt, "the rest of what was read"))
            if believed.action is None or believed.action.point is None:
                continue
            done = strategy.apply(believed.action, believed.place)
            applied.append(replace(done, passage=believed.passage))
            left = [one for one in left if one not in believed.action.point.corrects]
        if applied:
            self._correctable = tuple(done.action for done in applied)
        return applied

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        return await self._embedded.spoke(turn, sentence, heard)

    async def plan(self, turn: int) -> Plan:
        """Before an opening, the main claims are chosen first."""
        if self._strategy.format.turns[turn].stage is Stage.OPENING and not self._selected:
            await self._select(turn)
        return await self._embedded.plan(turn)

    def situation(self, turn: int) -> Hashable:
        return self._embedded.situation(turn)

    def evidence(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        return self._embedded.evidence(sentences)

    def _heard(self, turn: int) -> Sequence[str]:
        return () if self._strategy.format.turns[turn].blind else self._strategy.heard

    async def _select(self, turn: int) -> None:
        """Choose the main claims and the framework once, as late as the first draft of the opening."""
        roots = self._strategy.rehearsal.roots(self._strategy.side)
        if len(roots) <= MAIN_CLAIMS:
            self._selected = True
            return
        ids = {root.id for root in roots}
        prompt = render(
            "select",
            motion=self._strategy.rehearsal.motion,
            side=self._strategy.side.value,
            definition=" ".join(self._strategy.rehearsal.case(self._strategy.side).definition),
            claims="\n".join(f"{root.id}: {root.claim} (strength {root.f(3):.2f})" for root in roots),
            count=MAIN_CLAIMS,
            heard="\n".join(self._heard(turn)),
        )
        try:
            chosen = await asked(
                self._llm,
                Role.WRITER,
                prompt,
                Selection,
                lambda s: None if set(s.claims) <= ids else f"there is no claim {sorted(set(s.claims) - ids)[0]!r}",
                self._limits.select_seconds,
            )
        except RostrumError as error:
            self._on_trouble(Trouble("choice of main claims", str(error), "all prepared claims"))
            return
        self._selected = True
        self._strategy.main_claims = tuple(dict.fromkeys(chosen.claims))
        self._strategy.framework = chosen.framework

    async def draft(
        self, turn: int, plan: Plan, words: int, so_far: Sequence[Sentence], *, reserve: bool = True
    ) -> list[Sentence]:
        """About so many words to the plan; where there is a draft already, more of them.

        Raises:
            ProviderError, ModelOutputError: no usable draft in time.
        """
        written = await self._writer.write(
            plan,
            self._strategy.flows_for(turn),
            words,
            so_far,
            self._limits.write_seconds,
            reserve=reserve,
            framework=self._strategy.framework,
            heard=() if self._strategy.use_flow else self._heard(turn),
            said=sorted(self._strategy.writer.memory.sentences),
        )
        return await self._traced(plan, written)

    async def _traced(self, plan: Plan, written: Sequence[Sentence]) -> list[Sentence]:
        """Only sentences whose figures have a source; the others are rewritten once, then left out.

        A closing brings nothing new: its figures must have been spoken before.
        """
        evidence = {} if plan.stage is Stage.CLOSING else self._evidence
        said = [*self._strategy.heard, *sorted(self._strategy.writer.memory.sentences)]
        kept, doubtful = traced(written, evidence, said)
        if not doubtful:
            return kept
        issues = "\n".join(f"{s.id}: no source has {', '.join(figures)}; say it without" for s, figures in doubtful)
        try:
            again = await self._writer.revise(written, issues, self._limits.revise_seconds)
            kept, doubtful = traced(again, evidence, said)
        except RostrumError as error:
            self._on_trouble(Trouble("revision", str(error), "the draft without its doubtful sentences"))
        for sentence, figures in doubtful:
            reason = f"no source for {', '.join(figures)} in “{sentence.text}”"
            self._on_trouble(Trouble("figures", reason, "the statement without that sentence"))
        return kept

    async def revise(self, turn: int, plan: Plan, sentences: Sequence[Sentence]) -> Revised | None:
        """What the audience makes of a draft, and the draft after that; None where nobody listens or it fails."""
        if self._audience is None:
            return None
        try:
            trees, motion = self._strategy.flows_for(turn).trees, self._strategy.rehearsal.motion
            feedback = await self._audience.hear(motion, plan, sentences, trees, self._limits.audience_seconds)
            if not feedback.issues:
                return Revised(feedback, tuple(sentences))
            again = await self._writer.revise(sentences, feedback.text, self._limits.revise_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("audience", str(error), "the draft as it is"))
            return None
        return Revised(feedback, tuple(await self._traced(plan, again)))
