"""Which main claims a case is built on, chosen by a model (TreeDebater 3.2): with their trees and evidence in view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field

from config.settings import Role
from planning.asking.asking import asked
from planning.debate.notes import evidence_lines
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.ports import LLM

MAIN_CLAIMS = 3
ATTACKS = 2  # that are shown against a claim
ENOUGH_HEARD = 6  # passages of the other side's, from which the claims are chosen once more
LOOK_AHEAD = 3


class Selection(BaseModel):
    """The main claims of a case, by their ids, and the thought that joins them."""

    model_config = ConfigDict(extra="forbid")

    claims: list[str] = Field(min_length=1, max_length=6)
    framework: str = Field(max_length=600)


class MainClaims:
    """Chooses for one side: when the opening is drafted, and again when the other side has spoken first."""

    def __init__(self, llm: LLM, strategy: Strategy) -> None:
        self._llm, self._strategy = llm, strategy
        self._heard: int | None = None  # passages, when they were last chosen

    def settled(self) -> None:
        """The case has been opened: nothing is chosen any more."""
        self._heard = -1

    def due(self, heard: Sequence[str]) -> bool:
        """Whether there is anything to choose now."""
        if len(self._strategy.rehearsal.roots(self._strategy.side)) <= MAIN_CLAIMS or self._heard == -1:
            return False
        return self._heard is None or (self._heard == 0 and len(heard) >= ENOUGH_HEARD)

    async def choose(self, heard: Sequence[str], deadline: float) -> None:
        """Choose, and have the strategy stand on it.
        Raises ProviderError, ModelOutputError: no usable choice in time; the one before stays."""
        strategy = self._strategy
        roots = strategy.rehearsal.roots(strategy.side)
        ids = {root.id for root in roots}
        prompt = render(
            "select",
            motion=strategy.rehearsal.motion,
            side=strategy.side.value,
            definition=" ".join(strategy.rehearsal.case(strategy.side).definition),
            claims="\n\n".join("\n".join(_lines(strategy.rehearsal, root)) for root in roots),
            count=MAIN_CLAIMS,
            heard="\n".join(heard),
        )
        chosen = await asked(
            self._llm,
            Role.WRITER,
            prompt,
            Selection,
            lambda s: None if set(s.claims) <= ids else f"there is no claim {sorted(set(s.claims) - ids)[0]!r}",
            deadline,
        )
        self._heard = len(heard)
        strategy.main_claims = tuple(dict.fromkeys(chosen.claims))
        strategy.framework = chosen.framework


def _lines(rehearsal: Rehearsal, root: Prepared) -> Iterator[str]:
    """A main claim with its reasons, the best that can be said against it, our answers to that, and the evidence."""
    yield f"{root.id}: {root.claim} (strength {root.f(LOOK_AHEAD):.2f})"
    yield f"    reasons: {' '.join(root.node.argument)}"
    attacks = sorted((rehearsal.nodes[one] for one in root.children), key=lambda one: -one.f(LOOK_AHEAD))[:ATTACKS]
    for attack in attacks:
        yield f"    against it: {attack.claim} (strength {attack.f(LOOK_AHEAD):.2f})"
        answers = sorted((rehearsal.nodes[one] for one in attack.children), key=lambda one: -one.f(LOOK_AHEAD))
        for answer in answers[:1]:
            yield f"        your answer: {answer.claim} (strength {answer.f(LOOK_AHEAD):.2f})"
    for side, nodes in (("for it", [root]), ("against it", attacks)):
        keys = [key for node in nodes for key in node.node.evidence if key in rehearsal.file.evidence]
        for line in evidence_lines(rehearsal.file.evidence, list(dict.fromkeys(keys))):
            yield f"    evidence {side}: {line}"
