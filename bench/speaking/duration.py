"""How well the length of a whole speech is known before it is heard, by estimator, and what that costs."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from agent.components import Components
from agent.seats.guests import read_text
from bench import Measurement, Target
from config.errors import UsageError
from config.format import Side
from config.settings import Settings
from config.statement import PAPER_WORDS_PER_MINUTE
from planning.methods.treedebater.library.library import SHIPPED, Library
from speech.ports import Voice
from speech.synthesis.synthesizer import Synthesizer
from speech.text.sentences import sentences
from speech.timing.duration import Durations, Estimator, FittedWords, Syllables
from speech.timing.pauses import PAUSE
from speech.voices.fastspeech import FastSpeech
from speech.voices.phonemes import Phonemes

OPPONENTS = SHIPPED.parent / "opponents"
PAPER, DEFAULT, MEASURED = "words / 130 per minute", "syllables", "synthesis by sentence"
IN_ONE_CALL = "synthesis by sentence plus a constant a boundary, against one call"
THREADS = 2
LEARNED_PAUSES, COMPARED = 5, 5  # speeches synthesised in one call, which costs seconds each
MEASURED_LIMIT = 0.7  # seconds
SHARE_OF_PAPER = 0.25

Sentences = tuple[str, ...]

SLOWEST_WORD_SECONDS = 1.5  # no voice takes longer for a word: what has too few of them need not be spoken to tell


@dataclass(frozen=True)
class SpokenText:
    """A speech as the voice delivered it: each sentence with its seconds, PAUSE between two of them."""

    sentences: Sentences
    lengths: tuple[float, ...]

    @property
    def sound(self) -> float:
        """Seconds without the pauses."""
        return sum(self.lengths)

    @property
    def seconds(self) -> float:
        return self.sound + PAUSE * (len(self.lengths) - 1)


class Words:
    """TreeDebater's first guess, whatever the voice."""

    def estimate(self, text: str) -> float:
        return len(text.split()) * 60 / PAPER_WORDS_PER_MINUTE

    def observe(self, text: str, seconds: float) -> None:
        """A guess that does not learn."""


def run(
    texts: int = 20,
    seed: int = 1,
    seconds: float = 200.0,
    voice: Voice | None = None,
    fastspeech: str | None = None,
) -> Measurement:
    """Speak `texts` speeches, learn from one half of them, and guess the other half.

    Args:
        seconds: how long a speech is, at least.
        voice: the delivering one; flite where there is one if left out, else espeak-ng.
        fastspeech: folder or hub name of a FastSpeech 2 model to be measured too.

    Raises:
        UsageError: fewer than two texts, or more than can be made of what is shipped.
        ProviderError: the voice, espeak-ng or the model cannot be had.
    """
    if texts < 2:
        raise UsageError("two texts are the least: one to learn from, one to guess")
    voice = voice or Components(Settings()).voice(Side.PRO).voice
    speeches = speak(texts, seed, seconds, Synthesizer(voice))
    known, unknown = speeches[: texts // 2], speeches[texts // 2 :]
    makers: dict[str, Callable[[], Estimator]] = {
        PAPER: Words,
        "words, fitted": FittedWords,
        DEFAULT: Syllables,
        "phonemes": Phonemes,
    }
    if fastspeech is not None:
        makers["FastSpeech 2"] = partial(FastSpeech.load, fastspeech)
    results = {name: _guess(make(), known, unknown) for name, make in makers.items()}
    results[MEASURED] = _measure(Synthesizer(voice), unknown)
    results[IN_ONE_CALL] = _in_one_call(voice, known[:LEARNED_PAUSES], unknown[:COMPARED])
    settings = {
        "texts": texts,
        "seed": seed,
        "seconds": seconds,
        "voice": voice.name,
        "spoken_mean": round(statistics.mean(speech.seconds for speech in unknown), 1),
    }
    lines = [{"estimator": name, **line} for name, line in results.items()]
    return Measurement("duration", settings, lines, _bars(results))


def _bars(results: dict[str, dict[str, float]]) -> list[Target]:
    limit = round(SHARE_OF_PAPER * results[PAPER]["error_mean"], 3)
    return [
        Target(f"{MEASURED}: maximum error, seconds", results[MEASURED]["error_max"], MEASURED_LIMIT),
        Target(f"{DEFAULT}: mean error, seconds", results[DEFAULT]["error_mean"], limit),
    ]


def speak(texts: int, seed: int, seconds: float, synthesizer: Synthesizer) -> list[SpokenText]:
    """Speeches of at least that many seconds, each passage in one of them only.

    Raises:
        UsageError: the passages are used up. ProviderError: the voice failed.
    """
    dice = random.Random(seed)
    sources = [list(passages) for passages in _sources()]
    for passages in sources:
        dice.shuffle(passages)
    speeches: list[SpokenText] = []
    while len(speeches) < texts:
        if not sources:
            raise UsageError(f"the shipped texts make {len(speeches)} speeches of {seconds:g} s, not {texts}")
        passages = sources.pop(0)
        if seconds > SLOWEST_WORD_SECONDS * sum(len(s.split()) for passage in passages for s in passage):
            continue
        speech = _speak_one(passages, seconds, synthesizer)
        if speech is not None:
            speeches.append(speech)
            sources.append(passages)  # one speech of each motion in turn
    dice.shuffle(speeches)
    return speeches


def _speak_one(passages: list[Sentences], seconds: float, synthesizer: Synthesizer) -> SpokenText | None:
    """A speech of passages taken from the end of the list; None when they run out."""
    said: list[str] = []
    lengths: list[float] = []
    with ThreadPoolExecutor(THREADS) as pool:
        while passages:
            passage = passages.pop()
            said += passage
            lengths += [audio.seconds for audio in pool.map(synthesizer.synthesize, passage)]
            speech = SpokenText(tuple(said), tuple(lengths))
            if speech.seconds >= seconds:
                return speech
    return None


def _sources() -> Iterator[list[Sentences]]:
    """The passages of each motion's arguments, and those of all opponents' texts."""
    for rehearsal in Library(SHIPPED).all():
        yield [prepared.node.argument for prepared in rehearsal.nodes.values()]
    yield [tuple(sentences(read_text(path))) for path in sorted(OPPONENTS.glob("*/*.txt"))]


def _guess(estimator: Estimator, known: Sequence[SpokenText], unknown: Sequence[SpokenText]) -> dict[str, float]:
    for speech in known:
        for sentence, length in zip(speech.sentences, speech.lengths, strict=True):
            estimator.observe(sentence, length)
    estimator.estimate("Ready.")  # the fit is made once, before the clock runs
    return _errors(partial(_estimated, estimator), unknown)


def _estimated(estimator: Estimator, speech: SpokenText) -> float:
    """Seconds of the whole speech. The paper's guess is for whole texts and knows of no pauses."""
    if isinstance(estimator, Words):
        return estimator.estimate(" ".join(speech.sentences))
    return sum(map(estimator.estimate, speech.sentences)) + PAUSE * (len(speech.sentences) - 1)


def _measure(synthesizer: Synthesizer, unknown: Sequence[SpokenText]) -> dict[str, float]:
    """What the debater does: each sentence synthesised, by another synthesizer than the one that spoke; then again."""
    measured = partial(_measured, synthesizer, Durations(synthesizer.known))
    cold = _errors(measured, unknown)
    return {**cold, "cost_cached_ms": _errors(measured, unknown[-1:])["cost_ms"]}


def _measured(synthesizer: Synthesizer, lengths: Durations, speech: SpokenText) -> float:
    for sentence in speech.sentences:
        synthesizer.synthesize(sentence)
    return sum(map(lengths, speech.sentences)) + PAUSE * (len(speech.sentences) - 1)


def _in_one_call(voice: Voice, known: Sequence[SpokenText], unknown: Sequence[SpokenText]) -> dict[str, float]:
    """The sum of sentences against the whole text in one call, the voice's own pause learned from some speeches."""
    speeches = [*known, *unknown]
    with ThreadPoolExecutor(THREADS) as pool:
        sounds = pool.map(Synthesizer(voice).synthesize, [" ".join(speech.sentences) for speech in speeches])
        whole = dict(zip(speeches, [audio.seconds for audio in sounds], strict=True))
    pause = statistics.median((whole[speech] - speech.sound) / (len(speech.lengths) - 1) for speech in known)
    errors = [abs(speech.sound + pause * (len(speech.lengths) - 1) - whole[speech]) for speech in unknown]
    return {"error_mean": round(statistics.mean(errors), 3), "error_max": round(max(errors), 3)}


def _errors(guess: Callable[[SpokenText], float], speeches: Sequence[SpokenText]) -> dict[str, float]:
    """Absolute errors in seconds, and milliseconds a speech."""
    began = time.perf_counter()
    guesses = [guess(speech) for speech in speeches]
    spent = time.perf_counter() - began
    errors = [abs(length - speech.seconds) for length, speech in zip(guesses, speeches, strict=True)]
    return {
        "error_mean": round(statistics.mean(errors), 3),
        "error_max": round(max(errors), 3),
        "cost_ms": round(1000 * spent / len(speeches), 2),
    }
