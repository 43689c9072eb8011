"""TreeDebater with a model: it reads, selects, plans, writes and revises, on the same trees as without one.

What the model does not deliver in time is done as without one where that can be, and `on_trouble` says so; a draft
that fails raises, because the embedded writer's is there already.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from config.errors import RostrumError
from config.format import Stage
from config.settings import Thinking as Limits
from config.statement import Sentence
from planning.debate.notes import flows_text
from planning.methods.contract import (
    Applied,
    Method,
    OnTrouble,
    Past,
    Trouble,
)
from planning.methods.treedebater import NAME
from planning.methods.treedebater.audience.independent_check import IndependentCheck
from planning.methods.treedebater.audience.simulated import Audience
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.desk import Desk
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.exchanges import ExchangesWithModel
from planning.methods.treedebater.main_claims import MainClaims
from planning.methods.treedebater.reading_by_model import PIECE_SECONDS, SpeechHeard
from planning.methods.treedebater.searching import Searching
from planning.ports import LLM
from planning.reading.passages import Passage, thoughts


class TreeDebaterWithModel:
    """A model reads, selects, writes and revises on the trees of a `TreeDebater`, its spare (see `Method`).

    `limits`: what may be used, and the seconds each kind of call may take. `audience`: who reads a draft before it is
    spoken; nobody, if left out. `check`: who says whether answers meet what they answer; nobody, if left out.
    `searching`: finds evidence for what nothing is prepared for; nobody, if left out. `on_trouble`: told when the model
    could not be used for something.
    """

    name = NAME
    piece_seconds = PIECE_SECONDS

    def __init__(
        self,
        spare: TreeDebater,
        llm: LLM,
        limits: Limits,
        *,
        audience: Audience | None = None,
        check: IndependentCheck | None = None,
        searching: Searching | None = None,
        on_trouble: OnTrouble = lambda trouble: None,
    ) -> None:
        self.spare: Method | None = spare
        self._embedded, self._strategy = spare, spare.strategy
        self._llm, self._limits, self._on_trouble = llm, limits, on_trouble
        self.redraft_seconds = limits.redraft_seconds
        desk = Desk(spare, llm, limits, audience=audience, check=check, searching=searching, on_trouble=on_trouble)
        self.statement, self.check, self.revise, self.evidence = desk.draft, desk.check, desk.revise, desk.cited
        self.exchanges = ExchangesWithModel(spare.exchanges, llm, self._strategy, on_trouble)
        self._main_claims = MainClaims(llm, self._strategy)
        self._speech: SpeechHeard | None = None  # that is being heard

    def recall(self, past: Past) -> None:
        self._embedded.recall(past)
        self.exchanges.recall(past)
        if any(isinstance(said, Sentence) for _, said in past.said):
            self._main_claims.settled()

    # -- hearing -------------------------------------------------------------------------------

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        """Embedded where the model fails."""
        if not self._strategy.use_flow:
            return await self._embedded.hear(turn, thoughts(passages))
        if self._speech is None or turn != self._speech.turn:  # nothing a new speech says continues the last one
            self._speech = SpeechHeard(self._embedded, self._llm, turn, self._on_trouble)
        try:
            return await self._speech.hear(passages, self._limits.read_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("reading", str(error), "the embedded reader"))
            return self._speech.read(await self._embedded.hear(turn, thoughts(passages)))

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        return await self._embedded.spoke(turn, sentence, heard)

    # -- planning ------------------------------------------------------------------------------

    async def plan(self, turn: int) -> TreePlan:
        """Before an opening, the main claims are chosen first, and again once the other side has spoken first."""
        heard = self._strategy.heard_before(turn)
        if self._strategy.format.turns[turn].stage is Stage.OPENING and self._main_claims.due(heard):
            try:
                await self._main_claims.choose(heard, self._limits.select_seconds)
            except RostrumError as error:
                instead = "the claims chosen before" if self._strategy.main_claims else "all prepared claims"
                self._on_trouble(Trouble("choice of main claims", str(error), instead))
        return await self._embedded.plan(turn)

    def situation(self, turn: int) -> Hashable:
        """Words that bring no point change nothing, unless there is no flow to keep points."""
        if not self._strategy.use_flow:
            return self._embedded.situation(turn)
        return flows_text(self._strategy.flows_for(turn).trees), len(self._strategy.writer.memory.sentences)
