"""Who debated better in a match that is over, with reasons, by a language model that has read every speech."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.match.afterwards.finished import Speech
from config.settings import Role
from planning.asking.asking import asked
from planning.asking.prompts import SHARED
from planning.ports import LLM


class OfSpeech(BaseModel):
    """Of one speech, by its number."""

    model_config = ConfigDict(extra="forbid")

    number: int
    reasons: str = Field(min_length=1, max_length=1000)


class Decision(BaseModel):
    """On the whole debate, and on each speech."""

    model_config = ConfigDict(extra="forbid")

    winner: Literal["pro", "con", "neither"]
    reasons: str = Field(min_length=1, max_length=2000)
    speeches: list[OfSpeech] = Field(max_length=100)


async def decided(llm: LLM, motion: str, speeches: Sequence[Speech], deadline: float) -> Decision:
    """A decision that speaks of every speech, once.

    `deadline`: seconds for each of at most two calls. Raises ProviderError, ModelOutputError: no usable answer in time.
    """
    shown = "\n\n".join(f"({one.number}) {one.turn.side.value}, {one.turn.name}:\n{one.words}" for one in speeches)
    prompt = SHARED.render("verdict", motion=motion, speeches=shown)
    return await asked(llm, Role.JUDGE, prompt, Decision, lambda one: _fault(one, speeches), deadline)


def _fault(decision: Decision, speeches: Sequence[Speech]) -> str | None:
    wanted = [one.number for one in speeches]
    if sorted(one.number for one in decision.speeches) != wanted:
        return f"`speeches` must hold each of these numbers once: {', '.join(map(str, wanted))}"
    return None
