"""Whether both sides are heard alike: the same prepared statements spoken by the voices of both, sides swapped.

A statement of long words is spoken with fewer of them a minute, whoever speaks it. So the two voices are compared on
the same statements, and each with the rate of the settings on the text that all voices are measured by.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agent.components import Components
from bench import Measurement, Target
from config.format import Side
from config.settings import Settings
from config.shipped import load_format
from config.statement import WORDS_PER_SECOND, Sentence
from planning.methods.treedebater.strategy import Strategy
from speech.audio import ROOM_RATE, Audio, join, silence
from speech.synthesis.loudness import loudness
from speech.synthesis.pace import measured, rate
from speech.synthesis.synthesizer import Synthesizer
from speech.text.speakable import speakable_text
from speech.timing.pauses import PAUSE, Points

MOTIONS = ("ai-tutor", "debt-ceiling", "health-rationing", "labor-unions")
FORMAT = "oxford"
RATES_APART, OFF = 2.0, 2.0  # per cent
LOUDNESS_APART = 1.0  # LU
THREADS = 2


@dataclass(frozen=True)
class SpokenStatement:
    """A statement of one side in the voice of one: seconds from its first sound to its last, pauses included."""

    motion: str
    statement: Side
    voice: Side
    words: int
    sentences: int
    seconds: float
    silent: float
    lufs: float

    @property
    def words_per_minute(self) -> float:
        return 60 * self.words / self.seconds

    def as_json(self) -> dict[str, Any]:
        return {
            "motion": self.motion,
            "statement": self.statement.value,
            "voice_of": self.voice.value,
            "words": self.words,
            "sentences": self.sentences,
            "seconds": round(self.seconds, 1),
            "words_per_minute": round(self.words_per_minute, 1),
            "lufs": round(self.lufs, 2),
            "pauses_between_sentences": round(self.silent / max(1, self.sentences - 1), 3),
        }


def run(
    motions: Sequence[str] = MOTIONS, settings: Settings | None = None, say: Callable[[str], None] = lambda line: None
) -> Measurement:
    """Write the openings of both sides of some motions, and have both voices speak each.

    Args:
        motions: their ids; a few if left out.
        say: told of each motion when it is done.

    Raises:
        UnknownName: there is no such motion. ProviderError: there is no voice.
    """
    settings = settings or Settings()
    components = Components(settings)
    synthesizers = {side: components.voice(side) for side in Side}
    spoken: list[SpokenStatement] = []
    for motion in motions or MOTIONS:
        for side, sentences in _openings(components, motion):
            spoken += [_spoken(motion, side, sentences, voice, synthesizers[voice]) for voice in Side]
        say(f"{motion}: done")
    voices = {side.value: synthesizers[side].name for side in Side}
    wanted = settings.speaking.words_per_minute
    lines = [one.as_json() for one in spoken]
    told = {"motions": list(motions or MOTIONS), "voices": voices, "words_per_minute": wanted}
    failures = [line for synthesizer in synthesizers.values() for line in synthesizer.failures]
    exact = {side: rate(measured(synthesizer.voice)) for side, synthesizer in synthesizers.items()}
    sums = _sums(spoken) | {"calibration_words_per_minute": {side.value: round(one, 1) for side, one in exact.items()}}
    off = [
        Target(f"{side} off the rate of the settings, per cent", _apart(one, wanted), OFF)
        for side, one in exact.items()
    ]
    replaced = Target("sentences for which a voice was replaced", len(failures), 0)
    return Measurement("fairness", told, [*lines, sums], [*_bars(spoken), *off, replaced])


def _openings(components: Components, motion: str) -> Iterator[tuple[Side, tuple[Sentence, ...]]]:
    rehearsal, match_format = components.library().get(motion), load_format(FORMAT)
    for index, turn in enumerate(match_format.turns[:2]):
        writer = Strategy(rehearsal, turn.side, match_format, components.embedder(), "bench")
        statement = writer.write(writer.plan(index), index)
        yield turn.side, statement.of_about(round(turn.seconds * WORDS_PER_SECOND)).sentences


def _spoken(
    motion: str, side: Side, sentences: Sequence[Sentence], voice: Side, synthesizer: Synthesizer
) -> SpokenStatement:
    """With the pauses that a statement has where nothing stretches or shortens them."""
    with ThreadPoolExecutor(THREADS) as pool:
        sounds = list(pool.map(synthesizer.synthesize, [sentence.text for sentence in sentences]))
    points = Points(sentences)
    pauses = [PAUSE + points.more(before, after) for before, after in pairwise(sentences)]
    whole = _joined(sounds, pauses)
    words = sum(len(sentence.text.split()) for sentence in sentences if speakable_text(sentence.text))
    lufs = loudness(whole)
    return SpokenStatement(
        motion, side, voice, words, len(sentences), whole.seconds, sum(pauses), float("-inf") if lufs is None else lufs
    )


def _joined(sounds: Sequence[Audio], pauses: Sequence[float]) -> Audio:
    pieces = [sounds[0]]
    for pause, sound in zip(pauses, sounds[1:], strict=True):
        pieces += [silence(pause, ROOM_RATE), sound]
    return join(pieces, ROOM_RATE)


def _rate(spoken: Sequence[SpokenStatement]) -> float:
    """Words a minute over all of these."""
    return 60 * sum(one.words for one in spoken) / sum(one.seconds for one in spoken)


def _of(spoken: Sequence[SpokenStatement], voice: Side) -> list[SpokenStatement]:
    return [one for one in spoken if one.voice is voice]


def _sums(spoken: Sequence[SpokenStatement]) -> dict[str, Any]:
    pro, con = _of(spoken, Side.PRO), _of(spoken, Side.CON)
    apart = [100 * abs(one.seconds / other.seconds - 1) for one, other in zip(pro, con, strict=True)]
    return {
        "statements": len(pro),
        "words_per_minute": {side.value: round(_rate(_of(spoken, side)), 1) for side in Side},
        "lufs": {side.value: round(statistics.mean(one.lufs for one in _of(spoken, side)), 2) for side in Side},
        "one_statement_apart_percent": {"mean": round(statistics.mean(apart), 2), "most": round(max(apart), 2)},
    }


def _bars(spoken: Sequence[SpokenStatement]) -> list[Target]:
    """What the two voices differ in, over the same statements."""
    louds = {side: statistics.mean(one.lufs for one in _of(spoken, side)) for side in Side}
    rates = _apart(_rate(_of(spoken, Side.PRO)), _rate(_of(spoken, Side.CON)))
    return [
        Target("rates apart, per cent", rates, RATES_APART),
        Target("loudness apart, LU", round(abs(louds[Side.PRO] - louds[Side.CON]), 2), LOUDNESS_APART),
    ]


def _apart(one: float, other: float) -> float:
    return round(100 * abs(one / other - 1), 2)
