"""The command line in this process, and matches of it in which speaking and hearing cost nothing.

A match is a whole one in virtual time, with every part but the voices and ears, which understand each other by tones:
what is tested with it is what is said, when, and what models were asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from agent.components import Components
from agent.debater import build
from config.format import Side
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Estimator, Syllables
from tests.fakes import EnergyDetector
from tests.sentence_tones import SentenceTones


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def rostrum(*arguments: object) -> Done:
    """A command, as the shell would run it."""
    done = CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)
    return Done(done.exit_code, done.stdout, done.stderr)


@contextmanager
def spoken_in_tones(word_seconds: float = 0.4) -> Iterator[None]:
    """Matches held meanwhile are spoken and heard in tones."""
    tones = SentenceTones(word_seconds)

    def voice(components: Components, side: Side) -> Synthesizer:
        return Synthesizer(tones, tones)

    def recognizer(components: Components, hints: str = "", lanes: int = 1, *, deferred: bool = False) -> SentenceTones:
        return tones

    def estimator(components: Components) -> Estimator:
        return Syllables()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Components, "voice", voice)
        patch.setattr(Components, "recognizer", recognizer)
        patch.setattr(Components, "estimator", estimator)
        patch.setattr(build, "WebRtcDetector", lambda aggressiveness: EnergyDetector())
        yield
