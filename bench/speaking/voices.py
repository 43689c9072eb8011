"""How soon a voice is heard: from asking for a sentence to its first sound, and what a sentence costs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from agent.components.voices import AT_ONCE, NATURAL, make_voice
from agent.seats.guests import read_text
from bench import Measurement, Target
from bench.hearing.speeches import SHIPPED_TEXTS
from config.format import Side
from config.settings import Settings
from speech.ports import StreamingVoice, Voice
from speech.text.sentences import sentences

FIRST_SOUND_SECONDS = 0.3
EMBEDDED = tuple(dict.fromkeys([*NATURAL.values(), *AT_ONCE[Side.PRO], *AT_ONCE[Side.CON]]))


def run(voices: Sequence[str] = (), count: int = 60, settings: Settings | None = None) -> Measurement:
    """Speak sentences of the shipped opponents, one after the other, on the wall clock.

    Args:
        voices: by name, as in the settings; the embedded ones if left out.
        count: of sentences.

    Raises:
        ProviderError: a voice cannot be had, or cannot speak.
    """
    settings = settings or Settings()
    texts = sorted(SHIPPED_TEXTS.rglob("*.txt"))
    spoken = [sentence for text in texts for sentence in sentences(read_text(text))][:count]
    results = [_measured(name, make_voice(name, settings.speaking), spoken) for name in voices or EMBEDDED]
    bars = [
        Target(f"{line['voice']}: first sound, p95 seconds", line["first_p95"], FIRST_SOUND_SECONDS) for line in results
    ]
    return Measurement("voices", {"sentences": len(spoken)}, results, bars)


def _measured(name: str, voice: Voice, spoken: Sequence[str]) -> dict[str, Any]:
    firsts, seconds, cost = [], 0.0, 0.0
    for sentence in spoken:
        began = time.perf_counter()
        pieces = voice.stream(sentence) if isinstance(voice, StreamingVoice) else iter([voice.synthesize(sentence)])
        seconds += next(pieces).seconds
        firsts.append(time.perf_counter() - began)
        seconds += sum(piece.seconds for piece in pieces)
        cost += time.perf_counter() - began
    first = {f"first_p{p}": round(float(np.percentile(firsts, p)), 3) for p in (50, 95, 100)}
    return {"voice": name, "streams": isinstance(voice, StreamingVoice), **first, "factor": round(cost / seconds, 3)}
