"""The speeches of `rostrum bench duration` and what it reports, with a voice that is a tone."""

from __future__ import annotations

import numpy as np
import pytest

from bench.speaking.duration import DEFAULT, MEASURED, PAPER, run, speak
from config.errors import UsageError
from speech.audio import ROOM_RATE, Audio
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import syllables
from speech.timing.pauses import PAUSE
from tests.fakes import SineVoice


class SyllableVoice:
    """A tone of 0.2 s a syllable, and a breath for each sentence."""

    name = "syllables"

    def synthesize(self, text: str) -> Audio:
        time = np.arange(round((0.2 * syllables(text) + 0.1) * ROOM_RATE)) / ROOM_RATE
        return Audio((np.sin(2 * np.pi * 220 * time) * 8000).astype(np.int16), ROOM_RATE)


def test_speeches_are_long_enough_and_share_no_passage() -> None:
    speeches = speak(4, 1, 20.0, Synthesizer(SineVoice()))
    assert all(20 <= speech.seconds < 60 for speech in speeches)
    first = speeches[0]
    assert first.seconds == pytest.approx(sum(first.lengths) + PAUSE * (len(first.sentences) - 1))
    said = [sentence for speech in speeches for sentence in speech.sentences]
    assert len(said) == len(set(said))


def test_the_seed_chooses_the_speeches() -> None:
    one, again, other = (speak(2, seed, 10.0, Synthesizer(SineVoice())) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_the_outcome_names_its_settings_and_bars() -> None:
    outcome = run(texts=4, seed=1, seconds=30.0, voice=SyllableVoice())
    assert outcome.ok
    assert outcome.settings["voice"] == "syllables"
    lines = {line["estimator"]: line for line in outcome.results}
    assert lines[MEASURED]["error_max"] == 0
    assert lines[DEFAULT]["error_mean"] < lines["words, fitted"]["error_mean"] < lines[PAPER]["error_mean"]
    assert next(bar.limit for bar in outcome.bars) == 0.7


def test_more_speeches_than_there_are_texts_are_refused() -> None:
    with pytest.raises(UsageError, match="the shipped texts make 0 speeches"):
        speak(2, 1, 1e5, Synthesizer(SineVoice()))
    with pytest.raises(UsageError, match="two texts"):
        run(texts=1)
