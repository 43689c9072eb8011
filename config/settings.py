"""Settings: typed, frozen, unknown keys refused, units in the names."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator, model_validator

from config.errors import ConfigError
from config.format import Side, first_fault, yaml_fault
from config.likeness import CALIBRATED, EMBEDDED, thresholds
from config.speech_rate import WORDS_PER_MINUTE


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class RemoteRecognizer(_Section):
    """An OpenAI-compatible `/v1/audio/transcriptions`.

    `base_url`: up to and with `/v1`; OpenAI's own when left out. `key_variable`: the NAME of the environment variable
    that holds the key. `language`: a code such as `en`; empty lets the server find out. `step_seconds`: of new sound
    before it is asked; a longer step costs less where each request is charged, and words come later.
    """

    base_url: str | None = None
    key_variable: str = Field(default="OPENAI_API_KEY", pattern=r"^([A-Z_][A-Z0-9_]*)?$", max_length=60)
    language: str = Field(default="en", pattern=r"^([a-z]{2,3})?$")
    timeout_seconds: float = Field(default=6.0, gt=0, le=60)
    step_seconds: float = Field(default=2.4, ge=0.8, le=20)

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, url: str | None) -> str | None:
        return None if url is None else _web_address(url)


class Hearing(_Section):
    """The recogniser. `auto` takes Whisper where it can be had, else pocketsphinx.

    `model`: `auto` for Whisper base or tiny.en by what this machine can do; `base` and `tiny.en` are those of the
    packages; `openai:MODEL` by `remote` and `livekit:PLUGIN` by `plugins` hear over the network, and those of the
    packages stand in for them; anything else is a size, a name on the hub (fetched only with `download`) or a converted
    model's folder. `plugins`: what a plugin of livekit-agents is made with, by its name.
    `captions`: take the exact words of an opponent that is an agent and publishes its own captions.
    """

    engine: Literal["auto", "whisper", "pocketsphinx"] = "auto"
    model: str = Field(default="auto", min_length=1)
    remote: RemoteRecognizer = RemoteRecognizer()
    plugins: dict[str, dict[str, JsonValue]] = {}
    device: str = "auto"
    compute_type: str = "default"
    download: bool = False
    captions: bool = True
    lanes: int = Field(default=2, ge=1, le=8)
    vad_aggressiveness: int = Field(default=2, ge=0, le=3)

    @property
    def elsewhere(self) -> tuple[str, str] | None:
        """The engine and its model where it hears over the network, such as ("openai", "whisper-1")."""
        engine, colon, model = self.model.partition(":")
        return (engine, model) if colon and engine in ("openai", "livekit") else None

    @model_validator(mode="after")
    def _one_engine(self) -> Hearing:
        if self.elsewhere is not None and self.engine != "auto":
            raise ValueError(f"engine {self.engine} cannot be {self.model}; leave engine out")
        if self.elsewhere is not None and not self.elsewhere[1]:
            raise ValueError(f"model {self.model} names none; say openai:MODEL or livekit:PLUGIN")
        return self


class RemoteVoice(_Section):
    """An OpenAI-compatible `/v1/audio/speech`; the key comes from OPENAI_API_KEY, never from a file."""

    model: str = ""
    base_url: str | None = None
    response_format: Literal["pcm", "wav"] = "pcm"
    rate: int = Field(default=24_000, ge=8_000, le=48_000)
    timeout_seconds: float = Field(default=8.0, gt=0, le=60)


class Controller(StrEnum):
    """Who decides how many words to ask for: our search with reserve sentences, or TreeDebater's (3.5, B.2)."""

    OURS = "ours"
    PAPER = "paper"


class NeuralVoices(_Section):
    """Coqui and Piper voices. `folder`: where named ones lie, `voices` in the cache folder if left out.

    `download` lets Coqui fetch a model by its name; Piper voices are never fetched. `seed`: for Coqui's chance.
    """

    folder: Path | None = None
    device: Literal["auto", "cpu", "cuda"] = "cpu"
    download: bool = False
    seed: int = Field(default=1, ge=0, lt=2**63)


class Speaking(_Section):
    """A voice for each side: `auto`, `hibari:heart`, `piper:joe`, `flite:NAME`, `espeak:NAME`, `openai:NAME` (by
    `remote`), `livekit:PLUGIN` (by `plugins`), or by `neural` `piper:NAME_OR_PATH` and `coqui:NAME_OR_PATH`, where
    `#SPEAKER` at the end takes one of several. `rostrum voices` lists those that are there.

    `words_per_minute` counts the pauses inside a statement; voices over the network speak as fast as they do.
    `pronunciation`: a file of words that are said otherwise than written (`config/pronunciation.py`). `plugins`: what a
    plugin of livekit-agents is made with, by its name; two voices of one are PLUGIN#A and PLUGIN#B.
    `durations`: how the length of a sentence that is not synthesised yet is estimated: by `words`, `syllables`,
    `phonemes` or `fastspeech:FOLDER`; each learns from what the voice really took.
    """

    voices: dict[Side, str] = {Side.PRO: "auto", Side.CON: "auto"}
    remote: RemoteVoice = RemoteVoice()
    neural: NeuralVoices = NeuralVoices()
    controller: Controller = Controller.OURS
    words_per_minute: float = Field(default=WORDS_PER_MINUTE, ge=120, le=180)
    pronunciation: Path | None = None
    plugins: dict[str, dict[str, JsonValue]] = {}
    durations: str = Field(default="syllables", pattern=r"^(words|syllables|phonemes|fastspeech:.+)$")
    lead_seconds: float = Field(default=2.5, gt=0, le=10)


class Devices(_Section):
    """Microphone and loudspeaker of this machine, by number or a part of the name (`rostrum devices` lists them).

    Empty for the machine's own choice; `mic:NAME` on the command line goes before.
    """

    microphone: str = ""
    loudspeaker: str = ""

    @field_validator("microphone", "loudspeaker", mode="before")
    @classmethod
    def _numbers_too(cls, wanted: Any) -> Any:
        return str(wanted) if isinstance(wanted, int) and not isinstance(wanted, bool) else wanted


class Room(_Section):
    """LiveKit. Key and secret come from LIVEKIT_API_KEY and LIVEKIT_API_SECRET, never from a file."""

    server: str = "livekit-server"
    url: str = ""
    start_timeout_seconds: float = Field(default=30.0, gt=0)


class Role(StrEnum):
    """What a language model is asked to be; each may be another model at another temperature."""

    PROPOSER = "proposer"  # claims and counter-arguments of the rehearsal trees
    EXTRACTOR = "extractor"  # what was heard, as actions
    WRITER = "writer"
    AUDIENCE = "audience"
    JUDGE = "judge"
    SCORER = "scorer"  # the impact of an argument


class Endpoint(_Section):
    """A language model behind an OpenAI-compatible `/v1/chat/completions`; without `model` there is none.

    `base_url`: up to and with `/v1`; OpenAI's own when left out. `key_variable`: the NAME of the environment
    variable that holds the key; a server with a `base_url` works without a key. Prices are per million tokens, in
    whatever money `max_cost` is in. An answer may take `start_seconds` to begin and pause for `stall_seconds`; one
    request in `tries` is enough. What a server refuses by name (temperature, structured output) is left out by
    itself. `extra` goes into every request as it is, such as `{reasoning_effort: low}`.
    """

    base_url: str | None = None
    model: str = ""
    key_variable: str = Field(default="OPENAI_API_KEY", pattern=r"^([A-Z_][A-Z0-9_]*)?$", max_length=60)
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
    extra: dict[str, JsonValue] = {}

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, url: str | None) -> str | None:
        return None if url is None else _web_address(url)

    @property
    def host(self) -> str:
        """The part of the address that may be shown."""
        return urlsplit(self.base_url).netloc if self.base_url else "api.openai.com"


class Models(_Section):
    """The language models: `default` for every role, `roles` with what is different for some.

    A role that names another `base_url` takes no key along: name its `key_variable` too. `max_calls` and `max_cost`
    are hard stops for one run of the program.
    """

    default: Endpoint = Endpoint()
    roles: dict[Role, Endpoint] = {}
    max_calls: int | None = Field(default=None, ge=0)
    max_cost: float | None = Field(default=None, ge=0)

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
            for role in Role:
                endpoint = self.of(role)
                if endpoint.model and (endpoint.price_in is None or endpoint.price_out is None):
                    raise ValueError(f"max_cost needs price_in and price_out of {endpoint.model} (0 for a free one)")
        return self

    def of(self, role: Role) -> Endpoint:
        return self.roles.get(role, self.default)

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
        raw = {"default": self.default, "roles": self.roles, "max_calls": self.max_calls, "max_cost": self.max_cost}
        try:
            return Models.model_validate(raw | {name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            raise ConfigError(f"models: {first_fault(error)}") from error


def _changed(default: dict[str, Any], role: Any) -> Any:
    if not isinstance(role, dict):
        return role
    elsewhere = "base_url" in role and role["base_url"] != default.get("base_url")
    return default | ({"key_variable": ""} if elsewhere else {}) | role


def _web_address(url: str) -> str:
    """The address itself; what is wrong with it is said without it, for it may hold a password."""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        whole = False
    if not whole:
        raise ValueError("not an address such as http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("an address holds no password, query or fragment; name the key's variable in key_variable")
    return url


class Embedding(_Section):
    """The sentence encoder: `minilm` (embedded), `remote` (`/v1/embeddings`) or `local` (a BERT model's folder).

    `same` and `related` are this encoder's own cosines (see `planning.ports.Embedder`). Left out they are those that
    `config.likeness` knows for the `model`, else those of the embedded encoder: measure them (`rostrum calibrate`).
    """

    engine: Literal["minilm", "remote", "local"] = "minilm"
    model: str = ""
    base_url: str | None = None
    key_variable: str = Field(default="OPENAI_API_KEY", pattern=r"^([A-Z_][A-Z0-9_]*)?$", max_length=60)
    same: float = Field(default=CALIBRATED[EMBEDDED].same, gt=0, le=1)
    related: float = Field(default=CALIBRATED[EMBEDDED].related, gt=-1, le=1)
    batch: int = Field(default=64, ge=1, le=2048)
    timeout_seconds: float = Field(default=20.0, gt=0, le=120)

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, url: str | None) -> str | None:
        return None if url is None else _web_address(url)

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


_MODEL_MEANS = {"remote": "the server's name for it", "local": "a folder with config.json and model.safetensors"}


class Scoring(_Section):
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


class Tavily(_Section):
    """Tavily's web search. The key comes from the environment variable named in `key_variable`, never from a file.

    One request in `tries` is enough. `include_domains`: nothing else is searched.
    """

    base_url: str = "https://api.tavily.com"
    key_variable: str = Field(default="TAVILY_API_KEY", pattern=r"^([A-Z_][A-Z0-9_]*)?$", max_length=60)
    depth: Literal["basic", "advanced"] = "basic"
    topic: Literal["general", "news"] = "general"
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    tries: int = Field(default=3, ge=1, le=10)

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, url: str) -> str:
        return _web_address(url)


class EvidenceFrom(_Section):
    """Where evidence comes from: a `folder` of documents, the web through `tavily` (`{}` will do), both, or nowhere."""

    folder: Path | None = None
    tavily: Tavily | None = None


class Thinking(_Section):
    """What a mind with a model may use, and how many seconds each kind of call may take.

    `rehearsal`, `flow`, `audience` can be switched off for comparison. `corpus`: files of `rostrum corpus build`, which
    the audience is shown beside the shipped debates; `corpus_cosine`: from which a debate is like another, for a
    sentence encoder for which none was measured.
    """

    rehearsal: bool = True
    flow: bool = True
    audience: bool = True
    corpus: tuple[Path, ...] = ()
    corpus_cosine: float | None = Field(default=None, gt=-1, le=1)
    read_seconds: float = Field(default=12, gt=0, le=120)
    select_seconds: float = Field(default=30, gt=0, le=300)
    write_seconds: float = Field(default=45, gt=0, le=300)
    audience_seconds: float = Field(default=30, gt=0, le=300)
    revise_seconds: float = Field(default=45, gt=0, le=300)


class Settings(_Section):
    """Everything that can be set; the defaults work offline."""

    hearing: Hearing = Hearing()
    speaking: Speaking = Speaking()
    devices: Devices = Devices()
    room: Room = Room()
    thinking: Thinking = Thinking()
    models: Models = Models()
    embedding: Embedding = Embedding()
    impact: Scoring = Scoring()
    evidence: EvidenceFrom = EvidenceFrom()
    library: tuple[Path, ...] = ()
    matches: Path = Path("matches")
    seed: str = ""


def load_settings(path: Path | None) -> Settings:
    """Settings from a YAML file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or a key or value is wrong: with its place.
    """
    if path is None:
        return Settings()
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        raw = {} if raw is None else raw
        return Settings.model_validate(raw)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error


def cache_folder() -> Path:
    """Where converted models are kept: $ROSTRUM_CACHE, else the user's cache folder."""
    if folder := os.environ.get("ROSTRUM_CACHE"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rostrum"


def library_folder() -> Path:
    """Where grown rehearsal trees are kept and looked for: $ROSTRUM_LIBRARY, else in the user's data folder."""
    if folder := os.environ.get("ROSTRUM_LIBRARY"):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rostrum" / "rehearsals"
