"""The controller at work: has a statement written, measured and chosen until it ends inside its window.

`ours` keeps all that was written and chooses what is spoken; `paper` is TreeDebater's search, for comparison: it
asks for another text until one, spoken whole, lands in the published window. Both explain every step.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from config.errors import UsageError
from config.settings import Controller
from config.statement import Priority, Sentence, Statement
from speech.offload import compute
from speech.synthesis.synthesizer import Synthesizer
from speech.text.sentences import sentences
from speech.timing.duration import Durations, Estimator
from speech.timing.fit import Fitted, Window, fit
from speech.timing.length_search import SMALL_GAP, PaperSearch, ReserveSearch, first_words, published_window
from speech.timing.pace import Pace
from speech.timing.pauses import PAUSE, spoken_seconds
from speech.timing.steps import Landing, Remedy, Step

MEASURING_ROUNDS = 4  # after which what is left to measure is measured whether it is chosen or not

Write = Callable[[int, Sequence[Sentence]], Awaitable[Sequence[Sentence] | None]]
"""Asks for about so many words; the sentences are what there is already: then more is wanted, None if there is none."""

Measure = Callable[[Sequence[Sentence]], Awaitable[None]]
"""Makes the lengths of these sentences known."""


class Fitter:
    """Makes one statement fit one window.

    `known`: whether a sentence's length is measured, not estimated; `on_step`: told of every decision; `pace`: of the
    voice, from which follows how many words are asked for, and which learns from what is measured.
    """

    def __init__(
        self,
        window: Window,
        lengths: Durations,
        *,
        known: Callable[[str], bool],
        measure: Measure,
        on_step: Callable[[Step], None],
        pace: Pace | None = None,
    ) -> None:
        self._window, self._lengths, self._pace = window, lengths, pace or Pace()
        self._known, self._measure, self._on_step = known, measure, on_step

    async def hold(self, controller: Controller, seconds: float, write: Write) -> tuple[Sentence, ...]:
        """What delivery may deal from, all that will most likely be spoken of it measured.

        `seconds`: of the whole turn.
        """
        if controller is Controller.PAPER:
            return await self._paper(seconds, write)
        return await self._ours(write)

    def chosen(self, material: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """What would be spoken of it, as far as lengths are known."""
        return fit(material, self._lengths, self._window).sentences

    def short(self, material: Sequence[Sentence]) -> bool:
        """Whether all that would be spoken of it ends before the window."""
        return fit(material, self._lengths, self._window).seconds < self._window.lo - SMALL_GAP

    @property
    def words(self) -> int:
        """That a first draft is asked for, the reserve among them."""
        return first_words(self._window, self._pace.seconds_per_word)

    async def _ours(self, write: Write) -> tuple[Sentence, ...]:
        search = ReserveSearch(self._window, self._lengths, self._pace.seconds_per_word)
        told = 0
        while (words := search.words) is not None:
            draft = await write(words, search.material)
            _ = search.no_more() if draft is None else search.told(draft)
            for step in search.steps[told:]:
                self._on_step(step)
            told = len(search.steps)
            if search.words is None:
                await self.settle(search.material)
                search.measured()
        return search.material

    async def _paper(self, seconds: float, write: Write) -> tuple[Sentence, ...]:
        search = PaperSearch(seconds)
        draft: Sequence[Sentence] = ()
        while (words := search.words) is not None:
            draft = Statement(sentences=tuple(await write(words, ()) or ())).as_written().sentences
            await self._measure([s for s in draft if not self._known(s.text)])
            self._on_step(search.told(self._spoken(draft), len(draft)))
        while len(draft) > 1 and self._spoken(draft) > self._window.hi:
            draft = draft[:-1]  # the paper's hard cut, at the last sentence before the limit
        return tuple(draft)

    def _spoken(self, draft: Sequence[Sentence]) -> float:
        return spoken_seconds(draft, (self._lengths(s.text) for s in draft), PAUSE)

    async def settle(self, material: Sequence[Sentence]) -> None:
        """Choose, measure the choice, and choose again with the true lengths, until all of it is measured."""
        for number in range(MEASURING_ROUNDS + 1):
            fitted = fit(material, self._lengths, self._window)
            wanted = material if number == MEASURING_ROUNDS - 1 else [*fitted.sentences, *material[-1:]]
            missing = list({s.id: s for s in wanted if not self._known(s.text)}.values())
            self._on_step(self._settled(fitted, len(material), len(missing)))
            if not missing:
                self._pace.spoken(fitted.sentences, self._lengths)
                return
            await self._measure(missing)

    def _settled(self, fitted: Fitted, sentences: int, missing: int) -> Step:
        """How the choice stands, when so many of its sentences are still to be measured."""
        kept = len(fitted.sentences)
        return Step(
            budget=self._window.hi,
            seconds=fitted.seconds,
            kept=kept,
            dropped=sentences - kept,
            verdict=Landing.UNMEASURED if missing else self._window.landing(fitted.seconds),
            remedy=Remedy.MEASURE if missing else None,
            count=missing or None,
        )


def speech_of(text: str) -> list[Sentence]:
    """A text as a statement: the first sentence must be spoken, the last closes, the rest should be.

    A paragraph is a point: a longer pause stands before the next one. Raises UsageError: there is nothing to say in it.
    """
    paragraphs = [sentences(paragraph) for paragraph in re.split(r"\n\s*\n", text)]
    found = [(f"paragraph {i}", sentence) for i, part in enumerate(paragraphs, 1) for sentence in part]
    if not found:
        raise UsageError("the text has no sentence in it")
    last = len(found) - 1
    return [
        Sentence(
            id=f"s{i + 1}",
            text=sentence,
            unit=f"u{i + 1}",
            priority=Priority.CLOSING if i == last else Priority.MUST if i == 0 else Priority.SHOULD,
            topic=paragraph,
        )
        for i, (paragraph, sentence) in enumerate(found)
    ]


@dataclass(frozen=True)
class FittedText:
    """What becomes of a written speech: its window, what is spoken of it, in which voice, and how that was found."""

    window: Window
    fitted: Fitted
    voice: str
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.fitted.sentences)

    @property
    def landed(self) -> bool:
        return self.fitted.seconds in self.window


async def fit_text(
    text: str, seconds: float, synthesizer: Synthesizer, controller: Controller, estimator: Estimator | None = None
) -> FittedText:
    """Make a written speech end inside a window."""
    speech = speech_of(text)
    window = published_window(seconds) if controller is Controller.PAPER else Window.of(seconds)
    lengths = Durations(synthesizer.known, estimator)
    steps: list[Step] = []

    async def write(words: int, material: Sequence[Sentence]) -> Sequence[Sentence] | None:
        if controller is Controller.PAPER:
            return Statement(sentences=tuple(speech)).of_about(words).sentences
        return None if material else speech  # a written speech has no more to say

    async def measure(missing: Sequence[Sentence]) -> None:
        for sentence in missing:
            await compute(lambda text=sentence.text: synthesizer.synthesize(text))  # type: ignore[misc]

    fitter = Fitter(
        window, lengths, known=lambda s: synthesizer.known(s) is not None, measure=measure, on_step=steps.append
    )
    material = await fitter.hold(controller, seconds, write)
    return FittedText(window, fit(material, lengths, window), synthesizer.name, tuple(steps))
