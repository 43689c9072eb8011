"""How names and acronyms are said. Pure.

A file is YAML, a word or name a line, with a respelling for any voice, sounds of the International Phonetic Alphabet
between slashes for the voices that take them, or both:

    Monet: mohnay
    Zhou: /dʒoʊ/
    Drew: {say: droo, sounds: dɹu}
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Pronunciation(BaseModel):
    """How a word is said: `say` is a respelling in plain words, `sounds` are IPA without slashes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    say: str = Field(default="", max_length=120)
    sounds: str = Field(default="", max_length=120)

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        text = raw.strip()
        between_slashes = len(text) > 2 and text[0] == text[-1] == "/"
        return {"sounds": text[1:-1]} if between_slashes else {"say": text}

    @model_validator(mode="after")
    def _one_of_them(self) -> Pronunciation:
        if not self.say.strip() and not self.sounds.strip():
            raise ValueError("say how: a respelling, or sounds between slashes")
        return self
