"""Which sentences are spoken, so that a statement ends inside its window (algorithms 6). Pure.

The outer search (how many words to ask a model for) costs calls; this inner one costs none: it is an
exact knapsack over units, in hundredths of a second, so it lands whenever there is enough to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from config.statement import Priority, Sentence

STEP = 0.01  # seconds
PAUSE = 0.35  # after a sentence, where nothing else is asked
PAUSE_LEAST, PAUSE_MOST = 0.15, 0.90  # how far pauses give way before sentences do
GUARD = 0.35  # the last word ends at least this long before the bell
MINIMUM_USED = 0.98

WEIGHT = {
    Priority.CLOSING: 1e6,
    Priority.MUST: 1e3,
    Priority.SHOULD: 4.0,
    Priority.MAY: 2.0,
    Priority.RESERVE: 1.0,
}


@dataclass(frozen=True)
class Window:
    """When a statement should end, in seconds from its start: not before `lo`, never after `hi`."""

    lo: float
    hi: float

    @classmethod
    def of(cls, seconds: float, used: float = MINIMUM_USED, guard: float = GUARD) -> Window:
        hi = max(seconds - guard, seconds / 2)
        return cls(min(seconds * used, hi), hi)

    def __contains__(self, seconds: float) -> bool:
        return self.lo <= seconds <= self.hi


@dataclass(frozen=True)
class Fitted:
    """The sentences to be spoken, the pause after each, and how long it all takes."""

    sentences: tuple[Sentence, ...]
    pause: float
    seconds: float


@dataclass
class _Unit:
    """Sentences spoken together or not at all, and the units that make sense only after it."""

    places: list[int] = field(default_factory=list)
    seconds: float = 0.0
    value: float = 0.0
    tails: list[_Unit] = field(default_factory=list)

    @property
    def cost(self) -> int:
        return int(np.ceil(self.seconds / STEP - 1e-9))


def fit(
    sentences: Sequence[Sentence], seconds: Callable[[str], float], window: Window, spoken: Iterable[str] = ()
) -> Fitted:
    """Choose what is worth most and fills the window best.

    Args:
        sentences: in speaking order; the closing line last.
        seconds: how long a sentence takes, without its pause.
        window: for the end of the last sentence, counted from now.
        spoken: ids of units already begun or spoken, which satisfy `needs`.

    Returns:
        in speaking order; empty when not even the closing line fits.
    """
    units = _units(sentences, seconds, frozenset(spoken))
    # every sentence is followed by a pause but the last, whose pause may lie beyond the window
    chosen = _knapsack(units, int((window.hi + PAUSE) / STEP))
    kept = tuple(sentences[place] for place in sorted(chosen))
    return stretched(kept, seconds, window.hi)


def stretched(sentences: tuple[Sentence, ...], seconds: Callable[[str], float], end: float) -> Fitted:
    """These sentences with the pauses that make them end at `end`, as far as pauses give way."""
    total = sum(seconds(sentence.text) for sentence in sentences)
    if len(sentences) < 2:
        return Fitted(sentences, PAUSE, total)
    pause = max(PAUSE_LEAST, min(PAUSE_MOST, (end - total) / (len(sentences) - 1)))
    return Fitted(sentences, pause, total + pause * (len(sentences) - 1))


def _units(sentences: Sequence[Sentence], seconds: Callable[[str], float], spoken: frozenset[str]) -> list[_Unit]:
    """Units in order, each tail under the unit it needs; one whose need was dropped is dropped too."""
    found: dict[str, _Unit] = {}
    needs: dict[str, str | None] = {}
    for place, sentence in enumerate(sentences):
        unit = found.setdefault(sentence.unit, _Unit())
        needs.setdefault(sentence.unit, None if sentence.needs in spoken else sentence.needs)
        length = seconds(sentence.text) + PAUSE
        unit.places.append(place)
        unit.seconds += length
        unit.value += length * WEIGHT[sentence.priority]
    top = []
    for name, unit in found.items():
        need = needs[name]
        if need is None:
            top.append(unit)
        elif need in found:
            found[need].tails.append(unit)
    return top


def _knapsack(units: Sequence[_Unit], capacity: int) -> list[int]:
    """Places of the sentences chosen: 0/1 knapsack in which a tail is open only with its head."""
    if capacity <= 0:
        return []
    best = np.zeros(capacity + 1)
    steps: list[tuple[_Unit, NDArray[np.bool_], list[tuple[_Unit, NDArray[np.bool_]]]]] = []
    for unit in units:
        taken = _shift(best, unit)
        tails = []
        for tail in _flat(unit):
            better = _shift(taken, tail)
            use = better > taken
            taken = np.where(use, better, taken)
            tails.append((tail, use))
        use_unit = taken > best
        best = np.where(use_unit, taken, best)
        steps.append((unit, use_unit, tails))
    return _trace(steps, int(np.argmax(best)))


def _flat(unit: _Unit) -> list[_Unit]:
    """The tails of a unit in order (deeper ones follow their own head and are treated as its equals)."""
    return [found for tail in unit.tails for found in (tail, *_flat(tail))]


def _shift(values: NDArray[np.float64], unit: _Unit) -> NDArray[np.float64]:
    moved = np.full_like(values, -np.inf)
    if unit.cost < len(values):
        moved[unit.cost :] = values[: len(values) - unit.cost] + unit.value
    return moved


def _trace(steps: list[tuple[_Unit, NDArray[np.bool_], list[tuple[_Unit, NDArray[np.bool_]]]]], left: int) -> list[int]:
    places: list[int] = []
    for unit, used, tails in reversed(steps):
        if not used[left]:
            continue
        for tail, tail_used in reversed(tails):
            if tail_used[left]:
                places += tail.places
                left -= tail.cost
        places += unit.places
        left -= unit.cost
    return places
