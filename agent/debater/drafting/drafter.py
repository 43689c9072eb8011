"""The next statement of a debater, always in the making: planned, written, synthesised and fitted in the background.

Where a method takes its time, its spare's statement is there at once; the method's own draft takes the place of that
one when it has come. What comes after that is in the order in which listeners would miss it: first the draft, then
whether its answers hold, and what an audience would stumble over only while there is time for it. From a little before
the turn on only the draft is waited for: it counts while it is being written, and checks go on beside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

from agent.debater.drafting.asking import Asking
from agent.debater.drafting.beside import FirstWords, guarded
from agent.debater.drafting.composing import without_ends
from agent.debater.drafting.last_draft import Awaited, LastDrafts, with_unsaid
from agent.debater.drafting.meanwhile import TICK_SECONDS, Meanwhile
from agent.debater.drafting.measuring import Measuring, SentenceMaker
from agent.debater.drafting.moments import UNTOLD, Moments, Telling
from agent.debater.drafting.occasions import to_be_answered, too_early_for_ends
from agent.debater.drafting.reviewing import Reviewing
from agent.debater.drafting.shown import Shown
from agent.debater.plan_record import planned
from agent.running.ports import Post
from agent.running.tasks import Tasks
from config.format import Format, Side
from config.statement import Statement
from planning.methods import capabilities
from planning.methods.contract import Commission, Ends, Method, Plan
from speech.timing.duration import Durations
from speech.timing.pace import Pace

MOST_WORDS_PER_SECOND = 4.0  # faster than anybody speaks
PREPARING_SECONDS = 45.0  # that a match may wait for the first draft of a method that takes its time


def nothing_came(really: bool) -> None:
    """Nobody waits for first words that are written by themselves."""


class Drafter:
    """Keeps a statement ready for the side's next turn.

    Args:
        seconds: how long a sentence takes in this voice.
        turn: the one that is being heard or spoken; -1 before the first.
        telling: where the debate stands.
        pace: of the voice.
        statements: what is written already, by turn, in a match that goes on from its log.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        method: Method,
        synthesizer: SentenceMaker,
        seconds: Durations,
        post: Post,
        tasks: Tasks,
        *,
        turn: int = -1,
        statements: dict[int, Statement] | None = None,
        telling: Telling = UNTOLD,
        pace: Pace | None = None,
    ) -> None:
        self.side = side
        spare = capabilities.spare_of(method)
        self._at_once = spare or method
        self._method = method if spare is not None else None  # one that takes its time
        self._format, self._post, self._tasks = match_format, post, tasks
        self._shown = Shown(statements)
        self._last = LastDrafts(seconds, match_format.gap_seconds)
        self._moments = Moments(side, match_format, self._method, self._last, turn, telling)
        self._measuring = Measuring(match_format, self._moments, synthesizer, seconds, pace or Pace(), post, tasks)
        self._reviewing = Reviewing(self._moments, self._shown, self._measuring, post, tasks, self._tell)
        self._meanwhile = Meanwhile(match_format, self._moments, self._last, self._shown, self._measuring, seconds)
        slow, measuring = self._method, self._measuring
        self._asking = Asking(match_format, self._moments, measuring, self._shown, self._last, slow)
        self._first_words = FirstWords()
        self._ending: dict[int, asyncio.Event] = {}  # set when the ends of that turn are there, or will not come
        self._lock, self._thinking = asyncio.Lock(), asyncio.Lock()
        self._drafting: asyncio.Task[None] | None = None
        self._again = False  # something came while a draft was being written

    @property
    def turn(self) -> int:
        """The one that is being heard or spoken; -1 before the first."""
        return self._moments.turn

    @turn.setter
    def turn(self, turn: int) -> None:
        self._moments.turn = turn

    def next_turn(self) -> int | None:
        """Our next speech after the turn that is going on."""
        return self._moments.next_turn()

    async def statement(self, turn: int) -> Statement:
        """The newest statement for this turn."""
        if turn not in self._shown:
            plan = await capabilities.plan(self._at_once, turn)
            drafted = await self._at_once.statement(Commission(turn, plan, self._words(turn)))
            if turn not in self._shown:
                self._shown.show(turn, drafted.sentences if drafted else ())
        return self._shown.statements[turn]

    def newest(self, turn: int) -> Statement | None:
        """The newest statement for this turn, if one is written."""
        return self._shown.statements.get(turn)

    def redraft(self) -> None:
        """Draft in the background; where that is going on already, once more after it."""
        self._again = True
        if self._drafting is None or self._drafting.done():
            self._drafting = self._tasks.spawn(self._redraft(), "drafting")

    def heard_more(self) -> None:
        """Draft from words that have not been read, where there would else be nothing of the method's own."""
        index = self.next_turn()
        if self._method is None or index is None or self._thinking.locked():
            return
        if self._moments.just_in_time(index):
            self.redraft()

    async def _redraft(self) -> None:
        while self._again:
            self._again = False
            await self.draft()

    async def prepare(self) -> None:
        """The first statement is ready; a method that takes its time is waited for a while, and goes on after that."""
        index = self.next_turn()
        if index is not None:
            await self._guarded(self._write_at_once(index))
        self.redraft()
        if self._method is not None and self._drafting is not None:
            await asyncio.wait([self._drafting], timeout=PREPARING_SECONDS)

    async def draft(self, index: int | None = None) -> None:
        """Plan and write for that turn, our next one if left out; a part that fails costs this draft, not the match.

        A turn that has begun in the meantime is written for as long as it goes on.
        """
        index = self.next_turn() if index is None else index
        if index is not None:
            if index > self.turn:
                await self._guarded(self._write_at_once(index))
            if self._method is not None:
                await self._guarded(self._write_newest(index, self._method))

    async def _guarded(self, work: Awaitable[None]) -> None:
        await guarded(work, self._post)

    def _words(self, index: int) -> int:
        """More than fit into a turn: all that can be said."""
        return round(self._format.turns[index].seconds * MOST_WORDS_PER_SECOND)

    async def _write_at_once(self, index: int) -> None:
        """Plan and write, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            plan = await capabilities.plan(self._at_once, index)
            drafted = await self._at_once.statement(Commission(index, plan, self._words(index)))
            written, plan = (drafted.sentences, drafted.plan or plan) if drafted else ((), plan)
            if self._measuring.at_once.get(index) == written:
                return
            self._measuring.at_once[index] = written
            self._tell(index, plan)
            if index in self._moments.given:  # there is a better draft
                return
            self._shown.show(index, written)  # should the turn come now
            sentences, _ = await self._asking.fitted(index, plan, self._at_once)
            if index not in self._moments.given:
                self._shown.show(index, sentences)

    async def _write_newest(self, index: int, method: Method) -> None:
        """One draft more; in a short speech whose other side has yielded the last one, which waits for no older one and
        which none follows, unless it fails."""
        await self._last.over(index)
        if index in self._last:
            return
        if not self._moments.comes_last(index, method):
            while (early := self._moments.too_early(index)) > TICK_SECONDS:
                await asyncio.sleep(early)
            if index in self._last or self._moments.comes_last(index, method) or self._moments.too_late(index):
                return  # the last one is being written, or will be
            await self._write(index, method)
            return
        await self._meanwhile.older_there(index)
        await self.statement(index)
        if index in self._last:  # another call of this has begun it meanwhile
            return
        awaited = self._meanwhile.awaited(index)
        try:
            with self._last.coming(index, awaited):
                await self._write(index, method, awaited)
        finally:
            if not awaited.came and awaited.older:
                self._shown.show(index, awaited.older)

    def expected(self, turn: int, text: str = "") -> float | None:
        """In how many seconds a better draft for that turn is expected; None where none is, or where that text is to be
        spoken until it is there."""
        return self._last.expected(turn, text)

    async def _write(self, index: int, method: Method, awaited: Awaited | None = None) -> None:
        """The method's draft, and then what is left of it after check and audience; what fails leaves the one before.

        Nothing is asked for where the method has written one from just the same before, or only moments ago, or where
        hardly anything of it could still be heard.
        """
        async with self._thinking if awaited is None else asyncio.Lock():
            if self._moments.short(index) and index in self._ending:
                await self._ending[index].wait()  # a draft of as many words that knew nothing of them undoes them
            left = self._moments.seconds_left(index)
            situation = self._moments.situation(index, method)
            if not self._moments.due(index, method, left, situation):
                return
            plan, ends = await capabilities.plan(method, index, left), self._shown.ends.get(index)
            if awaited is None:
                self._moments.asked[index] = asyncio.get_running_loop().time()
            yielded = left == 0.0 and self._moments.underway(index) is None
            self._asking.whole = index if self._moments.in_one_call(index) and yielded and ends is None else None
            begins = self._asking.whole is not None and index > self.turn and not self._first_words.coming
            come = self._first_words.begin() if begins else None
            try:
                sentences, plan = await self._asking.fitted(index, plan, method, come, awaited)
            finally:
                self._asking.whole = None
                if awaited is None:
                    self._moments.asked.pop(index, None)
                if come is not None:
                    come(False)
            sentences = await self._measuring.filled(index, sentences)
            if self._last.overtakes(index, awaited, written=index in self._moments.given):
                self._last.keep(index, sentences)
                if self._last.wants(index):
                    self._meanwhile.late(index, sentences)
                return
            if awaited is not None:
                awaited.came, sentences = True, with_unsaid(awaited.bridge, sentences)
            if too_early_for_ends(self._format, index, left):
                sentences = without_ends(sentences, self._measuring.at_once.get(index, ()))
            self._shown.show(index, sentences, ends)
            self._moments.note(index, situation, left)
            self._tell(index, plan)
            checked = await self._moments.in_time(index, self._reviewing.check(index, method, sentences))
            if checked and self._moments.worth_an_audience(index):
                newest = self._shown.sentences(index)
                await self._moments.in_time(index, self._reviewing.revise(index, method, plan, newest))

    def _begins_whole(self, index: int, method: Method) -> bool:
        """Whether a draft of a short speech begins now that its other side has yielded: that begins and ends it."""
        if not self._moments.in_one_call(index):
            return False
        if index in self._last or self._moments.comes_last(index, method):
            return True
        if self._thinking.locked():  # one that knows less of what was said last is still being written, or this one is
            return self._asking.whole == index
        left = self._moments.seconds_left(index)
        return left == 0.0 and self._moments.due(index, method, left, self._moments.situation(index, method))

    async def end(self, index: int | None) -> None:
        """The other side has yielded: the first and the last passage are written, for the turn that follows."""
        method = self._method
        if method is None or index is None or index < self.turn or not capabilities.writes_last(method):
            return
        if not to_be_answered(self._format, index, self.turn) and not self._moments.over(index):
            await self._guarded(self._write_ends(index, method))

    async def begun(self, turn: int, seconds: float) -> None:
        """Until the first words of that turn are there, if they are being written, but no longer than that."""
        if turn not in self._shown.ends and not self._last.bridge(turn):
            await self._first_words.wait(seconds)

    async def _write_ends(self, index: int, method: Method) -> None:
        await self.statement(index)
        whole = self._begins_whole(index, method)
        waiting = whole and self._first_words.coming  # for those of the draft
        come, ending = nothing_came if waiting else self._first_words.begin(), asyncio.Event()
        if not whole:
            self._ending[index] = ending

        def take(ends: Ends) -> None:
            self._shown.end(index, ends)
            self._measuring.make([*ends.first, *ends.last[-1:]])
            if ends.first:
                come(True)

        try:
            words = self._measuring.fitter(index).words
            wanted = replace(self._asking.commission(index, None, words, (), reserve=True), whole=whole)
            ends = await capabilities.ends(method, wanted, take)
            if ends is not None and self.turn <= index:
                take(ends)
        finally:
            come(False)
            ending.set()
        if index in self._shown.ends and self.turn <= index:
            await self._reviewing.check(index, method, self._shown.sentences(index))

    def _tell(self, index: int, plan: Plan | None) -> None:
        if plan is not None:
            self._post(planned(index, self.side, plan))
