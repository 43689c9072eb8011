"""The state of a match as a few fingerprints, one for each part of it. Pure.

Two states with the same digest are the same; where they differ the parts say in what. Fields that have their default
are left out, so a field that a later Rostrum adds does not change the digest of an older match.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel

from agent.match.records.match import MatchRecord
from config.errors import RuleError


def digest(match: MatchRecord) -> dict[str, str]:
    """The sha256 of each part of the state, in hexadecimal, by its name: "turns", "flows", "plans", ..."""
    return {name: _sha256(canonical(part)) for name, part in vars(match).items()}


def _sha256(value: Any) -> str:
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> Any:
    """A value of the state as JSON, the same for equal values: 10 and 10.0 are one number.

    Raises RuleError: it holds something that no log can hold.
    """
    match value:
        case None | bool():
            return value
        case Enum():
            return canonical(value.value)
        case str():
            return value
        case int() | float():
            return float(value)
        case BaseModel():
            return {name: canonical(part) for name, part in _told(value)}
        case Mapping():
            return {str(canonical(key)): canonical(part) for key, part in value.items()}
        case Sequence():
            return [canonical(part) for part in value]
    if dataclasses.is_dataclass(value):
        return {name: canonical(part) for name, part in _kept(value)}
    raise RuleError(f"a {type(value).__name__} is no part of a match's state")


def _told(model: BaseModel) -> Iterator[tuple[str, Any]]:
    """The fields of a model that do not have their default."""
    for name, field in type(model).model_fields.items():
        part = getattr(model, name)
        if field.is_required() or part != field.get_default(call_default_factory=True, validated_data={}):
            yield name, part


def _kept(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a data class that do not have their default."""
    for field in dataclasses.fields(record):
        part = getattr(record, field.name)
        default = field.default_factory() if callable(field.default_factory) else field.default
        if default is dataclasses.MISSING or part != default:
            yield field.name, part
