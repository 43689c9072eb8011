"""The shape of answers: what is asked for, and what is found in whatever a model says."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from planning.asking.answers import Unusable, parse, schema_request, strict_schema


class Kind(StrEnum):
    ATTACK = "attack"
    REBUT = "rebut"


class Node(BaseModel):
    """A claim."""

    kind: Kind = Field(Kind.ATTACK, description="what it does")
    title: str = Field(min_length=3, max_length=80)
    default: float | None = None
    answers: list[Node] = Field(default_factory=list)


class Cat(BaseModel):
    animal: Literal["cat"]


class Dog(BaseModel):
    animal: Literal["dog"]


class House(BaseModel):
    pet: Annotated[Cat | Dog, Field(discriminator="animal")]


class Free(BaseModel):
    shares: dict[str, float]


def every_object(schema: object) -> list[dict[str, object]]:
    if isinstance(schema, list):
        return [found for part in schema for found in every_object(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    return own + [found for part in schema.values() for found in every_object(part)]


def test_a_strict_schema_requires_everything_and_allows_nothing_else() -> None:
    schema, strict = strict_schema(Node)
    assert strict
    node, inner = every_object(schema)
    assert {key: value for key, value in node.items() if key != "$defs"} == inner  # a claim holds claims
    assert node["required"] == ["kind", "title", "default", "answers"]  # names that are keywords elsewhere, too
    assert node["additionalProperties"] is False
    assert node["properties"]["title"] == {"type": "string"}  # type: ignore[index]
    assert node["properties"]["kind"] == {"$ref": "#/$defs/Kind"}  # type: ignore[index]
    assert schema["$defs"]["Kind"]["enum"] == ["attack", "rebut"]


def test_alternatives_are_any_of() -> None:
    text = json.dumps(strict_schema(House)[0])
    assert "anyOf" in text and "oneOf" not in text and "discriminator" not in text


def test_free_keys_cannot_be_strict() -> None:
    schema, strict = strict_schema(Free)
    assert not strict
    assert schema["properties"]["shares"]["additionalProperties"] == {"type": "number"}


def test_the_shape_can_be_told_in_words() -> None:
    assert '"minLength":3' in schema_request(Node)  # the whole schema, for whoever reads it as text


NODE = {"title": "Uniforms", "answers": [{"title": "Cost"}]}


@given(before=st.text(st.characters(exclude_characters="{}")), after=st.text())
def test_one_object_is_found_in_any_text(before: str, after: str) -> None:
    if not before.lstrip().startswith("<think"):
        assert parse(before + json.dumps(NODE) + after, Node).answers[0].title == "Cost"


@given(st.text(st.sampled_from('{}[]",:\\a1 \n`')) | st.text())
def test_any_text_is_an_answer_or_unusable(text: str) -> None:
    try:
        parse(text, Node)
    except Unusable as fault:
        assert "\n" not in str(fault) and len(str(fault)) < 300


@given(st.integers(1, len(json.dumps(NODE)) - 1))
def test_half_an_object_is_never_an_answer(length: int) -> None:
    with pytest.raises(Unusable, match="broke off"):
        parse(json.dumps(NODE)[:length], Node)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"title": "ab"}', "title: "),
        ('{"title": "Uniforms", "default": NaN}', "NaN is not a number"),
        ('{"title": "Uniforms", "default": 1e999}', "too large"),
        ('{"title": "lone \\ud800"}', "JSON"),
        ('{"title": "Uniforms", "kind": "shout"}', "kind: "),
        ("[]", "no JSON object"),
        ("{}", "title: "),
        ('{"answers": [' * 100_000, "nested too deeply"),
        ("{" * 300_000 + "x", "could not be read"),
        ('{"a":' * 3 + "1" + "}" * 3, "title: "),
    ],
)
def test_what_is_wrong_is_said_in_a_line(text: str, told: str) -> None:
    with pytest.raises(Unusable, match=told):
        parse(text, Node)


def test_of_several_objects_the_first_that_fits_is_the_answer() -> None:
    assert parse('{"draft": 1} {"title": "First"} {"title": "Second"}', Node).title == "First"
