"""The AI debater: joins the mind and the mouth. Knows nothing of rooms or LiveKit.

While the opponent speaks, every committed passage goes into the flow trees and the next statement is
drafted again in the background, so that one is ready whenever the turn changes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from agent.events import (
    ActionExtracted,
    Degraded,
    Event,
    FitStep,
    SentenceSpoken,
    StatementDrafted,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.floor import Floor, Post
from agent.planned import planned
from config.errors import RostrumError
from config.format import Format, Side
from config.statement import Sentence, Statement
from planning.extract import Word, cut
from planning.mind import Applied, Mind
from speech.audio import Audio, silence
from speech.compute import compute
from speech.delivery import Delivery
from speech.duration import Durations
from speech.fit import GUARD, Window, fit
from speech.listening import Listener
from speech.ports import HeardWord, Recognizer, VoiceDetector
from speech.tts import Studio

READY_WAIT_SECONDS = 0.6  # how long the first sentence may wait for the last draft
TICK_SECONDS = 0.05
CAPTIONS = "captions"  # stands for the recogniser's name where exact words were read
SETTLE_SECONDS = 10.0  # of the opponent's speech between two drafts


@dataclass(frozen=True)
class _Uttered:
    """A sentence on its way to the listener; times from the turn's start."""

    sentence: Sentence
    start: float
    end: float


class Debater:
    """One AI side.

    Args:
        make_mind: builds the mind (it embeds the library, so it takes a second or two).
        post: brings an event to the chair.
        on_interim: shown as a live caption; never logged.
        streaming: recognise while an utterance is being spoken (real time).
        lead_seconds: how far ahead of what is heard sentences are committed.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        make_mind: Callable[[], Mind],
        recognizer: Recognizer,
        detector: VoiceDetector,
        studio: Studio,
        post: Post,
        *,
        on_interim: Callable[[str], None] = lambda _: None,
        streaming: bool = True,
        lead_seconds: float = 2.5,
    ) -> None:
        self.side = side
        self._format = match_format
        self._make_mind = make_mind
        self._recognizer = recognizer
        self._detector = detector
        self._on_interim = on_interim
        self._streaming = streaming
        self._studio, self._post = studio, post
        self._seconds = Durations(studio.known)
        self._lead = lead_seconds
        self._turn = -1  # the turn that is being heard or spoken
        self._statements: dict[int, Statement] = {}
        self._failures_told = 0
        self._fresh_to = -1.0
        self._heard_to = 0.0
        self._lock = asyncio.Lock()
        self._listener: Listener | None = None
        self._drafting: asyncio.Task[None] | None = None
        self._finishing: asyncio.Task[None] | None = None

    async def prepare(self) -> None:
        self._mind = await compute(self._make_mind)
        self._listener = Listener(
            self._recognizer,
            self._detector,
            on_passage=partial(self._on_words, self._turn),
            on_interim=self._on_interim,
            on_trouble=self._on_trouble,
            streaming=self._streaming,
        )
        await self._draft()

    async def close(self) -> None:
        for task in (self._drafting, self._finishing):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        if self._listener is not None:
            await self._listener.close()

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, audio: Audio) -> None:
        if self._listener is not None:
            self._listener.push(audio)

    def read(self, text: str, end: float) -> None:
        self._take_in(self._turn, text, (min(self._heard_to, end), end), CAPTIONS)
        self._settle()

    async def on_event(self, event: Event) -> None:
        if isinstance(event, TurnStarted):
            self._turn = event.turn
            if event.side is not self.side:
                self._mind.opponent_begins()
                assert self._listener is not None
                self._listener.begin(partial(self._on_words, event.turn))
                self._heard_to = self._fresh_to = 0.0
        elif isinstance(event, TurnEnded) and self._format.turns[event.turn].side is not self.side:
            self._finishing = asyncio.get_running_loop().create_task(self._finish_hearing())
        elif isinstance(event, TurnEnded):
            self._redraft()

    async def _finish_hearing(self) -> None:
        assert self._listener is not None
        await self._listener.finish()
        await self._draft()

    def _on_words(self, turn: int, words: Sequence[HeardWord]) -> None:
        """A committed utterance: log it, read its actions, and draft again when enough has come."""
        for part in cut([Word(word.text, word.start, word.end) for word in words]):
            text = " ".join(word.text for word in part)
            self._take_in(turn, text, (part[0].start, part[-1].end), self._recognizer.name)
        self._settle()

    def _take_in(self, turn: int, text: str, times: tuple[float, float], recognizer: str) -> None:
        """Log a passage of the opponent's and read it into the flow trees."""
        self._post(
            TranscriptSegment(
                turn=turn,
                side=self.side.other,
                listener=self.side,
                text=text,
                start=round(max(0.0, times[0]), 3),
                end=round(times[1], 3),
                recognizer=recognizer,
            )
        )
        self._heard_to = times[1]
        for applied in self._mind.hear(text):
            self._post_action(turn, applied)

    def _settle(self) -> None:
        """Draft again when enough has been heard since the last draft."""
        if self._heard_to - self._fresh_to >= SETTLE_SECONDS:
            self._fresh_to = self._heard_to
            self._redraft()

    def _on_trouble(self, reason: str) -> None:
        self._post(Degraded(part="recogniser", reason=reason, instead="a transcript without it"))

    def _post_action(self, turn: int, applied: Applied) -> None:
        self._post(
            ActionExtracted(
                turn=turn,
                observer=self.side,
                action=applied.action,
                owner=applied.owner,
                target=applied.target,
                node=applied.node,
            )
        )

    # -- drafting ------------------------------------------------------------------------------

    def _redraft(self) -> None:
        """Draft in the background, unless that is going on already."""
        if self._drafting is None or self._drafting.done():
            self._drafting = asyncio.get_running_loop().create_task(self._draft())

    def _next_turn(self) -> int | None:
        """Our next turn after the one that is going on."""
        turns = range(self._turn + 1, len(self._format.turns))
        return next((i for i in turns if self._format.turns[i].side is self.side), None)

    async def _draft(self) -> None:
        """Plan and write for our next turn; a part that fails costs this draft, not the match."""
        try:
            await self._write_next()
        except RostrumError as error:
            self._post(Degraded(part="drafting", reason=str(error), instead="the draft before it"))

    async def _write_next(self) -> None:
        """Plan and write for our next turn, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            index = self._next_turn()
            if index is None:
                return
            plan = self._mind.plan(index)
            statement = self._mind.write(plan, index)
            if self._statements.get(index) == statement:
                return
            self._statements[index] = statement
            self._post(planned(index, plan))
            await self._fit(index, statement)

    async def _fit(self, index: int, statement: Statement) -> None:
        """Choose, synthesise the choice, and choose again with the true lengths, until all of it is measured."""
        window = Window.of(self._format.turns[index].seconds, self._format.minimum_used)
        for _ in range(4):
            fitted = fit(statement.sentences, self._seconds, window)
            missing = [s for s in fitted.sentences if self._studio.known(s.text) is None]
            missing += [s for s in statement.sentences[-1:] if self._studio.known(s.text) is None and s not in missing]
            self._post(
                FitStep(
                    turn=index,
                    side=self.side,
                    budget=round(window.hi, 3),
                    seconds=round(fitted.seconds, 3),
                    kept=len(fitted.sentences),
                    dropped=len(statement.sentences) - len(fitted.sentences),
                    decision=f"measure {len(missing)} more" if missing else "ready",
                )
            )
            if not missing:
                return
            await self._synthesize(missing)

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        for sentence in sentences:
            await compute(partial(self._studio.synthesize, sentence.text))

    # -- speaking ------------------------------------------------------------------------------

    async def speak(self, floor: Floor) -> None:
        statement = await self._ready(floor.turn)
        self._post(StatementDrafted(turn=floor.turn, side=self.side, sentences=statement.sentences))
        delivery = Delivery(statement.sentences, self._seconds)
        uttered: list[_Uttered] = []
        told = 0
        try:
            while True:
                told = self._tell(floor, uttered, told)
                if floor.queued() > self._lead:
                    await asyncio.sleep(TICK_SECONDS)
                    continue
                chosen = delivery.choose(floor.seconds - GUARD - floor.elapsed() - floor.queued())
                if chosen is None:
                    break
                if unknown := self._unknown_of_unit(delivery, chosen[0]):
                    await self._synthesize(unknown)
                    continue  # now that their length is known, is it still the right choice?
                delivery.commit(chosen[0])
                uttered.append(await self._utter(floor, *chosen))
            while told < len(uttered):
                await asyncio.sleep(TICK_SECONDS)
                told = self._tell(floor, uttered, told)
        finally:
            self._cut_off(floor, uttered[told:])
            self._tell_failures()

    def _unknown_of_unit(self, delivery: Delivery, sentence: Sentence) -> list[Sentence]:
        """What is not synthesised yet of the unit that would begin: it is to be finished once begun."""
        planned = delivery.plan.sentences if delivery.plan else ()
        return [s for s in planned if s.unit == sentence.unit and self._studio.known(s.text) is None]

    async def _ready(self, turn: int) -> Statement:
        """The newest statement for this turn; does not wait longer for a better one than a listener would."""
        if self._finishing is not None and not self._finishing.done():
            await asyncio.wait([self._finishing], timeout=READY_WAIT_SECONDS)
        if turn not in self._statements:
            self._statements[turn] = self._mind.write(self._mind.plan(turn), turn)
        return self._statements[turn]

    async def _utter(self, floor: Floor, sentence: Sentence, pause: float) -> _Uttered:
        audio = self._studio.synthesize(sentence.text)  # made before: this only looks it up
        start = floor.elapsed() + floor.queued()
        await floor.play(audio)
        await floor.play(silence(pause, audio.rate))
        return _Uttered(sentence, start, start + audio.seconds)

    def _tell(self, floor: Floor, uttered: Sequence[_Uttered], told: int) -> int:
        """Report the sentences whose last word has been heard."""
        heard = floor.elapsed()
        for done in uttered[told:]:
            if done.end > heard + 1e-6:
                break
            self._report(done, floor.turn, done.sentence.text, done.end)
            for applied in self._mind.spoke(done.sentence):
                self._post_action(floor.turn, applied)
            told += 1
        return told

    def _cut_off(self, floor: Floor, rest: Sequence[_Uttered]) -> None:
        """The floor was taken away: log of the sentence in the air the words that were heard."""
        now = floor.elapsed()
        for left in rest:
            if left.start < now:
                share = min(1.0, (now - left.start) / max(left.end - left.start, 1e-6))
                words = left.sentence.text.split()
                heard = " ".join(words[: int(len(words) * share)])
                if heard:
                    self._report(left, floor.turn, heard, min(now, left.end), cut=share < 1.0)

    def _report(self, done: _Uttered, turn: int, text: str, end: float, cut: bool = False) -> None:
        self._post(
            SentenceSpoken(
                turn=turn,
                side=self.side,
                id=done.sentence.id,
                text=text,
                start=round(done.start, 3),
                end=round(end, 3),
                voice=self._studio.name,
                cut=cut,
            )
        )

    def _tell_failures(self) -> None:
        for reason in self._studio.failures[self._failures_told :]:
            instead = "a second try or the embedded voice"
            self._post(Degraded(part=f"voice of {self.side}", reason=reason, instead=instead))
        self._failures_told = len(self._studio.failures)
