"""Whether an answer is right, by its label or by reference answers; refusals are told apart and counted both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agent.verifying.claims import Item
from planning.asking.answers import Shape
from planning.growth.calls import Calls
from planning.verify.baselines import Outcome
from planning.verify.prompts import render
from planning.verify.questions import drawn
from planning.verify.record import Verdict
from planning.verify.roles import GRADER

How = Literal["label", "free", "choice"]
ABSTAINS = frozenset({Verdict.NEITHER, Verdict.CLARIFY, Verdict.UNDECIDED})


@dataclass(frozen=True)
class Grade:
    """`right`: it is what the references say. `false_claim`: it says something false. `refuses`: it gives no answer."""

    right: bool
    false_claim: bool
    refuses: bool

    @property
    def lenient(self) -> bool:
        """As in the paper: whatever states nothing false is true, refusals and vague answers among it."""
        return not self.false_claim

    @property
    def strict(self) -> bool:
        """A refusal is wrong, unless it is what the references say."""
        return self.right and not self.false_claim


class FreeGrade(Shape):
    false_claim: bool
    agrees: bool
    refuses: bool


class ChoiceGrade(Shape):
    option: int


def how_of(item: Item, wanted: Literal["free", "choice"]) -> How:
    return "label" if item.label is not None else wanted


async def graded(calls: Calls, item: Item, outcome: Outcome, how: How) -> Grade:
    """Raises ProviderError: the grading model has no answer."""
    if how == "label":
        refuses = outcome.verdict in ABSTAINS
        right = outcome.verdict.value == item.label
        return Grade(right, not right and not refuses, refuses)
    if outcome.verdict is Verdict.UNDECIDED:
        return Grade(right=False, false_claim=False, refuses=True)
    if how == "choice":
        return await _choice(calls, item, outcome)
    prompt = render(
        "grade_free",
        question=item.assignment.text,
        right="\n".join(item.right),
        wrong="\n".join(item.wrong),
        answer=outcome.answer,
    )
    given = await calls.ask(GRADER, prompt, FreeGrade)
    return Grade(given.agrees, given.false_claim, given.refuses)


async def _choice(calls: Calls, item: Item, outcome: Outcome) -> Grade:
    """Of the best right and the best wrong answer; which stands first is drawn by the question."""
    options = [item.right[0], item.wrong[0]]
    if drawn(item.assignment.text):
        options.reverse()
    listed = "\n".join(f"{number}. {one}" for number, one in enumerate(options, 1))
    prompt = render("grade_choice", question=item.assignment.text, options=listed, answer=outcome.answer)

    def fault(answer: ChoiceGrade) -> str | None:
        return None if 0 <= answer.option <= len(options) else "option is 0, 1 or 2"

    option = (await calls.ask(GRADER, prompt, ChoiceGrade, fault)).option
    right = option > 0 and options[option - 1] == item.right[0]
    return Grade(right, option > 0 and not right, option == 0)
