"""Streaming over a growing buffer, with a scripted model instead of Whisper."""

from __future__ import annotations

import numpy as np

from speech.audio import EAR_RATE, Audio
from speech.hearing.hallucination import Piece
from speech.hearing.whisper import WhisperUtterance
from speech.ports import HeardWord

SPEECH = "Taxes are fair. They fall on those who can pay. Nobody goes hungry because of them.".split()
WORD_SECONDS = 0.5


class Scripted:
    """Knows the speech; reads of a buffer the words that lie wholly in it, and errs on the last one."""

    name = "scripted"
    hints = "School uniforms should be mandatory."

    def __init__(self) -> None:
        self.read: list[float] = []
        self.contexts: list[str] = []
        self.utterance = WhisperUtterance(self)
        self.extra: list[Piece] = []

    def transcribe(self, samples: np.ndarray, context: str) -> list[Piece]:
        seconds = len(samples) / EAR_RATE
        self.read.append(seconds)
        self.contexts.append(context)
        first = round(self.utterance._offset / WORD_SECONDS)
        count = int(seconds / WORD_SECONDS + 1e-6)
        words = [
            HeardWord(word, i * WORD_SECONDS, (i + 1) * WORD_SECONDS)
            for i, word in enumerate(SPEECH[first : first + count])
        ]
        if words and first + count < len(SPEECH):
            words[-1] = HeardWord("um", words[-1].start, words[-1].end)
        return [Piece(" ".join(w.text for w in words), tuple(words)), *self.extra]


def half_a_second() -> Audio:
    return Audio(np.ones(round(WORD_SECONDS * EAR_RATE), np.int16), EAR_RATE)


def hear(model: Scripted, words: int = len(SPEECH)) -> list[HeardWord]:
    told: list[HeardWord] = []
    for _ in range(words):
        told += model.utterance.accept(half_a_second()).words
    return [*told, *model.utterance.finish()]


def test_all_words_come_once_and_in_order_with_their_times() -> None:
    words = hear(Scripted())
    assert [word.text for word in words] == SPEECH
    assert [word.start for word in words] == [i * WORD_SECONDS for i in range(len(SPEECH))]


def test_words_are_told_as_soon_as_two_hypotheses_agree_and_the_rest_may_change() -> None:
    model = Scripted()
    told: list[str] = []
    for count in range(1, len(SPEECH) + 1):
        progress = model.utterance.accept(half_a_second())
        told += [word.text for word in progress.words]
        sure = max(0, count - 2)  # a word less than has been read, and every other time nothing is read
        assert [*told, *progress.tail.split()][:sure] == SPEECH[:sure]
    assert len(told) >= len(SPEECH) - 4


def test_what_has_been_read_to_the_end_is_not_read_again() -> None:
    model = Scripted()
    model.utterance.accept(half_a_second())
    model.utterance.accept(half_a_second())
    assert len(model.read) == 1
    assert [word.text for word in model.utterance.finish()] == ["Taxes", "um"]
    assert len(model.read) == 1


def test_the_buffer_is_trimmed_at_confirmed_sentences() -> None:
    model = Scripted()
    hear(model)
    assert max(model.read) < len(SPEECH) * WORD_SECONDS
    assert any(context.endswith("fair.") for context in model.contexts)


def test_what_is_not_believed_is_left_out_once_and_said_why() -> None:
    model = Scripted()
    model.extra = [Piece("Thanks for watching!", (HeardWord("Thanks", 0, 0.1),))]
    words = hear(model, 7)
    assert "Thanks" not in [word.text for word in words]
    assert len(model.utterance.left_out) == 1
    assert "Thanks for watching" in model.utterance.left_out[0]


def test_what_was_doubted_at_first_and_believed_later_is_not_told_as_left_out() -> None:
    model = Scripted()
    model.extra = [Piece("Thanks for watching!", (HeardWord("Thanks", 0, 0.1),))]
    model.utterance.accept(half_a_second())
    model.utterance.accept(half_a_second())
    model.extra = []
    model.utterance.accept(half_a_second())
    model.utterance.finish()
    assert not model.utterance.left_out


def test_an_echo_of_the_hints_over_silence_is_left_out() -> None:
    model = Scripted()
    model.extra = [Piece("school uniforms should be mandatory", (HeardWord("school", 3, 3.2),), no_speech=0.8)]
    assert [word.text for word in hear(model)] == SPEECH
    assert "an echo of the hints" in model.utterance.left_out[0]
