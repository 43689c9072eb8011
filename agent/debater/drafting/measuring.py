"""Drafts as they sound: fitted to their time, filled up by the spare's, and synthesised ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from agent.debater.drafting.beside import guarded
from agent.debater.drafting.fitting import Fitter
from agent.debater.drafting.moments import Moments
from agent.match.events import FitStep
from agent.running.ports import Post
from agent.running.tasks import Tasks
from config.format import Format
from config.statement import Priority, Sentence, without
from speech.timing.duration import Durations, HasSeconds
from speech.timing.fit import Window
from speech.timing.length_search import extended as with_more
from speech.timing.pace import Pace
from speech.timing.steps import Step

LEAST_WORDS = 7  # of a passage of the spare's; "Keep hold of that." says nothing behind words of the method's
MADE_AT_ONCE = 4  # sentences of a beginning
SPARE = 9  # marks passages of the spare's among the method's own


class SentenceMaker(Protocol):
    """Who will speak: which sentences it has made, so that their length is known, and a way to have more made."""

    def known(self, text: str) -> HasSeconds | None: ...

    async def made(self, texts: Sequence[str]) -> None: ...


class Measuring:
    """In one voice. `seconds`: how long a sentence takes in it; `pace`: of it. `at_once`: by turn, what the spare has
    written."""

    def __init__(
        self,
        match_format: Format,
        moments: Moments,
        synthesizer: SentenceMaker,
        seconds: Durations,
        pace: Pace,
        post: Post,
        tasks: Tasks,
    ) -> None:
        self._format, self._moments, self._pace = match_format, moments, pace
        self._synthesizer, self._post, self._tasks = synthesizer, post, tasks
        self._seconds = seconds
        self.at_once: dict[int, tuple[Sentence, ...]] = {}

    def fitter(self, index: int, begun: float = 0.0) -> Fitter:
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

    async def filled(self, index: int, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """With passages of the spare's in reserve, where there is too little to fill the time.

        Nobody knows what of it will fit into the rest of a turn that has begun, or between points of information: there
        they are always added; in a turn that has begun those too that speak the same prepared node in other words.
        """
        fitter = self.fitter(index)
        asked = self._format.turns[index].points_of_information is not None
        if self._moments.turn < index and not asked and not fitter.short(sentences):
            return sentences
        more = self.extended(index, sentences)
        await fitter.settle(more)
        return more

    def extended(self, index: int, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """With what the spare has to say on other things."""
        said = {one.source for one in sentences if self._moments.turn < index} - {None}
        spare = [one for one in self.at_once.get(index, ()) if one.topic and one.priority is not Priority.CLOSING]
        again = {one.unit for one in spare if one.source in said or one.answers}  # what is answered is not its to say
        words = Counter(one.unit for one in spare for _ in one.text.split())
        slight = {unit for unit, count in words.items() if count < LEAST_WORDS}
        return with_more(sentences, without(spare, again | slight), SPARE)

    def make(self, sentences: Sequence[Sentence]) -> None:
        """Have the first of them synthesised, for they may be due at any moment."""
        texts = [s.text for s in sentences[:MADE_AT_ONCE] if self._synthesizer.known(s.text) is None]
        if texts:
            self._tasks.spawn(guarded(self._synthesizer.made(texts), self._post), "making a beginning")

    def _explain(self, index: int, step: Step) -> None:
        self._post(FitStep(turn=index, side=self._moments.side, **dict(step)))

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        await self._synthesizer.made([sentence.text for sentence in sentences])
