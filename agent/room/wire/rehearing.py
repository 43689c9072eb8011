"""What was said while nobody listened: the chair has the sound of it, and whoever takes a listener's place asks for it.

A job that dies takes with it what it had heard and not yet written down, and is missed only a moment later. The sound
goes as bytes, from the recording of the turn, to the one who asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

import numpy as np
from livekit import rtc
from livekit.rtc.data_stream import StreamError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.room.wire.texts import CHAIR, REHEAR, SOUND, Receiver
from agent.running.tasks import Tasks, cause
from config.errors import AudioError
from config.plain_text import one_line
from speech.audio import EAR_RATE, Audio

log = logging.getLogger("rostrum.room")

AGAIN_SECONDS = 1.5  # after asking in vain
SOUND_SECONDS = 8.0  # for all of the sound to be there; it is 32 kB a second
PIECE_BYTES = 60_000
BREATH_SECONDS = 0.02  # between two pieces, for the events
NONE = "rostrum.none"  # attribute of an answer that has no sound: there is none
MOST_SECONDS = 600.0  # that are sent at once
Recorded = Callable[[int, float], Audio]


class SoundRequest(BaseModel):
    """The sound of `turn` from its second `start` on; `id` comes back with the answer."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(max_length=32)
    turn: int = Field(ge=0)
    start: float = Field(ge=0, allow_inf_nan=False)


class Retelling:
    """The chair's part: sends agents of the match what the recorder has.

    `recorded`: the sound of a turn from a second on, as far as there is some. Blocking; raises AudioError. `listeners`:
    identities of those that listen for the match. `tasks`: of the owner, who ends them and is told what breaks in them.
    """

    def __init__(self, room: rtc.Room, recorded: Recorded, listeners: Collection[str], tasks: Tasks) -> None:
        self._room, self._recorded, self._listeners, self._tasks = room, recorded, listeners, tasks
        self._sending: set[str] = set()
        self._receiver = Receiver(room, REHEAR, self._on_asked, tasks, only=self._listeners.__contains__)

    def _on_asked(self, text: str, identity: str) -> None:
        if identity not in self._listeners or identity in self._sending:
            log.warning("%s may not ask for the sound of a turn now", one_line(identity) or "somebody")
            return
        try:
            asked = SoundRequest.model_validate_json(text)
        except ValidationError:
            log.warning("%s asked for sound in a way that cannot be answered", one_line(identity))
            return
        self._tasks.spawn(self._answer(asked, identity), "sending what was missed")

    async def _answer(self, asked: SoundRequest, identity: str) -> None:
        self._sending.add(identity)
        try:
            sound = await asyncio.to_thread(self._sound, asked)
            await self._send(asked.id, sound, identity)
            if sound is not None:
                log.info("%s was sent %.1f s of turn %d once more", identity, sound.seconds, asked.turn + 1)
        except StreamError as error:  # it asks again
            log.warning("%s was not sent the sound of turn %d: %s", identity, asked.turn + 1, cause(error))
        finally:
            self._sending.discard(identity)

    def _sound(self, asked: SoundRequest) -> Audio | None:
        try:
            return self._recorded(asked.turn, asked.start).cut(0, MOST_SECONDS).at(EAR_RATE)
        except AudioError as error:
            log.warning("there is no sound of turn %d to send once more: %s", asked.turn + 1, cause(error))
            return None

    async def _send(self, id: str, sound: Audio | None, to: str) -> None:
        """Also that there is none: whoever waits for it goes on without."""
        data = b"" if sound is None else sound.samples.tobytes()
        told = {NONE: "yes"} if sound is None else {}
        writer = await self._room.local_participant.stream_bytes(
            id, total_size=len(data), topic=SOUND, destination_identities=[to], attributes=told
        )
        for start in range(0, len(data), PIECE_BYTES):
            await writer.write(data[start : start + PIECE_BYTES])
            await asyncio.sleep(BREATH_SECONDS)
        await writer.aclose()


class MissedSound:
    """The part of whoever takes a listener's place, in a room that is connected."""

    def __init__(self, room: rtc.Room) -> None:
        self._room = room
        self._coming: dict[str, asyncio.Future[rtc.ByteStreamReader]] = {}
        room.register_byte_stream_handler(SOUND, self._on_stream)

    async def sound(self, turn: int, start: float) -> Audio | None:
        """The sound of that turn from its second `start` on; None where there is none, or it does not come in time."""
        asked = SoundRequest(id=f"{turn}-{round(start * 1000)}", turn=turn, start=start)
        coming = self._coming[asked.id] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(SOUND_SECONDS):
                while not coming.done():
                    await self._ask(asked)
                    await asyncio.wait([coming], timeout=AGAIN_SECONDS)
                return await _read(coming.result())
        except (TimeoutError, StreamError) as error:
            log.warning("the sound of turn %d did not come: %s", turn + 1, cause(error))
            return None
        finally:
            del self._coming[asked.id]

    async def _ask(self, asked: SoundRequest) -> None:
        await self._room.local_participant.send_text(
            asked.model_dump_json(), topic=REHEAR, destination_identities=[CHAIR]
        )

    def _on_stream(self, reader: rtc.ByteStreamReader, identity: str) -> None:
        coming = self._coming.get(reader.info.name)
        if identity != CHAIR or coming is None or coming.done():
            reader.close()
            return
        coming.set_result(reader)


async def _read(reader: rtc.ByteStreamReader) -> Audio | None:
    if NONE in (reader.info.attributes or {}):
        reader.close()
        return None
    try:
        data = b"".join([piece async for piece in reader])
    finally:
        reader.close()
    return Audio(np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2").astype(np.int16), EAR_RATE)
