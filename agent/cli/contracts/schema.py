"""`rostrum schema`: what programs may rely on, as JSON Schema: the events of a log, and what commands print."""

from __future__ import annotations

from typing import Any

import click
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from agent.cli.contracts.results import BenchResult, CoachResult, DebateResult, FitResult, MotionResult, ReplayResult
from agent.cli.options import say
from agent.match.events import EVENT, SCHEMA_VERSION
from planning.compare.pairs.report import PairsReport
from planning.compare.records import Comparison
from planning.verify.record import Verification

# -- JSON Schema of what is written: with all its fields, and open to more of them -----------------


class WrittenSchema(GenerateJsonSchema):
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


DIALECT = "https://json-schema.org/draft/2020-12/schema"
EVENTS = "events"
CONTRACTS: dict[str, TypeAdapter[Any]] = {
    EVENTS: EVENT,
    "debate": TypeAdapter(DebateResult),
    "replay": TypeAdapter(ReplayResult),
    "fit": TypeAdapter(FitResult),
    "motions": TypeAdapter(list[MotionResult]),
    "bench": TypeAdapter(BenchResult),
    "coach": TypeAdapter(CoachResult),
    "compare": TypeAdapter(Comparison),
    "compare-pairs": TypeAdapter(PairsReport),
    "verify": TypeAdapter(Verification),
}
ABOUT_EVENTS = f"One line of a match's events.jsonl, of schema version {SCHEMA_VERSION}."


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of one contract. Fields may be added to any object, so none is closed."""
    schema: dict[str, Any] = CONTRACTS[name].json_schema(
        mode="serialization", by_alias=True, schema_generator=WrittenSchema
    )
    about = {"title": "Event", "description": ABOUT_EVENTS} if name == EVENTS else {}
    return {"$schema": DIALECT, **about, **opened(schema)}


@click.command(short_help="Print the schemas of a match's events and of --json output.")
@click.argument("name", type=click.Choice(list(CONTRACTS)), required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema of the events of a log, and of what commands print with --json.

    One NAME, or all of them as one object.
    """
    say(schema_of(name) if name is not None else {one: schema_of(one) for one in CONTRACTS})
