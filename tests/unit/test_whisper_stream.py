"""Streaming over a growing buffer, with a scripted model instead of Whisper."""

from __future__ import annotations

import numpy as np

from speech.audio import EAR_RATE, Audio
from speech.hallucination import Piece
from speech.ports import HeardWord
from speech.whisper import WhisperUtterance

SPEECH = "Taxes are fair. They fall on those who can pay. Nobody goes hungry because of them.".split()
WORD_SECONDS = 0.5


class Scripted:
    """Knows the speech; reads of a buffer the words that lie wholly in it, and errs on the last one."""

    name = "scripted"

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


def hear(model: Scripted, words: int = len(SPEECH)) -> list[HeardWord]:
    for _ in range(words):
        model.utterance.accept(Audio(np.ones(round(WORD_SECONDS * EAR_RATE), np.int16), EAR_RATE))
    return list(model.utterance.finish())


def test_all_words_come_once_and_in_order_with_their_times() -> None:
    words = hear(Scripted())
    assert [word.text for word in words] == SPEECH
    assert [word.start for word in words] == [i * WORD_SECONDS for i in range(len(SPEECH))]


def test_the_buffer_is_trimmed_at_confirmed_sentences() -> None:
    model = Scripted()
    hear(model)
    assert max(model.read) < len(SPEECH) * WORD_SECONDS
    assert any(context.endswith("fair.") for context in model.contexts)


def test_committed_words_never_change() -> None:
    model = Scripted()
    before: list[HeardWord] = []
    for _ in SPEECH:
        model.utterance.accept(Audio(np.ones(round(WORD_SECONDS * EAR_RATE), np.int16), EAR_RATE))
        now = list(model.utterance._agreement.committed)
        assert now[: len(before)] == before
        before = now


def test_what_is_not_believed_is_left_out_once_and_said_why() -> None:
    model = Scripted()
    model.extra = [Piece("Thanks for watching!", (HeardWord("Thanks", 0, 0.1),))]
    words = hear(model, 6)
    assert "Thanks" not in [word.text for word in words]
    assert len(model.utterance.left_out) == 1
    assert "Thanks for watching" in model.utterance.left_out[0]
