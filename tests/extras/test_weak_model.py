"""A match in which a real small model thinks for one side: it answers badly, and nothing of that is heard or breaks."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from agent.components import Components
from agent.match.state import Phase
from config.format import Side
from config.settings import Settings
from planning.asking.asking import foreign, wrong_side
from planning.debate import acting
from planning.evidence.tracing import debated, lack
from planning.methods.treedebater.library.sentences import spoken as prepared_texts
from planning.reading.passages import Passage, found
from tests.extras.weak_model import PACKAGE, SmolLM2
from tests.model_server import ModelServer
from tests.models.test_debate_with_a_model import debate
from tests.packages import needs

CALLS = 8
pytestmark = [pytest.mark.speech, needs(PACKAGE, "torch", "transformers", "gguf", "accelerate")]


@pytest.fixture(scope="module")
def weak() -> SmolLM2:
    return SmolLM2()


@pytest.mark.parametrize("side", ["", "pro"])  # whose drafts are refused whole, or looked at sentence by sentence
def test_what_a_weak_model_says_wrongly_is_not_spoken(
    weak: SmolLM2, side: str, server: ModelServer, tmp_path: Path
) -> None:
    server.plays(partial(weak.play, side=side))
    summary, match = debate(server, tmp_path, "--call-seconds", "6", "--max-calls", str(CALLS), seed="weak")
    assert match.phase is Phase.ENDED
    assert len(server.asked) == summary["models"]["calls"] == CALLS
    ours = [turn for turn in match.turns if turn.side is Side.PRO]
    assert all(turn.spoken and turn.overrun == 0 and turn.spoken_seconds >= 0.9 * turn.seconds for turn in ours)
    told = {one["part"]: one["reason"] for one in summary["degraded"]}
    assert told.keys() & {"reading", "drafting", "audience", "choice of main claims", "revision", "figures"}

    heard = [Passage(part.text, part.start, part.end) for turn in match.turns for part in turn.heard]
    said = [point for _, point in acting.points(match.flows[Side.PRO])]
    assert all(found(point.words, heard) for point in said if point.side is Side.CON)

    rehearsal = Components(Settings()).library().get("fat-tax")
    spoken = [sentence.text for turn in ours for sentence in turn.spoken]
    assert not foreign(spoken)
    assert not wrong_side(spoken, Side.PRO)
    evidence = list(rehearsal.file.evidence.values())
    prepared = {text for _, text in prepared_texts(rehearsal)}
    for number, text in enumerate(spoken):
        if text in prepared:  # by people who meant no figure by it
            continue
        known = debated(rehearsal.motion, [part.text for part in heard], spoken[:number])
        assert not lack(text, evidence, known), text
