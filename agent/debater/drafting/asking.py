"""A method is asked for a draft, which counts while it comes and is then fitted to its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from agent.debater.drafting.composing import in_front
from agent.debater.drafting.last_draft import Awaited, LastDrafts, with_unsaid
from agent.debater.drafting.measuring import Measuring
from agent.debater.drafting.moments import Moments
from agent.debater.drafting.occasions import of_answers
from agent.debater.drafting.shown import Shown
from config.format import Format
from config.settings import Controller
from config.statement import Priority, Sentence
from planning.methods import capabilities
from planning.methods.contract import Commission, Ends, Method, Plan

STREAMED_SECONDS = 1.5  # of a draft, after its first passage


def ignored(passages: Sequence[Sentence]) -> None:
    """Nobody speaks a draft of which there is only the beginning."""


class Asking:
    """Shows what has come. `slow`: the method that takes its time, of which parts are taken, if one does. `whole`: the
    turn that a draft is being written for which begins and ends it itself."""

    def __init__(
        self,
        match_format: Format,
        moments: Moments,
        measuring: Measuring,
        shown: Shown,
        last: LastDrafts,
        slow: Method | None,
    ) -> None:
        self._format, self._moments, self._measuring = match_format, moments, measuring
        self._shown, self._last, self._slow = shown, last, slow
        self.whole: int | None = None

    def _arrived(
        self,
        index: int,
        there: Sequence[Sentence],
        ends: Ends | None,
        awaited: Awaited | None,
        passages: tuple[Sentence, ...],
    ) -> None:
        """A draft has come so far: what is there of it is spoken first, and what it has not touched after that; of the
        last draft of a short speech, when all is there, nothing else."""
        if self._last.overtakes(index, awaited, written=index in self._moments.given):
            return
        if awaited is not None and any(one.priority is Priority.CLOSING for one in passages):
            awaited.came = True
            self._shown.show(index, self._measuring.extended(index, with_unsaid(awaited.bridge, passages)), ends)
        else:
            self._shown.show(index, in_front(passages, there), ends)
        self._measuring.make(passages)

    async def fitted(
        self,
        index: int,
        plan: Plan | None,
        method: Method,
        begun: Callable[[bool], None] | None = None,
        awaited: Awaited | None = None,
    ) -> tuple[tuple[Sentence, ...], Plan | None]:
        """What delivery may deal from, and the plan it carries out; `begun` is told when there is anything of it."""
        situation = self._moments.situation(index, method)
        there, _ = self._shown.draft(index)
        arrived = partial(self._arrived, index, there, self._shown.ends.get(index), awaited)
        takes_parts = method is self._slow
        clock = asyncio.get_running_loop().time

        async def write(words: int, so_far: Sequence[Sentence]) -> Sequence[Sentence] | None:
            nonlocal plan
            changed = awaited is None and self._moments.situation(index, method) != situation
            no_more = awaited is not None and of_answers(self._format.turns[index])  # it would come too late
            if so_far and (changed or no_more or self._moments.comes_again(index)):
                return None  # what will be said, or has come since, matters more than to fill the time
            if not so_far:  # of the whole speech, be it that it has begun
                words = self._measuring.fitter(index).words
            wanted, asked = self.commission(index, plan, words, so_far, reserve=True), clock()
            first: float | None = None
            whole: float | None = None

            def come(passages: tuple[Sentence, ...]) -> None:
                nonlocal first, whole
                if first is None:
                    first = self._moments.took = clock() - asked
                if whole is None and any(one.priority is Priority.CLOSING for one in passages):
                    whole = clock() - asked
                    self._moments.streams = whole - first > STREAMED_SECONDS
                arrived(passages)
                if begun is not None:
                    begun(True)

            drafted = await capabilities.statement(method, wanted, ignored if so_far or not takes_parts else come)
            if drafted is None:
                return None
            plan = plan if so_far else drafted.plan or plan
            if takes_parts and not so_far:
                come(drafted.sentences)  # what is asked for beside it only fills the time
            return drafted.sentences

        from_second = self._last.heard_from(index) if awaited is not None else 0.0
        sentences = await self._measuring.fitter(index, from_second).hold(
            Controller.OURS, self._format.turns[index].seconds, write
        )
        return sentences, plan

    def commission(
        self, index: int, plan: Plan | None, words: int, so_far: Sequence[Sentence], *, reserve: bool
    ) -> Commission:
        """What a method is asked for, and told beside it."""
        left, unread = self._moments.seconds_left(index), tuple(self._moments.unread())
        underway = self._moments.underway(index)
        air, heard_from = "", None
        whole = self.whole == index and not so_far
        meanwhile = self._last.bridge(index) if whole else ()
        if whole and index in self._last:
            heard_from = self._last.heard_from(index) or None
        if underway is not None:
            elapsed = self._format.turns[index].seconds - underway.left
            there = elapsed + self._moments.took  # when there will be anything of it
            air, heard_from = underway.in_the_air, max(underway.heard_from, there)
        shown = self._shown.sentences(index) if index in self._moments.given else ()
        return Commission(index, plan, words, so_far, reserve, left, unread, air, heard_from, shown, whole, meanwhile)
