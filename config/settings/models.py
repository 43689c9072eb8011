"""The language models: which one plays which role, and what it may cost."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, ValidationError, model_validator

from config.errors import ConfigError, first_fault
from config.role import Role, RoleName, fallbacks
from config.settings.section import KeyVariable, Section, WebAddress


class Endpoint(Section):
    """A language model behind an OpenAI-compatible `/v1/chat/completions`; without `model` there is none.

    `base_url`: up to and with `/v1`; OpenAI's own when left out. `key_variable`: the NAME of the environment
    variable that holds the key; a server with a `base_url` works without a key. Prices are per million tokens, in
    whatever money `max_cost` is in. An answer may take `start_seconds` to begin and pause for `stall_seconds`; one
    request in `tries` is enough. What a server refuses by name (temperature, structured output) is left out by
    itself. `extra` goes into every request as it is, such as `{reasoning_effort: low}`.
    """

    base_url: WebAddress | None = None
    model: str = ""
    key_variable: KeyVariable = "OPENAI_API_KEY"
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=4096, ge=16, le=200_000)
    structured: Literal["json_schema", "json_object", "text"] = "json_schema"
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)
    in_flight: int = Field(default=4, ge=1, le=256)
    tries: int = Field(default=4, ge=1, le=10)
    backoff_seconds: float = Field(default=0.5, ge=0, le=30)
    start_seconds: float = Field(default=60.0, gt=0, le=600)
    stall_seconds: float = Field(default=20.0, gt=0, le=600)
    extra: dict[str, JsonValue] = Field(default={})

    @property
    def host(self) -> str:
        """The part of the address that may be shown."""
        return urlsplit(self.base_url).netloc if self.base_url else "api.openai.com"


class Models(Section):
    """The language models: `default` for every role, `roles` with what is different for some.

    A role that names another `base_url` takes no key along: name its `key_variable` too. `max_calls` and `max_cost`
    are hard stops for one run of the program. `call_seconds`: so long a call counts on the clock of a match in virtual
    time, however long its answer really takes, which may be ten minutes; such a match is the same every time.
    """

    default: Endpoint = Endpoint()
    roles: dict[RoleName, Endpoint] = Field(default={})
    max_calls: int | None = Field(default=None, ge=0)
    max_cost: float | None = Field(default=None, ge=0)
    call_seconds: float | None = Field(default=None, ge=0, le=600)

    @model_validator(mode="before")
    @classmethod
    def _roles_begin_with_the_default(cls, raw: Any) -> Any:
        if not isinstance(raw, dict) or not isinstance(raw.get("roles"), dict):
            return raw
        default = raw.get("default", {})
        default = default.model_dump(exclude_unset=True) if isinstance(default, Endpoint) else default
        if not isinstance(default, dict):
            return raw
        return raw | {"roles": {role: _changed(default, one) for role, one in raw["roles"].items()}}

    @model_validator(mode="after")
    def _a_cost_needs_prices(self) -> Models:
        if self.max_cost is not None:
            for role in self.named:
                endpoint = self.of(role)
                if endpoint.model and (endpoint.price_in is None or endpoint.price_out is None):
                    raise ValueError(f"max_cost needs price_in and price_out of {endpoint.model} (0 for a free one)")
        return self

    def of(self, role: str) -> Endpoint:
        """The model of a role, of all methods or of one (`METHOD.ROLE`)."""
        return next((self.roles[one] for one in fallbacks(role) if one in self.roles), self.default)

    @property
    def named(self) -> tuple[str, ...]:
        """The roles that all methods share, and those of single methods that the settings name."""
        return tuple(dict.fromkeys([*map(str, Role), *self.roles]))

    def everywhere(self, model: str) -> Models:
        """With that model at the server of the default in every role; what it costs is not known."""
        one = self.default.model_copy(update={"model": model, "price_in": None, "price_out": None})
        return self.model_copy(update={"default": one, "roles": {}, "max_cost": None})

    def shared(self, debaters: int) -> Models:
        """With an equal share of the budgets for each of so many processes, so that together they keep to them."""
        calls = None if self.max_calls is None else self.max_calls // debaters
        cost = None if self.max_cost is None else self.max_cost / debaters
        return self.limited(calls, cost)

    def limited(self, max_calls: int | None, max_cost: float | None) -> Models:
        """With these budgets instead, where they are given.

        Raises:
            ConfigError: a cost without prices.
        """
        given = {"max_calls": max_calls, "max_cost": max_cost}
        raw = {name: getattr(self, name) for name in Models.model_fields}
        try:
            return Models.model_validate(raw | {name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            raise ConfigError(f"models: {first_fault(error)}") from error


def _changed(default: dict[str, Any], role: Any) -> Any:
    if not isinstance(role, dict):
        return role
    elsewhere = "base_url" in role and role["base_url"] != default.get("base_url")
    return default | ({"key_variable": ""} if elsewhere else {}) | role
