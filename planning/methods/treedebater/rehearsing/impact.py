"""How much arguments matter, by a language model: a question a call, or all answers to one argument side by side.

The paper's scale (TreeDebater 3.2): 0 is not impactful, 1 medium, 2 impactful. One question a call is answered by token
probabilities; where a server tells none the model is asked for a number, by the client itself (`LLM.expect`). A
40-node tree takes 76 such questions, and 14 together: then the model says how likely each class is. Either way the
score is the expectation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import Field

from config.errors import BudgetSpent, ModelOutputError, ProviderError
from config.format import Side
from config.settings import Role
from planning.asking.answers import Shape
from planning.asking.asking import asked
from planning.methods.treedebater.prompts import render
from planning.ports import LLM, Prompt

CLASSES = (0.0, 1.0, 2.0)
AT_ONCE = 64  # questions handed over at a time; how many are under way is the server's own limit
STANCES = {Side.PRO: "the motion", Side.CON: "the case against the motion"}
_HOPELESS = 2


@dataclass(frozen=True)
class Impact:
    """A question of how much an argument matters (TreeDebater 3.2): its r_a or its r_s.

    `chain` holds the arguments from the main claim down to the one in question; it attacks the last but one, and
    supports the last but two, or the stance of `side` where it is the main claim itself.
    """

    motion: str
    side: Side  # of the argument in question
    chain: tuple[str, ...]
    relation: Literal["attack", "support"]


class ImpactScorer(Protocol):
    """Says how much arguments matter, from 0 (not) over 1 (medium) to 2 (impactful)."""

    @property
    def name(self) -> str: ...

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order. Raises ProviderError: they could not be scored in time."""


class ModelScorer:
    """An `ImpactScorer` over a language model in the scorer's role. An answer is kept for as long as this object lives:
    after a failure, only what has no score is asked again. `at_once`: most questions handed to the model at a time."""

    name = "language model, a question a call"

    def __init__(self, llm: LLM, *, at_once: int = AT_ONCE) -> None:
        self._llm, self._at_once = llm, at_once
        self._known: dict[Impact, float] = {}

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order.

        One question without an answer does not keep the others from being answered; one that no further call can get
        past (the budget is spent, the key is refused) does. Raises ProviderError: the gravest failure, after all that
        could be scored has been. ValueError: a question that is none, see `target`.
        """
        prompts = {one: impact_prompt(one) for one in questions if one not in self._known}
        until = asyncio.get_running_loop().time() + deadline
        waiting, failures = iter(prompts.items()), list[ProviderError]()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(min(self._at_once, len(prompts))):
                tasks.create_task(self._work_off(waiting, until, failures))
        if failures:
            raise max(failures, key=_gravity)
        return [self._known[one] for one in questions]

    async def _work_off(
        self, waiting: Iterator[tuple[Impact, Prompt]], until: float, failures: list[ProviderError]
    ) -> None:
        """Ask the next of those waiting until there is none, or no use in asking."""
        now = asyncio.get_running_loop().time
        for question, prompt in waiting:
            try:
                self._known[question] = await self._llm.expect(Role.SCORER, prompt, CLASSES, until - now())
            except ProviderError as error:
                failures.append(error)
            if any(_gravity(error) == _HOPELESS for error in failures):
                return


def target(question: Impact) -> str:
    """What the argument in question attacks or supports: an earlier one, or the stance of its side.
    Raises ValueError: there is no argument, or a main claim is said to attack."""
    chain = question.chain
    if not chain or (question.relation == "attack" and len(chain) < 2):
        raise ValueError(f"no argument that could {question.relation}: {chain}")
    if question.relation == "attack":
        return chain[-2]
    return chain[-3] if len(chain) >= 3 else STANCES[question.side]


def impact_prompt(question: Impact) -> Prompt:
    """The question as a model is asked it. Raises as `target`."""
    *before, argument = question.chain or ("",)
    return render(
        "impact",
        motion=question.motion,
        side=question.side.value,
        relation=question.relation,
        before="\n".join(f"{number}. {text}" for number, text in enumerate(before, 1)) or "(nothing: a main claim)",
        argument=argument,
        target=target(question),
    )


def _gravity(error: ProviderError) -> int:
    """How little use there is in going on: asking other questions, asking again later, asking at all."""
    if isinstance(error, BudgetSpent):
        return _HOPELESS
    if isinstance(error, ModelOutputError):
        return 0
    return 1 if error.retryable else _HOPELESS


class Judged(Shape):
    """Per cent for each class of one question."""

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


class Judgement(Shape):
    """An answer to every question."""

    answers: list[Judged] = Field(max_length=200)


class BatchedScorer:
    """An `ImpactScorer` that asks the model once for all arguments with the same exchange before them."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm
        self.name = "language model, arguments judged together"

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order. Raises ProviderError, ModelOutputError: as `LLM.ask`."""
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
    # what an argument supports: the one before the one it attacks, or its side's stance
    backed = f"[{len(before) - 1}]" if len(before) >= 2 else f"the {first.side.value} side of the motion"
    lines = [
        f"{number}. Argument {letter(texts.index(one.chain[-1]))}: "
        + (f"attack on [{len(before)}]" if one.relation == "attack" else f"support of {backed}")
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


def _fault(count: int) -> Callable[[Judgement], str | None]:
    def fault(answer: Judgement) -> str | None:
        known = {one.question for one in answer.answers if one.score is not None}
        if missing := [number for number in range(1, count + 1) if number not in known]:
            return f"question {missing[0]} has no answer with any chance over 0"
        return None

    return fault
