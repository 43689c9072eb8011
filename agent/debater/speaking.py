"""The mouth of a debater: one statement, sentence by sentence, inside the turn.

Each sentence is decided `lead_seconds` before it is heard; what is reported as spoken is what was heard of it. Between
two sentences something else may be said, and the statement waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from agent.debater.playback import FloorAccount
from agent.debater.recital import TICK_SECONDS, Better, Recital, nothing_better
from agent.match.events import Degraded, SentenceSpoken, StatementRevised
from agent.running.ports import Floor, Post
from config.format import Side
from config.statement import Sentence, Statement
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.delivery import Delivery
from speech.timing.duration import Durations


class Interlude(Protocol):
    """What comes between two sentences of a statement, and is no part of it."""

    @property
    def on(self) -> bool:
        """Whether the statement waits."""
        ...

    def quiet(self) -> None:
        """Told, while it waits, that all that was on its way has been heard."""
        ...

    def next(self) -> Sentence | None:
        """What is to be said now; None where nothing is yet."""
        ...


class Speaker:
    """Delivers the statements of one side.

    `seconds`: how long a sentence takes in this voice; `said`: told of each sentence once its last word has been heard,
    or it was cut, as it was heard and as written; `lead_seconds`: how far ahead of what is heard sentences are
    committed.
    """

    def __init__(
        self,
        side: Side,
        synthesizer: Synthesizer,
        seconds: Durations,
        post: Post,
        said: Callable[[SentenceSpoken, Sentence], None],
        *,
        lead_seconds: float = 2.5,
    ) -> None:
        self.side = side
        self._synthesizer, self._seconds, self._post, self._said = synthesizer, seconds, post, said
        self._lead = lead_seconds
        self._failures_told = 0
        self._account: FloorAccount | None = None  # of the turn that is on

    def in_the_air(self) -> list[SentenceSpoken]:
        """What would be reported if the floor were taken away now, of sentences that have not been reported."""
        return self._account.in_the_air() if self._account is not None else []

    def on_its_way(self) -> list[Sentence]:
        """The sentences that have been brought to the floor and not been heard to their end, as they were written."""
        return self._account.on_its_way if self._account is not None else []

    async def speak(
        self,
        floor: Floor,
        statement: Statement,
        newer: Callable[[], Statement | None] = lambda: None,
        interlude: Interlude | None = None,
        better: Better = nothing_better,
        *,
        answers_first: bool = False,
    ) -> None:
        """Use the floor for this statement; cancelled at the bell, it still reports what was heard.

        `newer`: a better draft that has come since it was last asked, if one has: what is not on its way to the
        listener yet is taken from it. `interlude`: what may come between the sentences. `better`: in how
        many seconds a better draft than a sentence's is expected, for which it waits a moment. `answers_first`: as
        `Delivery`. Raises ProviderError: no voice could speak it; what was spoken before that was heard to its end.
        """
        account = self._account = FloorAccount(self.side, floor, self._post, self._said)
        delivery = Delivery(statement.sentences, self._seconds, answers_first=answers_first)
        turn = Recital(floor, account, delivery, self._synthesizer, self._seconds, better)
        try:
            while await self._step(turn, interlude):
                self.tell_failures()
                self._renew(turn, floor, newer())
            while not account.empty:
                await self._synthesizer.news(TICK_SECONDS)
                account.tell()
            turn.check()
        finally:
            turn.leave()
            self._account = None
            self.tell_failures()

    async def _step(self, turn: Recital, interlude: Interlude | None) -> bool:
        """The next sentence of the statement, or what comes before it."""
        if interlude is None or not interlude.on:
            return await turn.step(self._lead)
        if (sentence := interlude.next()) is not None:
            await turn.interpose(sentence)
        elif await turn.wait():
            interlude.quiet()
        return True

    async def say(self, floor: Floor, sentences: Sequence[Sentence]) -> None:
        """Speak these, each as soon as it is there; returns when they have been heard, and may be cancelled as `speak`.

        One for which there is no time, or that no voice can speak, is left out.
        """
        account = FloorAccount(self.side, floor, self._post, self._said)
        turn = Recital(floor, account, Delivery((), self._seconds), self._synthesizer, self._seconds)
        try:
            for sentence in sentences:
                await turn.interpose(sentence)
            while not account.empty:
                await turn.wait()
        finally:
            turn.leave()
            self.tell_failures()

    def _renew(self, turn: Recital, floor: Floor, newer: Statement | None) -> None:
        if newer is not None and (rest := turn.renew(newer)):
            self._post(StatementRevised(turn=floor.turn, side=self.side, sentences=rest, reason="a newer draft"))

    def tell_failures(self) -> None:
        """Post the reasons for which a voice was replaced, each once."""
        instead = (
            self._synthesizer.fallback.name
            if self._synthesizer.fallback
            else "another try, or the sentence is left out"
        )
        for reason in self._synthesizer.failures[self._failures_told :]:
            self._post(Degraded(part=f"voice of {self.side}", reason=reason, instead=instead))
        self._failures_told = len(self._synthesizer.failures)
