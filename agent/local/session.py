"""A match in this process: seats, an in-memory floor, a loudspeaker; in real or virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from agent.components import Components
from agent.debater.build import MakeMethod, make_method, open_debater
from agent.local.venue import LocalVenue
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.ports import Gathered, History, Seat
from agent.running.setup import NEEDS_FAST, MatchSetup
from agent.seats.guests import AudioSeat, Sources, TextSeat
from agent.seats.loudspeaker import Loudspeaker
from agent.seats.microphone import Microphone, never
from agent.seats.person import MicrophoneSeat
from agent.seats.sound_devices import SoundDevices
from config.errors import AudioError, UsageError
from config.format import Side
from config.settings import Settings
from speech.ports import Recognizer


class LocalRoom:
    """Holds matches in this process (see `agent.running.host`).

    Args:
        fast: the event loop keeps virtual time.
        loudspeaker: play what is spoken on this machine.
        yielded: whether the person at the microphone has given the floor back since this was last asked.
        devices: microphones and loudspeakers.
        components: what seats are made of, by their settings.
        make: what debaters think with.
    """

    def __init__(
        self,
        *,
        fast: bool = False,
        loudspeaker: bool = False,
        yielded: Callable[[], bool] = lambda: False,
        devices: SoundDevices | None = None,
        components: Callable[[Settings], Components] = Components,
        make: MakeMethod = make_method,
    ) -> None:
        self._fast, self._loudspeaker, self._yielded = fast, loudspeaker, yielded
        self._devices, self._components, self._make = devices or SoundDevices(), components, make

    @asynccontextmanager
    async def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AsyncIterator[Gathered]:
        """As `agent.running.ports.Room` has it."""
        if self._fast and setup.seats_of(Occupant.MICROPHONE):
            raise UsageError("a person speaks in real time: use --pace real with mic")
        if setup.counts_calls and not self._fast:
            raise UsageError(NEEDS_FAST)
        async with AsyncExitStack() as stack:
            speaker = self._speaker(stack, setup, watching)
            people = self._people(setup, inbox, watching, speaker)
            table = _Table(setup, inbox, watching, past, self._fast, people, self._components, self._make)
            seats = await table.seats(stack)
            play = speaker.play if speaker is not None else None
            venue = LocalVenue(seats, setup.format, setup.folder, inbox.post, play=play, present=people)
            stack.push_async_callback(venue.close)
            for line in table.replaced:
                watching.on_line(line)
            infos = {side: one.info(getattr(seats[side], "voice", "")) for side, one in setup.seats.items()}
            yield Gathered(venue, infos)

    def _people(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, speaker: Loudspeaker | None
    ) -> Mapping[Side, Seat]:
        """Who speaks at this machine: what the loudspeaker plays is never taken for what they say."""
        ringing = speaker.ringing_until if speaker is not None else never
        seats: dict[Side, Seat] = {}
        examinations = [i for i, turn in enumerate(setup.format.turns) if turn.cross_examination is not None]
        for side in setup.seats_of(Occupant.MICROPHONE):
            wanted = setup.seats[side].device or setup.settings.devices.microphone
            seats[side] = MicrophoneSeat(
                side,
                Microphone(self._devices, wanted, ringing=ringing),
                self._yielded,
                examinations=examinations,
                look_again=self._devices.look_again,
                post=inbox.post,
                tell=watching.on_line,
            )
        return seats

    def _speaker(self, stack: AsyncExitStack, setup: MatchSetup, watching: Observer) -> Loudspeaker | None:
        if not self._loudspeaker:
            return None
        try:
            loudspeaker = Loudspeaker(self._devices, setup.settings.devices.loudspeaker, tell=watching.on_line)
        except AudioError as error:
            watching.on_line(f"loudspeaker: {error}; using the recordings only")
            return None
        stack.callback(loudspeaker.close)
        return loudspeaker


class _Table:
    """The seats of one match."""

    def __init__(
        self,
        setup: MatchSetup,
        inbox: Inbox,
        watching: Observer,
        past: Match | None,
        fast: bool,
        people: Mapping[Side, Seat],
        components: Callable[[Settings], Components],
        make: MakeMethod,
    ) -> None:
        self._setup, self._inbox, self._watching, self._past = setup, inbox, watching, past
        self._fast, self._people, self._make_components, self._make = fast, people, components, make
        self._made: list[Components] = []  # one for all seats with the same settings
        self._components: dict[Side, Components] = {}
        self._recognizers: dict[Components, Recognizer] = {}

    @property
    def replaced(self) -> list[str]:
        """What could not be had, a line each."""
        return [str(one) for components in self._made for one in components.replaced]

    async def seats(self, stack: AsyncExitStack) -> Mapping[Side, Seat]:
        """All of them, made side by side; the stack closes them, and those that could be made if one cannot."""
        sources = await Sources.read(self._setup)
        sides = list(self._setup.seats)
        for side in sides:
            self._components[side] = self._components_of(side, stack)
        made = await asyncio.gather(*(self._seat(side, sources) for side in sides), return_exceptions=True)
        for seat in made:
            if not isinstance(seat, BaseException):
                stack.push_async_callback(seat.close)
        for seat in made:
            if isinstance(seat, BaseException):
                raise seat
        return {side: seat for side, seat in zip(sides, made, strict=True) if not isinstance(seat, BaseException)}

    def _components_of(self, side: Side, stack: AsyncExitStack) -> Components:
        """What that seat is made of; a recogniser is loaded with it where a debater needs one."""
        settings = self._settings_of(side)
        components = next((one for one in self._made if one.settings == settings), None)
        if components is None:
            components = self._make_components(settings)
            self._made.append(components)
            stack.push_async_callback(components.close)
            if self._past is not None:
                components.recall(self._past.used)
        if self._setup.seats[side].is_debater and components not in self._recognizers:
            several = self._fast and not self._setup.counts_calls  # each lane gets used to other speech than the next
            lanes = settings.hearing.lanes if several else 1
            recognizer = components.recognizer(self._setup.motion.hints, lanes)
            self._recognizers[components] = recognizer
            stack.callback(recognizer.close)
        return components

    def _settings_of(self, side: Side) -> Settings:
        """Of two debaters that do not ask the same models each has half of the budget."""
        settings, debaters = self._setup.settings_of(side), self._setup.debaters
        if all(self._setup.settings_of(one).models == settings.models for one in debaters):
            return settings
        return settings.model_copy(update={"models": settings.models.shared(len(debaters))})

    async def _seat(self, side: Side, sources: Sources) -> Seat:
        setup, choice, components = self._setup, self._setup.seats[side], self._components[side]
        if choice.is_debater:
            return await open_debater(
                setup,
                side,
                components,
                self._recognizers[components],
                self._inbox.post,
                on_interim=partial(self._watching.on_interim, side.other),
                streaming=not self._fast,
                past=self._past,
                make=self._make,
            )
        if side in sources.sounds:
            return AudioSeat(side, sources.sounds[side])
        if side in sources.texts:
            return TextSeat(side, sources.texts[side], components.voice(side))
        if choice.occupant is Occupant.MICROPHONE:
            return self._people[side]
        raise UsageError(f"{choice.occupant.value} cannot sit in a local match")
