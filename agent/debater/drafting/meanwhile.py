"""A short speech while its last draft is being written: what is spoken of the older one, be it that it comes late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from agent.debater.drafting.bridging import before, bridge
from agent.debater.drafting.last_draft import Awaited, LastDrafts
from agent.debater.drafting.measuring import Measuring
from agent.debater.drafting.moments import HEARD_SECONDS, LATE_SECONDS, Moments
from agent.debater.drafting.shown import Shown
from config.format import Format
from config.statement import Sentence

TICK_SECONDS = 0.05


class Meanwhile:
    """Shows it. `seconds`: of a text, spoken."""

    def __init__(
        self,
        match_format: Format,
        moments: Moments,
        last: LastDrafts,
        shown: Shown,
        measuring: Measuring,
        seconds: Callable[[str], float],
    ) -> None:
        self._format, self._moments, self._last, self._shown = match_format, moments, last, shown
        self._measuring, self._seconds = measuring, seconds

    def awaited(self, index: int) -> Awaited:
        """When that draft will have come, and what is spoken until then of what there is, in place of anything else."""
        took, there = self._moments.usual, self._shown.sentences(index)
        due = asyncio.get_running_loop().time() + took
        speech, wait = self._format.turns[index], took - self._format.gap_seconds
        left = speech.seconds - wait
        if self._moments.underway(index) is not None or not self._moments.took or left < HEARD_SECONDS:
            return Awaited(due)
        spoken = bridge(there, wait, left, self._seconds, speech.stage)
        if spoken:
            self._shown.show(index, before(spoken, there), self._shown.ends.get(index))
            self._measuring.make(spoken)
        return Awaited(due, spoken, older=there)  # which goes on as it was, should it fail

    async def older_there(self, index: int) -> None:
        """An older draft that is there in a moment is waited for, so that the last one goes on from it."""
        clock, given = asyncio.get_running_loop().time, self._moments.given_at.get(index)
        if index not in self._moments.asked or not self._moments.took or self._moments.underway(index) is not None:
            return
        if abs(self._moments.asked[index] + self._moments.took - clock()) > min(LATE_SECONDS, self._format.gap_seconds):
            return
        until = clock() + LATE_SECONDS
        while clock() < until and index in self._moments.asked and self._moments.given_at.get(index) == given:
            await asyncio.sleep(TICK_SECONDS)

    def late(self, index: int, draft: Sequence[Sentence]) -> None:
        """An older draft that comes when the last one has been asked for: what of it is spoken until that is there."""
        speech, underway, due = self._format.turns[index], self._moments.underway(index), self._last.seconds(index)
        if underway is None:
            pause, left = max(0.0, self._format.gap_seconds - (self._moments.took - due)), speech.seconds
        else:
            pause, left = underway.heard_from - (speech.seconds - underway.left), underway.left
        spoken = bridge(draft, due - pause, left - (due - pause), self._seconds, speech.stage)
        if any(one.answers for one in spoken):
            self._last.rebridged(index, spoken)
            self._shown.show(index, before(spoken, draft), self._shown.ends.get(index))
            self._measuring.make(spoken)
