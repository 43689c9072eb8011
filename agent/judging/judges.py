"""A verdict on a match that is over: by a language model that has read its transcript, else what can be counted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.components import Components
from agent.match.afterwards.finished import FinishedMatch, Speech, finished
from agent.match.afterwards.votes import ModelVerdict, SpeechReasons, Verdict
from agent.running.files.folder import write_verdict
from agent.running.files.log import read_log
from agent.show.transcript import side_name
from config.errors import RuleError
from config.format import Side
from config.plain_text import harmless
from config.settings import Role, Settings
from planning.asking.asking import asked
from planning.asking.prompts import SHARED
from planning.ports import LLM

SECONDS = 120.0  # for an answer about a whole match
UNWEIGHED = "No language model is set for judging, so nothing was weighed and no side is named. What can be counted:"


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


async def judge_by(settings: Settings, folder: Path) -> ModelVerdict:
    """By the model that the settings name for the role `judge`. Raises as `judge`."""
    components = Components(settings)
    try:
        llm = components.model(Role.JUDGE)
        return await judge(folder, llm, llm.name(Role.JUDGE) if llm is not None else "")
    finally:
        await components.close()


async def judge(folder: Path, llm: LLM | None, name: str = "") -> ModelVerdict:
    """Judge a match, and write the verdict beside its log, in place of an earlier one.

    `llm`: None where none is set. name: what it is called. Raises LogError: the log cannot be read, or the verdict
    written. RuleError: the match is not over, or nobody spoke. ProviderError, ModelOutputError: the model gave no
    usable answer.
    """
    match = finished(await asyncio.to_thread(read_log, folder))
    speeches = [speech for speech in match.speeches if speech.said]
    if match.ended is None or not speeches:
        raise RuleError("a match is judged when it is over and somebody has spoken")
    at = datetime.now(UTC)
    if llm is None:
        verdict = ModelVerdict(by="", at=at, verdict=Verdict(side=None, reasons=counted(match)))
    else:
        decision = await decided(llm, match.motion, speeches, SECONDS)
        verdict = _verdict(decision, name, at)
    await asyncio.to_thread(write_verdict, folder, verdict)
    return verdict


def counted(match: FinishedMatch) -> str:
    """How the points stood at the end, as each debater understood them."""
    lines = [f"As {side_name(one.observer)} understood it: {one.told}" for one in match.points]
    return "\n".join([UNWEIGHED, *(lines or ["No debater kept a flow sheet of this match."])])


def _verdict(decision: Decision, name: str, at: datetime) -> ModelVerdict:
    side = None if decision.winner == "neither" else Side(decision.winner)
    speeches = tuple(SpeechReasons(turn=one.number - 1, reasons=harmless(one.reasons)) for one in decision.speeches)
    return ModelVerdict(
        by=name, at=at, verdict=Verdict(side=side, reasons=harmless(decision.reasons)), speeches=speeches
    )
