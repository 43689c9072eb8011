"""What a service heard in a window, as words with times: by words, by segments, or of a text alone. Pure.

Source of the contract: OpenAI API reference, "Create transcription", `verbose_json`. Servers differ: some put the words
into the segments, some leave the segments out, some send the text alone, and some send times that cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import Enum
from typing import Annotated, TypeVar

from pydantic import AllowInfNan, BaseModel, Field, TypeAdapter, ValidationError

from config.heard_word import HeardWord
from speech.hearing.recognizers.hallucination import Piece, piece, sentences_of

OUTSIDE_SECONDS = 1.0  # by which times may lie outside of the window before none of them is believed
WHOLE = 0.8  # of a text's words must have times, or the times are not of this text
MOST_LETTERS = 4000  # of a window; nobody says more in it

Seconds = Annotated[float, AllowInfNan(False)]


class Timing(Enum):
    """How well it is known when something was said."""

    WORDS = "each word"
    SEGMENTS = "each segment"
    NONE = "nothing"


@dataclass(frozen=True)
class SoundWindow:
    """What was asked about: its length, and from when to when somebody speaks in it, in seconds."""

    seconds: float
    voiced: tuple[float, float]


@dataclass(frozen=True)
class Transcript:
    """What was heard, in spoken order, in times from the window's start."""

    pieces: tuple[Piece, ...] = ()
    timing: Timing = Timing.NONE


class _Word(BaseModel):
    word: str
    start: Seconds
    end: Seconds
    probability: object = None  # some servers tell it; none of the words is lost for one that cannot be

    def heard(self) -> HeardWord:
        return HeardWord(self.word.strip(), self.start, self.end, sureness(self.probability))


class _Segment(BaseModel):
    text: str
    start: Seconds
    end: Seconds
    no_speech_prob: Annotated[Seconds | None, Field(ge=0, le=1)] = None
    avg_logprob: Seconds | None = None
    words: list[_Word] | None = None


def transcript_of(answer: object, window: SoundWindow) -> Transcript:
    """A server's answer, as it was parsed from JSON. Raises ValueError: it is none, or longer than can be."""
    if not isinstance(answer, Mapping):
        raise ValueError("no transcription")
    segments = [s for s in _valid(_Segment, answer.get("segments")) if s.text.strip()]
    text = answer.get("text")
    if text is None and segments:
        text = " ".join(segment.text for segment in segments)
    if not isinstance(text, str):
        raise ValueError("no transcription")
    if len(text) > MOST_LETTERS:
        raise ValueError(f"{len(text)} letters for {window.seconds:.1f} s of sound")
    inner = [word for segment in segments for word in segment.words or ()]
    words = [w.heard() for w in _valid(_Word, answer.get("words")) or inner]
    return timed(text, [word for word in words if word.text], segments, window)


def timed(text: str, words: Sequence[HeardWord], segments: Sequence[_Segment], window: SoundWindow) -> Transcript:
    """A text with what is known of its times."""
    tokens = _tokens(text)
    if not tokens:
        return Transcript()
    if len(words) >= WHOLE * len(tokens) and _possible([(w.start, w.end) for w in words], window.seconds):
        in_order = _in_order(_as_written(words, tokens), window.seconds)
        return Transcript(tuple(_grouped(in_order, segments)), Timing.WORDS)
    if segments and _possible([(s.start, s.end) for s in segments], window.seconds):
        return Transcript(tuple(_of_segment(segment, window) for segment in segments), Timing.SEGMENTS)
    doubt = segments[0] if len(segments) == 1 else None
    return Transcript(tuple(_pieces(spread(tokens, *window.voiced), doubt)))


def spread(tokens: Sequence[str], start: float, end: float) -> tuple[HeardWord, ...]:
    """Words over a time, each as long as its letters."""
    weights = [len(token) + 1 for token in tokens]
    each = max(0.0, end - start) / max(1, sum(weights))
    words, at = [], start
    for token, weight in zip(tokens, weights, strict=True):
        words.append(HeardWord(token, at, at + weight * each))
        at += weight * each
    return tuple(words)


def sureness(told: object) -> float | None:
    """What a service says of how sure it is of a word, if it can be that."""
    return float(told) if isinstance(told, int | float) and 0 <= told <= 1 else None


Row = TypeVar("Row", bound=BaseModel)


def _valid(kind: type[Row], rows: object) -> list[Row]:
    """The rows, if all of them are what they should be."""
    try:
        return TypeAdapter(list[kind]).validate_python(rows or [])  # type: ignore[valid-type]  # a list of this kind
    except ValidationError:
        return []


def _possible(times: Sequence[tuple[float, float]], seconds: float) -> bool:
    """Whether times can be those of this window."""
    most = seconds + OUTSIDE_SECONDS
    return all(-OUTSIDE_SECONDS <= start <= end <= most for start, end in times)


def _in_order(words: Sequence[HeardWord], seconds: float) -> list[HeardWord]:
    """Within the window, none before the one that was said before it."""
    placed: list[HeardWord] = []
    at = 0.0
    for word in words:
        start = min(max(word.start, at), seconds)
        placed.append(replace(word, start=start, end=min(max(word.end, start), seconds)))
        at = start
    return placed


def _as_written(words: Sequence[HeardWord], tokens: Sequence[str]) -> list[HeardWord]:
    """Words as the text has them: lists of words come without punctuation."""
    written = list(words)
    said, meant = [bare(word.text) for word in words], [bare(token) for token in tokens]
    for block in SequenceMatcher(a=said, b=meant, autojunk=False).get_matching_blocks():
        for i in range(block.size):
            written[block.a + i] = replace(words[block.a + i], text=tokens[block.b + i])
    return written


def _grouped(words: Sequence[HeardWord], segments: Sequence[_Segment]) -> list[Piece]:
    """The words of each segment as a piece; by sentences where there are no segments."""
    if not segments:
        return _pieces(words, None)
    rest, pieces = list(words), []
    for number, segment in enumerate(segments):
        last = number == len(segments) - 1
        count = len(rest) if last else sum((w.start + w.end) / 2 < segment.end for w in rest)
        pieces += _pieces(rest[:count], segment)
        rest = rest[count:]
    return pieces


def _of_segment(segment: _Segment, window: SoundWindow) -> Piece:
    end = min(max(segment.end, 0.0), window.seconds)
    words = spread(_tokens(segment.text), min(max(segment.start, 0.0), end), end)
    return piece(words, *_doubts(segment))


def _pieces(words: Sequence[HeardWord], segment: _Segment | None) -> list[Piece]:
    if segment is None:
        return list(sentences_of(words, 0.0, 0.0))
    return [piece(words, *_doubts(segment))] if words else []


def _doubts(segment: _Segment) -> tuple[float, float]:
    return segment.no_speech_prob or 0.0, segment.avg_logprob or 0.0


def _tokens(text: str) -> list[str]:
    return [token for token in text.split() if any(letter.isalnum() for letter in token)]


def bare(text: str) -> str:
    """Its letters and digits, to be compared."""
    return re.sub(r"\W+", "", text.lower())
