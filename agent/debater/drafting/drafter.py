"""The next statement of a debater, always in the making: planned, written, synthesised and fitted in the background.

Where a method takes its time, its spare's statement is there at once; the method's own draft takes the place of that
one when it has come. What comes after that is in the order in which listeners would miss it: first the draft, then
whether its answers hold, and what an audience would stumble over only while there is time for it. From a little before
the turn on only the draft is waited for: it counts while it is being written, and checks go on beside it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from agent.debater.drafting.beside import Checking, Draft, FirstWords
from agent.debater.drafting.bridging import before, bridge
from agent.debater.drafting.composing import in_front, without_ends
from agent.debater.drafting.fitting import Fitter
from agent.debater.drafting.last_draft import Awaited, LastDrafts, with_unsaid
from agent.debater.drafting.occasions import (
    for_an_audience,
    next_speech,
    of_answers,
    to_be_answered,
    too_early_for_ends,
)
from agent.debater.drafting.shown import Shown
from agent.debater.plan_record import planned, verified
from agent.match.events import AudienceFeedback, AudienceIssue, Degraded, FitStep, StatementRevised
from agent.running.ports import Post
from agent.running.tasks import Tasks, within
from config.errors import RostrumError, in_one_line
from config.format import Format, Side, Stage
from config.settings import Controller
from config.statement import Priority, Sentence, Statement, without
from planning.methods import capabilities
from planning.methods.contract import Commission, Ends, Method, Plan, Revised
from speech.timing.duration import Durations, HasSeconds
from speech.timing.fit import Window
from speech.timing.length_search import extended
from speech.timing.pace import Pace
from speech.timing.steps import Step

log = logging.getLogger("rostrum.drafting")

LEAST_WORDS = 7  # of a passage of the spare's; "Keep hold of that." says nothing behind words of the method's
MOST_WORDS_PER_SECOND = 4.0  # faster than anybody speaks
PREPARING_SECONDS = 45.0  # that a match may wait for the first draft of a method that takes its time
SPARE = 9  # marks passages of the spare's among the method's own
NEAR_SECONDS = 15.0  # before the turn, from which only reader and writer are waited for
MADE_AT_ONCE = 4  # sentences of a beginning
SHORT_SECONDS = 90.0  # of a speech, for less of which a draft is hardly longer than its first and last words
HEARD_SECONDS = 5.0  # of a speech, with less of which left when a draft would come nothing of it is heard
EARLY_SECONDS = 8.0  # more than a draft takes, in which a first one may begin before anything has been read
STREAMED_SECONDS = 1.5  # of a draft, after its first passage
LEAST_TOOK = 3.0  # seconds that a draft is thought to take
LEAST_SECONDS = 8.0  # of a speech, with less of which nothing more is written for it
OLDER_SECONDS = 0.25  # before the other side is done, by which the older draft of a short speech should be there
LATE_SECONDS = 1.5  # of the pause after that, in which the last draft waits for an older one, to know what it says
TICK_SECONDS = 0.05


@dataclass(frozen=True)
class Underway:
    """A speech that has begun: the seconds that are left of it, the sentence in the air, and from which second of the
    turn on anything else can be heard."""

    left: float
    in_the_air: str = ""
    heard_from: float = 0.0


def ignored(passages: Sequence[Sentence]) -> None:
    """Nobody speaks a draft of which there is only the beginning."""


def nothing_came(really: bool) -> None:
    """Nobody waits for first words that are written by themselves."""


class SentenceMaker(Protocol):
    """Who will speak: which sentences it has made, so that their length is known, and a way to have more made."""

    def known(self, text: str) -> HasSeconds | None: ...

    async def made(self, texts: Sequence[str]) -> None: ...


class Drafter:
    """Keeps a statement ready for the side's next turn.

    Args:
        seconds: how long a sentence takes in this voice.
        turn: the one that is being heard or spoken; -1 before the first.
        seconds_left: until a turn begins, as far as that can be told.
        unread: what was heard and is not in the method's record yet.
        underway: where the speech of that turn stands, None where it is not being given.
        known: changes with whatever the method is told, for one that does not say what it writes from.
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
        seconds_left: Callable[[int], float | None] = lambda turn: None,
        unread: Callable[[], Sequence[str]] = tuple,
        underway: Callable[[int], Underway | None] = lambda turn: None,
        known: Callable[[], Hashable] = lambda: 0,
        pace: Pace | None = None,
    ) -> None:
        self.side, self.turn = side, turn
        spare = capabilities.spare_of(method)
        self._at_once = spare or method
        self._method = method if spare is not None else None  # one that takes its time
        self._format, self._synthesizer, self._seconds, self._post, self._tasks = (
            match_format,
            synthesizer,
            seconds,
            post,
            tasks,
        )
        self._shown = Shown(statements)
        self._written: dict[int, tuple[Sentence, ...]] = {}  # at once, before any length was known
        self._given: dict[int, Hashable] = {}  # what the method last wrote from, by turn
        self._given_at: dict[int, float] = {}  # and how many seconds before the turn that was
        self._received: set[int] = set()  # turns for which an audience has been asked
        self._seconds_left, self._unread, self._known, self._underway = seconds_left, unread, known, underway
        self._pace = pace or Pace()
        self._first_words = FirstWords()
        self._ending: dict[int, asyncio.Event] = {}  # set when the ends of that turn are there, or will not come
        self._last = LastDrafts(seconds, match_format.gap_seconds)
        self._whole: int | None = None  # the turn that a draft is being written for which begins and ends it itself
        self._took = 0.0  # seconds until there was anything of the last draft
        self._streams = False  # whether that was long before it was whole: then first words come sooner by themselves
        self._check = Checking(tasks, self._check_one)
        self._lock, self._thinking = asyncio.Lock(), asyncio.Lock()
        self._drafting: asyncio.Task[None] | None = None
        self._again = False  # something came while a draft was being written
        self._asked: dict[int, float] = {}  # when a draft that is being written was asked for, by turn

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
        """Where calls are slow nothing of a short speech has been read when there is just time for one draft more: then
        that is written from its words, so that ours does not begin with nothing of the method's own."""
        index = self.next_turn()
        if self._method is None or index is None or index in self._given or self._thinking.locked():
            return
        left = self._seconds_left(index)
        if left is not None and 0 < left - max(self._took, LEAST_TOOK) < EARLY_SECONDS:
            self.redraft()

    def _has_older(self, index: int) -> bool:
        """Whether that is a short speech that begins with what an older draft says, until its last one is there."""
        method, speech = self._method, self._format.turns[index]
        answers = speech.stage is not Stage.OPENING and not speech.blind and speech.points_of_information is None
        return method is not None and answers and capabilities.writes_last(method) and self._in_one_call(index)

    def _too_early(self, index: int) -> float:
        """Seconds until a draft for that turn should begin that is there just before the other side is done and has
        heard most; 0 where one may begin now, and another one do that."""
        left, lead = self._seconds_left(index), self._took + OLDER_SECONDS
        last_of_theirs = index - self.turn <= 2  # it goes on or is next
        if left is None or not self._took or not self._has_older(index) or not last_of_theirs:
            return 0.0
        between = max(self._took, capabilities.redraft_seconds(self._method)) if self._method else 0.0
        return left - lead if lead < left < lead + between else 0.0

    def _too_late(self, index: int) -> bool:
        """Whether an older draft that began now would be there long after the last one has begun, and there is one."""
        left = self._seconds_left(index)
        if left is None or not left or index not in self._given or not self._has_older(index):
            return False
        return left < self._took - LATE_SECONDS

    async def _redraft(self) -> None:
        while self._again:
            self._again = False
            await self.draft()

    def next_turn(self) -> int | None:
        """Our next speech after the turn that is going on."""
        return next_speech(self._format, self.side, self.turn)

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
        try:
            await work
        except Exception as error:
            log.warning("no draft: %s", in_one_line(error), exc_info=None if isinstance(error, RostrumError) else error)
            self._post(Degraded(part="drafting", reason=in_one_line(error), instead="the draft before it"))

    def _words(self, index: int) -> int:
        """More than fit into a turn: all that can be said."""
        return round(self._format.turns[index].seconds * MOST_WORDS_PER_SECOND)

    async def _write_at_once(self, index: int) -> None:
        """Plan and write, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            plan = await capabilities.plan(self._at_once, index)
            drafted = await self._at_once.statement(Commission(index, plan, self._words(index)))
            written, plan = (drafted.sentences, drafted.plan or plan) if drafted else ((), plan)
            if self._written.get(index) == written:
                return
            self._written[index] = written
            self._tell(index, plan)
            if index in self._given:  # there is a better draft
                return
            self._shown.show(index, written)  # should the turn come now
            sentences, _ = await self._fitted(index, plan, self._at_once)
            if index not in self._given:
                self._shown.show(index, sentences)

    async def _write_newest(self, index: int, method: Method) -> None:
        """One draft more; in a short speech whose other side has yielded the last one, which waits for no older one and
        which none follows, unless it fails."""
        await self._last.over(index)
        if index in self._last:
            return
        if not self._comes_last(index, method):
            while (early := self._too_early(index)) > TICK_SECONDS:
                await asyncio.sleep(early)
            if index in self._last or self._comes_last(index, method) or self._too_late(index):
                return  # the last one is being written, or will be
            await self._write(index, method)
            return
        await self._older_there(index)
        await self.statement(index)
        if index in self._last:  # another call of this has begun it meanwhile
            return
        awaited = self._awaited(index)
        try:
            with self._last.coming(index, awaited):
                await self._write(index, method, awaited)
        finally:
            if not awaited.came and awaited.older:
                self._shown.show(index, awaited.older)

    async def _older_there(self, index: int) -> None:
        """An older draft that is there in a moment is waited for, so that the last one goes on from it."""
        clock, given = asyncio.get_running_loop().time, self._given_at.get(index)
        if index not in self._asked or not self._took or self._underway(index) is not None:
            return
        if abs(self._asked[index] + self._took - clock()) > min(LATE_SECONDS, self._format.gap_seconds):
            return
        until = clock() + LATE_SECONDS
        while clock() < until and index in self._asked and self._given_at.get(index) == given:
            await asyncio.sleep(TICK_SECONDS)

    def _comes_last(self, index: int, method: Method) -> bool:
        """Whether a draft that begins now knows all that is said before a short speech, and begins and ends it."""
        left = self._seconds_left(index)
        first = not self._last.failed(index) and left == 0.0 and self._has_older(index)
        return first and self._due(index, method, left, self._situation(index, method))

    def _awaited(self, index: int) -> Awaited:
        """When that draft will have come, and what is spoken until then of what there is, in place of anything else."""
        took, there = max(self._took, LEAST_TOOK), self._shown.sentences(index)
        due = asyncio.get_running_loop().time() + took
        speech, wait = self._format.turns[index], took - self._format.gap_seconds
        left = speech.seconds - wait
        if self._underway(index) is not None or not self._took or left < HEARD_SECONDS:
            return Awaited(due)
        spoken = bridge(there, wait, left, self._seconds, speech.stage)
        if spoken:
            self._shown.show(index, before(spoken, there), self._shown.ends.get(index))
            self._make(spoken)
        return Awaited(due, spoken, older=there)  # which goes on as it was, should it fail

    def _bridge_late(self, index: int, draft: Sequence[Sentence]) -> None:
        """An older draft that comes when the last one has been asked for: what of it is spoken until that is there."""
        speech, underway, due = self._format.turns[index], self._underway(index), self._last.seconds(index)
        if underway is None:
            pause, left = max(0.0, self._format.gap_seconds - (self._took - due)), speech.seconds
        else:
            pause, left = underway.heard_from - (speech.seconds - underway.left), underway.left
        spoken = bridge(draft, due - pause, left - (due - pause), self._seconds, speech.stage)
        if any(one.answers for one in spoken):
            self._last.rebridged(index, spoken)
            self._shown.show(index, before(spoken, draft), self._shown.ends.get(index))
            self._make(spoken)

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
            if self._short(index) and index in self._ending:
                await self._ending[index].wait()  # a draft of as many words that knew nothing of them undoes them
            left = self._seconds_left(index)
            situation = self._situation(index, method)
            if not self._due(index, method, left, situation):
                return
            plan, ends = await capabilities.plan(method, index, left), self._shown.ends.get(index)
            if awaited is None:
                self._asked[index] = asyncio.get_running_loop().time()
            yielded = left == 0.0 and self._underway(index) is None
            self._whole = index if self._in_one_call(index) and yielded and ends is None else None
            begins = self._whole is not None and index > self.turn and not self._first_words.coming
            come = self._first_words.begin() if begins else None
            try:
                sentences, plan = await self._fitted(index, plan, method, come, awaited)
            finally:
                self._whole = None
                if awaited is None:
                    self._asked.pop(index, None)
                if come is not None:
                    come(False)
            sentences = await self._filled(index, sentences)
            if self._last.overtakes(index, awaited, written=index in self._given):
                self._last.keep(index, sentences)
                if self._last.wants(index):
                    self._bridge_late(index, sentences)
                return
            if awaited is not None:
                awaited.came, sentences = True, with_unsaid(awaited.bridge, sentences)
            if too_early_for_ends(self._format, index, left):
                sentences = without_ends(sentences, self._written.get(index, ()))
            self._shown.show(index, sentences, ends)
            self._note(index, situation, left)
            self._tell(index, plan)
            if await self._in_time(index, self._check(index, method, sentences)) and self._worth_an_audience(index):
                newest = self._shown.sentences(index)
                await self._in_time(index, self._revise(index, method, plan, newest))

    def _due(self, index: int, method: Method, left: float | None, situation: Hashable) -> bool:
        """Whether there is anything to write for that turn now."""
        known = self._given.get(index) == situation or to_be_answered(self._format, index, self.turn)
        ours = self.turn < index and self._underway(self.turn) is not None  # our own speech before it goes on
        early = ours and index != self.turn + 1
        return not (self.turn > index or known or early or self._too_soon(index, method, left) or self._over(index))

    def _note(self, index: int, situation: Hashable, left: float | None) -> None:
        """The method has written from that situation, so many seconds before the turn."""
        self._given[index] = situation
        self._given_at[index] = left if left is not None else float("inf")

    def _short(self, index: int) -> bool:
        return self._format.turns[index].seconds < SHORT_SECONDS

    def _in_one_call(self, index: int) -> bool:
        """Whether one draft begins and ends a short speech, for first words by themselves would come no sooner."""
        return self._short(index) and not self._streams

    def _begins_whole(self, index: int, method: Method) -> bool:
        """Whether a draft of a short speech begins now that its other side has yielded: that begins and ends it."""
        if not self._in_one_call(index):
            return False
        if index in self._last or self._comes_last(index, method):
            return True
        if self._thinking.locked():  # one that knows less of what was said last is still being written, or this one is
            return self._whole == index
        left = self._seconds_left(index)
        return left == 0.0 and self._due(index, method, left, self._situation(index, method))

    def _over(self, index: int) -> bool:
        """Whether so little of the speech is left that no draft could be heard any more."""
        underway = self._underway(index)
        if underway is None:
            return False
        return underway.left < LEAST_SECONDS or underway.left - min(self._took, underway.left / 2) < HEARD_SECONDS

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
        if self._last.overtakes(index, awaited, written=index in self._given):
            return
        if awaited is not None and any(one.priority is Priority.CLOSING for one in passages):
            awaited.came = True
            self._shown.show(index, self._extended(index, with_unsaid(awaited.bridge, passages)), ends)
        else:
            self._shown.show(index, in_front(passages, there), ends)
        self._make(passages)

    def _make(self, sentences: Sequence[Sentence]) -> None:
        """Have the first of them synthesised, for they may be due at any moment."""
        texts = [s.text for s in sentences[:MADE_AT_ONCE] if self._synthesizer.known(s.text) is None]
        if texts:
            self._tasks.spawn(self._guarded(self._synthesizer.made(texts)), "making a beginning")

    async def end(self, index: int | None) -> None:
        """The other side has yielded: the first and the last passage are written, for the turn that follows."""
        method = self._method
        if method is None or index is None or index < self.turn or not capabilities.writes_last(method):
            return
        if not to_be_answered(self._format, index, self.turn) and not self._over(index):
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
            self._make([*ends.first, *ends.last[-1:]])
            if ends.first:
                come(True)

        try:
            words = self._fitter(index).words
            wanted = replace(self._commission(index, None, words, (), reserve=True), whole=whole)
            ends = await capabilities.ends(method, wanted, take)
            if ends is not None and self.turn <= index:
                take(ends)
        finally:
            come(False)
            ending.set()
        if index in self._shown.ends and self.turn <= index:
            await self._check(index, method, self._shown.sentences(index))

    # -- beside the draft ----------------------------------------------------------------------

    async def _check_one(self, draft: Draft) -> None:
        index, method, sentences = draft
        if index >= self.turn:
            await self._guarded(self._checked(index, method, sentences))

    async def _in_time(self, index: int, work: Awaitable[None]) -> bool:
        """Whether that was done before only the writer is waited for; it gives way then."""
        left = self._seconds_left(index)
        return await within(None if left is None else max(0.0, left - NEAR_SECONDS), work)

    def _situation(self, index: int, method: Method) -> Hashable:
        at_the_end = self._seconds_left(index) == 0.0  # before that there will be another draft, when it has been read
        situation = capabilities.situation(method, index, self._known())
        unread = tuple(self._unread()) if at_the_end else ()
        return situation, unread if len(" ".join(unread).split()) > 1 else ()

    def _too_soon(self, index: int, method: Method, left: float | None) -> bool:
        """Whether little more has been heard since the last draft; at the end of a speech it is never too soon."""
        before = self._given_at.get(index)
        if before is None or left is None or left <= 0:
            return False
        return before - left < capabilities.redraft_seconds(method)

    def _comes_again(self, index: int) -> bool:
        """Whether the other side has something to say yet, to which a newer draft will be written."""
        left, between = self._seconds_left(index), self._format.turns[max(self.turn, 0) : index]
        early = self.turn < 0 if left is None else left > 0
        return early and any(turn.side is not self.side for turn in between)

    def _worth_an_audience(self, index: int) -> bool:
        left = self._seconds_left(index)
        return left is None or (index not in self._received and for_an_audience(self._format, index, left))

    async def _fitted(
        self,
        index: int,
        plan: Plan | None,
        method: Method,
        begun: Callable[[bool], None] | None = None,
        awaited: Awaited | None = None,
    ) -> tuple[tuple[Sentence, ...], Plan | None]:
        """What delivery may deal from, and the plan it carries out; `begun` is told when there is anything of it."""
        situation = self._situation(index, method)
        there, _ = self._shown.draft(index)
        arrived = partial(self._arrived, index, there, self._shown.ends.get(index), awaited)
        takes_parts = method is self._method
        clock = asyncio.get_running_loop().time

        async def write(words: int, so_far: Sequence[Sentence]) -> Sequence[Sentence] | None:
            nonlocal plan
            changed = awaited is None and self._situation(index, method) != situation
            no_more = awaited is not None and of_answers(self._format.turns[index])  # it would come too late
            if so_far and (changed or no_more or self._comes_again(index)):
                return None  # what will be said, or has come since, matters more than to fill the time
            words = words if so_far else self._fitter(index).words  # of the whole speech, be it that it has begun
            wanted, asked = self._commission(index, plan, words, so_far, reserve=True), clock()
            first: float | None = None
            whole: float | None = None

            def come(passages: tuple[Sentence, ...]) -> None:
                nonlocal first, whole
                if first is None:
                    first = self._took = clock() - asked
                if whole is None and any(one.priority is Priority.CLOSING for one in passages):
                    whole = clock() - asked
                    self._streams = whole - first > STREAMED_SECONDS
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
        sentences = await self._fitter(index, from_second).hold(
            Controller.OURS, self._format.turns[index].seconds, write
        )
        return sentences, plan

    async def _filled(self, index: int, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """With passages of the spare's in reserve, where there is too little to fill the time.

        Nobody knows what of it will fit into the rest of a turn that has begun, or between points of information: there
        they are always added; in a turn that has begun those too that speak the same prepared node in other words.
        """
        fitter = self._fitter(index)
        asked = self._format.turns[index].points_of_information is not None
        if self.turn < index and not asked and not fitter.short(sentences):
            return sentences
        more = self._extended(index, sentences)
        await fitter.settle(more)
        return more

    def _extended(self, index: int, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        said = {one.source for one in sentences if self.turn < index} - {None}
        spare = [one for one in self._written.get(index, ()) if one.topic and one.priority is not Priority.CLOSING]
        again = {one.unit for one in spare if one.source in said or one.answers}  # what is answered is not its to say
        words = Counter(one.unit for one in spare for _ in one.text.split())
        slight = {unit for unit, count in words.items() if count < LEAST_WORDS}
        return extended(sentences, without(spare, again | slight), SPARE)

    def _commission(
        self, index: int, plan: Plan | None, words: int, so_far: Sequence[Sentence], *, reserve: bool
    ) -> Commission:
        left, unread, underway = self._seconds_left(index), tuple(self._unread()), self._underway(index)
        air, heard_from = "", None
        whole = self._whole == index and not so_far
        meanwhile = self._last.bridge(index) if whole else ()
        if whole and index in self._last:
            heard_from = self._last.heard_from(index) or None
        if underway is not None:
            there = self._format.turns[index].seconds - underway.left + self._took  # when there will be anything of it
            air, heard_from = underway.in_the_air, max(underway.heard_from, there)
        shown = self._shown.sentences(index) if index in self._given else ()
        return Commission(index, plan, words, so_far, reserve, left, unread, air, heard_from, shown, whole, meanwhile)

    async def _checked(self, index: int, method: Method, sentences: tuple[Sentence, ...]) -> None:
        """What it changes is changed in the newest statement, which may be another one by then."""
        in_time = self.turn < index
        checked = await capabilities.checked(method, index, sentences, in_time=in_time)
        for one in capabilities.verified(method):
            self._post(verified(self.side, one))
        if checked is not None and tuple(checked) != sentences:
            if in_time and self.turn < index:
                await self._fitter(index).settle(tuple(checked))
            self._shown.mend(index, sentences, checked)
            self._revised(index, "the independent check")

    async def _revise(self, index: int, method: Method, plan: Plan | None, before: tuple[Sentence, ...]) -> None:
        """As often as it would be heard once more, as long as nothing newer has been written."""
        self._received.add(index)
        while (revised := await self._heard_once(index, method, plan, before)) is not None:
            plan, before = revised

    async def _heard_once(
        self, index: int, method: Method, plan: Plan | None, before: tuple[Sentence, ...]
    ) -> tuple[Plan | None, tuple[Sentence, ...]] | None:
        """What is to be heard next, if anything is."""
        spoken = self._fitter(index).chosen(before)
        revised = await self._heard(index, method, plan, before, spoken)
        if revised is None:
            return None
        again = (revised.plan, revised.sentences) if revised.more else None
        if revised.sentences == before:
            if revised.plan != plan:
                self._tell(index, revised.plan)
            return again
        await self._fitter(index).settle(revised.sentences)
        after = await self._filled(index, revised.sentences)
        if self._shown.sentences(index) != before:
            return None  # it is about words that are not there any more
        self._shown.show(index, after, self._shown.ends.get(index))
        self._revised(index, revised.by or "the simulated audience")
        self._tell(index, revised.plan)
        await self._check(index, method, revised.sentences)
        return again

    async def _heard(
        self, index: int, method: Method, plan: Plan | None, before: Sequence[Sentence], spoken: Sequence[Sentence]
    ) -> Revised | None:
        """What an audience makes of a draft, which is told; None where nobody listens."""
        revised = await capabilities.revised(method, index, plan, before, spoken)
        if revised is not None:
            issues = tuple(
                AudienceIssue(dimension=one.dimension, issue=one.issue, effect=one.effect, revision=one.revision)
                for one in revised.issues
            )
            told = AudienceFeedback(turn=index, side=self.side, issues=issues, example=revised.example, by=revised.by)
            self._post(told)
        return revised

    def _revised(self, index: int, reason: str) -> None:
        sentences = self._shown.sentences(index)
        self._post(StatementRevised(turn=index, side=self.side, sentences=sentences, reason=reason))

    def _fitter(self, index: int, begun: float = 0.0) -> Fitter:
        """For a speech, or for what is left of it from second `begun` on."""
        whole = Window.of(self._format.turns[index].seconds, self._format.minimum_used)
        return Fitter(
            Window(whole.lo - begun, whole.hi - begun),
            self._seconds,
            known=lambda text: self._synthesizer.known(text) is not None,
            measure=self._synthesize,
            on_step=partial(self._explain, index),
            pace=self._pace,
        )

    def _tell(self, index: int, plan: Plan | None) -> None:
        if plan is not None:
            self._post(planned(index, self.side, plan))

    def _explain(self, index: int, step: Step) -> None:
        self._post(FitStep(turn=index, side=self.side, **dict(step)))

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        await self._synthesizer.made([sentence.text for sentence in sentences])
