"""Who of the team speaks next. Pure.

A stage of the debate goes through steps; each has a role that speaks in it, and what that role does decides which step
comes next. It is this table, and no model, that gives the word:

    step      who        does                     then
    search    Searcher   has looked               outline
    outline   Analyzer   has outlined             write
    write     Writer     has written              review
                         ... and orders           supply
    supply    Searcher   has looked               write
    review    Reviewer   accepts                  done
                         asks for changes         revise
    revise    Writer     has written              review
                         ... and orders           supply

A stage begins with `search` where there is no knowledge base yet, else with `outline`. The step of a role that is left
out (the paper's ablations), or that has used up what it may do in a stage, is passed over, and an order that nobody
may carry out any more is none. A role that fails is passed over too; without a Writer there is nothing, so where it
fails the stage is over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Teammate(StrEnum):
    """The four roles."""

    SEARCHER = "searcher"
    ANALYZER = "analyzer"
    WRITER = "writer"
    REVIEWER = "reviewer"


class Step(StrEnum):
    """What is due."""

    SEARCH = "search"
    OUTLINE = "outline"
    WRITE = "write"
    SUPPLY = "supply"
    REVIEW = "review"
    REVISE = "revise"
    DONE = "done"


class Outcome(StrEnum):
    """What became of a step."""

    MADE = "made"
    ORDERED = "ordered"  # written, but material is missing
    ACCEPTED = "accepted"
    REFUSED = "refused"  # changes are asked for
    FAILED = "failed"


WHO: Mapping[Step, Teammate] = {
    Step.SEARCH: Teammate.SEARCHER,
    Step.OUTLINE: Teammate.ANALYZER,
    Step.WRITE: Teammate.WRITER,
    Step.SUPPLY: Teammate.SEARCHER,
    Step.REVIEW: Teammate.REVIEWER,
    Step.REVISE: Teammate.WRITER,
}
NEXT: Mapping[tuple[Step, Outcome], Step] = {
    (Step.SEARCH, Outcome.MADE): Step.OUTLINE,
    (Step.SEARCH, Outcome.FAILED): Step.OUTLINE,
    (Step.OUTLINE, Outcome.MADE): Step.WRITE,
    (Step.OUTLINE, Outcome.FAILED): Step.WRITE,
    (Step.WRITE, Outcome.MADE): Step.REVIEW,
    (Step.WRITE, Outcome.ORDERED): Step.SUPPLY,
    (Step.WRITE, Outcome.FAILED): Step.DONE,
    (Step.SUPPLY, Outcome.MADE): Step.WRITE,
    (Step.SUPPLY, Outcome.FAILED): Step.REVIEW,
    (Step.REVIEW, Outcome.ACCEPTED): Step.DONE,
    (Step.REVIEW, Outcome.REFUSED): Step.REVISE,
    (Step.REVIEW, Outcome.FAILED): Step.DONE,
    (Step.REVISE, Outcome.MADE): Step.REVIEW,
    (Step.REVISE, Outcome.ORDERED): Step.SUPPLY,
    (Step.REVISE, Outcome.FAILED): Step.DONE,
}
_PASSED_OVER: Mapping[Step, Step] = {
    Step.SEARCH: Step.OUTLINE,
    Step.OUTLINE: Step.WRITE,
    Step.SUPPLY: Step.REVIEW,
    Step.REVIEW: Step.DONE,
}


@dataclass(frozen=True)
class Rules:
    """What a stage allows: so many reviews, so many orders to the Searcher, and who is not on the team."""

    rounds: int = 4
    orders: int = 4
    without: Collection[Teammate] = ()


@dataclass(frozen=True)
class Progress:
    """Where a stage is, and how often the Reviewer and, for the Writer, the Searcher have spoken in it."""

    step: Step = Step.DONE
    rounds: int = 0
    orders: int = 0

    @property
    def speaker(self) -> Teammate | None:
        """Whose turn it is; None where the stage is over."""
        return WHO.get(self.step)

    def begun(self, step: Step, rules: Rules) -> Progress:
        """Once more from that step on; what was used up before stays so."""
        return self._at(step, rules)

    def after(self, outcome: Outcome, rules: Rules) -> Progress:
        """What is due then. Raises ValueError: that cannot come of this step."""
        if (self.step, outcome) not in NEXT:
            raise ValueError(f"{outcome} cannot come of {self.step}")
        done = replace(
            self,
            rounds=self.rounds + (self.step is Step.REVIEW),
            orders=self.orders + (self.step is Step.SUPPLY),
        )
        return done._at(NEXT[self.step, outcome], rules)

    def _at(self, step: Step, rules: Rules) -> Progress:
        while step in _PASSED_OVER and not self._may(step, rules):
            step = _PASSED_OVER[step]
        return replace(self, step=step)

    def _may(self, step: Step, rules: Rules) -> bool:
        spent = (step is Step.REVIEW and self.rounds >= rules.rounds) or (
            step is Step.SUPPLY and self.orders >= rules.orders
        )
        return WHO[step] not in rules.without and not spent
