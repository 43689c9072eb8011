"""Ten thousand simulated speeches: lengths only guessed, a voice that stalls, and the clock that does not wait."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from agent.bench import Bar, Outcome
from config.statement import Priority, Sentence
from speech.delivery import Delivery
from speech.fit import GUARD

LEAD_SECONDS = 2.5
SYNTHESIS_SECONDS = 0.05
RESERVE = 1.12
CHUNK = 100


@dataclass(frozen=True)
class Trouble:
    """What goes wrong: spread of a sentence's true length about its guess, and how often and long the voice stalls."""

    error: float = 0.10
    stalls: float = 0.05
    stall_seconds: float = 3.0


@dataclass(frozen=True)
class Delivered:
    """One speech: when its last word ended, and whether that was the closing line."""

    end: float
    closed: bool


def run(
    speeches: int = 10_000, seed: int = 1, windows: tuple[float, ...] = (240.0, 120.0), workers: int = 2
) -> Outcome:
    """Deliver `speeches` statements for each window, each with its own sentences and troubles."""
    trouble = Trouble()
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
                Bar(f"overruns in {window:.0f} s", line["overruns"], 0),
                Bar(f"closing lines lost in {window:.0f} s", line["closing_lines_lost"], 0),
                Bar(f"median unused seconds of {window:.0f} s", line["unused_median"], 1.5),
            ]
    settings = {"speeches": speeches, "seed": seed, "windows": list(windows), **vars(trouble)}
    return Outcome("deliver", settings, results, bars)


def _deliver_many(seed: int, window: float, trouble: Trouble, speeches: int, start: int) -> list[Delivered]:
    numbers = range(start, min(start + CHUNK, speeches))
    return [deliver(window, trouble, random.Random(f"{seed}/{window}/{number}")) for number in numbers]


def deliver(window: float, trouble: Trouble, dice: random.Random) -> Delivered:
    """One speech against the clock, sentence by sentence, as `agent.debater` does it."""
    statement = list(write(window, dice))
    truth = {s.text: guess * max(0.5, dice.gauss(1.0, trouble.error)) for s, guess in statement}
    lengths = {s.text: guess for s, guess in statement}
    closing = statement[-1][0]
    lengths[closing.text] = truth[closing.text]  # it is synthesised first, so that its room is known
    known = {closing.text}
    delivery = Delivery([s for s, _ in statement], lengths.__getitem__)
    now = queued_until = end = 0.0
    last = None
    while True:
        now = max(now, queued_until - LEAD_SECONDS)
        chosen = delivery.choose(window - GUARD - max(now, queued_until))
        if chosen is None:
            return Delivered(end, last == closing.id)
        sentence, pause = chosen
        if sentence.text not in known:
            stall = dice.uniform(0, trouble.stall_seconds) if dice.random() < trouble.stalls else 0.0
            now += SYNTHESIS_SECONDS + stall
            known.add(sentence.text)
            lengths[sentence.text] = truth[sentence.text]
            continue  # now that its length is known, is it still the right choice?
        delivery.commit(sentence)
        end = max(now, queued_until) + truth[sentence.text]
        queued_until, last = end + pause, sentence.id


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
