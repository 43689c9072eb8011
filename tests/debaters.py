"""Debaters with fakes for every part that is not ours."""

from __future__ import annotations

from agent.debater.debater import Debater, Equipment
from agent.debater.recalling import Recalled
from agent.running.ports import Post
from config.format import Format, Side
from planning.methods.contract import Method
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.offload import compute
from speech.ports import Recognizer, Voice
from speech.synthesis.synthesizer import Synthesizer
from tests.fakes import BagEmbedder, EnergyDetector, ScriptedRecognizer, SineVoice


def treedebater(motion: Rehearsal, side: Side, match_format: Format) -> TreeDebater:
    return TreeDebater(Strategy(motion, side, match_format, BagEmbedder(), "seed"), compute)


def debater(
    motion: Rehearsal,
    side: Side,
    match_format: Format,
    post: Post,
    *,
    recognizer: Recognizer | None = None,
    voice: Voice | None = None,
    method: Method | None = None,
    recalled: Recalled | None = None,
) -> Debater:
    """One that has still to be opened; it hears nothing unless a recogniser is given."""
    synthesizer = Synthesizer(voice or SineVoice(), SineVoice())
    equipment = Equipment(recognizer or ScriptedRecognizer(), EnergyDetector(), synthesizer)
    if method is None:
        method = treedebater(motion, side, match_format)
        if recalled is not None:
            method.recall(recalled.past)
    return Debater(side, match_format, method, equipment, post, recalled=recalled)
