"""Which recogniser hears the other side."""

from __future__ import annotations

from functools import partial

from agent.components.replacement import Replace, chosen
from config.settings import Hearing, cache_folder
from speech.hearing.choice import Ears
from speech.ports import Recognizer


def chosen_recognizer(hearing: Hearing, hints: str, lanes: int, replace: Replace) -> Recognizer:
    """The model of the settings, else Whisper base or tiny.en by the machine, else pocketsphinx.

    Those that come after the chosen one stand ready to take over.
    """
    ears = Ears(hearing, cache_folder(), hints, lanes, partial(replace, "recogniser"))
    recognizer = ears.recognizer()
    chosen("recogniser", recognizer.name, ears.why or "it is the first that could be had")
    return recognizer
