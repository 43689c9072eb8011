"""A match that is over is judged by a model, speech by speech, or counted where there is none."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from agent.judging.judges import judge
from agent.match.afterwards.votes import MOST_CHARACTERS
from agent.running.files.folder import VERDICT, model_verdict
from agent.show.report import report_as_of_now, write_report
from config.errors import ModelOutputError, RuleError
from config.format import Side
from tests.models.scripted import ScriptedModel

LOG = Path(__file__).parents[1] / "page/logs/labor-unions/events.jsonl"
EVIL = "<script>alert('x')</script>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copyfile(LOG, tmp_path / LOG.name)
    return tmp_path


def decision(numbers: range = range(1, 7), **more: Any) -> dict[str, Any]:
    speeches = [{"number": number, "reasons": f"Speech {number} did well."} for number in numbers]
    return {"winner": "con", "reasons": f"Con met every claim. {EVIL}", "speeches": speeches} | more


def test_the_verdict_speaks_of_every_speech_and_is_in_the_report(folder: Path) -> None:
    page = write_report(folder)
    assert 'id="judged"' not in page.read_text()
    model = ScriptedModel(judge=[decision(range(1, 6)), decision()])
    told = asyncio.run(judge(folder, model, "large at here"))
    assert (told.verdict.side, [one.turn for one in told.speeches]) == (Side.CON, list(range(6)))
    first, second = model.asked
    assert "Labor unions" in first.prompt.user and "(6) con, closing:" in first.prompt.user
    assert "each of these numbers once: 1, 2, 3, 4, 5, 6" in second.prompt.user
    assert model_verdict(folder) == told
    shown = report_as_of_now(folder).read_text()
    assert "A language model (large at here): for" in shown and "Speech 3 did well." in shown
    assert EVIL not in shown and "&lt;script&gt;" in shown


def test_without_a_model_it_counts_and_names_no_side(folder: Path) -> None:
    told = asyncio.run(judge(folder, None))
    assert (told.by, told.verdict.side, told.speeches) == ("", None, ())
    assert "nothing was weighed" in told.verdict.reasons and "open" in told.verdict.reasons
    assert len(told.verdict.reasons) <= MOST_CHARACTERS


def test_an_answer_that_leaves_out_a_speech_twice_is_no_verdict(folder: Path) -> None:
    with pytest.raises(ModelOutputError):
        asyncio.run(judge(folder, ScriptedModel(judge=decision(range(2, 7)))))
    assert not (folder / VERDICT).exists()


def test_a_match_that_goes_on_is_not_judged(folder: Path) -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(place for place, line in enumerate(lines) if '"match_ended"' in line)
    (folder / LOG.name).write_text("".join(lines[:end]), encoding="utf-8")
    with pytest.raises(RuleError, match="when it is over"):
        asyncio.run(judge(folder, None))
