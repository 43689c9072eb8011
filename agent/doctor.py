"""What is installed here and what will be used, with the way to get what is missing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from agent.devices import Loudspeaker, Microphone
from agent.parts import Parts
from agent.room.server import find_server
from config.errors import RostrumError
from config.format import Side
from config.settings import Settings


@dataclass(frozen=True)
class Finding:
    """One part: `needed` says whether a local match is impossible without it."""

    part: str
    ok: bool
    detail: str
    needed: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def examine(settings: Settings) -> list[Finding]:
    """Look at every part, loading what can be loaded. Takes some seconds."""
    parts = Parts(settings)
    return [
        _try("motions", lambda: f"{len(parts.library().all())} in the library", needed=True),
        _try("embeddings", lambda: parts.embedder().name, needed=True),
        _try("recogniser", lambda: _recognizer(parts), needed=True),
        *(_try(f"voice of {side}", partial(_voice, parts, side), needed=True) for side in Side),
        _try("livekit-server", lambda: _server(settings)),
        _try("microphone", _microphone),
        _try("loudspeaker", _loudspeaker),
        *(Finding(line.part, True, f"{line.reason}; using {line.instead}") for line in parts.replaced),
    ]


def _try(part: str, look: Callable[[], str], *, needed: bool = False) -> Finding:
    try:
        return Finding(part, True, look(), needed)
    except RostrumError as error:
        return Finding(part, False, str(error), needed)


def _voice(parts: Parts, side: Side) -> str:
    return parts.voice(side).name


def _recognizer(parts: Parts) -> str:
    recognizer = parts.recognizer()
    recognizer.close()
    return recognizer.name


def _server(settings: Settings) -> str:
    program = find_server(settings.room.server)
    done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    return f"{done.stdout.strip() or 'unknown version'} ({program})"


def _microphone() -> str:
    Microphone().check()
    return "the default input"


def _loudspeaker() -> str:
    Loudspeaker().close()
    return "the default output"
