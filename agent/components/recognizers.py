"""Which recogniser hears the other side."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agent.components.replacement import Replace, chosen
from config.settings import Hearing, cache_folder
from speech.hearing.recognizers.choice import Ears
from speech.ports import Recognizer

RECOGNISER = "recogniser"


def chosen_recognizer(
    hearing: Hearing, hints: str, lanes: int, replace: Replace, *, deferred: bool = False
) -> Recognizer:
    """The model of the settings, else Whisper base or tiny.en by the machine, else pocketsphinx.

    Those that come after the chosen one stand ready to take over. `deferred`: it is loaded when it has to hear.
    """
    ears = ears_of(hearing, replace, hints=hints, lanes=lanes)
    recognizer = ears.recognizer(deferred=deferred)
    chosen(RECOGNISER, recognizer.name, ears.why or "it is the first that could be had")
    return recognizer


def ears_of(
    hearing: Hearing,
    replace: Replace,
    *,
    hints: str = "",
    lanes: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Ears:
    """What makes the recogniser of these settings."""
    told = partial(replace, RECOGNISER)
    return Ears(hearing, cache_folder(), hints, lanes, told, clock, plug=_plugged)


def _plugged(plugin: str, options: Mapping[str, Any]) -> Recognizer:
    from agent.plugins.recognizer import PluginRecognizer

    return PluginRecognizer(plugin, options)
