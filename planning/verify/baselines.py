"""Other ways to spend the same number of calls on a claim: the tree is worth what it gains on them.

- `single`: one answer.
- `best_of`: samples, of which the model picks the best (the paper, with five); `vote`: the verdict of most of them.
- `flat`: an answer, criticism and revision in turn, and a sum (the paper's two-round debate).
- `search`: an answer taken apart into facts, each looked up and rated (after SAFE, Wei et al. 2024).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from config.errors import ModelOutputError, ProviderError
from planning.asking.answers import Shape
from planning.asking.journal import SEARCH_SECONDS
from planning.debate.argument import EvidenceSource, evidence_lines
from planning.growth.calls import Calls
from planning.growth.levels import together
from planning.language.text import clean
from planning.verify.prompts import render
from planning.verify.record import Verdict
from planning.verify.roles import CRITIC, JUDGE, SAMPLER, SINGLE
from planning.verify.shapes import Share
from planning.verify.verifying import Assignment

SHOWN = 5  # items of evidence
NOTHING = "(nothing)"


class GivenAnswer(Shape):
    verdict: Literal["yes", "no", "neither", "open"]
    answer: str
    confidence: float = Share


class Picked(Shape):
    number: int


class Criticism(Shape):
    criticism: str


class FactList(Shape):
    facts: list[str]


class FactRating(Shape):
    rating: Literal["supported", "refuted", "unknown"]
    reason: str


@dataclass(frozen=True)
class Outcome:
    """What a way came to. `answers`: questions to models it took, those for answers of no use not among them."""

    verdict: Verdict
    answer: str
    confidence: float
    answers: int


Way = Callable[["Baselines", int], Awaitable[Outcome]]


class Baselines:
    """All ways for one claim. `source`: where `search` looks; without one the model has only what it knows."""

    def __init__(self, calls: Calls, assignment: Assignment, source: EvidenceSource | None = None) -> None:
        self._calls, self._source = calls, calls.source(source)
        self._about = {"question": assignment.text, "claim": assignment.claim}
        self._claim = assignment.claim

    async def single(self, budget: int) -> Outcome:
        """One answer, whatever the budget. Raises ProviderError, as all of them."""
        given = await self._calls.ask(SINGLE, render("single", **self._about, evidence=""), GivenAnswer, self._fault)
        return self._outcome(given, 1)

    async def best_of(self, budget: int) -> Outcome:
        """As many samples as leave a call to pick one. The confidence is the chosen sample's own."""
        samples = await self._samples(max(1, budget - 1))
        listed = "\n".join(f"{n}. {one.verdict}: {clean(one.answer)}" for n, one in enumerate(samples, 1))

        def fault(answer: Picked) -> str | None:
            return None if 1 <= answer.number <= len(samples) else f"there are answers 1 to {len(samples)}"

        picked = await self._calls.ask(JUDGE, render("pick", **self._about, answers=listed), Picked, fault)
        return self._outcome(samples[picked.number - 1], len(samples) + 1)

    async def vote(self, budget: int) -> Outcome:
        """As many samples; of a claim what most say (a tie is neither), of a question the answer most like the others.
        The confidence is the share of samples that agree."""
        samples = await self._samples(max(1, budget))
        ranked = Counter(one.verdict for one in samples).most_common()
        tied = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
        verdict = "neither" if tied else ranked[0][0]
        alike = [one for one in samples if one.verdict == verdict]
        most = max(alike or samples, key=lambda one: one.confidence)
        share = len(alike) / len(samples)
        found = GivenAnswer(verdict=verdict, answer=most.answer if alike else "It is not known.", confidence=share)
        return self._outcome(found, len(samples))

    async def flat(self, budget: int) -> Outcome:
        """Answer, then criticism and revision as often as there are calls for, and a sum: 2 rounds make 6 calls."""
        current = await self._calls.ask(SINGLE, render("single", **self._about, evidence=""), GivenAnswer, self._fault)
        said, asked = [_line("Answer", current)], 1
        while asked + 2 < budget or asked == 1:
            prompt = render("critic", **self._about, transcript="\n".join(said))
            criticism = (await self._calls.ask(CRITIC, prompt, Criticism)).criticism
            said.append(f"Criticism: {clean(criticism)}")
            current = await self._revised(said, last=False)
            said.append(_line("Answer", current))
            asked += 2
        if asked < budget:
            current, asked = await self._revised(said, last=True), asked + 1
        return self._outcome(current, asked)

    async def search(self, budget: int) -> Outcome:
        """Answer, facts, and a rating for each of them. A refuted fact turns the verdict to neither, where more of them
        are refuted than supported; the confidence is the share supported."""
        given = await self._calls.ask(SINGLE, render("single", **self._about, evidence=""), GivenAnswer, self._fault)
        most = max(1, budget - 2)
        prompt = render("facts", **self._about, answer=given.answer, most=most)
        facts = [clean(one) for one in (await self._calls.ask(JUDGE, prompt, FactList)).facts if clean(one)][:most]
        ratings = await together(self._rated(fact) for fact in facts)
        counts = Counter(ratings)
        share = counts["supported"] / len(ratings) if ratings else given.confidence
        verdict = given.verdict if counts["refuted"] <= counts["supported"] else "neither"
        answer = given.answer if verdict == given.verdict else "What is commonly said about it was not borne out."
        checked = GivenAnswer(verdict=verdict, answer=answer, confidence=share)
        return self._outcome(checked, 2 + len(ratings))

    async def _samples(self, count: int) -> list[GivenAnswer]:
        """So many, fewer where answers are of no use. Raises ProviderError: there are none."""
        prompt = render("single", **self._about, evidence="")
        lost: list[ModelOutputError] = []

        async def one(number: int) -> GivenAnswer | None:
            try:
                return await self._calls.ask(SAMPLER, prompt, GivenAnswer, self._fault, sample=number)
            except ModelOutputError as error:
                lost.append(error)
                return None

        found = [one for one in await together(one(number) for number in range(count)) if one is not None]
        if not found:
            raise lost[0]
        return found

    async def _revised(self, said: Sequence[str], *, last: bool) -> GivenAnswer:
        prompt = render("revise_answer", **self._about, transcript="\n".join(said), last=last)
        return await self._calls.ask(SINGLE, prompt, GivenAnswer, self._fault)

    async def _rated(self, fact: str) -> str:
        shown = NOTHING
        if self._source is not None:
            try:
                found = await self._source.search(fact, SHOWN, SEARCH_SECONDS)
            except ProviderError:
                found = []  # as where nothing is found
            items = {f"e{number}": item for number, item in enumerate(found, 1)}
            shown = "\n".join(evidence_lines(items, list(items))) or NOTHING
        return (await self._calls.ask(JUDGE, render("fact_check", fact=fact, evidence=shown), FactRating)).rating

    def _fault(self, given: GivenAnswer) -> str | None:
        if self._claim and given.verdict == "open":
            return "it is a claim; verdict is yes, no or neither"
        return None if clean(given.answer) else "answer is empty"

    def _outcome(self, given: GivenAnswer, answers: int) -> Outcome:
        verdict = Verdict.ANSWER if given.verdict == "open" else Verdict(given.verdict)
        return Outcome(verdict, clean(given.answer), given.confidence, answers)


WAYS: dict[str, Way] = {
    "single": Baselines.single,
    "best_of": Baselines.best_of,
    "vote": Baselines.vote,
    "flat": Baselines.flat,
    "search": Baselines.search,
}


def _line(who: str, given: GivenAnswer) -> str:
    return f"{who}: {given.verdict}, {given.confidence:.2f}: {clean(given.answer)}"
