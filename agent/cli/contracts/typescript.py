"""TypeScript types from a JSON Schema as pydantic writes it: interfaces, literal unions, nothing at run time. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from config.errors import UsageError

Schema = Mapping[str, Any]

WIDTH = 120
PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def types(schema: Schema, name: str) -> str:
    """Every definition of a schema as an exported type, and the schema itself under `name`.

    Raises:
        UsageError: there is something in it that has no type here.
    """
    whole = {key: value for key, value in schema.items() if key != "$defs"}
    return definitions({**schema.get("$defs", {}), name: whole})


def definitions(schemas: Mapping[str, Schema]) -> str:
    """Each schema as an exported type, under its name.

    Raises:
        UsageError: there is something in it that has no type here.
    """
    return "\n".join(line for name, schema in schemas.items() for line in (*_exported(name, schema), ""))


def _exported(name: str, schema: Schema) -> Iterator[str]:
    yield from _comment(schema.get("description", ""))
    if "properties" in schema:
        yield f"export interface {name} {{"
        required = schema.get("required", ())
        for key, inner in schema["properties"].items():
            yield from (f"  {line}" for line in _comment(inner.get("description", "")))
            yield f"  readonly {key}{'' if key in required else '?'}: {_type(inner)};"
        yield "}"
    else:
        yield from _wrapped(f"export type {name} =", _parts(schema))


def _comment(text: str) -> Iterator[str]:
    lines = text.replace("*/", "* /").strip().splitlines()
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
    elif lines:
        yield "/**"
        yield from (f" * {line}".rstrip() for line in lines)
        yield " */"


def _wrapped(head: str, parts: list[str]) -> Iterator[str]:
    """A union on one line, or on one line for each of its parts."""
    line = f"{head} {' | '.join(parts)};"
    if len(line) <= WIDTH:
        yield line
        return
    yield head
    yield from (f"  | {part}" for part in parts[:-1])
    yield f"  | {parts[-1]};"


def _type(schema: Schema) -> str:
    return " | ".join(_parts(schema))


def _parts(schema: Schema) -> list[str]:
    """A type as the parts of a union."""
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return [json.dumps(schema["const"])]
    if "enum" in schema:
        return [json.dumps(value) for value in schema["enum"]]
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return _distinct(part for one in schema[several] for part in _parts(one))
    return [_of_kind(schema)]


def _distinct(parts: Iterable[str]) -> list[str]:
    """Each part once, and no literal beside the type of all texts."""
    once = list(dict.fromkeys(parts))
    return [part for part in once if not ("string" in once and part.startswith('"'))]


def _of_kind(schema: Schema) -> str:
    kind = schema.get("type")
    if not schema:
        return "unknown"
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "array" and "prefixItems" in schema:
        return f"readonly [{', '.join(_type(item) for item in schema['prefixItems'])}]"
    if kind == "array":
        item = _type(schema["items"])
        return f"readonly ({item})[]" if " | " in item else f"readonly {item}[]"
    if kind == "object":
        return _mapping(schema)
    raise UsageError(f"there is no TypeScript type for {re.sub('[{}]', '', json.dumps(dict(schema)))}")


def _mapping(schema: Schema) -> str:
    values = schema.get("additionalProperties", True)
    value = "unknown" if values is True else _type(values)
    if "propertyNames" in schema and "$ref" in schema["propertyNames"]:
        return f"{{ readonly [key in {_type(schema['propertyNames'])}]?: {value} }}"
    return f"{{ readonly [key: string]: {value} }}"
