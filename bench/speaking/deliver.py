"""Ten thousand simulated speeches: lengths only guessed, a voice that stalls, and the clock that does not wait."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from agent.debater.recital import LOOKAHEAD_SECONDS, SILENCE, STAND_IN_SECONDS
from bench import Measurement, Target
from config.statement import Priority, Sentence
from speech.timing.delivery import Delivery
from speech.timing.fit import GUARD

LEAD_SECONDS = 2.5
SYNTHESIS_SECONDS = 0.05
RESERVE = 1.12
CHUNK = 100


@dataclass(frozen=True)
class VoiceTrouble:
    """What goes wrong: spread of a sentence's true length about its guess, and how often and long the voice stalls."""

    error: float = 0.10
    stalls: float = 0.05
    stall_seconds: float = 3.0


TROUBLE = VoiceTrouble()


@dataclass(frozen=True)
class Delivered:
    """One speech: when its last word ended, and whether that was the closing line."""

    end: float
    closed: bool


def run(
    speeches: int = 10_000,
    seed: int = 1,
    windows: tuple[float, ...] = (240.0, 120.0),
    workers: int = 2,
    trouble: VoiceTrouble = TROUBLE,
) -> Measurement:
    """Deliver `speeches` statements for each window, each with its own sentences and troubles."""
    results, bars = [], []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for window in windows:
            starts = range(0, speeches, CHUNK)
            chunks = pool.map(partial(_deliver_many, seed, window, trouble, speeches), starts)
            done = [speech for chunk in chunks for speech in chunk]
            unused = [window - speech.end for speech in done]
            line = {
                "window": window,
                "speeches": len(done),
                "overruns": sum(left < 0 for left in unused),
                "unused_median": round(statistics.median(unused), 3),
                "unused_p95": round(statistics.quantiles(unused, n=20)[-1], 3),
                "closing_lines_lost": sum(not speech.closed for speech in done),
            }
            results.append(line)
            bars += [
                Target(f"overruns in {window:.0f} s", line["overruns"], 0),
                Target(f"closing lines lost in {window:.0f} s", line["closing_lines_lost"], 0),
                Target(f"median unused seconds of {window:.0f} s", line["unused_median"], 1.5),
                Target(f"p95 unused seconds of {window:.0f} s", line["unused_p95"], 3.0),
            ]
    settings = {"speeches": speeches, "seed": seed, "windows": list(windows), **vars(trouble)}
    return Measurement("deliver", settings, results, bars)


def _deliver_many(seed: int, window: float, trouble: VoiceTrouble, speeches: int, start: int) -> list[Delivered]:
    numbers = range(start, min(start + CHUNK, speeches))
    return [deliver(window, trouble, random.Random(f"{seed}/{window}/{number}")) for number in numbers]


class _Voice:
    """Makes the planned sentences one after the other, now and then stalling; the embedded voice stands in for it."""

    def __init__(self, guesses: dict[str, float], trouble: VoiceTrouble, dice: random.Random) -> None:
        self.lengths = dict(guesses)  # a guess until it is known
        self._guesses, self._trouble, self._dice = guesses, trouble, dice
        self._ready: dict[str, float] = {}
        self._free = 0.0
        self._known: set[str] = set()

    def __call__(self, text: str) -> float:
        return self.lengths[text]

    def make(self, text: str) -> None:
        """It is there, in the length that it turns out to have."""
        if text not in self._known:
            self._known.add(text)
            self.lengths[text] = self._guesses[text] * max(0.5, self._dice.gauss(1.0, self._trouble.error))

    def order(self, texts: Iterable[str], now: float) -> None:
        """Make these in the background."""
        for text in texts:
            if text not in self._ready and text not in self._known:
                self._free = max(self._free, now) + self._jobs()
                self._ready[text] = self._free

    def settle(self, now: float) -> None:
        for text, ready in self._ready.items():
            if ready <= now:
                self.make(text)

    def fetch(self, text: str, now: float, due: float) -> float:
        """When the sentence is there: from the voice by the time it is due, else from the embedded one."""
        if text in self._known:
            return now
        ready = self._ready[text] if text in self._ready else now + self._jobs()
        self.make(text)
        return ready if ready <= due else max(now, due) + STAND_IN_SECONDS

    def _jobs(self) -> float:
        stalls = self._dice.random() < self._trouble.stalls
        return SYNTHESIS_SECONDS + (self._dice.uniform(0, self._trouble.stall_seconds) if stalls else 0.0)


def deliver(window: float, trouble: VoiceTrouble, dice: random.Random) -> Delivered:
    """One speech against the clock, sentence by sentence, as `agent.debater.speaking` does it."""
    statement = list(write(window, dice))
    closing = statement[-1][0]
    voice = _Voice({s.text: guess for s, guess in statement}, trouble, dice)
    voice.make(closing.text)  # the first of all, so that its room is known
    delivery = Delivery([s for s, _ in statement], voice)
    now = queued_until = end = 0.0
    last = None
    while True:
        now = max(now, queued_until - LEAD_SECONDS)
        voice.settle(now)
        chosen = delivery.choose(window - GUARD - max(now, queued_until))
        if chosen is None:
            return Delivered(end, last == closing.id)
        sentence, pause = chosen
        voice.order(_soon(delivery, voice), now)
        there = voice.fetch(sentence.text, now, queued_until + SILENCE - STAND_IN_SECONDS)
        if there > now:
            now = there
            continue  # now that its length is known, is it still the right choice?
        delivery.commit(sentence)
        end = max(now, queued_until) + voice(sentence.text)
        queued_until, last = end + pause, sentence.id


def _soon(delivery: Delivery, seconds: Callable[[str], float]) -> Iterator[str]:
    """What is planned for the time that is made ahead."""
    length = 0.0
    for sentence in delivery.plan.sentences if delivery.plan else ():
        if length > LOOKAHEAD_SECONDS:
            return
        yield sentence.text
        length += seconds(sentence.text)


def write(window: float, dice: random.Random) -> Iterator[tuple[Sentence, float]]:
    """A statement with its guessed lengths: passages of a head and tails, reserve, and a closing line."""
    total, number, passage = 0.0, 0, 0
    while total < window * RESERVE:
        passage += 1
        reserve = total > window * 0.98
        for place in range(dice.randint(3, 6)):
            number += 1
            guess = dice.randint(6, 24) * dice.uniform(0.30, 0.42)
            head = place < 2
            yield (
                Sentence(
                    id=f"s{number}",
                    text=f"s{number}",
                    unit=f"p{passage}" if head else f"s{number}",
                    needs=None if head else f"p{passage}",
                    priority=_priority(reserve, head, passage),
                ),
                guess,
            )
            total += guess + 0.35
    yield Sentence(id="end", text="end", unit="end", priority=Priority.CLOSING), dice.uniform(2.5, 5.0)


def _priority(reserve: bool, head: bool, passage: int) -> Priority:
    if reserve:
        return Priority.RESERVE
    if head:
        return Priority.MUST if passage == 1 else Priority.SHOULD
    return Priority.MAY
