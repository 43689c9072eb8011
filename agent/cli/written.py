"""JSON Schema of what is written: with all its fields, and open to more of them."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema


class Written(GenerateJsonSchema):
    """What is written has all its fields but those that are left out on purpose; what is read may leave out more."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        if self.mode == "validation":
            return super().field_is_required(field, total)
        return field.get("serialization_exclude_if") is None


def opened(schema: Any) -> Any:
    """The schema without the word that nothing may be added; and without defaults, for everything is written."""
    if isinstance(schema, list):
        return [opened(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    named = {"properties", "$defs"}  # whose keys are names, not words of JSON Schema
    return {
        key: {name: opened(inner) for name, inner in value.items()} if key in named else opened(value)
        for key, value in schema.items()
        if not (key == "additionalProperties" and value is False) and key != "default"
    }
