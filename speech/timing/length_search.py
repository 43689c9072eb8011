"""How many words to ask a model for, so that a statement ends inside its window (algorithms 6). Pure.

The outer search, as two small machines. Each says how many `words` to ask for and is told what
came back, until `words` is None:

    PaperSearch    TreeDebater 3.5 and B.2: measure the whole text, double the step, halve the interval
    ReserveSearch  ours: keep all that was ever written, choose what is spoken (`speech.timing.fit`), and ask again
                   only while nothing that could be spoken ends inside the window
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from config.errors import RuleError
from config.statement import (
    PAPER_WORDS_PER_MINUTE,
    RESERVE,
    WORDS_PER_MINUTE,
    Priority,
    Sentence,
    marked,
    standing,
    without,
)
from speech.timing.fit import Fitted, Window, fit, stretched
from speech.timing.pauses import PAUSE, PAUSE_MOST, Points
from speech.timing.steps import Landing, Remedy, Step

PAPER_CALLS = 10
PAPER_STEP = 10  # words; B.2 leaves open by how much the second guess differs from the first
PAPER_EARLY, PAPER_LATE = 15.0, 1.0  # seconds before and after T that the published code lets a text end
MOST_CALLS = 4
FEWEST_WORDS = 60  # worth a call
SMALL_GAP = 1.5  # seconds that are left to the pauses once more has been asked for
SLOWEST_WRITER = 0.25  # of the words asked for; a draft shorter than that says nothing about the next


class _Search:
    """What both searches are seen by.

    `words`: to ask for next, None when the search is over. `calls`: drafts so far. `steps`: every decision so far.
    """

    def __init__(self, words: int) -> None:
        self.words: int | None = max(1, words)
        self.calls = 0
        self.steps: list[Step] = []

    def _answered(self) -> int:
        """The words that were asked for, now that a draft has come back."""
        if self.words is None:
            raise RuleError("the search for the length of a statement is over; begin a new one")
        self.calls += 1
        return self.words

    def _conclude(self, step: Step, words: int | None) -> Step:
        self.steps.append(step)
        self.words = words
        return step


def published_window(seconds: float) -> Window:
    """[t_l, t_r] as the published code sets it for a turn of T seconds: [T - 15, T + 1].

    In a turn under half a minute it begins at the middle. What ends after the bell is for delivery to shorten.
    """
    return Window(max(seconds - PAPER_EARLY, seconds / 2), seconds + PAPER_LATE)


class PaperSearch(_Search):
    """TreeDebater 3.5 and B.2, for comparison: a text is measured whole, and the latest draft is final.

    Args:
        seconds: T, from which the first guess follows.
        window: [t_l, t_r], in seconds; the published one if left out.
    """

    def __init__(self, seconds: float, window: Window | None = None) -> None:
        window = window or published_window(seconds)
        super().__init__(round(seconds / 60 * PAPER_WORDS_PER_MINUTE))
        self._window = window
        self._short: int | None = None
        self._long: int | None = None
        self._step = PAPER_STEP

    @property
    def landed(self) -> bool:
        """Whether the latest draft ends inside the window."""
        return bool(self.steps) and self.steps[-1].verdict is Landing.LANDS

    def told(self, seconds: float, sentences: int = 0) -> Step:
        """The draft that was asked for takes this long, and has so many sentences.

        Raises:
            RuleError: nothing was asked for.
        """
        words = self._answered()
        step = Step(
            budget=self._window.hi,
            seconds=seconds,
            kept=sentences,
            dropped=0,
            words=words,
            verdict=self._window.landing(seconds),
        )
        if step.verdict is Landing.LANDS:
            return self._conclude(step, None)
        if self.calls == PAPER_CALLS:
            return self._conclude(step.model_copy(update={"drafts": PAPER_CALLS}), None)
        following, remedy = self._next(words, seconds)
        return self._conclude(step.model_copy(update={"remedy": remedy, "count": following}), following)

    def _next(self, words: int, seconds: float) -> tuple[int, Remedy]:
        if seconds < self._window.lo:
            self._short = words
        else:
            self._long = words
        if self._short is not None and self._long is not None:
            return (self._short + self._long) // 2, Remedy.HALVE
        step, self._step = self._step, 2 * self._step
        return max(1, words + step if self._long is None else words - step), Remedy.DOUBLE


class ReserveSearch(_Search):
    """Ours: what is written is kept, and the sentences spoken are chosen from all of it.

    `material` is all there is to say, in speaking order: what `Delivery` deals from. `fitted` is what would be spoken
    of it; where nothing lands it ends before the window.

    After the first draft only passages are asked for, to be appended as reserve, so that what there is to say never
    shrinks. It is over once a selection ends inside the window, at the latest after
    `MOST_CALLS` drafts. Where too much must be said for anything to land, the latest passages that must be
    said become such as should be; that costs no call.

    Args:
        window: in seconds, for the end of the last sentence.
        lengths: seconds a sentence takes, without its pause.
        seconds_per_word: of speech for each word asked for, as the voice speaks (`speech.timing.pace`).
    """

    def __init__(
        self, window: Window, lengths: Callable[[str], float], seconds_per_word: float = 60 / WORDS_PER_MINUTE
    ) -> None:
        super().__init__(first_words(window, seconds_per_word))
        self._window = window
        self._lengths = lengths
        self._least_per_word = seconds_per_word * SLOWEST_WRITER
        self._asked_words, self._ended = 0, False
        self.material: tuple[Sentence, ...] = ()
        self.fitted = Fitted((), PAUSE, 0.0)

    @property
    def landed(self) -> bool:
        """Whether what would be spoken ends inside the window."""
        return self._lands(self.fitted)

    @property
    def seconds_per_word(self) -> float:
        """Seconds of speech got for each word asked for; never less than a quarter of the guess."""
        return max(self._least_per_word, self._usual / max(1, self._asked_words))

    @property
    def _usual(self) -> float:
        said = standing(self.material)
        return sum(self._lengths(sentence.text) + PAUSE for sentence in said) + Points(self.material).added(said)

    def told(self, draft: Sequence[Sentence]) -> Step:
        """The sentences that came back; texts that are there already are not taken twice.

        Returns:
            the last of the steps that follow.

        Raises:
            RuleError: nothing was asked for.
        """
        words = self._answered()
        self._asked_words += words
        self.material = extended(self.material, draft, self.calls)
        points = Points(self.material)
        self.fitted = stretched(standing(self.material), self._lengths, self._window.hi, points)
        little = self.fitted.seconds < self._window.lo
        if not little:
            self._choose(words)
        if self.landed:
            return self._conclude(self._step(words, Landing.LANDS, pause=self.fitted.pause), None)
        if self._closing > self._window.hi:
            return self._conclude(self._step(words, Landing.CLOSING_TOO_LONG), None)
        step = self._step(words, *((Landing.TOO_SHORT, PAUSE_MOST) if little else (Landing.NO_SELECTION,)))
        near = not little and self._window.hi - self.fitted.seconds <= SMALL_GAP and self.calls > 1
        if self.calls == MOST_CALLS or near:
            return self._conclude(step.model_copy(update={"drafts": MOST_CALLS}), None)
        more = self._more()
        return self._conclude(step.model_copy(update={"remedy": Remedy.EXTEND, "count": more}), more)

    def measured(self) -> None:
        """Lengths are known better now: where what landed before ends too early after all, ask for more."""
        if self.words is not None or self._ended or self.calls == MOST_CALLS or self._closing > self._window.hi:
            return
        self.fitted = fit(self.material, self._lengths, self._window)
        near = self._window.hi - self.fitted.seconds <= SMALL_GAP and self.calls > 1
        if self._window.landing(self.fitted.seconds) is Landing.TOO_SHORT and not near:
            self.words = self._more()

    def no_more(self) -> Step:
        """The writer has nothing to add to what there is: what there is must do."""
        self._ended = True
        return self._conclude(self._step(self._answered(), Landing.TOO_SHORT), None)

    def _step(self, words: int, verdict: Landing, pause: float | None = None) -> Step:
        """Where the search stands, with nothing done about it yet."""
        kept = len(self.fitted.sentences)
        return Step(
            budget=self._window.hi,
            seconds=self.fitted.seconds,
            kept=kept,
            dropped=len(self.material) - kept,
            words=words,
            verdict=verdict,
            pause=pause,
        )

    def _lands(self, fitted: Fitted) -> bool:
        return bool(fitted.sentences) and fitted.seconds in self._window

    @property
    def _closing(self) -> float:
        """Seconds of the closing line, which is always spoken."""
        return sum(self._lengths(s.text) for s in self.material if s.priority is Priority.CLOSING)

    def _choose(self, words: int) -> None:
        """The inner search; where it cannot land, what must be said is demoted, the latest passage first.

        What answers the other side is demoted last.
        """
        self.fitted = fit(self.material, self._lengths, self._window)
        if self.landed:
            return
        answering = {s.unit for s in self.material if s.answers or s.concedes}
        musts = list(dict.fromkeys(s.unit for s in self.material if s.priority is Priority.MUST))
        musts.sort(key=lambda unit: unit not in answering)
        answers = sum(unit in answering for unit in musts)
        least = answers if self._says_all_it_must(self.fitted) else 0  # a moment left over is better than no answer
        for kept in reversed(range(least, len(musts))):
            fewer = demoted(self.material, musts[kept:])
            fitted = fit(fewer, self._lengths, self._window)
            if self._lands(fitted):
                relaxed = {"remedy": Remedy.RELAX, "count": len(musts) - kept, "musts": len(musts)}
                self.steps.append(self._step(words, Landing.NO_SELECTION).model_copy(update=relaxed))
                self.material, self.fitted = fewer, fitted
                return

    def _says_all_it_must(self, fitted: Fitted) -> bool:
        """Whether nothing that must be said is missing."""
        said = {s.id for s in fitted.sentences}
        return bool(said) and all(s.id in said for s in self.material if s.priority is Priority.MUST)

    def _more(self) -> int:
        """Words that bring the material to the whole time with the reserve on top, as this model has written so far."""
        missing = self._window.hi / (1 - RESERVE) - self._usual
        return max(FEWEST_WORDS, math.ceil(missing / self.seconds_per_word))


def first_words(window: Window, seconds_per_word: float) -> int:
    """That a first draft is asked for: so many as fill the window, and the reserve."""
    return math.ceil(window.hi / (1 - RESERVE) / seconds_per_word)


def extended(material: Sequence[Sentence], draft: Sequence[Sentence], number: int) -> tuple[Sentence, ...]:
    """The material with a further draft's passages as reserve before the closing line.

    Passages with a sentence that is there already are left out with what needs them, and so is a second closing
    line. Ids and units of the draft are marked with its number.
    """
    if not material:
        return tuple(draft)
    said = {sentence.text for sentence in material}
    further = marked(draft, f"more{number}-")
    repeated = {s.unit for s in further if s.text in said or s.priority is Priority.CLOSING}
    added = [s.model_copy(update={"priority": Priority.RESERVE}) for s in without(further, repeated)]
    closing = [s for s in material if s.priority is Priority.CLOSING] or [
        s for s in further if s.priority is Priority.CLOSING
    ]
    body = [s for s in material if s.priority is not Priority.CLOSING]
    return (*body, *added, *closing)


def demoted(material: Sequence[Sentence], units: Collection[str]) -> tuple[Sentence, ...]:
    """The material where nothing in these units must be said any more, only should."""
    return tuple(
        s.model_copy(update={"priority": Priority.SHOULD}) if s.unit in units and s.priority is Priority.MUST else s
        for s in material
    )
