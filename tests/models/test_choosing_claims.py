"""Which of its main claims a case stands on, chosen by a model: when, from what, and logged each time."""

from __future__ import annotations

import asyncio
from typing import Any

from agent.debater.plan_record import planned
from agent.local.virtual_time import run
from config.format import Side
from config.settings import Thinking
from config.statement import Priority, Sentence
from planning.methods.treedebater.choosing.choose import CaseChoice
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format
from tests.models.scripted import ScriptedModel, Turn, after


class Chooser:
    """Con opens second, in ten seconds, and has more main claims than it can use; each choice is another claim."""

    def __init__(self) -> None:
        motion = Library().get("fat-tax")
        self.roots = motion.roots(Side.CON)
        self.model = ScriptedModel(writer=self._choice, extractor={"actions": []})
        self.strategy = Strategy(motion, Side.CON, short_format(), BagEmbedder(), "seed")
        self.method = TreeDebaterWithModel(TreeDebater(self.strategy, compute), self.model, Thinking())
        self.logged: list[CaseChoice] = []
        self.takes = 0.0

    def _choice(self, turn: Turn) -> Any:
        return after(self.takes, {"claims": [self.roots[turn.number].id], "framework": f"Choice {turn.number}."})

    def hears(self, until: float) -> None:
        asyncio.run(self.method.hear(0, [Passage("taxes on fat are unfair to the poor", until - 2, until)]))

    def plans(self, seconds_left: float | None = None) -> int:
        """Which of its claims the case stands on now; what the plan tells is logged."""
        plan = run(self.method.plan(1, seconds_left), fast=True)
        told = planned(1, Side.CON, plan).detail
        self.logged.append(CaseChoice.model_validate(told["case"]))
        (claim,) = self.strategy.main_claims
        return [root.id for root in self.roots].index(claim)


def test_claims_are_chosen_for_the_turn_and_again_when_the_other_side_has_opened_and_logged_each_time() -> None:
    chooser = Chooser()
    assert [chooser.plans(), chooser.plans()] == [0, 0]  # once: nothing was heard
    chooser.hears(5.0)
    assert chooser.plans() == 0
    chooser.hears(9.0)
    assert chooser.plans() == 1
    k = short_format().look_ahead(1)
    assert [(one.k, one.heard, one.why) for one in chooser.logged] == [
        (k, 0, "Choice 0."), (k, 0, "Choice 0."), (k, 0, "Choice 0."), (k, 2, "Choice 1."),
    ]  # fmt: skip
    assert f"(strength {chooser.roots[0].f(k):.2f})" in chooser.model.asked[0].prompt.user
    assert k == 2


def test_once_a_sentence_of_the_case_was_spoken_nothing_is_chosen_again() -> None:
    chooser = Chooser()
    chooser.plans()
    spoken = Sentence(id="s1", text="We begin.", unit="u1", priority=Priority.MUST)
    asyncio.run(chooser.method.spoke(1, spoken, Passage(spoken.text, 0.0, 1.0)))
    chooser.hears(9.0)
    assert chooser.plans() == 0


def test_a_choice_that_would_come_after_the_opening_has_begun_is_not_made() -> None:
    chooser = Chooser()
    chooser.takes = 6.0
    assert chooser.plans() == 0
    chooser.hears(9.0)
    assert chooser.plans(seconds_left=0.0) == 0, "the case would change in the middle of the speech"
    assert chooser.plans(seconds_left=6.5) == 1
