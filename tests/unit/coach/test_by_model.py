"""A model's remarks, answers and judgements, asked over HTTP: what it quotes is held against the transcript."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.coach.coaching import Coaching
from agent.coach.drill import counted
from agent.coach.running import by_rules, judge_attempt, known, with_model
from config.errors import ProviderError
from config.format import Side
from config.settings import Settings
from planning.asking.prompts import OPEN
from tests import model_faults as faults
from tests.model_server import ModelServer
from tests.unit.coach.recorded import LOGS, told
from tests.unit.coach.test_drill import DRILL, MET

HELD = {"title": "You kept one picture", "advice": "Keep it.", "speech": 6, "quote": "YOU have my three men on boxes"}
INVENTED = {"title": "You cited a study", "advice": "Good.", "speech": 2, "quote": "a study of forty firms shows it"}
THEIRS = {"title": "You said why", "advice": "Good.", "speech": 3, "quote": "fair procedure leaves bad work open"}
FOUNDED = {"point": "pro3.2", "answer": "A reason on paper still takes months to be heard."}
UNFOUNDED = {"point": "pro3.6", "answer": "In 97 firms of Ohio it failed."}
DIFFERENT = {"point": "pro9.9", "answer": "There is no such point."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LOGS / "labor-unions", tmp_path / "match"))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def asked(server: ModelServer, folder: Path, **answer: Any) -> Coaching:
    server.answers({"well": [], "improve": [], "answers": []} | answer)
    return asyncio.run(with_model(Settings(models=server.models()), folder, Side.CON))


def test_a_remark_whose_quotation_was_not_said_by_the_speaker_is_struck(server: ModelServer, folder: Path) -> None:
    coaching = asked(server, folder, well=[HELD, INVENTED, THEIRS], improve=[INVENTED])
    own = [one for one in coaching.well if one.by == "test-model"]
    assert [one.title for one in own] == ["You kept one picture"]
    assert own[0].quote.text == "You have my three men on boxes"  # the transcript's letters, not the model's
    assert (own[0].quote.turn, 28 < own[0].quote.start < 33) == (5, True)
    assert coaching.struck == 3 and "test-model" not in {one.by for one in coaching.improve}


def test_where_a_model_says_too_little_rules_fill_up_and_are_marked_as_such(server: ModelServer, folder: Path) -> None:
    coaching = asked(server, folder, well=[HELD])
    assert [one.by for one in coaching.well] == ["test-model", "rules", "rules"]
    assert coaching.improve == told().improve


def test_its_answers_are_marked_and_one_with_a_figure_of_its_own_is_struck(server: ModelServer, folder: Path) -> None:
    coaching = asked(server, folder, answers=[FOUNDED, UNFOUNDED, DIFFERENT])
    by = {one.id: one.answer.by for one in coaching.dropped if one.answer is not None}
    assert by["pro3.2"] == "test-model" and by["pro3.6"] == "trees" and "pro9.9" not in by
    assert coaching.struck == 1
    assert coaching.drill is not None and coaching.drill.answer is not None
    assert coaching.drill.answer.text == FOUNDED["answer"]


def test_speeches_are_shown_as_data_and_the_speakers_are_apart(server: ModelServer, folder: Path) -> None:
    asked(server, folder)
    mine, theirs, points = server.asked[0].user.split(OPEN)[1:]
    assert "watched a lamp move by itself" in mine and "watched a lamp move by itself" not in theirs
    assert "Speech 1:" in theirs and "Speech 1:" not in mine and "pro3.2: " in points


def test_what_it_told_is_kept_and_not_asked_again(server: ModelServer, folder: Path) -> None:
    coaching = asked(server, folder, well=[HELD])
    assert known(Settings(models=server.models()), folder, Side.CON) == coaching
    assert len(server.asked) == 1
    (folder / "coach-con.json").write_text("{", encoding="utf-8")
    assert known(Settings(), folder, Side.CON) == by_rules(Settings(), folder, Side.CON)


def test_an_answer_that_cannot_be_used_leaves_nothing_behind(server: ModelServer, folder: Path) -> None:
    server.answers(faults.text("no JSON"), faults.text("none again"))
    with pytest.raises(ProviderError):
        asyncio.run(with_model(Settings(models=server.models()), folder, Side.CON))
    assert not (folder / "coach-con.json").exists()


def test_a_drill_is_judged_beside_the_earlier_answer_on_words_that_were_said(server: ModelServer) -> None:
    settings = Settings(models=server.models())
    good = {"better": True, "did": "It says what the procedure costs.", "quote": "every dismissal takes months"}
    server.answers(good | {"next": "Say who waits meanwhile."})
    judged = asyncio.run(judge_attempt(settings, told(), DRILL, MET, 30.0))
    assert (judged.better, judged.quotes, judged.by) == (True, ("every dismissal takes months.",), "test-model")
    assert judged.told[-1] == "Next time: Say who waits meanwhile."
    assert DRILL.earlier is not None and DRILL.earlier.text in server.asked[0].user and MET in server.asked[0].user


def test_a_judgement_on_words_that_were_not_said_counts_for_nothing(server: ModelServer) -> None:
    settings = Settings(models=server.models())
    server.answers({"better": True, "did": "Well done.", "quote": "I proved it beyond doubt", "next": "More."})
    assert asyncio.run(judge_attempt(settings, told(), DRILL, MET, 30.0)) == counted(MET, 30.0, DRILL)


def test_where_the_model_fails_the_drill_is_counted_all_the_same(server: ModelServer) -> None:
    server.answers(faults.text("no"), faults.text("no"))
    judged = asyncio.run(judge_attempt(Settings(models=server.models()), told(), DRILL, MET, 30.0))
    assert judged == counted(MET, 30.0, DRILL)
