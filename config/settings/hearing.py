"""How the opponent is heard: the recogniser, on this machine or over the network."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue, model_validator

from config.settings.section import KeyVariable, Section, WebAddress


class RemoteRecognizer(Section):
    """An OpenAI-compatible `/v1/audio/transcriptions`.

    `base_url`: up to and with `/v1`; OpenAI's own when left out. `key_variable`: the NAME of the environment variable
    that holds the key. `language`: a code such as `en`; empty lets the server find out. `step_seconds`: of new sound
    before it is asked; a longer step costs less where each request is charged, and words come later.
    """

    base_url: WebAddress | None = None
    key_variable: KeyVariable = "OPENAI_API_KEY"
    language: str = Field(default="en", pattern=r"^([a-z]{2,3})?$")
    timeout_seconds: float = Field(default=6.0, gt=0, le=60)
    step_seconds: float = Field(default=2.4, ge=0.8, le=20)


class Hearing(Section):
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
    plugins: dict[str, dict[str, JsonValue]] = Field(default={})
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
