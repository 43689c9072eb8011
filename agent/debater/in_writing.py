"""A debater whose match is held in writing: it reads the other side's words as they stand and speaks without a voice.

The same method, reading and drafting as in a spoken match; lengths are those of an average voice, by syllables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.debater.drafting.by_paper import drafter_by
from agent.debater.drafting.moments import Telling
from agent.debater.exchanges.exchanges import Declining
from agent.debater.plan_record import sourced
from agent.debater.recalling import Recalled
from agent.debater.transcribing import Transcribing
from agent.debater.troubles import Troubles
from agent.debater.understanding import Understanding, extracted
from agent.match.events import Event, Failed, SentenceSpoken, StatementDrafted, TurnEnded, TurnStarted
from agent.match.unheard import READ
from agent.running.ports import Post
from agent.running.tasks import Tasks, cause, logged
from config.format import Format, Side
from config.settings import Controller
from config.statement import Sentence, Statement
from planning.methods import capabilities
from planning.methods.contract import Applied, Method, OnTrouble
from planning.reading.passages import Passage
from speech.timing.delivery import Delivery
from speech.timing.duration import Durations, Syllables
from speech.timing.fit import Window, fit
from speech.timing.pauses import PAUSE, Points, longer

VOICE = "text"


@dataclass(frozen=True)
class Length:
    """How long a sentence takes that nobody speaks, in seconds."""

    seconds: float


class Unvoiced:
    """Stands in for a voice: every length is known, and nothing is made."""

    def __init__(self) -> None:
        self._syllables = Syllables()

    def known(self, text: str) -> Length:
        return Length(self._syllables.estimate(text))

    async def made(self, texts: Sequence[str]) -> None:
        """There is nothing to make."""


@dataclass(frozen=True)
class TimedSentence:
    """A sentence and when it is said, in seconds of the turn."""

    sentence: Sentence
    start: float
    end: float

    def spoken(self, turn: int, side: Side) -> SentenceSpoken:
        """The report of it."""
        one = self.sentence
        return SentenceSpoken(
            turn=turn,
            side=side,
            id=one.id,
            text=one.text,
            start=round(self.start, 3),
            end=round(self.end, 3),
            voice=VOICE,
        )


def timed(
    sentences: Sequence[Sentence], lengths: Callable[[str], float], pause: float, start: float
) -> list[TimedSentence]:
    """Sentences one after the other, the first from second `start` of the turn on.

    `pause`: seconds inside a point; longer ones stand between two points.
    """
    points, found, now = Points(sentences), list[TimedSentence](), start
    for before, sentence in zip([None, *sentences], sentences, strict=False):
        begin = now if before is None else now + pause + longer(pause) * points.more(before, sentence)
        now = begin + lengths(sentence.text)
        found.append(TimedSentence(sentence, begin, now))
    return found


class WritingDebater:
    """One AI side of a match in writing.

    `post`: brings an event to the chair; `news`: what else this process has to report, asked after every turn;
    `recalled`: what it knows of a match that goes on from its log.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        method: Method,
        post: Post,
        *,
        controller: Controller = Controller.OURS,
        news: Callable[[Side], Sequence[Event]] = lambda _: (),
        on_trouble: OnTrouble | None = None,
        recalled: Recalled | None = None,
    ) -> None:
        self.side = side
        self._format, self._method, self._post, self._news = match_format, method, post, news
        self._exchanging = capabilities.exchanging_of(method) or Declining(side)
        self._tasks = Tasks(self._on_death)
        voice = Unvoiced()
        self._lengths = Durations(voice.known)
        self._understanding = Understanding(
            method, self._tasks, self._post_action, lambda: None, on_trouble or Troubles(post, side).tell
        )
        self._transcribing = Transcribing(
            side, lambda: READ, post, lambda turn, passage, whole: self._understanding.heard(turn, passage, whole=whole)
        )
        self._drafter = drafter_by(controller)(
            side,
            match_format,
            method,
            voice,
            self._lengths,
            self._post_sourced,
            self._tasks,
            turn=recalled.turn if recalled else -1,
            statements=recalled.statements if recalled else None,
            telling=Telling(unread=lambda: self._understanding.unread),
        )

    async def close(self) -> None:
        await self._tasks.close()

    async def on_event(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._transcribing.heard_to = 0.0
            case SentenceSpoken() if event.side is not self.side:
                self._transcribing.caption(event.turn, event.text, event.end)
            case TurnEnded():
                await self._understanding.finish()
                for report in self._news(self.side):
                    self._post(report)

    async def speech(self, turn: int, seconds: float, elapsed: float = 0.0) -> Sequence[TimedSentence]:
        """What is said in a turn of so many seconds, from second `elapsed` of it on: all read before, then written."""
        statement = await self._statement(turn, elapsed)
        window = Window.of(seconds - elapsed, self._format.minimum_used)
        fitted = fit(statement.sentences, self._lengths, window)
        return timed(fitted.sentences, self._lengths, fitted.pause, elapsed)

    async def delivery(self, turn: int, elapsed: float = 0.0) -> Delivery:
        """The same, of which each sentence is chosen when its time has come."""
        statement = await self._statement(turn, elapsed)
        return Delivery(statement.sentences, self._lengths)

    @property
    def answers_questions(self) -> bool:
        """Whether it has more to say to a question than that it comes to it later."""
        return not isinstance(self._exchanging, Declining)

    async def _statement(self, turn: int, elapsed: float) -> Statement:
        await self._understanding.finish()
        if self._drafter.newest(turn) is None or not elapsed:
            self._drafter.turn = turn - 1
            await self._drafter.draft(turn)
        self._drafter.turn = turn
        statement = await self._drafter.statement(turn)
        self._post_sourced(StatementDrafted(turn=turn, side=self.side, sentences=statement.sentences))
        return statement

    def answer(self, sentences: Sequence[Sentence], start: float) -> Sequence[TimedSentence]:
        """The same sentences with their times, the first from second `start` on."""
        return timed(sentences, self._lengths, PAUSE, start)

    def said(self, turn: int, line: TimedSentence) -> None:
        """This was heard, whole: reported, and read into what the method knows."""
        spoken = line.spoken(turn, self.side)
        self._post(spoken)
        self._understanding.spoken(turn, line.sentence, Passage(spoken.text, spoken.start, spoken.end))

    async def question(self, turn: int, *, at_once: bool = True) -> Sentence | None:
        """The next question of a cross-examination; if not `at_once`, one for a point of information."""
        await self._understanding.finish()
        return await self._exchanging.question(turn, at_once=at_once)

    async def reply(self, turn: int, asked: str) -> Sequence[Sentence]:
        """What is said to a question."""
        await self._understanding.finish()
        found = await self._exchanging.answer(turn, asked)
        return [*found.sentences, *(await found.more() if found.more is not None else ())]

    def _post_action(self, turn: int, applied: Applied) -> None:
        self._post(extracted(turn, self.side, applied))

    def _post_sourced(self, event: Event) -> None:
        self._post(sourced(event, self._method))

    def _on_death(self, what: str, error: BaseException) -> None:
        logged(what, error)
        self._post(Failed(part=f"{what}, {self.side}", reason=cause(error)))
