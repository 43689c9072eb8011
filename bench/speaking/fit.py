"""How many drafts it takes until a statement ends inside its window: TreeDebater's search and ours.

A simulated model is asked for words and obeys as models do: with noise, always too long or too short, or not
at all. Both searches are run on the same models, speakers and seeds, and both begin with the paper's guess, which is
also how fast the speakers are. The paper's search may have 10 drafts and speaks its text whole; ours may have 4 and
chooses what is spoken, and each landing is measured again here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bench import Measurement, Target
from config.statement import PAPER_WORDS_PER_MINUTE, RESERVE, Priority, Sentence
from speech.timing.fit import Fitted, Window
from speech.timing.length_search import MOST_CALLS, PAPER_CALLS, PaperSearch, ReserveSearch
from speech.timing.pauses import PAUSE, PAUSE_LEAST, PAUSE_MOST, spoken_seconds

SENTENCE_WORDS = (6, 24)
WORD_SECONDS = 60 / PAPER_WORDS_PER_MINUTE - PAUSE / (sum(SENTENCE_WORDS) / 2)  # pauses included
SPEAKERS_DIFFER = 0.05  # of the seconds a word
SENTENCES_DIFFER = 0.06
OWN_MIND = (0.5, 1.5)  # what a draft that ignores the budget is long, for what the whole turn takes


@dataclass(frozen=True)
class Behaviour:
    """How a model obeys: it writes `bias` times the words, with noise, unless it ignores what was asked.

    `ignores` is the share of drafts that are as long as the model likes.
    """

    bias: float = 1.0
    noise: float = 0.03
    ignores: float = 0.0


BEHAVIOURS = {
    "obeys with 3 % noise": Behaviour(),
    "20 % too long": Behaviour(bias=1.2),
    "30 % too short": Behaviour(bias=0.7),
    "half of the drafts ignore the budget": Behaviour(ignores=0.5),
    "ignores the budget": Behaviour(ignores=1.0),
    "15 % noise": Behaviour(noise=0.15),
}
WINDOWS = ((240, 2), (240, 5), (120, 2), (120, 5))  # seconds of the turn; in how many of its last it should end


class DraftWriter(Protocol):
    """A model that writes a statement."""

    def draft(self, words: int) -> Sequence[Sentence]:
        """About so many words, the closing line last."""
        ...


class SimulatedWriter:
    """Sentences of 6 to 24 words without content, as many as the behaviour says, and one speaker's seconds for them.

    Args:
        seconds: of the whole turn, which a draft that ignores the budget goes by.
        seed: two writers of one seed write the same drafts when asked for the same words.
    """

    def __init__(self, behaviour: Behaviour, seconds: float, seed: Sequence[int]) -> None:
        self._behaviour = behaviour
        self._whole = seconds / 60 * PAPER_WORDS_PER_MINUTE
        self._dice = np.random.Generator(np.random.SFC64(seed))
        self._word_seconds = WORD_SECONDS * np.exp(SPEAKERS_DIFFER * self._dice.standard_normal())
        self._drafts = 0
        self._lengths: dict[str, float] = {}

    def lengths(self, text: str) -> float:
        """Seconds of a sentence written here, without its pause."""
        return self._lengths[text]

    def measured(self, words: int) -> float:
        """Seconds of a draft spoken whole, with the usual pauses."""
        return float((self._spoken(words) + PAUSE).sum() - PAUSE)

    def draft(self, words: int) -> list[Sentence]:
        """Passages of a claim and a reason, every fifth of which must be said; a closing line."""
        spoken = self._spoken(words).tolist()
        chances = self._dice.random((len(spoken), 2)).tolist()
        self._drafts += 1
        sentences: list[Sentence] = []
        for number, (joined, worth) in enumerate(chances[:-1]):
            text, head = f"{self._drafts}.{number}", f"u{number - number % 2}"
            if number % 2 and joined < 0.4:  # spoken with the claim or not at all
                sentences.append(sentences[-1].model_copy(update={"id": text, "text": text}))
                continue
            needs = head if number % 2 and joined < 0.8 else None
            priority = _priority(number, worth)
            sentences.append(Sentence(id=text, text=text, unit=f"u{number}", priority=priority, needs=needs))
        last = f"{self._drafts}.end"
        sentences.append(Sentence(id=last, text=last, unit="end", priority=Priority.CLOSING))
        self._lengths.update(zip((s.text for s in sentences), spoken, strict=True))
        return sentences

    def _spoken(self, words: int) -> NDArray[np.float64]:
        """Seconds of each sentence of the next draft."""
        low, high = SENTENCE_WORDS
        written = self._written(words)
        sizes = self._dice.integers(low, high + 1, size=written // low + 1)
        ends = sizes.cumsum()
        last = int(np.searchsorted(ends, written))
        sizes = sizes[: last + 1]
        sizes[-1] = max(low, sizes[-1] - (ends[last] - written))
        varied = np.exp(SENTENCES_DIFFER * self._dice.standard_normal(len(sizes)))
        return np.asarray(sizes * self._word_seconds * varied, np.float64)

    def _written(self, words: int) -> int:
        """Words that come of asking for so many."""
        if self._dice.random() < self._behaviour.ignores:
            return int(self._whole * self._dice.uniform(*OWN_MIND))
        noise = np.exp(self._behaviour.noise * self._dice.standard_normal())
        return max(SENTENCE_WORDS[0], int(words * self._behaviour.bias * noise))


def _priority(number: int, chance: float) -> Priority:
    if number % 10 == 0:
        return Priority.MUST
    if chance < RESERVE:
        return Priority.RESERVE
    return Priority.SHOULD if chance < 0.6 else Priority.MAY


@dataclass(frozen=True)
class Cell:
    """One kind of turn and of model: the unit of work, which travels to a process of its own."""

    seconds: float
    last: float
    behaviour: str
    speeches: int
    seed: int

    @property
    def window(self) -> Window:
        return Window(self.seconds - self.last, self.seconds)

    def writer(self, number: int) -> SimulatedWriter:
        return SimulatedWriter(BEHAVIOURS[self.behaviour], self.seconds, (self.seed, number))


def measure(cell: Cell) -> dict[str, Any]:
    """Both searches for every speech of a cell."""
    paper = [by_paper(cell, cell.writer(number)) for number in range(cell.speeches)]
    writers = (cell.writer(number) for number in range(cell.speeches))
    ours = [by_reserve(cell.window, writer, writer.lengths) for writer in writers]
    return {
        "seconds": cell.seconds,
        "last": cell.last,
        "behaviour": cell.behaviour,
        "paper": _summary(paper),
        "ours": _summary(ours),
    }


def by_paper(cell: Cell, writer: SimulatedWriter) -> tuple[bool, int]:
    """Whether the paper's search landed, and after how many drafts."""
    search = PaperSearch(cell.seconds, cell.window)
    while (words := search.words) is not None:
        search.told(writer.measured(words))
    return search.landed, search.calls


def by_reserve(window: Window, writer: DraftWriter, lengths: Callable[[str], float]) -> tuple[bool, int]:
    """Whether ours landed, and after how many drafts; what it would speak is measured here once more."""
    search = ReserveSearch(window, lengths, 60 / PAPER_WORDS_PER_MINUTE)
    while (words := search.words) is not None:
        search.told(writer.draft(words))
    return search.landed and ends_inside(window, search.fitted, lengths), search.calls


def ends_inside(window: Window, fitted: Fitted, lengths: Callable[[str], float]) -> bool:
    """Whether these sentences, spoken with this pause, end with the closing line inside the window."""
    seconds = spoken_seconds(fitted.sentences, (lengths(s.text) for s in fitted.sentences), fitted.pause)
    closing = bool(fitted.sentences) and fitted.sentences[-1].priority is Priority.CLOSING
    natural = PAUSE_LEAST <= fitted.pause <= PAUSE_MOST
    return closing and natural and seconds in window


def _summary(found: Sequence[tuple[bool, int]]) -> dict[str, float]:
    calls = [number for _, number in found]
    landed = sum(landed for landed, _ in found) / len(found)
    return {"landed": landed, "mean_calls": round(sum(calls) / len(calls), 4), "max_calls": max(calls)}


def run(
    speeches: int = 10_000,
    seed: int = 1,
    windows: Iterable[tuple[float, float]] = WINDOWS,
    behaviours: Iterable[str] = tuple(BEHAVIOURS),
    processes: int | None = None,
) -> Measurement:
    """Every window with every behaviour.

    Args:
        speeches: simulated in each cell.
        windows: seconds of the turn, and in how many of its last seconds it should end.
        behaviours: names in `BEHAVIOURS`.
        processes: to work in side by side, one for each core if left out; 1 works in this one.
    """
    windows, behaviours = list(windows), list(behaviours)
    cells = [Cell(*window, name, speeches, seed) for window in windows for name in behaviours]
    if processes == 1:
        results = [measure(cell) for cell in cells]
    else:
        with ProcessPoolExecutor(processes or os.cpu_count(), mp_context=get_context("spawn")) as pool:
            results = list(pool.map(measure, cells))
    settings = {
        "speeches": speeches,
        "seed": seed,
        "windows": [{"seconds": seconds, "last": last} for seconds, last in windows],
        "behaviours": behaviours,
        "calls_allowed": {"paper": PAPER_CALLS, "ours": MOST_CALLS},
    }
    ours = [result["ours"] for result in results]
    bars = [
        Target("least share of speeches that land, any cell", min(c["landed"] for c in ours), 1.0, above=True),
        Target("mean calls to the model, worst cell", max(c["mean_calls"] for c in ours), 2.1),
        Target("most calls to the model", max(c["max_calls"] for c in ours), MOST_CALLS),
    ]
    return Measurement("fit", settings, results, bars)
