"""Which models there are: those of language by role and what they may cost, the sentence encoder, the scorer."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, JsonValue, ValidationError, model_validator

from config.errors import ConfigError, first_fault
from config.likeness import CALIBRATED, EMBEDDED, thresholds
from config.role import Role, RoleName, fallbacks
from config.settings.section import KeyVariable, Section, WebAddress


class Endpoint(Section):
    """A language model behind an OpenAI-compatible `/v1/chat/completions`; without `model` there is none.

    `base_url`: up to and with `/v1`; OpenAI's own when left out. `key_variable`: the NAME of the environment
    variable that holds the key; a server with a `base_url` works without a key. Prices are per million tokens, in
    whatever money `max_cost` is in; `price_cached` is of what of a prompt the server had read before (`price_in`, if
    not set). An answer may take `start_seconds` to begin and pause for `stall_seconds`; one
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
    price_cached: float | None = Field(default=None, ge=0)
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
    time, however long its answer really takes, which may be ten minutes; such a match is the same every time. With
    `tokens_per_second` it is the time to the first token, and the others arrive at that rate.
    """

    default: Endpoint = Endpoint()
    roles: dict[RoleName, Endpoint] = Field(default={})
    max_calls: int | None = Field(default=None, ge=0)
    max_cost: float | None = Field(default=None, ge=0)
    call_seconds: float | None = Field(default=None, ge=0, le=600)
    tokens_per_second: float | None = Field(default=None, gt=0, le=100_000)

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
        one = self.default.model_copy(
            update={"model": model, "price_in": None, "price_cached": None, "price_out": None}
        )
        return self.model_copy(update={"default": one, "roles": {}, "max_cost": None})

    def shared(self, debaters: int) -> Models:
        """With an equal share of the budgets for each of so many processes, so that together they keep to them."""
        calls = None if self.max_calls is None else self.max_calls // debaters
        cost = None if self.max_cost is None else self.max_cost / debaters
        return self.limited(calls, cost)

    def limited(self, max_calls: int | None, max_cost: float | None) -> Models:
        """With these budgets instead, where they are given. Raises ConfigError: a cost without prices."""
        given = {"max_calls": max_calls, "max_cost": max_cost}
        raw = {name: getattr(self, name) for name in Models.model_fields}
        try:
            return Models.model_validate(raw | {name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            raise ConfigError(f"models: {first_fault(error)}") from error

    def counted(self, call_seconds: float) -> Models:
        """Every call counting so many seconds, its answer whole."""
        return self.model_copy(update={"call_seconds": call_seconds, "tokens_per_second": None})


def _changed(default: dict[str, Any], role: Any) -> Any:
    if not isinstance(role, dict):
        return role
    elsewhere = "base_url" in role and role["base_url"] != default.get("base_url")
    return default | ({"key_variable": ""} if elsewhere else {}) | role


_MODEL_MEANS = {"remote": "the server's name for it", "local": "a folder with config.json and model.safetensors"}


class Embedding(Section):
    """The sentence encoder: `minilm` (embedded), `remote` (`/v1/embeddings`) or `local` (a BERT model's folder).

    `same` and `related` are this encoder's own cosines (see `planning.ports.Embedder`). Left out they are those that
    `config.likeness` knows for the `model`, else those of the embedded encoder: measure them (`rostrum calibrate`).
    """

    engine: Literal["minilm", "remote", "local"] = "minilm"
    model: str = ""
    base_url: WebAddress | None = None
    key_variable: KeyVariable = "OPENAI_API_KEY"
    same: float = Field(default=CALIBRATED[EMBEDDED].same, gt=0, le=1)
    related: float = Field(default=CALIBRATED[EMBEDDED].related, gt=-1, le=1)
    batch: int = Field(default=64, ge=1, le=2048)
    timeout_seconds: float = Field(default=20.0, gt=0, le=120)

    @model_validator(mode="before")
    @classmethod
    def _known_by_name(cls, raw: Any) -> Any:
        known = thresholds(raw["model"]) if isinstance(raw, dict) and isinstance(raw.get("model"), str) else None
        return raw if known is None else {"same": known.same, "related": known.related} | raw

    @model_validator(mode="after")
    def _whole(self) -> Embedding:
        if self.engine != "minilm" and not self.model:
            raise ValueError(f"engine {self.engine} needs a model: {_MODEL_MEANS[self.engine]}")
        changed = any(getattr(self, name) != one.default for name, one in type(self).model_fields.items())
        if self.engine == "minilm" and changed:  # the engine's own default is minilm
            raise ValueError("engine minilm takes no other setting; say engine: remote or local")
        if self.related >= self.same:
            raise ValueError("related must be under same")
        return self


class Scoring(Section):
    """How the impact of arguments is scored: by the `model` of the role scorer, or by two trained `reward` models.

    `attack` and `support`: their folders, as `rostrum reward train` makes them, or names that the hub's cache has.
    `batch` texts are read at once.
    """

    scorer: Literal["model", "reward"] = "model"
    attack: str = ""
    support: str = ""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    batch: int = Field(default=16, ge=1, le=4096)

    @model_validator(mode="after")
    def _whole(self) -> Scoring:
        if self.scorer == "reward" and not (self.attack and self.support):
            raise ValueError("scorer reward needs two models: attack and support")
        return self
