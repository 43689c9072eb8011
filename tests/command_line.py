"""The command line in this process, and matches of it in which speaking and hearing cost nothing.

A match is a whole one in virtual time, with every part but the voices and ears, which understand each other by tones:
what is tested with it is what is said, when, and what models were asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from agent.components import Components
from bench.matches.tones import SentenceTones, TonedComponents
from config.settings import Settings
from tests.logbook import borrowed_log


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def rostrum(*arguments: object, environment: Mapping[str, str | None] | None = None) -> Done:
    """A command, as the shell would run it, with a log of its own. `environment`: what it has else, None: has not."""
    with borrowed_log():
        done = CliRunner().invoke(main, list(map(str, arguments)), env=environment, catch_exceptions=False)
    return Done(done.exit_code, done.stdout, done.stderr)


@contextmanager
def spoken_in_tones(word_seconds: float = 0.4) -> Iterator[None]:
    """Matches held meanwhile are spoken and heard in tones."""
    toned = TonedComponents(SentenceTones(word_seconds), Settings())
    with pytest.MonkeyPatch.context() as patch:
        for part in ("voice", "recognizer", "detector", "estimator"):
            patch.setattr(Components, part, _as_of(getattr(toned, part)))
        yield


def _as_of(make: Callable[..., object]) -> Callable[..., object]:
    return lambda components, *given, **more: make(*given, **more)
