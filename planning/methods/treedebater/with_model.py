"""TreeDebater with a model: it reads, selects, writes and revises, on the same trees as without one.

What the model does not deliver in time is done as without one where that can be, and `on_trouble` says so; a draft
that fails raises, because the embedded writer's is there already.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from config.errors import RostrumError
from config.format import Stage
from config.settings import Role
from config.settings import Thinking as Limits
from config.statement import Sentence
from planning.argument import Evidence
from planning.audience.simulated import Audience
from planning.choosing.choose import Plan
from planning.llm.asking import asked
from planning.llm.prompts import render
from planning.methods.method import Applied, Method, OnTrouble, Past, Revised, Trouble
from planning.methods.treedebater.embedded import NAME, TreeDebater
from planning.methods.treedebater.hearing import SpeechHeard
from planning.ports import LLM
from planning.reading.by_model import PIECE_SECONDS
from planning.reading.passages import Passage
from planning.writing.by_model import ModelWriter, proposing
from planning.writing.tracing import debated, traced

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
        self._speech: SpeechHeard | None = None  # that is being heard

    @property
    def piece_seconds(self) -> float:
        return PIECE_SECONDS

    def recall(self, past: Past) -> None:
        self._embedded.recall(past)
        self._selected = any(isinstance(said, Sentence) for _, said in past.said)  # the case has been opened

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        """Embedded where the model fails."""
        if not self._strategy.use_flow:
            return await self._embedded.hear(turn, passages)
        if self._speech is None or turn != self._speech.turn:  # nothing a new speech says continues the last one
            self._speech = SpeechHeard(self._embedded, self._llm, turn, self._on_trouble)
        try:
            return await self._speech.hear(passages, self._limits.read_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("reading", str(error), "the embedded reader"))
            return self._speech.read(await self._embedded.hear(turn, passages))

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
        if plan.stage is Stage.OPENING and not self._strategy.rehearsal.roots(self._strategy.side):
            written = proposing(written)
        return await self._traced(plan, written)

    async def _traced(self, plan: Plan, written: Sequence[Sentence]) -> list[Sentence]:
        """Only sentences whose figures and findings have a source; the others are rewritten once, then left out.

        A closing brings nothing new: what it tells must have been spoken before.
        """
        evidence = {} if plan.stage is Stage.CLOSING else self._evidence
        said = debated(self._strategy.rehearsal.motion, self._strategy.heard, self._strategy.writer.memory.sentences)
        kept, doubtful = traced(written, evidence, said)
        if not doubtful:
            return kept
        issues = "\n".join(f"{s.id}: {lack.told}" for s, lack in doubtful)
        try:
            again = await self._writer.revise(written, issues, self._limits.revise_seconds)
            kept, doubtful = traced(again, evidence, said)
        except RostrumError as error:
            self._on_trouble(Trouble("revision", str(error), "the draft without its doubtful sentences"))
        for sentence, lack in doubtful:
            reason = f"no source for {', '.join(lack.parts)} in “{sentence.text}”"
            part = "figures" if lack.figures or lack.loose else "named sources"
            self._on_trouble(Trouble(part, reason, "the statement without that sentence"))
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
