"""The other side's last sentence is answered within seconds, however long the whole draft takes to be written."""

from __future__ import annotations

import pytest

from bench.rooms.first_answer import P95_SECONDS, run
from tests.fakes import BagEmbedder


@pytest.mark.long
def test_the_last_sentence_is_answered_long_before_a_draft_is_whole() -> None:
    measured = run(answers=1, serial=1, seconds=30.0, embedder=BagEmbedder())
    *rows, summary = measured.results
    assert summary["answered"] == f"{len(rows)} of {len(rows)}"
    assert summary["streaming_p95"] < P95_SECONDS < summary["serial_p50"]
    assert measured.ok
