"""Puts a match together from settings and seats, and holds it in this process."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

from agent.components import Components
from agent.debater.build import make_debater
from agent.local.venue import LocalVenue
from agent.match.events import Event
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.log import MatchLog
from agent.running.match_log_file import logging_to
from agent.running.ports import Seat
from agent.running.runner import Runner
from agent.running.setup import Order, SeatSetup, created
from agent.seats.devices import Loudspeaker, Microphone
from agent.seats.guests import AudioSeat, MicrophoneSeat, TextSeat
from config.errors import AudioError, RostrumError, UsageError
from config.format import Side
from speech.ports import Recognizer


async def hold(order: Order) -> Match:
    """Hold a local match to its end; its folder then has the log and a recording of every turn."""
    if order.fast and any(choice.occupant is Occupant.MICROPHONE for choice in order.seats.values()):
        raise UsageError("a person speaks in real time: use --pace real with mic")
    with logging_to(order.folder, order.folder.name):
        table = _Table(order, Components(order.settings))
        try:
            await table.lay()
            return await table.play()
        finally:
            await table.clear()


class _Table:
    """The seats, the venue and the runner of one match."""

    def __init__(self, order: Order, components: Components) -> None:
        self._order, self._components = order, components
        self._seats: dict[Side, Seat] = {}
        self._runner: Runner | None = None
        self._early: list[Event] = []
        self._recognizer: Recognizer | None = None
        self._loudspeaker: Loudspeaker | None = None

    async def lay(self) -> None:
        order = self._order
        if any(choice.is_debater for choice in order.seats.values()):
            lanes = order.settings.hearing.lanes if order.fast else 1
            self._recognizer = self._components.recognizer(order.rehearsal.hints, lanes)
        for side, choice in order.seats.items():
            self._seats[side] = self._seat(side, choice)
        await asyncio.gather(*(seat.prepare() for seat in self._seats.values()))
        if order.loudspeaker:
            try:
                self._loudspeaker = Loudspeaker()
            except AudioError as error:
                self._components.replace("loudspeaker", str(error), "the recordings only")
        for line in self._components.replaced:
            order.on_line(str(line))

    def _seat(self, side: Side, choice: SeatSetup) -> Seat:
        order = self._order
        if choice.occupant is Occupant.RECORDING and choice.source:
            return AudioSeat(side, order.format, choice.source)
        if choice.occupant is Occupant.TEXT and choice.source:
            return TextSeat(side, order.format, choice.source, self._components.voice(side))
        if choice.occupant is Occupant.MICROPHONE:
            return MicrophoneSeat(side, Microphone(), order.yielded)
        assert self._recognizer is not None
        return make_debater(
            order.rehearsal,
            side,
            order.format,
            order.settings.model_copy(update={"seed": order.settings.seed or order.folder.name}),
            self._components,
            self._recognizer,
            self._post,
            on_interim=partial(order.on_interim, side.other),
            streaming=not order.fast,
        )

    def _post(self, event: Event) -> None:
        if self._runner is None:  # drafts made before the match began
            self._early.append(event)
        else:
            self._runner.post(event)

    async def play(self) -> Match:
        order = self._order
        venue = LocalVenue(
            self._seats,
            order.format,
            order.folder,
            self._post,
            play=self._loudspeaker.play if self._loudspeaker else None,
        )
        self._runner = Runner(MatchLog(order.folder), venue, on_event=order.on_event)
        ready = [event for side in order.seats for event in self._components.seat_ready(side)]
        for event in (*ready, *self._early):
            self._runner.post(event)
        with order.controls(self._runner):
            return await self._runner.run(
                created(
                    order,
                    {side: seat.info(getattr(self._seats[side], "voice", "")) for side, seat in order.seats.items()},
                )
            )

    async def clear(self) -> None:
        for seat in self._seats.values():
            await seat.close()
        if self._recognizer is not None:
            self._recognizer.close()
        await self._components.close()
        if self._loudspeaker is not None:
            with contextlib.suppress(RostrumError):
                self._loudspeaker.close()
