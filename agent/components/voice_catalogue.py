"""The voices that could speak here: whether each can, in what language, how fast by itself, and under which licence."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from agent.components.voices import AT_ONCE, NATURAL, make_voice
from config.errors import ProviderError
from config.format import Side
from config.settings import Settings, Speaking, cache_folder
from speech.synthesis.pace import natural_rate

AMERICAN, BRITISH = "American English", "British English"
LICENCES = {
    "hibari": "Apache-2.0",
    "piper": "piper-tts GPL-3.0; the voice's own",
    "flite": "BSD-like",
    "espeak": "GPL-3.0",
    "openai": "the service's terms",
    "livekit": "the service's terms",
    "coqui": "MPL-2.0; the model's own",
}
KNOWN = {"piper:joe": "voice CC0; piper-tts GPL-3.0"}
BRITISH_VOICES = ("hibari:emma", "hibari:fable", "flite:awb", "espeak:gmw/en")
LIST_SECONDS = 5.0
ONLY_THE_TIME = "_time"  # how the name ends of a voice that can say what time it is, and nothing else


@dataclass(frozen=True)
class Listed:
    """A voice by its name in the settings.

    `words_per_minute` is its rate where none is set, None where that was never measured; `default_for` the sides that
    it speaks for first; `reason` why it cannot be used here.
    """

    name: str
    language: str
    words_per_minute: float | None
    licence: str
    default_for: tuple[Side, ...]
    usable: bool
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"default_for": [side.value for side in self.default_for]}


def listed(settings: Settings) -> list[Listed]:
    """The voices of `names`. Each is made once: it takes seconds."""
    return [_listed(name, settings.speaking) for name in names(settings)]


def names(settings: Settings) -> list[str]:
    """The embedded voices, others that are installed, those of the settings; whether they can be used is not tried."""
    speaking = settings.speaking
    embedded = [*NATURAL.values(), *(name for names in zip(*AT_ONCE.values(), strict=True) for name in names)]
    own = [name for name in speaking.voices.values() if name != "auto"]
    return list(dict.fromkeys([*embedded, *own, *_hibari(), *_flite(), *_piper(speaking)]))


def _listed(name: str, speaking: Speaking) -> Listed:
    engine = name.partition(":")[0]
    sides = tuple(side for side in Side if name == _default(side, speaking))
    licence = KNOWN.get(name, LICENCES.get(engine, ""))
    try:
        voice = make_voice(name, speaking)
    except ProviderError as error:
        return Listed(name, _language(name, speaking), None, licence, sides, False, error.reason)
    by_itself = natural_rate(voice, cache_folder() / "voices" / "rates.json")
    return Listed(name, _language(name, speaking), by_itself, licence, sides, True)


def _default(side: Side, speaking: Speaking) -> str:
    wanted = speaking.voices.get(side, "auto")
    return NATURAL[side] if wanted == "auto" else wanted


def _language(name: str, speaking: Speaking) -> str:
    engine, _, voice = name.partition(":")
    if engine in ("openai", "livekit", "coqui"):
        return "English" if engine == "coqui" else "as the service speaks"
    if engine == "piper" and voice != "joe":
        return _described(speaking, voice)
    return BRITISH if name.startswith(BRITISH_VOICES) else AMERICAN


def _described(speaking: Speaking, voice: str) -> str:
    """The language that a Piper voice's configuration names."""
    path = Path(voice) if voice.endswith(".onnx") else _folder(speaking) / f"{voice}.onnx"
    try:
        language = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))["language"]
        return f"{language['name_english']} ({language['country_english']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "not said"


def _hibari() -> Iterator[str]:
    """Those of its voices that have been fetched."""
    if find_spec("hibari") is None:
        return
    from hibari.voices import VOICES, cache_dir

    for name, voice in VOICES.items():
        if voice.get("bundled") or (Path(cache_dir()) / voice["file"]).is_file():
            yield f"hibari:{name}"


def _flite() -> Iterable[str]:
    program = shutil.which("flite")
    if program is None:
        return []
    try:
        done = subprocess.run([program, "-lv"], capture_output=True, text=True, timeout=LIST_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return [f"flite:{name}" for name in done.stdout.partition(":")[2].split() if not name.endswith(ONLY_THE_TIME)]


def _piper(speaking: Speaking) -> list[str]:
    """The files in the folder of named voices."""
    return [f"piper:{path.stem}" for path in sorted(_folder(speaking).glob("*.onnx"))]


def _folder(speaking: Speaking) -> Path:
    return speaking.neural.folder or cache_folder() / "voices"
