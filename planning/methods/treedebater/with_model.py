"""TreeDebater with a model: it reads, selects, plans, writes and revises, on the same trees as without one.

What the model does not deliver in time is done as without one where that can be, and `on_trouble` says so; a draft
that fails raises, because the embedded writer's is there already. Which main claims a case is built on is chosen with
their trees and evidence in view (TreeDebater 3.2).
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator, Sequence

from pydantic import Field

from config.errors import RostrumError
from config.format import Stage
from config.settings import Role
from config.settings import Thinking as Limits
from planning.asking.answers import Shape
from planning.asking.asking import asked
from planning.debate.argument import evidence_lines
from planning.debate.flow import flows_text
from planning.methods.contract import (
    Applied,
    Method,
    OnTrouble,
    Past,
    Trouble,
)
from planning.methods.treedebater import NAME
from planning.methods.treedebater.audience import Audience, IndependentCheck
from planning.methods.treedebater.choosing.choose import CaseChoice, TreePlan
from planning.methods.treedebater.claims_checked import ClaimsChecked
from planning.methods.treedebater.desk.desk import Desk
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.exchanges import ExchangesWithModel
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.reading_by_model import PIECE_SECONDS, SpeechHeard
from planning.methods.treedebater.searching import Searching
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.ports import LLM
from planning.reading.passages import Passage, thoughts

MAIN_CLAIMS = 3
ATTACKS = 2  # that are shown against a claim
ENOUGH_HEARD = 0.6  # of the other side's opening, from which the claims are chosen once more


class Selection(Shape):
    """The main claims of a case, by their ids, and the thought that joins them."""

    claims: list[str] = Field(min_length=1, max_length=6)
    framework: str = Field(max_length=600)


class MainClaims:
    """Chooses for one side: when the opening is drafted, and again when the other side has opened first, as long as
    that is done before the opening begins. Once a sentence of the case was spoken, nothing is chosen any more."""

    def __init__(self, llm: LLM, strategy: Strategy) -> None:
        self._llm, self._strategy = llm, strategy
        self._chosen: bool | None = None  # whether most of the other side's opening was heard, when they last were
        self._share = 0.0
        self._took = 0.0  # seconds, the last time

    def listened(self, share: float) -> None:
        """So much of the other side's speech has been heard."""
        self._share = max(self._share, share)

    def due(self, seconds_left: float | None) -> bool:
        """Whether there is anything to choose now, so many seconds before the opening begins."""
        roots = self._strategy.rehearsal.roots(self._strategy.side)
        if len(roots) <= MAIN_CLAIMS or self._strategy.spoken:
            return False
        if self._chosen is None:
            return True
        in_time = seconds_left is None or seconds_left >= self._took  # a case that changes in mid-speech is none
        return in_time and not self._chosen and self._share >= ENOUGH_HEARD

    async def choose(self, turn: int, heard: Sequence[str], deadline: float) -> None:
        """Choose for the opening of that turn, with its look-ahead, and have the strategy stand on it.
        Raises ProviderError, ModelOutputError: no usable choice in time; the one before stays."""
        strategy = self._strategy
        roots = strategy.rehearsal.roots(strategy.side)
        ids, k = {root.id for root in roots}, strategy.look_ahead(turn)
        prompt = render(
            "select",
            motion=strategy.rehearsal.motion,
            side=strategy.side.value,
            definition=" ".join(strategy.rehearsal.case(strategy.side).definition),
            claims="\n\n".join("\n".join(_lines(strategy.rehearsal, root, k)) for root in roots),
            count=MAIN_CLAIMS,
            heard="\n".join(heard),
        )
        clock = asyncio.get_running_loop().time
        begun = clock()
        chosen = await asked(
            self._llm,
            Role.WRITER,
            prompt,
            Selection,
            lambda s: None if set(s.claims) <= ids else f"there is no claim {sorted(set(s.claims) - ids)[0]!r}",
            deadline,
        )
        self._took = clock() - begun
        self._chosen = self._share >= ENOUGH_HEARD
        strategy.main_claims = tuple(dict.fromkeys(chosen.claims))
        strategy.framework = chosen.framework
        among = [root.id for root in roots]
        strategy.case = CaseChoice(
            claims=list(strategy.main_claims), among=among, k=k, heard=len(heard), why=chosen.framework
        )


def _lines(rehearsal: Rehearsal, root: Prepared, k: int) -> Iterator[str]:
    """A main claim with its reasons, the best that can be said against it, our answers to that, and the evidence."""
    yield f"{root.id}: {root.claim} (strength {root.f(k):.2f})"
    yield f"    reasons: {' '.join(root.node.argument)}"
    attacks = sorted((rehearsal.nodes[one] for one in root.children), key=lambda one: -one.f(k))[:ATTACKS]
    for attack in attacks:
        yield f"    against it: {attack.claim} (strength {attack.f(k):.2f})"
        answers = sorted((rehearsal.nodes[one] for one in attack.children), key=lambda one: -one.f(k))
        for answer in answers[:1]:
            yield f"        your answer: {answer.claim} (strength {answer.f(k):.2f})"
    for side, nodes in (("for it", [root]), ("against it", attacks)):
        keys = [key for node in nodes for key in node.node.evidence if key in rehearsal.file.evidence]
        for line in evidence_lines(rehearsal.file.evidence, list(dict.fromkeys(keys))):
            yield f"    evidence {side}: {line}"


class TreeDebaterWithModel:
    """A model reads, selects, writes and revises on the trees of a `TreeDebater`, its spare (see `Method`).

    `limits`: what may be used, and the seconds each kind of call may take. `audience`: who reads a draft before it is
    spoken; nobody, if left out. `check`: who says whether answers meet what they answer; nobody, if left out.
    `searching`: finds evidence for what nothing is prepared for; nobody, if left out. `claims`: verifies figures and
    facts beside a draft; nobody, if left out. `on_trouble`: told when the model could not be used for something.
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
        claims: ClaimsChecked | None = None,
        on_trouble: OnTrouble = lambda trouble: None,
    ) -> None:
        self.spare: Method | None = spare
        self._embedded, self._strategy = spare, spare.strategy
        self._llm, self._limits, self._on_trouble = llm, limits, on_trouble
        self.redraft_seconds = limits.redraft_seconds
        desk = Desk(
            spare,
            llm,
            limits,
            audience=audience,
            check=check,
            searching=searching,
            claims=claims,
            on_trouble=on_trouble,
        )
        self.spoke, self.statement, self.check, self.revise = desk.spoke, desk.draft, desk.checks.check, desk.revise
        self.drafting, self.ends, self.evidence = desk.drafting, desk.ends, desk.cited
        self.verified = desk.checks.verified
        self.exchanges = ExchangesWithModel(spare.exchanges, llm, self._strategy, on_trouble)
        self._main_claims = MainClaims(llm, self._strategy)
        self._speech: SpeechHeard | None = None  # that is being heard

    def recall(self, past: Past) -> None:
        self._embedded.recall(past)
        self.exchanges.recall(past)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        """Embedded where the model fails."""
        if passages:
            self._main_claims.listened(passages[-1].end / self._strategy.format.turns[turn].seconds)
        if self._speech is None or turn != self._speech.turn:  # nothing a new speech says continues the last one
            self._speech = SpeechHeard(self._embedded, self._llm, turn, self._on_trouble)
        try:
            return await self._speech.hear(passages, self._limits.read_seconds)
        except RostrumError as error:
            self._on_trouble(Trouble("reading", str(error), "the embedded reader"))
            return self._speech.read(await self._embedded.hear(turn, thoughts(passages)))

    async def plan(self, turn: int, seconds_left: float | None = None) -> TreePlan:
        """Before an opening, the main claims are chosen first, and again once the other side has spoken first."""
        heard = self._strategy.heard_before(turn)
        if self._strategy.format.turns[turn].stage is Stage.OPENING and self._main_claims.due(seconds_left):
            try:
                await self._main_claims.choose(turn, heard, self._limits.select_seconds)
            except RostrumError as error:
                instead = "the claims chosen before" if self._strategy.main_claims else "all prepared claims"
                self._on_trouble(Trouble("choice of main claims", str(error), instead))
        return await self._embedded.plan(turn)

    def situation(self, turn: int) -> Hashable:
        """Words that bring no point change nothing, unless nothing is planned on the flow."""
        if not self._strategy.use_flow:
            return self._embedded.situation(turn)
        return flows_text(self._strategy.flows_for(turn).trees), len(self._strategy.writer.memory.sentences)
