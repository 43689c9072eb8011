"""Whisper on a window of sound: encoded once, read on from the words that stand, every word with its times.

What a reading costs was measured on one busy core, 6.5 s of speech, in seconds of that core, base / tiny.en:
features 0.013, encoding the usual 30 s 0.75 / 0.39 but the sound and a margin 0.12 / 0.07, decoding 0.22 / 0.13
(9 / 5 ms a token), word times 0.03 / 0.03. So only the sound and a margin of silence are encoded. With too little of it
the decoder runs on past the end and repeats itself: word error of whole utterances (base / tiny.en) 0.085 / 0.127 with
1.5 s, 0.043 / 0.064 with 3 s and timestamps in the text, which tell it where it is, and 0.036 / 0.040 with all 30 s,
which is kept for what was read badly. What was said before the window, as a prompt, made it worse (tiny.en 0.19), so
it is not told. Word times cost a tenth, and no word can be committed without them: each reading has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from config.heard_word import HeardWord
from speech.audio import EAR_RATE, FULL_SCALE, Samples

WINDOW_SECONDS = 30.0  # the most that Whisper reads at a time
LEAST_SECONDS = 0.1  # no word is shorter
MARGIN_SECONDS = 3.0  # of silence after the sound
FRAMES_A_SECOND = 100
TOKENS_A_SECOND = 7.0  # nobody speaks more: whatever reaches this limit is a loop
TOKENS_LEAST = 12
USUAL_TOKENS = 16
MOST_TOKENS = 448  # of prompt and text together, by the model's making
FIRST_TIMESTAMP = 50  # by which the text begins, in steps of 20 ms


@dataclass(frozen=True)
class DetectedLanguage:
    """What language a window is in: its code, and how probable the model finds it."""

    language: str
    probability: float


@dataclass(frozen=True)
class Hypothesis:
    """A window's words after those that were given; times in seconds from its start.

    `no_speech` is a probability, `log_probability` the mean over tokens. `endless`: it ran into the limit of what can
    be said in that time, so it repeats itself. `spoken` only where it was asked for and the model knows languages.
    """

    words: tuple[HeardWord, ...]
    no_speech: float = 0.0
    log_probability: float = 0.0
    endless: bool = False
    spoken: DetectedLanguage | None = None


class Transcriber(Protocol):
    """A model that reads a window of up to 28 s at once. Calls block; raises ProviderError."""

    @property
    def name(self) -> str: ...

    @property
    def hints(self) -> str:
        """What it was told to expect."""
        ...

    def read(self, samples: Samples, given: str = "", *, plainly: bool = False, language: bool = False) -> Hypothesis:
        """Read a window at 16 kHz.

        Args:
            given: the words it begins with, which stand already.
            plainly: without hints and with silence up to 30 s, for a window that was read badly.
            language: say which language it is in.
        """
        ...


class WhisperWindow:
    """A model of faster-whisper as it reads one window: greedily, without timestamps in the text.

    Args:
        model: a `faster_whisper.WhisperModel`.
    """

    def __init__(self, model: Any, language: str = "en") -> None:
        from faster_whisper.tokenizer import Tokenizer

        self._model = model
        self._tokenizer = Tokenizer(
            model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language
        )
        self._hints: list[int] = []

    def expect(self, hints: str) -> None:
        """Tell this before every window."""
        self._hints = [self._tokenizer.sot_prev, *self.tokens(hints)] if hints else []

    def tokens(self, text: str) -> list[int]:
        """A text as the model's tokens, as it stands after other words."""
        text = " ".join(text.split())
        return list(self._tokenizer.encode(f" {text}")) if text else []

    def read(self, samples: Samples, given: str, *, plainly: bool, language: bool) -> Hypothesis:
        """As `Transcriber.read` has it; raises what ctranslate2 raises."""
        seconds = len(samples) / EAR_RATE
        if seconds < LEAST_SECONDS:
            return Hypothesis(())
        encoded = self._encode(samples, WINDOW_SECONDS if plainly else MARGIN_SECONDS)
        before = self.tokens(given)
        forced = [self._tokenizer.timestamp_begin, *before] if before else []
        prompt = [*([] if plainly else self._hints), *self._tokenizer.sot_sequence, *forced]
        most = max(TOKENS_LEAST, round(TOKENS_LEAST + TOKENS_A_SECOND * seconds) - len(before))
        result = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=1,
            max_length=min(len(prompt) + most, MOST_TOKENS),
            max_initial_timestamp_index=FIRST_TIMESTAMP,
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=not before,  # nothing more need have been said after the words that stand
        )[0]
        whole = result.sequences_ids[0]
        made = whole[len(forced) :]
        text = [token for token in made if token < self._tokenizer.eot]
        return Hypothesis(
            words=self._timed(encoded, before, text, seconds),
            no_speech=float(result.no_speech_prob),
            log_probability=float(result.scores[0]) * max(1, len(whole)) / (len(made) + 1),
            endless=len(made) >= most,
            spoken=self._spoken(encoded) if language else None,
        )

    def exhaust(self, samples: Samples) -> None:
        """Encode a window and write as much as is usual between two readings, whatever is in it."""
        encoded = self._encode(samples, MARGIN_SECONDS)
        prompt = [*self._tokenizer.sot_sequence, self._tokenizer.no_timestamps]
        made = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=1,
            max_length=len(prompt) + USUAL_TOKENS,
            suppress_blank=False,
            suppress_tokens=[self._tokenizer.eot],
        )
        self._timed(encoded, [], made[0].sequences_ids[0], len(samples) / EAR_RATE)

    def _encode(self, samples: Samples, margin: float) -> Any:
        """The window and a margin of silence, which tells the decoder where to stop."""
        wave = samples[-round(WINDOW_SECONDS * EAR_RATE) :].astype(np.float32) / FULL_SCALE
        seconds = min(len(wave) / EAR_RATE + margin, WINDOW_SECONDS)
        padding = max(0, round(seconds * EAR_RATE) - len(wave))
        features = self._model.feature_extractor(wave, padding=padding)
        return self._model.encode(features[:, : round(seconds * FRAMES_A_SECOND)])

    def _timed(self, encoded: Any, before: Sequence[int], text: Sequence[int], seconds: float) -> tuple[HeardWord, ...]:
        """The words of `text`, each from one space to the next, where cross-attention finds them in the sound."""
        if not text:
            return ()
        frames = max(1, min(round(seconds, 2), WINDOW_SECONDS) * FRAMES_A_SECOND)
        pieces = self._model.find_alignment(self._tokenizer, [[*before, *text]], encoded, int(frames))[0]
        words: list[HeardWord] = []
        at = 0
        for piece in pieces:
            at += len(piece["tokens"])
            if at <= len(before):
                continue
            part, start, end = piece["word"], float(piece["start"]), float(piece["end"])
            sure = _sure(part, float(piece["probability"]))
            if part.startswith(" ") or not words:
                words.append(HeardWord(part.strip(), start, end, sure))
            else:
                whole = min((one for one in (words[-1].sure, sure) if one is not None), default=None)
                words[-1] = HeardWord(words[-1].text + part.rstrip(), words[-1].start, end, whole)
        return tuple(word for word in words if any(letter.isalnum() for letter in word.text))

    def _spoken(self, encoded: Any) -> DetectedLanguage | None:
        if not self._model.model.is_multilingual:
            return None
        token, probability = self._model.model.detect_language(encoded)[0][0]
        return DetectedLanguage(token.strip("<|>"), float(probability))


def _sure(part: str, probability: float) -> float | None:
    """Of a part of a word; it does not matter how sure a full stop is."""
    return probability if any(letter.isalnum() for letter in part) and 0 <= probability <= 1 else None
