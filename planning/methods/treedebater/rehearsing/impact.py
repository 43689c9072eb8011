"""Impact scores by a language model, a question a call: expectations over the classes by its token probabilities.

The paper's scale (TreeDebater 3.2): 0 is not impactful, 1 medium, 2 impactful. Where a server tells no probabilities
the model is asked for a number between them, by the client itself (`LLM.expect`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from config.errors import BudgetSpent, ModelOutputError, ProviderError
from config.format import Side
from config.settings import Role
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.scoring import Impact
from planning.ports import LLM, Prompt

CLASSES = (0.0, 1.0, 2.0)
AT_ONCE = 64  # questions handed over at a time; how many are under way is the server's own limit
STANCES = {Side.PRO: "the motion", Side.CON: "the case against the motion"}


class ModelScorer:
    """An `ImpactScorer` over a language model in the scorer's role.

    An answer is kept for as long as this object lives: after a failure, only what has no score is asked again.

    Args:
        at_once: most questions handed to the model at a time.
    """

    name = "language model, a question a call"

    def __init__(self, llm: LLM, *, at_once: int = AT_ONCE) -> None:
        self._llm, self._at_once = llm, at_once
        self._known: dict[Impact, float] = {}

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order.

        One question without an answer does not keep the others from being answered; one that no further call can
        get past (the budget is spent, the key is refused) does.

        Raises:
            ProviderError: the gravest failure, after all that could be scored has been. ValueError: a question that
                is none, see `target`.
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

    Raises:
        ValueError: there is no argument, or a main claim is said to attack.
    """
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


_HOPELESS = 2


def _gravity(error: ProviderError) -> int:
    """How little use there is in going on: asking other questions, asking again later, asking at all."""
    if isinstance(error, BudgetSpent):
        return _HOPELESS
    if isinstance(error, ModelOutputError):
        return 0
    return 1 if error.retryable else _HOPELESS
