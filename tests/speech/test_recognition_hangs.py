"""A real pocketsphinx worker that stops answering, at the level of the process."""

from __future__ import annotations

import os
import signal

import pytest

from config.errors import ProviderError
from speech.hearing.recognizers.sphinx import PocketsphinxRecognizer, _ready


def test_a_worker_that_is_stopped_is_killed_and_another_one_answers() -> None:
    recognizer = PocketsphinxRecognizer(lanes=1)
    recognizer.warm()
    (lane,) = recognizer._lanes
    stopped = lane._worker.result()
    os.kill(stopped, signal.SIGSTOP)
    try:
        with pytest.raises(ProviderError, match="did not answer in time"):
            lane.call(_ready, seconds=0.2)
        lane.call(_ready)
        assert lane._worker.result() != stopped
    finally:
        recognizer.close()
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)
