"""What measures arguments: the sentence encoder that compares them, and what scores their impact."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from config.likeness import CALIBRATED, EMBEDDED, thresholds
from config.settings.section import KeyVariable, Section, WebAddress

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
