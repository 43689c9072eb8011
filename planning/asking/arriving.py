"""An answer that is read while it arrives: as much of its object as is there. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

MOST_READ = 60_000  # characters; what is longer is read when it is whole
Part = TypeVar("Part", bound=BaseModel)


class Arriving:
    """Takes the pieces of an answer, and tells `on_object` of its unfinished object whenever a part of it has ended."""

    def __init__(self, on_object: Callable[[Mapping[str, Any]], None]) -> None:
        self._on_object, self._text = on_object, ""

    def __call__(self, piece: str) -> None:
        """The next piece; an empty one where the answer begins again."""
        self._text = self._text + piece if piece else ""
        ended = any(sign in piece for sign in '}],"')
        if ended and len(self._text) < MOST_READ and (found := unfinished(self._text)):
            self._on_object(found)


def unfinished(text: str) -> Mapping[str, Any]:
    """The first object of a text of which more will come; empty where none has begun."""
    text = text.rpartition("</think>")[2]
    start = text.find("{")
    if start < 0 or text.lstrip().startswith("<think"):
        return {}
    try:
        found = from_json(text[start:], allow_partial=True)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def parts(found: Mapping[str, Any], name: str, shape: type[Part]) -> Sequence[Part]:
    """The members of a list of the object that are whole: all but the last, up to one that is not of that shape."""
    listed = found.get(name)
    whole: list[Part] = []
    for one in listed[:-1] if isinstance(listed, list) else ():
        try:
            whole.append(shape.model_validate(one))
        except ValidationError:
            break
    return whole
