"""Which recogniser hears the other side."""

from __future__ import annotations

from agent.components.replacement import Replace, chosen
from config.errors import ProviderError
from config.settings import Hearing
from speech.hearing.sphinx import PocketsphinxRecognizer
from speech.hearing.whisper import WhisperRecognizer
from speech.ports import Recognizer


def chosen_recognizer(hearing: Hearing, hints: str, lanes: int, replace: Replace) -> Recognizer:
    """faster-whisper if its model can be loaded, else the embedded recogniser."""
    if hearing.engine != "pocketsphinx":
        try:
            whisper = _whisper(hearing, hints)
        except ProviderError as error:
            replace("recogniser", f"{error.part} {error.reason}", PocketsphinxRecognizer.name)
        else:
            chosen("recogniser", whisper.name, f"hearing.engine is {hearing.engine} and its model could be loaded")
            return whisper
    else:
        chosen("recogniser", PocketsphinxRecognizer.name, "hearing.engine is pocketsphinx")
    recognizer = PocketsphinxRecognizer(lanes)
    recognizer.warm()
    return recognizer


def _whisper(hearing: Hearing, hints: str) -> Recognizer:
    return WhisperRecognizer(
        hearing.model,
        device=hearing.device,
        compute_type=hearing.compute_type,
        download=hearing.download,
        hints=hints,
    )
