"""Which parts a match is made of: chosen once, at start, here, each replacement said in one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from config.errors import ProviderError
from config.format import Side
from config.settings import Hearing, RemoteVoice, Settings, cache_folder
from planning.ports import Embedder
from planning.providers import Cached, MiniLM
from planning.rehearsal import SHIPPED, Library
from speech.ports import Recognizer, Voice
from speech.sphinx import PocketsphinxRecognizer
from speech.tts import EspeakVoice, FliteVoice, Studio
from speech.whisper import WhisperRecognizer

AUTO_VOICES = {
    Side.PRO: ("flite:slt", "espeak:en-us+f3"),
    Side.CON: ("flite:rms", "espeak:gmw/en+m3"),
}


@dataclass(frozen=True)
class Replaced:
    """A part that could not be had, why, and what is used instead."""

    part: str
    reason: str
    instead: str

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}; using {self.instead}"


@dataclass
class Parts:
    """Makes parts and remembers what had to be replaced."""

    settings: Settings
    replaced: list[Replaced] = field(default_factory=list)
    _embedder: Embedder | None = None

    def library(self) -> Library:
        return Library(SHIPPED, *self.settings.library)

    def embedder(self) -> Embedder:
        """One for all seats of this process. Raises ProviderError: there is none without MiniLM."""
        if self._embedder is None:
            self._embedder = Cached(MiniLM(cache_folder()))
        return self._embedder

    def recognizer(self, hints: str = "", lanes: int = 1) -> Recognizer:
        """faster-whisper if its model can be loaded, else the embedded recogniser."""
        hearing = self.settings.hearing
        embedded = PocketsphinxRecognizer.name
        if hearing.engine != "pocketsphinx":
            try:
                return _whisper(hearing, hints)
            except ProviderError as error:
                self._replace("recogniser", f"{error.part} {error.reason}", embedded)
        recognizer = PocketsphinxRecognizer(lanes)
        recognizer.warm()
        return recognizer

    def voice(self, side: Side) -> Studio:
        """The side's voice, with the embedded one to fall back on."""
        wanted = self.settings.speaking.voices.get(side, "auto")
        first, embedded = AUTO_VOICES[side]
        remote = self.settings.speaking.remote
        fallback = _make_voice(embedded, remote)
        try:
            return Studio(_make_voice(first if wanted == "auto" else wanted, remote), fallback)
        except ProviderError as error:
            self._replace(f"voice of {side}", str(error), fallback.name)
            return Studio(fallback)

    def _replace(self, part: str, reason: str, instead: str) -> None:
        self.replaced.append(Replaced(part, reason, instead))


def _whisper(hearing: Hearing, hints: str) -> Recognizer:
    return WhisperRecognizer(
        hearing.model,
        device=hearing.device,
        compute_type=hearing.compute_type,
        download=hearing.download,
        prompt=hints,
    )


def _make_voice(name: str, remote: RemoteVoice) -> Voice:
    engine, _, voice = name.partition(":")
    if engine == "flite":
        return FliteVoice(voice or "slt")
    if engine == "espeak":
        return EspeakVoice(voice or "en-us")
    if engine == "openai":
        return _remote_voice(voice, remote)
    raise ProviderError(name, "no such voice; use auto, flite:NAME, espeak:NAME or openai:NAME")


def _remote_voice(voice: str, remote: RemoteVoice) -> Voice:
    from speech.remote import OpenAIVoice

    if not remote.model:
        raise ProviderError(f"openai:{voice}", "set speaking.remote.model to the endpoint's speech model")
    return OpenAIVoice(
        remote.model,
        voice,
        base_url=remote.base_url,
        response_format=remote.response_format,
        rate=remote.rate,
        timeout_seconds=remote.timeout_seconds,
    )


def match_folder(root: Path, name: str) -> Path:
    """A folder that does not exist yet."""
    folder, number = root / name, 2
    while folder.exists():
        folder, number = root / f"{name}-{number}", number + 1
    return folder
