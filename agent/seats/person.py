"""A person at this machine's microphone, also at one that is unplugged in the middle of a turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from agent.match.events import Degraded, Event, PoiAccepted, PoiEnded, TurnStarted
from agent.running.ports import Floor
from agent.seats.guests import Silent
from config.errors import RostrumError, in_one_line
from config.format import Side
from speech.audio import ROOM_RATE, Audio, silence
from speech.offload import compute

log = logging.getLogger("rostrum.seats")

LOOKING_SECONDS = 10.0  # a driver may hang
AGAIN_SECONDS = 1.0  # between two tries to find the microphone again
STEP_SECONDS = 0.1  # how long the person may wait for the floor to be taken back
CUSHION_SECONDS = 0.1  # a block that comes late must not tear a word in two
MUTED_SECONDS = 5.0  # of a turn in which not one sample was anything but 0
ABSENT = "silence until it is back: plug it in again, it is looked for all the time"
MUTED = "nothing but zeros comes from it: it is muted, or this program may not use it"
MUTED_ADVICE = "silence; unmute it, or allow microphones in the privacy settings, then `rostrum doctor --microphone`"


class Opened(Protocol):
    """A microphone; see `agent.seats.microphone`."""

    def check(self) -> Any: ...

    def open(self) -> AbstractAsyncContextManager[AsyncIterator[Audio]]:
        """Raises RostrumError, and so does the iterator, when there is no sound to be had."""
        ...


class MicrophoneSeat(Silent):
    """A person at a microphone; the turn ends when `done` is set or at the bell.

    `done` also ends a point of information that the person puts. It ends neither an answer in a cross-examination,
    which is the other side's turn, nor a speech while a point is put in it: two people at one machine have one key.

    Args:
        done: whether the floor was given back since it was last asked.
        examinations: the turns that are cross-examinations.
        look_again: has the machine's devices looked for anew; blocks.
        post: brings an event to the chair.
        tell: gets one line when the microphone is back.

    Raises:
        AudioError: there is no microphone. UsageError: its name fits none, or several.
    """

    def __init__(
        self,
        side: Side,
        microphone: Opened,
        done: Callable[[], bool],
        *,
        examinations: Collection[int] = (),
        look_again: Callable[[], None] = lambda: None,
        post: Callable[[Event], None] = lambda event: None,
        tell: Callable[[str], None] = log.info,
    ) -> None:
        super().__init__(side)
        self._microphone, self._done, self._look_again = microphone, done, look_again
        self._post, self._tell = post, tell
        self._examinations = examinations
        self._asked = False  # a point of information is being put to us
        self._lost = False
        microphone.check()

    async def on_event(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._asked = False
            case PoiAccepted() if event.side is not self.side:
                self._asked = True
            case PoiEnded() if event.side is not self.side:
                self._asked = False
                self._done()  # what was pressed meanwhile was about the point

    async def speak(self, floor: Floor) -> None:
        self._given_back(floor)  # what was pressed before the turn does not end it
        while not await self._heard_to_its_end(floor):
            if await self._given_back_meanwhile(floor):
                break
            try:
                await compute(self._look_again, deadline=LOOKING_SECONDS)
            except (RostrumError, TimeoutError) as error:
                log.info("microphone: the devices cannot be looked for: %s", in_one_line(error))
        while not floor.idle:
            await asyncio.sleep(STEP_SECONDS / 2)

    async def _heard_to_its_end(self, floor: Floor) -> bool:
        """Whether the person has given the floor back; False when the microphone is gone."""
        ever, seconds = self._may_be_silenced(floor), 0.0
        try:
            async with self._microphone.open() as sound:
                await floor.play(silence(CUSHION_SECONDS, ROOM_RATE))
                async for audio in sound:
                    self._found()
                    if not floor.paused:  # what is said while the clock stands is not part of the debate
                        await floor.play(audio)
                    ever, before, seconds = ever or bool(audio.samples.any()), seconds, seconds + audio.seconds
                    if not ever and before < MUTED_SECONDS <= seconds:
                        self._post(Degraded(part="microphone", reason=MUTED, instead=MUTED_ADVICE))
                    if self._given_back(floor):
                        return True
        except RostrumError as error:
            self._missed(error)
        return False

    def _given_back(self, floor: Floor) -> bool:
        answers = floor.beside and floor.turn in self._examinations
        return not answers and not self._asked and self._done()

    def _may_be_silenced(self, floor: Floor) -> bool:
        """Whether the other side is heard too: while the loudspeaker plays it, zeros come from a sound microphone."""
        return floor.beside or floor.turn in self._examinations

    async def _given_back_meanwhile(self, floor: Floor) -> bool:
        for _ in range(round(AGAIN_SECONDS / STEP_SECONDS)):
            if self._given_back(floor):
                return True
            await asyncio.sleep(STEP_SECONDS)
        return False

    def _missed(self, error: RostrumError) -> None:
        """Told once until it is back."""
        if not self._lost:
            log.warning("microphone: %s", error)
            self._post(Degraded(part="microphone", reason=str(error), instead=ABSENT))
        self._lost = True

    def _found(self) -> None:
        if self._lost:
            self._tell("microphone: it is heard again")
        self._lost = False
