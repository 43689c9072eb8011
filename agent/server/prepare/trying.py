"""Voices to be heard and a sentence to be read back, before a match: made aside, one after the other, and kept."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from agent.coach.running import LONGEST_SECONDS
from agent.server.access import TooMany
from agent.server.contracts.choices import HeardView, VoiceView
from agent.server.prepare.uploads import decoded
from config.errors import AudioError, LogError, RostrumError
from config.settings import Settings
from planning.motions.check import MotionCheck
from planning.motions.likeness import Like
from speech.audio import ROOM_RATE
from speech.sound_files import WavWriter

FOLDER = "samples"
ASIDE = (sys.executable, "-m", "agent.server.prepare.aside")
SECONDS = 120.0  # that one may take
WAITING = 6  # who may wait for one
HEARD_SECONDS = 20.0
SHORTEST_SECONDS = 2.5
EMBEDDED = ("hibari", "piper", "flite", "espeak")
log = logging.getLogger("rostrum.server")


class NotMade(RostrumError):
    """What was to be tried could not be made."""


class Trying:
    """What is tried before a match. `aside`: the program that does it."""

    def __init__(self, root: Path, settings: Settings, aside: tuple[str, ...] = ASIDE) -> None:
        self._root, self._settings, self._aside = root / FOLDER, settings, aside
        self._one = asyncio.Lock()
        self._waiting = 0
        self._voices: tuple[VoiceView, ...] | None = None

    async def voices(self) -> tuple[VoiceView, ...]:
        """Those that are here; looked for once. Raises NotMade."""
        if self._voices is None:
            found = (await self._made("voices", {}))["voices"]
            self._voices = tuple(map(_voice, found))
        return self._voices

    async def sample(self, voice: str) -> Path:
        """A wav file in which it says a sentence. Raises NotMade."""
        path = self._root / f"{hashlib.sha256(voice.encode()).hexdigest()[:24]}.wav"
        if not await asyncio.to_thread(path.is_file):
            half = path.with_name(f".{secrets.token_hex(8)}.wav")
            try:
                await asyncio.to_thread(_folder, self._root)
                await self._made("sample", {"voice": voice, "file": str(half)})
                half.replace(path)
            finally:
                half.unlink(missing_ok=True)
        return path

    async def hear(self, file: BinaryIO) -> HeardView:
        """What is recognised in a recording of the sentence. Raises AudioError: it is none. NotMade."""
        half = self._root / f".{secrets.token_hex(8)}.wav"
        try:
            await asyncio.to_thread(_folder, self._root)
            await asyncio.to_thread(_keep, file, half)
            return HeardView.model_validate(await self._made("hear", {"file": str(half)}))
        finally:
            half.unlink(missing_ok=True)

    async def attempt(self, file: BinaryIO, hints: str) -> tuple[str, float]:
        """The words of a drill, and the seconds they took; nothing of it is kept. Raises as `hear`."""
        half = self._root / f".{secrets.token_hex(8)}.wav"
        try:
            await asyncio.to_thread(_folder, self._root)
            await asyncio.to_thread(_keep, file, half, LONGEST_SECONDS, "a drill is one minute")
            found = await self._made("attempt", {"file": str(half), "hints": hints})
            return str(found["text"]), float(found["seconds"])
        finally:
            half.unlink(missing_ok=True)

    async def motion(self, motion: str, others: Mapping[str, str]) -> tuple[MotionCheck, tuple[Like, ...]]:
        """What a model makes of a motion, and those of the others, by key, that are like it. Raises NotMade."""
        found = await self._made("motion", {"motion": motion, "others": dict(others)})
        return MotionCheck.model_validate(found["check"]), tuple(map(Like.model_validate, found["like"]))

    async def _made(self, task: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        if self._waiting >= WAITING:
            raise TooMany(10.0)
        self._waiting += 1
        try:
            async with self._one:
                return await self._run(task, asked)
        finally:
            self._waiting -= 1

    async def _run(self, task: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        told = json.dumps({**asked, "settings": self._settings.model_dump(mode="json")}).encode()
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._aside, task, stdin=pipe, stdout=pipe, stderr=pipe)
        try:
            async with asyncio.timeout(SECONDS):
                out, err = await process.communicate(told)
        except TimeoutError as error:
            raise NotMade(f"it took longer than {SECONDS:g} s: try again later") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        try:
            found: dict[str, Any] = json.loads(out)
        except ValueError:
            log.warning("%s: %s", task, err.decode(errors="replace")[-2000:])
            raise NotMade("it could not be made here: the server's log says why") from None
        if "refused" in found:  # it is the recording
            raise AudioError(str(found["refused"]))
        if "error" in found:
            raise NotMade(str(found["error"]))
        return found


def _voice(found: Mapping[str, Any]) -> VoiceView:
    name = str(found["name"])
    return VoiceView(
        name=name,
        language=found["language"],
        words_per_minute=found["words_per_minute"],
        default_for=tuple(found["default_for"]),
        usable=found["usable"],
        reason=found["reason"],
        embedded=name.partition(":")[0] in EMBEDDED,
    )


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error


def _keep(file: BinaryIO, path: Path, most: float = HEARD_SECONDS, told: str = "read the one sentence only") -> None:
    """What was recorded as a wav file, no more of it than is needed."""
    sound = WavWriter(path, ROOM_RATE)
    try:
        for piece in decoded(file, "the recording"):
            sound.add(piece)
            if sound.seconds > most:
                raise AudioError(f"the recording is longer than {most:g} s: {told}")
    finally:
        sound.close()
    if sound.seconds < SHORTEST_SECONDS:
        raise AudioError(f"the recording is too short: speak for at least {SHORTEST_SECONDS:g} s")
