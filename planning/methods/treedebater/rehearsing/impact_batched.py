"""Impact scores from one question about many arguments: all answers to one argument are judged side by side.

A 40-node tree takes 76 questions one by one and 14 together. The model says how likely each class is; the score is the
expectation, as with token probabilities (`impact`), which a single question a call can give alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict, Field

from config.settings import Role
from planning.asking.asking import asked
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.scoring import Impact
from planning.ports import LLM, Prompt

CLASSES = (0.0, 1.0, 2.0)


class Judged(BaseModel):
    """Per cent for each class of one question."""

    model_config = ConfigDict(extra="forbid")

    question: int
    none: float = Field(ge=0, le=100)
    medium: float = Field(ge=0, le=100)
    high: float = Field(ge=0, le=100)

    @property
    def score(self) -> float | None:
        """The expectation over 0, 1 and 2; None where all chances are nought."""
        chances = (self.none, self.medium, self.high)
        total = sum(chances)
        return sum(value * chance for value, chance in zip(CLASSES, chances, strict=True)) / total if total else None


class Judgement(BaseModel):
    """An answer to every question."""

    model_config = ConfigDict(extra="forbid")

    answers: list[Judged] = Field(max_length=200)


class BatchedScorer:
    """An `ImpactScorer` that asks the model once for all arguments with the same exchange before them."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self.name = "language model, arguments judged together"

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order.

        Raises:
            ProviderError, ModelOutputError: as `LLM.ask`.
        """
        groups: dict[tuple[object, ...], list[int]] = {}
        for place, one in enumerate(questions):
            groups.setdefault((one.motion, one.side, one.chain[:-1]), []).append(place)
        scores: dict[int, float] = {}
        asks = (self._judge([questions[i] for i in places], deadline) for places in groups.values())
        answers = await asyncio.gather(*asks, return_exceptions=True)  # one that fails does not lose the others
        for places, found in zip(groups.values(), answers, strict=True):
            if isinstance(found, BaseException):
                raise found
            scores.update(zip(places, found, strict=True))
        return [scores[place] for place in range(len(questions))]

    async def _judge(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        answer = await asked(
            self._llm, Role.SCORER, weights_prompt(questions), Judgement, _fault(len(questions)), deadline
        )
        found = {one.question: one.score for one in answer.answers}
        return [found[number] or 0.0 for number in range(1, len(questions) + 1)]


def weights_prompt(questions: Sequence[Impact]) -> Prompt:
    """One question for all of them; they have motion, side and the exchange before them in common."""
    first = questions[0]
    before = first.chain[:-1]
    texts = list(dict.fromkeys(one.chain[-1] for one in questions))
    lines = [
        f"{number}. Argument {letter(texts.index(one.chain[-1]))}: "
        + (f"attack on {_place(len(before))}" if one.relation == "attack" else f"support of {_backed(one, before)}")
        for number, one in enumerate(questions, 1)
    ]
    return render(
        "weights",
        motion=first.motion,
        side=first.side.value,
        exchange="\n".join(f"[{i}] {text}" for i, text in enumerate(before, 1)) or "(nothing; these are main claims)",
        arguments="\n".join(f"{letter(i)}: {text}" for i, text in enumerate(texts)),
        questions="\n".join(lines),
    )


def letter(number: int) -> str:
    """A to Z, then A1 to Z1, and so on."""
    return chr(ord("A") + number % 26) + (str(number // 26) if number >= 26 else "")


def _place(number: int) -> str:
    return f"[{number}]"


def _backed(one: Impact, before: Sequence[str]) -> str:
    """What an argument supports: the one before the one it attacks, or its side's stance."""
    return _place(len(before) - 1) if len(before) >= 2 else f"the {one.side.value} side of the motion"


def _fault(count: int) -> Callable[[Judgement], str | None]:
    def fault(answer: Judgement) -> str | None:
        known = {one.question for one in answer.answers if one.score is not None}
        if missing := [number for number in range(1, count + 1) if number not in known]:
            return f"question {missing[0]} has no answer with any chance over 0"
        return None

    return fault
