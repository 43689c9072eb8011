"""`rostrum fit`: make a written speech end inside a window, and explain every step."""

from __future__ import annotations

from itertools import count
from typing import Any

from agent.opponents import sentences
from config.errors import UsageError
from config.statement import Priority, Sentence
from speech.duration import Durations
from speech.fit import Window, fit
from speech.tts import Studio

GUESSING_ROUNDS = 3  # after which every sentence is measured, chosen or not


def speech_of(text: str) -> list[Sentence]:
    """A text as a statement: the first sentence must be spoken, the last closes, the rest should be.

    Raises:
        UsageError: there is nothing to say in it.
    """
    found = sentences(text)
    if not found:
        raise UsageError("the text has no sentence in it")
    last = len(found) - 1
    return [
        Sentence(
            id=f"s{i + 1}",
            text=sentence,
            unit=f"u{i + 1}",
            priority=Priority.CLOSING if i == last else Priority.MUST if i == 0 else Priority.SHOULD,
        )
        for i, sentence in enumerate(found)
    ]


def fit_text(text: str, seconds: float, studio: Studio) -> dict[str, Any]:
    """Choose, measure with the voice, choose again; the JSON of `rostrum fit`."""
    speech = speech_of(text)
    window = Window.of(seconds)
    lengths = Durations(studio.known)
    steps = []
    for number in count():
        fitted = fit(speech, lengths, window)
        asked = fitted.sentences if number < GUESSING_ROUNDS else speech
        missing = [s for s in asked if studio.known(s.text) is None]
        steps.append(
            {
                "budget": round(window.hi, 3),
                "seconds": round(fitted.seconds, 3),
                "kept": len(fitted.sentences),
                "dropped": len(speech) - len(fitted.sentences),
                "decision": f"measure {len(missing)} sentences" if missing else _verdict(fitted.seconds, window),
            }
        )
        if not missing:
            break
        for sentence in missing:
            studio.synthesize(sentence.text)
    return {
        "window": [round(window.lo, 3), round(window.hi, 3)],
        "estimated": round(fitted.seconds, 3),
        "model_calls": 0,
        "steps": steps,
        "text": " ".join(s.text for s in fitted.sentences),
        "pause": round(fitted.pause, 3),
        "landed": window.lo - 1e-6 <= fitted.seconds <= window.hi + 1e-6,
    }


def _verdict(seconds: float, window: Window) -> str:
    if seconds > window.hi + 1e-6:
        return "too long even so"
    return "lands" if seconds >= window.lo - 1e-6 else "too short: there is no more to say"
