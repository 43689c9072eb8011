"""How the sides are heard: their voices, their rate, and who decides how much is said."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue

from config.format import Side
from config.settings.section import Section
from config.speech_rate import WORDS_PER_MINUTE


class RemoteVoice(Section):
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


class NeuralVoices(Section):
    """Coqui and Piper voices. `folder`: where named ones lie, `voices` in the cache folder if left out.

    `download` lets Coqui fetch a model by its name; Piper voices are never fetched. `seed`: for Coqui's chance.
    """

    folder: Path | None = None
    device: Literal["auto", "cpu", "cuda"] = "cpu"
    download: bool = False
    seed: int = Field(default=1, ge=0, lt=2**63)


class Speaking(Section):
    """A voice for each side: `auto`, `hibari:heart`, `piper:joe`, `flite:NAME`, `espeak:NAME`, `openai:NAME` (by
    `remote`), `livekit:PLUGIN` (by `plugins`), or by `neural` `piper:NAME_OR_PATH` and `coqui:NAME_OR_PATH`, where
    `#SPEAKER` at the end takes one of several. `rostrum voices` lists those that are there.

    `words_per_minute` counts the pauses inside a statement; voices over the network speak as fast as they do.
    `pronunciation`: a file of words that are said otherwise than written (`config/pronunciation.py`). `plugins`: what a
    plugin of livekit-agents is made with, by its name; two voices of one are PLUGIN#A and PLUGIN#B.
    `durations`: how the length of a sentence that is not synthesised yet is estimated: by `words`, `syllables`,
    `phonemes` or `fastspeech:FOLDER`; each learns from what the voice really took.
    """

    voices: dict[Side, str] = Field(default={Side.PRO: "auto", Side.CON: "auto"})
    remote: RemoteVoice = RemoteVoice()
    neural: NeuralVoices = NeuralVoices()
    controller: Controller = Controller.OURS
    words_per_minute: float = Field(default=WORDS_PER_MINUTE, ge=120, le=180)
    pronunciation: Path | None = None
    plugins: dict[str, dict[str, JsonValue]] = Field(default={})
    durations: str = Field(default="syllables", pattern=r"^(words|syllables|phonemes|fastspeech:.+)$")
    lead_seconds: float = Field(default=2.5, gt=0, le=10)
