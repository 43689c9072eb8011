"""What a model's server was found to take: a part of a request that it refuses by name is left out from then on. Pure.

Servers that call themselves compatible differ in structured output, log probabilities, usage in the stream, temperature
and the name of the length limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from config.settings import Endpoint
from planning.asking.answers import strict_schema

WEAKER = {"json_schema": "json_object", "json_object": "text"}
FEWER = {20: 5, 5: 0}  # alternatives a place
_UNKNOWN_NAME = re.compile(r"not supported|unsupported|unrecogni[sz]ed|unknown|extra|not permitted|not allowed|instead")
_FORM = re.compile(r"response_format|json_schema|json_object|structured output")


@dataclass
class Abilities:
    """Of one model at one address, shared by all roles on it."""

    structured: str
    tokens_name: str
    renamed: bool = False
    temperature: bool = True
    usage: bool = True
    alternatives: int = 20  # log probabilities a place of the answer; 0: none
    schema_told: bool = False  # the server takes a schema and does not keep to it
    refused_schemas: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, endpoint: Endpoint) -> Abilities:
        """What to try first. OpenAI's newer models refuse `max_tokens`, which most other servers know alone."""
        return cls(endpoint.structured, "max_tokens" if endpoint.base_url else "max_completion_tokens")

    def form(self, answer: type[BaseModel]) -> str:
        """How this answer's shape is asked for: json_schema, json_object or text."""
        refused = self.structured == "json_schema" and answer.__name__ in self.refused_schemas
        return WEAKER[self.structured] if refused else self.structured

    def tells_schema(self, answer: type[BaseModel]) -> bool:
        """Whether the prompt itself must describe the shape."""
        return self.schema_told or self.form(answer) != "json_schema"

    def body(self, endpoint: Endpoint, answer: type[BaseModel] | None) -> dict[str, Any]:
        """The request but for its messages; without a shape to answer in, with log probabilities."""
        body: dict[str, Any] = {"model": endpoint.model, "stream": True, self.tokens_name: endpoint.max_tokens}
        if endpoint.temperature is not None and self.temperature:
            body["temperature"] = endpoint.temperature
        if self.usage:
            body["stream_options"] = {"include_usage": True}
        if answer is None and self.alternatives:
            body |= {"logprobs": True, "top_logprobs": self.alternatives}
        if answer is not None and (form := self.form(answer)) != "text":
            body["response_format"] = _response_format(form, answer)
        return body

    def leave_out(self, said: str, body: Mapping[str, Any]) -> bool:
        """Whether a refusal names a part of `body` that can be left out or put otherwise; it is from now on."""
        said = said.lower()
        form = body.get("response_format")
        if form and _FORM.search(said):
            if form["type"] == "json_schema" and "invalid schema" in said:
                self.refused_schemas.add(form["json_schema"]["name"])
            else:
                self.structured = WEAKER[form["type"]]
        elif "logprobs" in said and "top_logprobs" in body:
            self.alternatives = FEWER[body["top_logprobs"]] if "top_logprobs" in said else 0
        elif "stream_options" in said and "stream_options" in body:
            self.usage = False
        elif (name := self._other_name(body)) and "max_" in said and "_tokens" in said and _UNKNOWN_NAME.search(said):
            self.tokens_name, self.renamed = name, True
        elif "temperature" in said and "temperature" in body:
            self.temperature = False
        else:
            return False
        return True

    def _other_name(self, body: Mapping[str, Any]) -> str | None:
        """The name of the length limit that was not tried yet."""
        if "max_tokens" in body:
            return None if self.renamed and self.tokens_name == "max_tokens" else "max_completion_tokens"
        return None if self.renamed and self.tokens_name == "max_completion_tokens" else "max_tokens"


def _response_format(form: str, answer: type[BaseModel]) -> dict[str, Any]:
    if form == "json_object":
        return {"type": "json_object"}
    schema, strict = strict_schema(answer)
    return {"type": "json_schema", "json_schema": {"name": answer.__name__, "strict": strict, "schema": schema}}
