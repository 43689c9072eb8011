"""Language models that listen as an audience: each with an opinion beforehand, to versions in an order of its own.

None of them is told who wrote what.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.evaluation.asking import Asking
from agent.evaluation.plan import ListenerGroup
from agent.evaluation.ratings import TIE, Rating
from agent.evaluation.work import drawn
from agent.judging.masking import SIDES, masked
from agent.judging.panel import panel_models
from agent.match.afterwards.votes import Step
from config.errors import ConfigError, ModelOutputError
from config.format import Side, Stage
from config.settings import Models
from config.yaml_file import read_yaml
from planning.asking.answers import Shape
from planning.asking.asking import asked
from planning.asking.prompts import Prompts
from planning.language.text import clean
from planning.ports import LLM

FOLDER = Path(__file__).parent
PROMPTS = Prompts(FOLDER / "prompts", of="evaluation")
SECONDS = 120.0  # for one answer
CONTEXT_LETTERS = 40_000  # of a debate that are heard again: about ten thousand tokens
Score = Literal[1, 2, 3, 4, 5]
Stance = Literal["for", "against", "unclear"]
STANCES: Mapping[Side, Stance] = {Side.PRO: "for", Side.CON: "against"}


class ListenerRubric(BaseModel):
    """The file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scale: str
    listener: str
    opinions: Mapping[Step, str]


class Compared(Shape):
    persuasive_a: Score
    persuasive_b: Score
    better: Literal["A", "B", "tie"]
    argues_a: Stance
    argues_b: Stance
    why: str = Field(max_length=600)


class SpeechScore(Shape):
    number: int
    persuasive: Score


class StageHeard(Shape):
    speeches: list[SpeechScore]
    opinion: Literal[-2, -1, 0, 1, 2]
    why: str = Field(max_length=600)


@dataclass(frozen=True)
class HeardSpeech:
    """A speech as listeners have it."""

    turn: int
    side: Side
    stage: Stage
    text: str

    @property
    def who(self) -> str:
        return f"({self.turn + 1}) {SIDES[self.side]}, {self.stage}"


@dataclass(frozen=True)
class SimulatedListener:
    """One of the listeners: a model with an opinion and a seed; `name` says all three."""

    group: str
    opinion: int
    seed: int
    llm: LLM
    role: str
    scale: str

    @property
    def name(self) -> str:
        return f"{self.group}/{self.opinion:+d}/{self.seed}"

    async def compare(
        self, item: str, motion: str, context: Sequence[HeardSpeech], place: HeardSpeech, texts: Mapping[str, str]
    ) -> list[Rating]:
        """Both versions (A and B) in one place of a debate; nothing where no usable answer came.

        Raises:
            ProviderError: nobody could be asked.
        """
        swapped = bool(drawn(self.name, item) % 2)
        shown = {"A": "B", "B": "A"} if swapped else {"A": "A", "B": "B"}
        prompt = PROMPTS.render(
            "compare",
            who=self._told,
            rubric=self.scale,
            motion=motion,
            context=told(context),
            place=f"the {place.stage} of {SIDES[place.side]}, which is {STANCES[place.side]} the motion",
            a=hidden(texts[shown["A"]]),
            b=hidden(texts[shown["B"]]),
        )
        try:
            found = await asked(self.llm, self.role, prompt, Compared, lambda _: None, SECONDS)
        except ModelOutputError:
            return []
        better = TIE if found.better == TIE else shown[found.better]
        rows = {shown["A"]: (found.persuasive_a, found.argues_a), shown["B"]: (found.persuasive_b, found.argues_b)}
        return [
            Rating(self.name, "model", item, key, rows[key][0], better, self.opinion, None, argues=rows[key][1])
            for key in "AB"
        ]

    async def hear(self, item: str, motion: str, speeches: Sequence[HeardSpeech]) -> list[Rating]:
        """A whole debate, stage by stage; nothing where no usable answer came. Raises as `compare`."""
        scores: dict[int, int] = {}
        opinion = self.opinion
        places = {one.turn + 1: place for place, one in enumerate(speeches, 1)}
        for stage in dict.fromkeys(one.stage for one in speeches):
            now = [one for one in speeches if one.stage is stage]
            before = [one for one in speeches if one.turn < now[0].turn]
            try:
                found = await self._hear(motion, opinion, before, now)
            except ModelOutputError:
                return []
            scores |= {places[one.number]: one.persuasive for one in found.speeches}
            opinion = found.opinion
        return [
            Rating(self.name, "model", item, str(place), score, "", self.opinion, opinion)
            for place, score in sorted(scores.items())
        ]

    async def _hear(
        self, motion: str, opinion: int, before: Sequence[HeardSpeech], now: Sequence[HeardSpeech]
    ) -> StageHeard:
        prompt = PROMPTS.render(
            "hear",
            who=self._told,
            rubric=self.scale,
            motion=motion,
            opinion=opinion,
            context=told(before),
            stage=told(now),
        )
        wanted = {one.turn + 1 for one in now}
        return await asked(self.llm, self.role, prompt, StageHeard, lambda one: _missed(one, wanted), SECONDS)

    @property
    def _told(self) -> str:
        return rubric().listener.format(opinion=rubric().opinions[self.opinion])


def voices(listeners: ListenerGroup, models: Models, asking: Asking, item: str) -> Iterator[SimulatedListener]:
    """All that one model listens as, to one item. Raises ConfigError: their rubric cannot be read."""
    sitting = panel_models(models, [listeners.model] if listeners.model else [])
    role = next(iter(sitting.roles), "")
    for opinion in listeners.opinions:
        for seed in listeners.seeds:
            llm = asking.of(sitting, f"listeners:{listeners.name}", f"{item}, {opinion:+d}, {seed}")
            if llm is not None:
                yield SimulatedListener(listeners.name, opinion, seed, llm, role, scale_of(listeners))


def scale_of(listeners: ListenerGroup) -> str:
    """The rubric that they are told. Raises ConfigError: its file cannot be read."""
    if listeners.rubric is None:
        return rubric().scale
    try:
        return listeners.rubric.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{listeners.rubric}: cannot be read: {error}") from error


@cache
def rubric() -> ListenerRubric:
    return read_yaml(FOLDER / "rubric.yaml", ListenerRubric)


@cache
def rubric_hash() -> str:
    """Of every word that listeners are told, whatever the debate."""
    files = [FOLDER / "rubric.yaml", *sorted((FOLDER / "prompts").glob("*.md"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def hidden(text: str) -> str:
    """Without what tells that a machine speaks, or which."""
    return masked(clean(text), ())


def told(speeches: Sequence[HeardSpeech]) -> str:
    """Speeches in order; those of a long debate with as much of each as there is room for."""
    if not speeches:
        return ""
    room = CONTEXT_LETTERS // len(speeches)
    return "\n\n".join(f"{one.who}: {_within(hidden(one.text), room)}" for one in speeches)


def _within(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters * 2 // 3]} [...] {text[-letters // 3 :]}"


def _missed(one: StageHeard, wanted: set[int]) -> str | None:
    numbers = [score.number for score in one.speeches]
    if sorted(numbers) == sorted(wanted):
        return None
    return f"`speeches` must hold each of these once: {', '.join(map(str, sorted(wanted)))}"
