"""The simulated audience (TreeDebater 3.4): hears a draft beside another debate, and what it stumbles over is mended.

The paper asks an audience for feedback and then a writer for a revision; here one call does both, for the seconds
between two speeches are few, and whoever mends knows best what was missed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side, Stage
from config.settings import Role
from planning.asking.asking import asked, foreign
from planning.debate.notes import flows_text
from planning.methods.door import Example
from planning.methods.treedebater.choosing.brief import Brief
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.writing.written import Draft, Meant, Written
from planning.methods.treedebater.writing_by_model import fault
from planning.ports import LLM

MOST_ISSUES = 6


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
    """What the audience says, what matters most first, and the statement as it is after that; nothing of either where
    the draft is good as it is."""

    model_config = ConfigDict(extra="forbid")

    issues: list[Issue] = Field(max_length=20)
    side: Side
    plan: list[Meant] = Field(default_factory=list, max_length=30)
    sentences: list[Written] = Field(default_factory=list, max_length=200)


@dataclass(frozen=True)
class Reception:
    """How a draft was received, beside which debate (`example`), and what became of it; no draft where it stays."""

    issues: tuple[Issue, ...]
    example: str = ""
    draft: Draft | None = None


class Audience:
    """A panel of ordinary listeners and the editor who hears them, played by a model in one call. `nearest`: finds the
    debate whose flow tree is most like the one so far (`Examples` do); it embeds texts, so it is awaited."""

    def __init__(self, llm: LLM, nearest: Nearest | None = None) -> None:
        self._llm, self._nearest = llm, nearest

    async def hear(
        self, motion: str, brief: Brief, statement: str, evidence: str, words: int, deadline: float
    ) -> Reception:
        """What is made of a draft.

        `statement`: the draft, passage by passage, with what each sentence is worth (`by_model.draft_lines`).
        `evidence`: what may be cited. `words`: that are spoken in all. Raises ProviderError, ModelOutputError: no
        usable answer in time.
        """
        nearest = (
            self._nearest if brief.stage is not Stage.CLOSING else None
        )  # a closing looks back on this debate only
        example = await nearest(flows_text(brief.flows.trees)) if nearest is not None else None
        prompt = render(
            "audience",
            motion=motion,
            side=brief.side.value,
            stage=brief.stage.value,
            brief=brief.text,
            statement=statement,
            evidence=evidence,
            words=words,
            reserve=True,
            example=example.text if example is not None else "",
            most=MOST_ISSUES,
        )
        heard = await asked(self._llm, Role.AUDIENCE, prompt, Heard, lambda one: _fault(one, brief.side), deadline)
        issues, told = tuple(heard.issues[:MOST_ISSUES]), example.told if example is not None else ""
        if not heard.issues or not heard.sentences:
            return Reception(issues, told)
        return Reception(issues, told, Draft(side=heard.side, plan=heard.plan, sentences=heard.sentences))


def _fault(heard: Heard, side: Side) -> str | None:
    if told := foreign(one.issue + one.revision for one in heard.issues):
        return told
    if not heard.sentences:
        return None
    return fault(Draft(side=heard.side, plan=heard.plan, sentences=heard.sentences), side)
