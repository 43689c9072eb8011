"""A recording of a model: asked again over HTTP, in the same words and in others, and made from answers by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from bench.loopback.recorded_model import RecordedModel
from bench.loopback.recording import (
    AnswersServed,
    RecordedCall,
    RecordedQuestion,
    read_recording,
    recording_of,
    write_recording,
)
from config.errors import ConfigError, ProviderError
from config.settings import Role
from planning.asking.client import LanguageModel
from planning.ports import Prompt
from tests.models.asking import PATIENT, Claimed, with_model

READER = "You keep the flow.\nOne action for each claim."
WRITER = "You write the rebuttal.\nIt is spoken once."
UNIFORMS, BULLYING = "Piece 1: uniforms cost families money.", "Piece 2: bullies find other marks to laugh at."


def recorded(system: str, user: str, claim: str, schema: str = "") -> RecordedCall:
    return RecordedQuestion(system, user, schema).answered(json.dumps({"claim": claim}))


def answers(calls: list[RecordedCall], *questions: tuple[str, str]) -> tuple[list[str], AnswersServed]:
    """What the recorded model claims when it is asked these, one after the other; `-` where it says nothing."""

    async def use(model: LanguageModel) -> list[str]:
        return [await one(model, system, user) for system, user in questions]

    async def one(model: LanguageModel, system: str, user: str) -> str:
        try:
            return (await model.ask(Role.EXTRACTOR, Prompt("read", system, user), Claimed, PATIENT)).claim
        except ProviderError as error:
            assert "the server failed (500)" in str(error)
            return "-"

    with RecordedModel(calls) as model:
        return with_model(model.models(), use)[0], model.served


def schema_of() -> str:
    """The schema as a client sends it."""
    from planning.asking.answers import strict_schema

    return json.dumps(strict_schema(Claimed)[0])


def test_the_same_words_get_their_own_answer() -> None:
    calls = [recorded(READER, UNIFORMS, "cost", schema_of()), recorded(READER, BULLYING, "marks", schema_of())]
    said, served = answers(calls, (READER, BULLYING), (READER, UNIFORMS), (READER, BULLYING))
    assert said == ["marks", "cost", "marks"]
    assert served == AnswersServed(exact=3)


def test_who_asked_the_same_twice_is_answered_in_that_order() -> None:
    calls = [recorded(READER, UNIFORMS, claim, schema_of()) for claim in ("first", "second")]
    assert answers(calls, *[(READER, UNIFORMS)] * 3)[0] == ["first", "second", "second"]


def test_other_words_get_the_answer_to_what_is_most_alike_of_its_kind() -> None:
    calls = [
        recorded(WRITER, "Piece 9: bullies find marks to laugh at.", "of another kind"),
        recorded(READER, UNIFORMS, "cost"),
        recorded(READER, BULLYING, "marks"),
    ]
    asked = [
        (READER + "\nQuote exactly.", "New piece 2: bullies find other marks to tease."),
        (READER, "Piece 3: bullies find other marks."),  # that one's answer is used
        (READER, UNIFORMS),  # nothing is left of its kind
        (WRITER, "Something else."),
    ]
    said, served = answers(calls, *asked)
    assert said == ["marks", "cost", "-", "of another kind"]
    assert served == AnswersServed(near=3, none=1)


def test_a_prompt_that_begins_otherwise_is_known_by_the_shape_of_its_answer() -> None:
    calls = [recorded(WRITER, UNIFORMS, "no shape"), recorded(READER, UNIFORMS, "cost", schema_of())]
    said, served = answers(calls, ("You are the one who keeps the flow.", UNIFORMS))
    assert (said, served) == (["cost"], AnswersServed(near=1))


def test_a_server_that_answers_in_one_piece_and_knows_only_chats() -> None:
    body = {"messages": [{"role": "system", "content": READER}, {"role": "user", "content": UNIFORMS}]}
    with RecordedModel([recorded(READER, UNIFORMS, "cost")]) as model:
        whole = post(f"{model.url}/chat/completions", body)
        assert json.loads(whole["choices"][0]["message"]["content"]) == {"claim": "cost"}
        with pytest.raises(HTTPError, match="404"):
            post(f"{model.url}/embeddings", {})


def post(url: str, body: dict[str, Any]) -> Any:
    opener = build_opener(ProxyHandler({}))
    with opener.open(Request(url, json.dumps(body).encode()), timeout=30) as response:
        return json.load(response)


# -- files -----------------------------------------------------------------------------------------------


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    calls = [recorded(READER, UNIFORMS, "cost – £5"), recorded(WRITER, "One\n\nTwo", "marks", schema_of())]
    write_recording(calls, tmp_path / "match.jsonl")
    assert read_recording(tmp_path / "match.jsonl") == calls
    assert len((tmp_path / "match.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(("text", "told"), [("{}\n", "match.jsonl:1: prompt"), ("no JSON\n", "match.jsonl:1: ")])
def test_a_line_that_is_no_call_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "match.jsonl").write_text(text)
    with pytest.raises(ConfigError, match=told):
        read_recording(tmp_path / "match.jsonl")


def test_a_recording_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no recording"):
        read_recording(tmp_path / "match.jsonl")


FORM = "## answer form"


def test_what_was_answered_by_hand_becomes_a_recording(tmp_path: Path) -> None:
    once = f"## system\n{READER}\n\n## user\n{UNIFORMS}"
    again = f"{once}\n\n## assistant\nNo.\n\n## user\nThat answer cannot be used."
    for number, (question, answer) in enumerate([(once, '{"claim": "no"}\n'), (again, '{"claim": "yes"}')], 1):
        (tmp_path / f"00{number}.md").write_text(f"{question}\n\n{FORM}\njson_schema\n{schema_of()}\n")
        (tmp_path / f"00{number}.answer").write_text(answer)
    (tmp_path / "003.md").write_text(f"{once}\n\n{FORM}\ntext\n\n")  # nobody answered
    calls = recording_of(tmp_path)
    assert calls[0] == recorded(READER, UNIFORMS, "no", schema_of())
    assert [call.user for call in calls] == [UNIFORMS, f"{UNIFORMS}\n\nNo.\n\nThat answer cannot be used."]
    assert answers(calls, (READER, UNIFORMS)) == (["no"], AnswersServed(exact=1))


def test_a_file_that_is_no_question_is_told(tmp_path: Path) -> None:
    (tmp_path / "001.md").write_text("# Notes\n")
    (tmp_path / "001.answer").write_text("yes")
    with pytest.raises(ConfigError, match=r"001\.md: not a question"):
        recording_of(tmp_path)
