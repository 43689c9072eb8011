"""What a language model is told about the shape of its answer, and what is made of the answer. Pure."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from config.errors import first_fault
from config.plain_text import printable_line
from planning.ports import Answer

TOLD_LETTERS = 200  # of what is wrong with an answer
DIGITS = 10  # classes 0 to 9 are their own labels; others are lettered, so that each label is one token
LEAST_MASS = 0.01  # of the probability, on class tokens; under it a place in the answer is not where the label stands
_LENGTHS = {"minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties", "default", "title", "examples"}
_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.S)
_BEGINS = re.compile(r'\{(?=\s*(?:["}]|\Z))')
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_BEFORE_LABEL, _AFTER_LABEL = " \t\r\n▁Ġ\"'`*([", " \t\r\n\"'`*.,:;)]"


class Shape(BaseModel):
    """What a model answers has these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Unusable(Exception):
    """An answer that is not what was asked for; the text is one line a model can mend it by."""


@dataclass(frozen=True)
class TokenChance:
    """A token of the answer and the others that could have stood in its place, each with its log probability."""

    token: str
    logprob: float
    others: tuple[tuple[str, float], ...] = ()


# -- structured answers ------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # shapes are asked for again and again; some are made for one question
def strict_schema(answer: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """The JSON schema of an answer for OpenAI's structured outputs, and whether it can be kept to strictly.

    Strict mode wants every property required and no others, and refuses some keywords; those that are left out are
    checked by pydantic all the same. A mapping with free keys cannot be strict. Its callers change nothing in it.
    """
    raw = answer.model_json_schema(mode="validation")
    if "$ref" in raw:  # a model that contains itself; the outermost schema must be an object
        raw = raw["$defs"][raw["$ref"].rpartition("/")[2]] | {"$defs": raw["$defs"]}
    schema: dict[str, Any] = _strict(raw)
    return schema, not _has_free_keys(schema)


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # nothing may stand beside it
    kept = {
        key: value if key in ("enum", "const", "required") else _strict(value)
        for key, value in schema.items()
        if key not in ("properties", "$defs", "oneOf", "discriminator") and key not in _LENGTHS
    }
    if "oneOf" in schema:
        kept["anyOf"] = _strict(schema["oneOf"])
    for names in ("properties", "$defs"):  # their keys are names, not keywords
        if names in schema:
            kept[names] = {name: _strict(part) for name, part in schema[names].items()}
    if "properties" in schema:
        kept |= {"additionalProperties": False, "required": list(schema["properties"])}
    return kept


def _has_free_keys(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(map(_has_free_keys, schema))
    if not isinstance(schema, dict):
        return False
    free = schema.get("type") == "object" and schema.get("additionalProperties") is not False
    return free or any(map(_has_free_keys, schema.values()))


def schema_request(answer: type[BaseModel]) -> str:
    """The wanted shape in words, for a model whose server does not hold it to a schema."""
    schema = json.dumps(answer.model_json_schema(mode="validation"), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with exactly one JSON object that follows this JSON schema, and with no other text:\n{schema}"


def parse(text: str, answer: type[Answer]) -> Answer:
    """The answer in a text that may hold more than its one JSON object: code fences, a preface, thoughts.
    Raises Unusable: there is no JSON object, it was cut off, or it is not of that shape."""
    text = _THOUGHTS.sub("", text, count=1)
    if not text.strip():
        raise Unusable("the answer was empty")
    fault: ValidationError | None = None
    for found in _objects(text):
        try:
            return answer.model_validate_json(found)
        except ValidationError as error:
            fault = fault or error
    if fault is None:
        raise Unusable("there was no JSON object in the answer")
    raise Unusable(printable_line(first_fault(fault))[:TOLD_LETTERS]) from None


def _objects(text: str) -> Iterator[str]:
    """The outermost JSON objects in a text, each as it is written there; linear in its length."""
    decoder = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)
    place = _beginning(text, 0)
    if place < 0 and "{" in text:
        raise Unusable("the JSON could not be read: after a brace comes a name in double quotes")
    while place >= 0:
        try:
            _, end = decoder.raw_decode(text, place)
        except RecursionError:
            raise Unusable("the JSON was nested too deeply") from None
        except json.JSONDecodeError as error:
            if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
                raise Unusable("the JSON object broke off before its end") from None
            place = _beginning(text, max(place + 1, error.pos))
            if place < 0:
                said = printable_line(error.msg)[:TOLD_LETTERS]
                raise Unusable(f"the JSON could not be read: {said} at character {error.pos}") from None
        else:
            yield text[place:end]
            place = _beginning(text, end)


def _beginning(text: str, start: int) -> int:
    """Where the next object may begin; -1 if nowhere. To try every brace would count the lines before each of them."""
    found = _BEGINS.search(text, start)
    return found.start() if found else -1


def _no_number(word: str) -> float:
    raise Unusable(f"{word} is not a number JSON knows")


def _finite(figures: str) -> float:
    if math.isinf(number := float(figures)):
        raise Unusable("a number in the answer is too large")
    return number


# -- expectations over classes -----------------------------------------------------------------------


def labels(classes: Sequence[float]) -> dict[str, float]:
    """One short label for each class: the number itself for 0 to 9, otherwise letters.
    Raises ValueError: no classes, the same one twice, more than letters, or one that is not finite."""
    if not 0 < len(classes) <= 26 or len(set(classes)) < len(classes) or not all(map(math.isfinite, classes)):
        raise ValueError("between 1 and 26 different finite classes are needed")
    if all(float(one).is_integer() and 0 <= one < DIGITS for one in classes):
        return {str(int(one)): float(one) for one in classes}
    return {chr(ord("A") + i): float(one) for i, one in enumerate(classes)}


def label_request(of: Mapping[str, float]) -> str:
    """How a model is asked for one label."""
    if all(label.isdigit() for label in of):
        return f"Answer with one of the numbers {', '.join(of)} and nothing else."
    meanings = ", ".join(f"{label} for {value:g}" for label, value in of.items())
    return f"Answer with one letter and nothing else: {meanings}."


def number_request(classes: Sequence[float]) -> str:
    """How a model without token probabilities is asked for its expectation."""
    return (
        f"Answer with one number from {min(classes):g} to {max(classes):g} and nothing else; "
        "a decimal between two steps says how sure you are of either."
    )


def expectation(tokens: Sequence[TokenChance], of: Mapping[str, float]) -> float | None:
    """The mean of the classes by the renormalised probabilities of their labels where the label stands.

    Different tokens for one label (with a space before it, in small letters) are counted together. None where no
    token of the answer is a label that has any probability.
    """
    said = "".join(place.token for place in tokens)
    thought = _THOUGHTS.match(said)
    begin, at = thought.end() if thought else 0, 0
    for place in tokens:
        at += len(place.token)
        if at <= begin or _label(place.token) not in of:
            continue
        chances = dict(place.others) | {place.token: place.logprob}
        mass: dict[str, float] = dict.fromkeys(of, 0.0)
        for token, logprob in chances.items():
            if (label := _label(token)) in mass and not math.isnan(logprob):
                mass[label] += math.exp(min(0.0, logprob))
        if (total := sum(mass.values())) >= LEAST_MASS:
            return sum(of[label] * share for label, share in mass.items()) / total
    return None


def _label(token: str) -> str:
    return token.lstrip(_BEFORE_LABEL).rstrip(_AFTER_LABEL).upper()


def plain_number(text: str, of: Mapping[str, float]) -> float:
    """The class whose label an answer is, or the first number in it, never outside the range of the classes.
    Raises Unusable: there is no number in it."""
    text = _THOUGHTS.sub("", text, count=1)
    lowest, highest = min(of.values()), max(of.values())
    if (label := _label(text)) in of:
        return of[label]
    found = _NUMBER.search(text)
    if found is None:
        raise Unusable("there was no number in the answer")
    return min(highest, max(lowest, float(found[0])))
