"""Speech that is really synthesised, cut by the voice detector and really recognised."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, ROOM_RATE, Audio, join, silence
from speech.hearing.listener import Listener
from speech.hearing.recognizers.sphinx import INDECENT, PocketsphinxRecognizer, decent
from speech.hearing.recognizers.whisper import WhisperRecognizer
from speech.hearing.voice_activity import WebRtcDetector
from speech.ports import Progress, Recognizer
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice, FliteVoice
from tests.whisper import make_whisper

LINES = (
    "The tutor answers every question at once, and it never loses patience with a slow child.",
    "Teachers keep the parts of the work that need a human being.",
    "When government makes food more expensive, people do not eat less, they pay more.",
)


@pytest.fixture(scope="module")
def sphinx() -> Iterator[PocketsphinxRecognizer]:
    recognizer = PocketsphinxRecognizer(lanes=2)
    recognizer.warm()
    yield recognizer
    recognizer.close()


def spoken(lines: tuple[str, ...] = LINES, pause: float = 0.4) -> Audio:
    voice = Synthesizer(FliteVoice("slt") if shutil.which("flite") else EspeakVoice("en-us"))
    parts = [part for line in lines for part in (voice.synthesize(line), silence(pause, ROOM_RATE))]
    return join(parts, ROOM_RATE)


def listen(recognizer: Recognizer, audio: Audio, *, streaming: bool = True) -> tuple[list[HeardWord], list[str], float]:
    """Hear `audio` as fast as it comes; returns the words, the troubles and when the last voice was."""
    words: list[HeardWord] = []
    troubles: list[str] = []

    async def run() -> float:
        listener = Listener(
            recognizer,
            WebRtcDetector(),
            on_words=lambda fresh, ended: words.extend(fresh),
            on_trouble=troubles.append,
            streaming=streaming,
        )
        for frame in audio.frames(0.05):
            listener.push(frame)
        await listener.finish()
        return listener.voiced_until

    voiced_until = asyncio.run(run())
    return words, troubles, voiced_until


def errors(said: tuple[str, ...], heard: list[HeardWord]) -> float:
    """Word error rate."""
    wanted = "".join(c for c in " ".join(said).lower() if c.isalpha() or c == " ").split()
    got = [word.text for word in heard]
    row = list(range(len(got) + 1))
    for i, a in enumerate(wanted, 1):
        above, row = row, [i] + [0] * len(got)
        for j, b in enumerate(got, 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
    return row[-1] / len(wanted)


@pytest.mark.skipif(shutil.which("flite") is None, reason="only flite is clear enough for the embedded recogniser")
@pytest.mark.parametrize("streaming", [True, False])
def test_most_words_are_understood_in_order(sphinx: PocketsphinxRecognizer, streaming: bool) -> None:
    words, troubles, _ = listen(sphinx, spoken(), streaming=streaming)
    assert not troubles
    assert errors(LINES, words) < 0.35
    assert all(a.start <= b.start for a, b in itertools.pairwise(words))


def test_the_tail_is_never_lost(sphinx: PocketsphinxRecognizer) -> None:
    audio = spoken(pause=0.0)  # the speech is cut off on its last word, as at a bell
    words, _, voiced_until = listen(sphinx, audio)
    assert words
    assert words[-1].end >= voiced_until - 0.5


def test_silence_and_hum_give_no_trouble(sphinx: PocketsphinxRecognizer) -> None:
    times = np.arange(EAR_RATE * 3) / EAR_RATE
    hum = Audio((np.sin(2 * np.pi * 50 * times) * 3000).astype(np.int16), EAR_RATE)
    for audio in (silence(3, EAR_RATE), hum, silence(0.01, EAR_RATE), Audio(np.zeros(0, np.int16), EAR_RATE)):
        words, troubles, _ = listen(sphinx, audio)
        assert not troubles
        assert len(words) <= 2


def test_what_nobody_says_in_a_debate_is_not_heard_in_one(sphinx: PocketsphinxRecognizer) -> None:
    words, troubles, _ = listen(sphinx, spoken(("This tax is bullshit, and everybody in this room knows it.",)))
    assert troubles == []
    assert {"tax", "everybody", "knows"} & {word.text for word in words}
    assert not any(INDECENT.match(word.text) for word in words)


def test_a_dictionary_keeps_every_decent_word() -> None:
    lines = [
        "shift SH IH F T",
        "shitty SH IH T IY",
        "slutsky S L AH T S K IY",
        "whole HH OW L",
        "niggardly N IH G ER D",
    ]
    assert [*decent(lines)] == [lines[0], *lines[2:]]


def test_another_language_is_heard_as_something_and_breaks_nothing(sphinx: PocketsphinxRecognizer) -> None:
    audio = EspeakVoice("gmw/de").synthesize("Die Steuer trifft vor allem die Familien, die wenig Geld haben.")
    _, troubles, _ = listen(sphinx, audio)
    assert not troubles


def test_a_recogniser_that_dies_is_started_again_and_the_utterance_is_not_lost() -> None:
    recognizer = PocketsphinxRecognizer(lanes=1)
    recognizer.warm()
    for process in list(recognizer._lanes[0]._pool._processes.values()):
        os.kill(process.pid, signal.SIGKILL)
    words, troubles, _ = listen(recognizer, spoken(LINES[:1]))
    recognizer.close()
    assert words
    assert not troubles


class Deaf:
    """A recogniser that can never do its work."""

    name, lanes = "deaf", 1
    left_out = ()

    def utterance(self) -> Deaf:
        return self

    def accept(self, audio: Audio) -> Progress:
        raise ProviderError("deaf", "hears nothing", retryable=True)

    def finish(self) -> list[HeardWord]:
        raise ProviderError("deaf", "hears nothing", retryable=True)

    def close(self) -> None: ...


def test_what_cannot_be_recognised_is_said_with_its_place() -> None:
    words, troubles, _ = listen(Deaf(), spoken(LINES[:1]))
    assert not words
    assert troubles
    assert "deaf: hears nothing" in troubles[0]


def test_a_whisper_model_made_on_the_spot_is_loaded_and_streams(tmp_path: Path) -> None:
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    utterance = recognizer.utterance()
    words: list[HeardWord] = []
    for frame in spoken(LINES[:1]).at(EAR_RATE).frames(0.5):
        words += utterance.accept(frame).words
    words += utterance.finish()
    assert all(word.start <= word.end for word in words)  # its weights are random: noise with times, or nothing at all


class Spy:
    """A model that notes how it is asked."""

    def __init__(self, model: Any) -> None:
        self._model, self.prompts = model, []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def generate(self, features: Any, prompts: Any, **arguments: Any) -> Any:
        self.prompts += prompts
        return self._model.generate(features, prompts, **arguments)


def asked(recognizer: WhisperRecognizer, *readings: dict[str, Any]) -> list[str]:
    """The prompts of these readings, as text with the special tokens in it."""
    model = recognizer._window._model
    model.model = spy = Spy(model.model)
    noise = np.random.default_rng(2).integers(-3000, 3000, EAR_RATE * 2).astype(np.int16)
    for reading in readings:
        recognizer.read(noise, **reading)
    tokens = recognizer._window._tokenizer.tokenizer
    return ["".join(tokens.id_to_token(t) or f"<{t}>" for t in p).replace("Ġ", " ") for p in spy.prompts]


def test_whisper_is_told_what_to_expect_and_with_which_words_to_begin(tmp_path: Path) -> None:
    """As many whole hints as there is room for, the first ones first."""
    lines = ["Uniforms should be mandatory", "Leeds, Ofsted", *(f"claim {n} is here" for n in range(40))]
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu", hints="\n".join(lines))
    assert recognizer.hints.startswith("Uniforms should be mandatory. Leeds, Ofsted. claim 0 is here. claim 1")
    assert recognizer.hints.endswith("is here.")
    assert 100 < len(recognizer.hints) <= 160  # a token a letter in this model
    first, second, plain = asked(recognizer, {}, {"given": "Taxes are"}, {"plainly": True})
    assert first == f"<|startofprev|> {recognizer.hints}<|startoftranscript|>"
    assert second.startswith(first)
    assert second.endswith(" Taxes are")
    assert plain == "<|startoftranscript|>"


def test_without_hints_whisper_is_told_nothing(tmp_path: Path) -> None:
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    assert asked(recognizer, {}) == ["<|startoftranscript|>"]


def test_a_model_of_one_language_does_not_say_which_it_hears(tmp_path: Path) -> None:
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    assert recognizer.read(np.ones(EAR_RATE, np.int16), language=True).spoken is None


@pytest.mark.parametrize("seconds", [0.001, 0.02, 1.0, 27.0, 40.0])
def test_a_window_of_any_length_is_read(tmp_path: Path, seconds: float) -> None:
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    noise = np.random.default_rng(2).integers(-3000, 3000, round(EAR_RATE * seconds)).astype(np.int16)
    reading = recognizer.read(noise)
    assert all(0 <= word.start <= word.end <= max(seconds, 0.05) for word in reading.words)


def test_a_bad_whisper_model_is_one_clear_line(tmp_path: Path) -> None:
    for name in ("no-such-size", str(tmp_path)):
        with pytest.raises(ProviderError) as error:
            WhisperRecognizer(name)
        assert "\n" not in str(error.value)
    broken = make_whisper(tmp_path / "broken")
    (broken / "model.bin").write_bytes(b"no model")
    with pytest.raises(ProviderError, match="cannot be loaded"):
        WhisperRecognizer(str(broken), device="cpu")


class Alignment:
    """A model that finds these parts of words in the sound, each 0.1 s long."""

    def __init__(self, model: Any, parts: list[tuple[str, float]]) -> None:
        self._model, self._parts = model, parts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def find_alignment(self, *_arguments: Any) -> Any:
        each = enumerate(self._parts)
        return [
            [{"word": w, "tokens": [0], "start": i / 10, "end": i / 10 + 0.1, "probability": p} for i, (w, p) in each]
        ]


def test_whisper_says_of_each_word_how_sure_it_is(tmp_path: Path) -> None:
    """Of a word in parts by its least sure part, whatever stands after it."""
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    parts = [(" Taxes", 0.9), (" un", 0.75), ("fair", 0.5), (".", 0.01), (" All", float("nan"))]
    recognizer._window._model = Alignment(recognizer._window._model, parts)
    noise = np.random.default_rng(2).integers(-3000, 3000, EAR_RATE * 2).astype(np.int16)
    words = recognizer.read(noise).words
    assert [(word.text, word.sure) for word in words] == [("Taxes", 0.9), ("unfair.", 0.5), ("All", None)]


def test_what_whisper_is_sure_of_reaches_whoever_listens(tmp_path: Path) -> None:
    recognizer = WhisperRecognizer(str(make_whisper(tmp_path / "tiny")), device="cpu")
    recognizer._window._model = Alignment(recognizer._window._model, [(" Taxes", 0.9), (" are", 0.5), (" fair.", 0.3)])
    words, _, _ = listen(recognizer, spoken(LINES[:1]))
    assert {word.text: word.sure for word in words} == {"Taxes": 0.9, "are": 0.5, "fair.": 0.3}
