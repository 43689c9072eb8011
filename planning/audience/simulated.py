"""The simulated audience (TreeDebater 3.4): reads a draft beside another debate, and names what it stumbled over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side
from config.settings import Role
from config.statement import Sentence
from planning.choosing.choose import Plan
from planning.choosing.notes import flows_text
from planning.llm.asking import asked
from planning.llm.checks import foreign
from planning.llm.prompts import render
from planning.ports import LLM
from planning.trees.flow import FlowTree

MOST_ISSUES = 6


@dataclass(frozen=True)
class Example:
    """The flow tree of another debate, as text, its name in the corpus, and whether people held it."""

    name: str
    text: str
    kind: str = ""

    @property
    def told(self) -> str:
        """`model debate four-day-week`: how it is spoken of."""
        return f"{self.kind} {self.name}".strip()


Nearest = Callable[[str], Awaitable[Example | None]]
"""The debate whose flow tree, as text, is most like this one; None where none is like it."""


class Issue(BaseModel):
    """What a listener stumbled over: on which dimension, what it does to them, the smallest change that mends it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dimension: Literal["clarity", "engagement", "evidence", "persuasion"]
    issue: str = Field(min_length=1, max_length=600)
    effect: str = Field(max_length=600)
    revision: str = Field(max_length=600)


class Heard(BaseModel):
    """All that the audience has to say, what matters most first; nothing where the draft is good as it is."""

    model_config = ConfigDict(extra="forbid")

    issues: list[Issue] = Field(max_length=20)


@dataclass(frozen=True)
class Feedback:
    """What the simulated audience said of a draft; `example`: the debate it had before it, if any."""

    issues: tuple[Issue, ...]
    example: str = ""

    @property
    def text(self) -> str:
        """A line an issue, for the writer."""
        return "\n".join(f"- {i.dimension}: {i.issue} Effect: {i.effect} Change: {i.revision}" for i in self.issues)


class Audience:
    """A panel of ordinary listeners, played by a model.

    Args:
        nearest: finds the debate whose flow tree is most like the one so far (a corpus does); it embeds texts, so it
            is awaited.
    """

    def __init__(self, llm: LLM, nearest: Nearest | None = None) -> None:
        self._llm, self._nearest = llm, nearest

    async def hear(
        self,
        motion: str,
        plan: Plan,
        sentences: Sequence[Sentence],
        trees: Mapping[Side, FlowTree],
        deadline: float,
    ) -> Feedback:
        """Feedback on a draft.

        Raises:
            ProviderError, ModelOutputError: no usable feedback in time.
        """
        flows = flows_text(trees)
        example = await self._nearest(flows) if self._nearest is not None else None
        prompt = render(
            "audience",
            motion=motion,
            side=plan.side.value,
            stage=plan.stage.value,
            flows=flows,
            statement="\n".join(f"{s.id}: {s.text}" for s in sentences),
            example=example.text if example is not None else "",
            most=MOST_ISSUES,
        )
        heard = await asked(
            self._llm, Role.AUDIENCE, prompt, Heard, lambda h: foreign(i.issue + i.revision for i in h.issues), deadline
        )
        return Feedback(tuple(heard.issues[:MOST_ISSUES]), example.told if example is not None else "")
