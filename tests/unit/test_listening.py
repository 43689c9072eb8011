"""The ear in virtual time, with a scripted recogniser."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from agent.pace import run
from speech.audio import EAR_RATE, Audio, join, silence
from speech.listening import Listener
from speech.ports import HeardWord
from tests.fakes import EnergyDetector, ScriptedRecognizer


def voiced(seconds: float) -> Audio:
    times = np.arange(round(seconds * EAR_RATE)) / EAR_RATE
    return Audio((np.sin(2 * np.pi * 300 * times) * 9000).astype(np.int16), EAR_RATE)


def two_sentences() -> Audio:
    return join([voiced(2), silence(0.5, EAR_RATE), voiced(1.5), silence(0.5, EAR_RATE)], EAR_RATE)


def text_of(words: Sequence[HeardWord]) -> str:
    return " ".join(word.text for word in words)


def test_passages_come_in_the_order_they_were_spoken_with_their_times() -> None:
    passages: list[Sequence[HeardWord]] = []

    async def hear() -> None:
        listener = Listener(
            ScriptedRecognizer("taxes are fair", "they are"), EnergyDetector(), on_passage=passages.append
        )
        for frame in two_sentences().frames(0.05):
            listener.push(frame)
            await asyncio.sleep(frame.seconds)
        await listener.finish()

    run(hear(), fast=True)
    assert [text_of(words) for words in passages] == ["taxes are fair", "they are"]
    assert passages[0][0].start < 0.2
    assert 2.2 < passages[1][0].start < 2.6


def test_a_passage_recognised_late_belongs_to_the_speech_it_was_said_in() -> None:
    first: list[str] = []
    second: list[str] = []

    async def hear() -> None:
        listener = Listener(
            ScriptedRecognizer("the old speech", "the new one"), EnergyDetector(), on_passage=first.extend
        )
        listener.begin(lambda words: first.append(text_of(words)))
        for frame in join([voiced(2), silence(0.5, EAR_RATE)], EAR_RATE).frames(0.05):
            listener.push(frame)  # nothing has been recognised yet when the next speech begins
        listener.begin(lambda words: second.append(text_of(words)))
        listener.push(voiced(1))
        await listener.finish()

    run(hear(), fast=True)
    assert first == ["the old speech"]
    assert second == ["the new one"]


def test_a_speech_cut_off_on_its_last_word_is_heard_to_the_end() -> None:
    passages: list[str] = []

    async def hear() -> float:
        listener = Listener(
            ScriptedRecognizer("cut off here"),
            EnergyDetector(),
            on_passage=lambda words: passages.append(text_of(words)),
        )
        listener.push(voiced(1.013))
        await listener.finish()
        return listener.voiced_until

    assert run(hear(), fast=True) > 0.99
    assert passages == ["cut off here"]
