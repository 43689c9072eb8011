"""What becomes of a draft beside its writer: whether it holds is checked, and an audience may hear it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.debater.drafting.beside import Checking, Draft, guarded
from agent.debater.drafting.measuring import Measuring
from agent.debater.drafting.moments import Moments
from agent.debater.drafting.shown import Shown
from agent.debater.plan_record import verified
from agent.match.events import AudienceFeedback, AudienceIssue, StatementRevised
from agent.running.ports import Post
from agent.running.tasks import Tasks
from config.statement import Sentence
from planning.methods import capabilities
from planning.methods.contract import Method, Plan, Revised


class Reviewing:
    """Changes what is shown. `tell`: of the plan of a turn. `check`: has a draft checked, see `Checking`."""

    def __init__(
        self,
        moments: Moments,
        shown: Shown,
        measuring: Measuring,
        post: Post,
        tasks: Tasks,
        tell: Callable[[int, Plan | None], None],
    ) -> None:
        self._moments, self._shown, self._measuring = moments, shown, measuring
        self._post, self._tell = post, tell
        self.check = Checking(tasks, self._check_one)

    async def _check_one(self, draft: Draft) -> None:
        index, method, sentences = draft
        if index >= self._moments.turn:
            await guarded(self._checked(index, method, sentences), self._post)

    async def _checked(self, index: int, method: Method, sentences: tuple[Sentence, ...]) -> None:
        """What it changes is changed in the newest statement, which may be another one by then."""
        in_time = self._moments.turn < index
        checked = await capabilities.checked(method, index, sentences, in_time=in_time)
        for one in capabilities.verified(method):
            self._post(verified(self._moments.side, one))
        if checked is not None and tuple(checked) != sentences:
            if in_time and self._moments.turn < index:
                await self._measuring.fitter(index).settle(tuple(checked))
            self._shown.mend(index, sentences, checked)
            self._revised(index, "the independent check")

    async def revise(self, index: int, method: Method, plan: Plan | None, before: tuple[Sentence, ...]) -> None:
        """As often as it would be heard once more, as long as nothing newer has been written."""
        self._moments.received.add(index)
        while (revised := await self._heard_once(index, method, plan, before)) is not None:
            plan, before = revised

    async def _heard_once(
        self, index: int, method: Method, plan: Plan | None, before: tuple[Sentence, ...]
    ) -> tuple[Plan | None, tuple[Sentence, ...]] | None:
        """What is to be heard next, if anything is."""
        spoken = self._measuring.fitter(index).chosen(before)
        revised = await self.heard(index, method, plan, before, spoken)
        if revised is None:
            return None
        again = (revised.plan, revised.sentences) if revised.more else None
        if revised.sentences == before:
            if revised.plan != plan:
                self._tell(index, revised.plan)
            return again
        await self._measuring.fitter(index).settle(revised.sentences)
        after = await self._measuring.filled(index, revised.sentences)
        if self._shown.sentences(index) != before:
            return None  # it is about words that are not there any more
        self._shown.show(index, after, self._shown.ends.get(index))
        self._revised(index, revised.by or "the simulated audience")
        self._tell(index, revised.plan)
        await self.check(index, method, revised.sentences)
        return again

    async def heard(
        self, index: int, method: Method, plan: Plan | None, before: Sequence[Sentence], spoken: Sequence[Sentence]
    ) -> Revised | None:
        """What an audience makes of a draft, which is told; None where nobody listens."""
        revised = await capabilities.revised(method, index, plan, before, spoken)
        if revised is not None:
            issues = tuple(
                AudienceIssue(dimension=one.dimension, issue=one.issue, effect=one.effect, revision=one.revision)
                for one in revised.issues
            )
            told = AudienceFeedback(
                turn=index, side=self._moments.side, issues=issues, example=revised.example, by=revised.by
            )
            self._post(told)
        return revised

    def _revised(self, index: int, reason: str) -> None:
        sentences = self._shown.sentences(index)
        self._post(StatementRevised(turn=index, side=self._moments.side, sentences=sentences, reason=reason))
