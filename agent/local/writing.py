"""A match in writing: no voices, no ears, a whole match in seconds. The chair, the clock and the log are as ever.

Time is virtual: a sentence takes as long as an average voice needs for it, and nobody waits. Cross-examinations are
held, question by question, and points of information are offered between two debaters.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from agent.components import Components
from agent.debater.build import MakeMethod, make_method
from agent.debater.drafting.fitting import speech_of
from agent.debater.in_writing import TimedSentence, Unvoiced, WritingDebater, timed
from agent.debater.recalling import recall
from agent.debater.troubles import Troubles
from agent.local.points_in_writing import SpeechWithPoints
from agent.local.venue import VenueHere
from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import EndReason, TurnEnded
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.floor import TurnClock
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.ports import Gathered, History, Post
from agent.running.setup import NEEDS_FAST, MatchSetup
from agent.seats.guests import Silent, texts_of
from config.errors import UsageError
from config.format import Asks, Format, Side
from speech.offload import compute
from speech.timing.duration import Durations
from speech.timing.fit import GUARD
from speech.timing.pauses import PAUSE

LEAST_LEFT_SECONDS = 10.0  # in which a question can still be put and answered
BETWEEN_SECONDS = 0.6  # from a question to its answer, and to the next question


class WrittenSeat(Silent):
    """Says a text that was written before, as far as there is time for it."""

    def __init__(self, side: Side, match_format: Format, source: Path, post: Post) -> None:
        super().__init__(side)
        self._post = post
        self._texts = texts_of(side, match_format, source)
        self._lengths = Durations(Unvoiced().known)

    async def speech(self, turn: int, seconds: float, elapsed: float = 0.0) -> Sequence[TimedSentence]:
        """Whole sentences only: what would be cut off by the bell is left out."""
        text = self._texts.get(turn, "").strip()
        lines = timed(speech_of(text) if text else (), self._lengths, PAUSE, 0.0)
        return [line for line in lines if line.start >= elapsed and line.end <= seconds - GUARD]

    def said(self, turn: int, line: TimedSentence) -> None:
        self._post(line.spoken(turn, self.side))


Writer = WritingDebater | WrittenSeat


class WritingVenue(VenueHere):
    """Carries out what the chair commands, with seats that write."""

    def __init__(self, seats: Mapping[Side, Writer], match_format: Format, post: Post) -> None:
        super().__init__(seats, match_format, post)
        self._writers = seats
        self._clock: TurnClock | None = None
        self._speaking: Side | None = None

    async def open_floor(self, command: OpenFloor) -> None:
        if command.beside:  # who is asked answers where the question is put
            return
        self._clock = clock = TurnClock(command.elapsed)
        self._speaking = command.side
        self._tasks.spawn(self._hold(command, clock), f"seat of {command.side}")

    async def close_floor(self, command: CloseFloor) -> None:
        if command.side is not self._speaking:  # who put a question has put it
            return
        self._clock = None
        await self._tasks.close()

    async def pause_floor(self, command: PauseFloor) -> None:
        if self._clock is not None:
            self._clock.stop()

    async def resume_floor(self, command: ResumeFloor) -> None:
        if self._clock is not None:
            self._clock.go()

    async def _hold(self, command: OpenFloor, clock: TurnClock) -> None:
        """Whatever a seat raises gives its turn up."""
        reason = EndReason.YIELDED
        try:
            examination = self._format.turns[command.turn].cross_examination
            if examination is not None:
                await self._examine(command, clock, both=examination is Asks.BOTH)
            else:
                await self._speech(command, clock)
        except Exception as error:
            self._failed(command.side, error)
            reason = EndReason.FAILED
        self._post(TurnEnded(turn=command.turn, reason=reason))

    async def _speech(self, command: OpenFloor, clock: TurnClock) -> None:
        seat, listener = self._writers[command.side], self._writers[command.side.other]
        window = self._format.turns[command.turn].points_of_information
        if window is not None and isinstance(seat, WritingDebater) and isinstance(listener, WritingDebater):
            points = SpeechWithPoints(command.turn, command.seconds, window, seat, listener, clock, self._post)
            await points.hold()
            return
        speech = await seat.speech(command.turn, command.seconds, clock.elapsed())
        await self._say(command.turn, seat, speech, clock)

    @staticmethod
    async def _say(turn: int, seat: Writer, speech: Sequence[TimedSentence], clock: TurnClock) -> None:
        for line in speech:
            await clock.until(line.end)
            seat.said(turn, line)

    async def _examine(self, command: OpenFloor, clock: TurnClock, *, both: bool) -> None:
        """One asks and the other answers, by turns where both ask, until nobody has a question or the time is over."""
        turn, asker, other = command.turn, self._writers[command.side], self._writers[command.side.other]
        if not isinstance(asker, WritingDebater) or not isinstance(other, WritingDebater):
            return
        last, end = clock.elapsed(), command.seconds - GUARD
        while command.seconds - last >= LEAST_LEFT_SECONDS:
            question = await asker.question(turn)
            if question is None:
                return
            asked = asker.answer([question], last + BETWEEN_SECONDS)
            await self._say(turn, asker, asked, clock)
            answered = other.answer(await other.reply(turn, question.text), asked[-1].end + BETWEEN_SECONDS)
            heard = [one for one in answered if one.end <= end]
            await self._say(turn, other, heard, clock)
            last = (heard or asked)[-1].end
            if both:
                asker, other = other, asker


class WritingRoom:
    """Holds matches in writing (see `agent.running.host`), in a loop that keeps virtual time.

    `make`: what a seat thinks with.
    """

    def __init__(self, make: MakeMethod = make_method) -> None:
        self._make = make

    @asynccontextmanager
    async def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AsyncIterator[Gathered]:
        """As `agent.running.ports.Room` has it."""
        if setup.counts_calls:
            raise UsageError(NEEDS_FAST)
        async with AsyncExitStack() as stack:
            seats: dict[Side, Writer] = {}
            for side in setup.seats:
                seats[side] = seat = await self._seat(setup, side, inbox.post, watching, past, stack)
                stack.push_async_callback(seat.close)
            venue = WritingVenue(seats, setup.format, inbox.post)
            stack.push_async_callback(venue.close)
            yield Gathered(venue, {side: one.info() for side, one in setup.seats.items()})

    async def _seat(
        self, setup: MatchSetup, side: Side, post: Post, watching: Observer, past: Match | None, stack: AsyncExitStack
    ) -> Writer:
        choice, settings = setup.seats[side], setup.settings_of(side)
        if choice.occupant is Occupant.TEXT and choice.source:
            return WrittenSeat(side, setup.format, choice.source, post)
        if not choice.is_debater:
            raise UsageError(f"a {choice.occupant.value} has to be heard: use --pace fast or real")
        components = Components(settings)
        stack.push_async_callback(components.close)
        if past is not None:
            components.recall(past.used)
        troubles = Troubles(post, side)
        method = await compute(partial(self._make, setup, side, components, troubles.tell))
        recalled = recall(past, side) if past is not None else None
        if recalled is not None:
            method.recall(recalled.past)
        debater = WritingDebater(
            side,
            setup.format,
            method,
            post,
            controller=settings.speaking.controller,
            news=components.news,
            on_trouble=troubles.tell,
            recalled=recalled,
        )
        for line in components.replaced:
            watching.on_line(str(line))
        for event in components.seat_ready(side):
            post(event)
        return debater
