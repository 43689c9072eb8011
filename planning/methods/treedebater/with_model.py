"""Thinking with a model: it reads, selects, writes and revises for a mind, on the same trees.

What the model does not deliver in time is done as without one where that can be, and `on_trouble` says so; a draft
that fails raises, because the embedded writer's is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from config.errors import RostrumError
from config.format import Stage
from config.settings import Role
from config.settings import Thinking as Limits
from config.statement import Sentence
from planning.audience.simulated import Audience, Feedback
from planning.choosing.choose import Plan
from planning.choosing.notes import flows_text
from planning.llm.asking import asked
from planning.llm.prompts import render
from planning.loop_thread import off_loop
from planning.methods.treedebater.strategy import Applied, Mind
from planning.ports import LLM
from planning.reading.by_model import ModelReader
from planning.trees.flow import Flows
from planning.writing.by_model import ModelWriter
from planning.writing.tracing import traced

MAIN_CLAIMS = 3


class Selection(BaseModel):
    """The main claims of a case, by their ids, and the thought that joins them."""

    model_config = ConfigDict(extra="forbid")

    claims: list[str] = Field(min_length=1, max_length=6)
    framework: str = Field(max_length=600)


@dataclass(frozen=True)
class Trouble:
    """A part of the thinking that failed, why, and what was done instead."""

    part: str
    reason: str
    instead: str


@dataclass(frozen=True)
class Revised:
    """A draft after the audience; ids, priorities and order of the sentences are as before."""

    feedback: Feedback
    sentences: tuple[Sentence, ...]


class Thinker:
    """The model's part in one side's mind.

    Args:
        limits: what may be used, and the seconds each kind of call may take.
        audience: who reads a draft before it is spoken; nobody, if left out.
        on_trouble: told when the model could not be used for something.
    """

    def __init__(
        self,
        mind: Mind,
        llm: LLM,
        limits: Limits,
        *,
        audience: Audience | None = None,
        on_trouble: Callable[[Trouble], None] = lambda trouble: None,
    ) -> None:
        self.mind = mind
        self._llm, self._limits, self._audience, self._on_trouble = llm, limits, audience, on_trouble
        self._evidence = mind.rehearsal.file.evidence
        case = mind.rehearsal.file.sides.get(mind.side)
        self._writer = ModelWriter(llm, mind.rehearsal.motion, mind.side, case, self._evidence)
        self._selected = False
        self._reader = ModelReader(llm, mind.ears, mind.side.other)

    def opponent_begins(self, stage: Stage) -> None:
        """A new speech of the opponent's: nothing it says continues the last one."""
        self.mind.opponent_begins(stage)
        self._reader = ModelReader(self._llm, self.mind.ears, self.mind.side.other)

    async def read(self, passages: Sequence[str]) -> list[Applied]:
        """Read the next passages of the opponent's speech into the flow trees; embedded where the model fails."""
        mind = self.mind
        if mind.use_flow:
            try:
                found = await self._reader.read(passages, mind.flows, self._limits.read_seconds)
            except RostrumError as error:
                self._on_trouble(Trouble("reading", str(error), "the embedded reader"))
            else:
                for passage in passages:
                    mind.listened(passage)
                await off_loop(lambda: mind.encode(*self._reader.compared(found)))
                actions = (self._reader.checked(read, mind.flows) for read in found)
                return [mind.apply(action) for action in actions if action is not None]
        return await mind.read(passages)

    async def think(self, index: int) -> Plan:
        """The plan for turn `index`; before an opening, the main claims are chosen first."""
        if self.mind.format.turns[index].stage is Stage.OPENING and not self._selected:
            await self._select(index)
        await off_loop(self.mind.encode)
        return self.mind.plan(index)

    def situation(self, index: int) -> Hashable:
        """What a draft for turn `index` would be written from: while it is the same, so would the draft be."""
        mind = self.mind
        return flows_text(self._flows(index).trees), len(self._heard(index)), len(mind.writer.memory.sentences)

    def _flows(self, index: int) -> Flows:
        """The flow trees; in a turn in which neither side sees the other's, empty ones."""
        return Flows.empty() if self.mind.format.turns[index].blind else self.mind.flows

    def _heard(self, index: int) -> Sequence[str]:
        return () if self.mind.format.turns[index].blind else self.mind.heard

    async def _select(self, index: int) -> None:
        """Choose the main claims and the framework once, as late as the first draft of the opening."""
        roots = self.mind.rehearsal.roots(self.mind.side)
        if len(roots) <= MAIN_CLAIMS:
            self._selected = True
            return
        ids = {root.id for root in roots}
        prompt = render(
            "select",
            motion=self.mind.rehearsal.motion,
            side=self.mind.side.value,
            definition=" ".join(self.mind.rehearsal.case(self.mind.side).definition),
            claims="\n".join(f"{root.id}: {root.claim} (strength {root.f(3):.2f})" for root in roots),
            count=MAIN_CLAIMS,
            heard="\n".join(self._heard(index)),
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
        self.mind.main_claims = tuple(dict.fromkeys(chosen.claims))
        self.mind.framework = chosen.framework

    async def draft(
        self, index: int, plan: Plan, words: int, so_far: Sequence[Sentence], *, reserve: bool = True
    ) -> list[Sentence]:
        """About so many words to the plan; where there is a draft already, more of them.

        Raises:
            ProviderError, ModelOutputError: no usable draft in time.
        """
        written = await self._writer.write(
            plan,
            self._flows(index),
            words,
            so_far,
            self._limits.write_seconds,
            reserve=reserve,
            framework=self.mind.framework,
            heard=() if self.mind.use_flow else self._heard(index),
            said=sorted(self.mind.writer.memory.sentences),
        )
        return await self._traced(plan, written)

    async def _traced(self, plan: Plan, written: Sequence[Sentence]) -> list[Sentence]:
        """Only sentences whose figures have a source; the others are rewritten once, then left out.

        A closing brings nothing new: its figures must have been spoken before.
        """
        evidence = {} if plan.stage is Stage.CLOSING else self._evidence
        said = [*self.mind.heard, *sorted(self.mind.writer.memory.sentences)]
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

    async def revise(self, index: int, plan: Plan, sentences: Sequence[Sentence]) -> Revised | None:
        """What the audience makes of a draft, and the draft after that; None where nobody listens or it fails."""
        if self._audience is None:
            return None
        try:
            feedback = await self._audience.hear(
                self.mind.rehearsal.motion, plan, sentences, self._flows(index).trees, self._limits.audience_seconds
            )
            if not feedback.issues:
                return Revised(feedback, tuple(sentences))
            again = await self._writer.revise(sentences, feedback.text, self._limits.revise_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("audience", str(error), "the draft as it is"))
            return None
        return Revised(feedback, tuple(await self._traced(plan, again)))
