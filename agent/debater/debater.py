"""The AI debater: joins the mind and the mouth. Knows nothing of rooms or LiveKit.

While the opponent speaks, committed words are logged at once, every whole passage goes into the flow trees,
and the next statement is drafted again in the background, so that one is ready whenever the turn changes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from agent.debater.drafting import Drafter
from agent.debater.speaking import Speaker
from agent.debater.understanding import Understanding
from agent.match.events import (
    ActionExtracted,
    Degraded,
    Event,
    SentenceSpoken,
    StatementDrafted,
    StatementRevised,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.running.ports import Floor, Post
from config.format import Format, Side
from config.settings import Controller
from config.statement import Sentence, Statement
from planning.evidence.cited import cited
from planning.methods.treedebater.strategy import Applied, Mind
from planning.methods.treedebater.with_model import Thinker, Trouble
from planning.reading.passages import Passage, Passages, Word
from speech.audio import Audio
from speech.hearing.listener import Listener
from speech.offload import compute
from speech.ports import HeardWord, Recognizer, VoiceDetector
from speech.synthesis.synthesizer import Studio
from speech.timing.duration import Durations, Estimator

READY_WAIT_SECONDS = 0.6  # how long the first sentence may wait for the last draft
CAPTIONS = "captions"  # stands for the recogniser's name where exact words were read
SETTLE_SECONDS = 10.0  # of the opponent's speech between two drafts


MakeThinker = Callable[[Mind, Callable[[Trouble], None]], Thinker]


class Debater:
    """One AI side.

    Args:
        make_mind: builds the mind (it embeds the library, so it takes a second or two).
        post: brings an event to the chair.
        on_interim: shown as a live caption; never logged.
        streaming: recognise while an utterance is being spoken (real time).
        lead_seconds: how far ahead of what is heard sentences are committed.
        controller: who decides how much is written.
        make_thinker: the model's part in the mind, where there is a model.
        estimator: of the length of a sentence that is not synthesised yet; by syllables if left out.
        news: what else this process has to report, asked after every turn.
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
        controller: Controller = Controller.OURS,
        make_thinker: MakeThinker | None = None,
        news: Callable[[Side], Sequence[Event]] = lambda _: (),
        estimator: Estimator | None = None,
    ) -> None:
        self.side = side
        self._format = match_format
        self._make_mind = make_mind
        self._recognizer = recognizer
        self._detector = detector
        self._on_interim = on_interim
        self._streaming = streaming
        post = self._sourced(post)
        self._studio, self._post = studio, post
        self._seconds = Durations(studio.known, estimator)
        self._speaker = Speaker(side, studio, self._seconds, post, self._said, lead_seconds=lead_seconds)
        self._controller = controller
        self._turn = -1  # the turn that is being heard or spoken
        self._fresh_to = -1.0
        self._heard_to = 0.0
        self._troubles: set[Trouble] = set()
        self._make_thinker, self._news = make_thinker, news
        self._drafter: Drafter | None = None
        self._understanding: Understanding | None = None
        self._listener: Listener | None = None
        self._finishing: asyncio.Task[None] | None = None

    async def prepare(self) -> None:
        self._mind = await compute(self._make_mind)
        thinker = self._make_thinker(self._mind, self._on_thinking_trouble) if self._make_thinker else None
        drafter = Drafter(
            self.side, self._format, self._mind, self._studio, self._seconds, self._post, self._controller, thinker
        )
        self._understanding = Understanding(self._mind, thinker, self._post_action, self._settle)
        self._listener = Listener(
            self._recognizer,
            self._detector,
            on_words=partial(self._on_words, self._turn, Passages()),
            on_interim=self._on_interim,
            on_trouble=self._on_trouble,
            streaming=self._streaming,
        )
        self._drafter = drafter
        await drafter.prepare()

    async def close(self) -> None:
        if self._finishing is not None:
            self._finishing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._finishing
        if self._drafter is not None:
            await self._drafter.close()
        if self._understanding is not None:
            await self._understanding.close()
        if self._listener is not None:
            await self._listener.close()

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, audio: Audio) -> None:
        if self._listener is not None:
            self._listener.push(audio)

    def read(self, text: str, end: float) -> None:
        passage = Passage(text, min(self._heard_to, end), end)
        self._log(self._turn, passage, CAPTIONS)
        self._understand(self._turn, passage)

    async def on_event(self, event: Event) -> None:
        assert self._drafter is not None  # seats are prepared before the match begins
        assert self._listener is not None
        if isinstance(event, TurnStarted):
            self._turn = self._drafter.turn = event.turn
            if event.side is not self.side:
                self._listener.begin(partial(self._on_words, event.turn, Passages()))
                self._heard_to = self._fresh_to = 0.0
        elif isinstance(event, TurnEnded) and self._format.turns[event.turn].side is not self.side:
            self._finishing = asyncio.get_running_loop().create_task(self._finish_hearing())
        elif isinstance(event, TurnEnded):
            self._drafter.redraft()
        if isinstance(event, TurnEnded):
            for report in self._news(self.side):
                self._post(report)

    async def _finish_hearing(self) -> None:
        assert self._drafter is not None
        assert self._listener is not None
        assert self._understanding is not None
        await self._listener.finish()
        await self._understanding.finish()
        await self._drafter.draft()

    def _on_words(self, turn: int, passages: Passages, words: Sequence[HeardWord], ended: bool) -> None:
        """Committed words: log them, and read the passages that they make whole."""
        segment: list[Word] = []
        for heard in words:
            word = Word(heard.text, heard.start, heard.end)
            if whole := passages.push(word):
                segment = self._log_words(turn, segment)
                self._read_all(turn, whole)
            segment.append(word)
        self._log_words(turn, segment)
        if ended:
            self._read_all(turn, passages.end())

    def _log_words(self, turn: int, words: Sequence[Word]) -> list[Word]:
        """Returns an empty segment for the words to come."""
        if words:
            self._log(turn, Passage.of(words), self._recognizer.name)
        return []

    def _log(self, turn: int, passage: Passage, recognizer: str) -> None:
        """Note what the opponent said."""
        self._post(
            TranscriptSegment(
                turn=turn,
                side=self.side.other,
                listener=self.side,
                text=passage.text,
                start=round(max(0.0, passage.start), 3),
                end=round(passage.end, 3),
                recognizer=recognizer,
            )
        )
        self._heard_to = passage.end

    def _read_all(self, turn: int, passages: Sequence[Sequence[Word]]) -> None:
        for passage in passages:
            self._understand(turn, Passage.of(passage))

    def _understand(self, turn: int, passage: Passage) -> None:
        """Read a passage into the flow trees."""
        assert self._understanding is not None
        self._understanding.take(turn, passage)

    def _settle(self) -> None:
        """Draft again when enough has been heard and read since the last draft."""
        if self._heard_to - self._fresh_to >= SETTLE_SECONDS:
            self._fresh_to = self._heard_to
            assert self._drafter is not None
            self._drafter.redraft()

    def _on_thinking_trouble(self, trouble: Trouble) -> None:
        """Each trouble is told once: a model that is gone is gone for every passage."""
        if trouble in self._troubles:
            return
        self._troubles.add(trouble)
        self._post(Degraded(part=trouble.part, reason=trouble.reason, instead=trouble.instead))

    def _on_trouble(self, reason: str) -> None:
        self._post(Degraded(part="recogniser", reason=reason, instead="a transcript without it"))

    def _post_action(self, turn: int, applied: Applied) -> None:
        words = applied.passage
        self._post(
            ActionExtracted(
                turn=turn,
                observer=self.side,
                action=applied.action,
                owner=applied.owner,
                target=applied.target,
                node=applied.node,
                quote=words.text if words else "",
                start=round(max(0.0, words.start), 3) if words else None,
                end=round(words.end, 3) if words else None,
                certainty=applied.certainty,
            )
        )

    # -- speaking ------------------------------------------------------------------------------

    async def speak(self, floor: Floor) -> None:
        """Deliver the newest statement; does not wait longer for a better one than a listener would."""
        if self._finishing is not None and not self._finishing.done():
            await asyncio.wait([self._finishing], timeout=READY_WAIT_SECONDS)
        assert self._drafter is not None
        statement = self._drafter.statement(floor.turn)
        self._post(StatementDrafted(turn=floor.turn, side=self.side, sentences=statement.sentences))
        await self._speaker.speak(floor, statement, self._newer(floor.turn, statement))

    def _newer(self, turn: int, given: Statement) -> Callable[[], Statement | None]:
        """Tells of each later statement for the turn once."""
        latest = given

        def newer() -> Statement | None:
            nonlocal latest
            assert self._drafter is not None
            now = self._drafter.statement(turn)
            if now is latest:
                return None
            latest = now
            return now

        return newer

    def _sourced(self, post: Post) -> Post:
        """Brings statements to the chair together with the evidence behind them."""

        def posted(event: Event) -> None:
            if isinstance(event, StatementDrafted | StatementRevised):
                event = event.model_copy(update={"evidence": cited(event.sentences, self._mind.rehearsal)})
            post(event)

        return posted

    def _said(self, spoken: SentenceSpoken, sentence: Sentence) -> None:
        for applied in self._mind.spoke(sentence, Passage(spoken.text, spoken.start, spoken.end)):
            self._post_action(spoken.turn, applied)
