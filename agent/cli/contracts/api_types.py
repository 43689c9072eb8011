"""What the server's API takes and gives, as TypeScript: all that its routes name, for the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import EnumType
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from agent.cli.contracts import typescript
from agent.cli.written import Written, opened
from agent.match.events import EVENT

HEAD = """\
// What the host's API takes and gives.
// Made by `rostrum schema typescript-api` (make schema) from its routes; do not change it by hand."""
EVENTS_TS = "../../events.ts"


def api_in_typescript() -> str:
    """agent/web/src/api/contracts.ts, whole: what the events have too is taken from them."""
    inputs = [(one, mode, TypeAdapter(one)) for one, mode in _used()]
    definitions = opened(TypeAdapter.json_schemas(inputs, schema_generator=Written)[1])["$defs"]
    events = opened(EVENT.json_schema(mode="serialization", schema_generator=Written))["$defs"]
    own = {name: schema for name, schema in definitions.items() if schema != events.get(name)}
    written = json.dumps(own)
    taken = [name for name in definitions if name not in own and json.dumps(f"#/$defs/{name}") in written]
    imports = f'import type {{ {", ".join(taken)} }} from "{EVENTS_TS}";'
    return f"{HEAD}\n\n{imports}\n\n{typescript.definitions(own).strip()}\n"


def _used() -> Iterator[tuple[Any, JsonSchemaMode]]:
    """What each route takes and gives as JSON; but for pages of events, which have a file of their own."""
    # here, because for nothing else `rostrum schema` needs the server
    from fastapi.params import Form
    from fastapi.routing import APIRoute

    from agent.server.api.app import ROUTERS
    from agent.server.contracts.matches import EventsPage

    for route in (one for router in ROUTERS for one in router.routes if isinstance(one, APIRoute)):
        if route.response_model not in (None, EventsPage):
            yield route.response_model, "serialization"
        if route.body_field is not None and not isinstance(route.body_field.field_info, Form):
            yield route.body_field.field_info.annotation, "validation"
        for named in route.dependant.path_params:
            if isinstance(named.field_info.annotation, EnumType):
                yield named.field_info.annotation, "validation"
