"""Puts a match together from settings and seats, and holds it in this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from agent.components import Parts, Replaced, match_folder
from agent.debater.debater import Debater, MakeThinker
from agent.local.venue import LocalVenue
from agent.match.events import Event, MatchCreated, SeatInfo
from agent.match.state import Match
from agent.running.log import MatchLog
from agent.running.ports import Post, Seat
from agent.running.runner import Runner
from agent.seats.devices import Loudspeaker, Microphone
from agent.seats.guests import AudioSeat, MicrophoneSeat, TextSeat
from config.errors import AudioError, RostrumError, UsageError
from config.format import Format, Side
from config.settings import Role, Settings, Thinking
from planning.audience.simulated import Audience, Example
from planning.methods.treedebater.strategy import Mind
from planning.methods.treedebater.with_model import Thinker, Trouble
from planning.trees.rehearsal import Rehearsal
from speech.hearing.vad import WebRtcDetector
from speech.offload import compute
from speech.ports import Recognizer

SEAT_KINDS = "prepared, audio:DIR, text:FILE or mic"


@dataclass(frozen=True)
class SeatChoice:
    """Who sits on a side, as the command line says it: `prepared`, `audio:DIR`, `text:FILE`, `mic`."""

    kind: str
    source: Path | None = None

    @classmethod
    def parse(cls, text: str) -> SeatChoice:
        kind, _, source = text.partition(":")
        if kind in ("prepared", "mic") and not source:
            return cls(kind)
        if kind in ("audio", "text") and source:
            path = Path(source).expanduser()
            if not path.exists():
                raise UsageError(f"{text}: there is no {path}")
            return cls(kind, path)
        raise UsageError(f"{text!r} is not a seat; use {SEAT_KINDS}")


@dataclass
class Order:
    """What match to hold, and who is told of it while it runs.

    `on_interim` gets text that a recogniser may still change, `on_caption` (in a room) the captions that
    a listener received of what a side speaks; `yielded` is asked whether the person at the microphone is done;
    `controls` is entered while the match runs and may pause it.
    """

    rehearsal: Rehearsal
    format: Format
    seats: dict[Side, SeatChoice]
    settings: Settings
    folder: Path
    fast: bool = False
    loudspeaker: bool = False
    on_event: Callable[[Event, Match], None] = field(default=lambda event, match: None)
    on_interim: Callable[[Side, str], None] = field(default=lambda side, text: None)
    on_caption: Callable[[Side, str], None] = field(default=lambda side, text: None)
    on_line: Callable[[str], None] = field(default=lambda line: None)
    yielded: Callable[[], bool] = field(default=lambda: False)
    controls: Callable[[Runner], contextlib.AbstractContextManager[None]] = field(
        default=lambda runner: contextlib.nullcontext()
    )


def new_folder(settings: Settings, rehearsal: Rehearsal) -> Path:
    """matches/2026-11-20-183000-ai-tutor"""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return match_folder(settings.matches, f"{stamp}-{rehearsal.id}")


async def hold(order: Order) -> Match:
    """Hold a local match to its end; its folder then has the log and a recording of every turn."""
    if order.fast and any(choice.kind == "mic" for choice in order.seats.values()):
        raise UsageError("a person speaks in real time: use --pace real with mic")
    parts = Parts(order.settings)
    table = _Table(order, parts)
    try:
        await table.lay()
        return await table.play()
    finally:
        await table.clear()


class _Table:
    """The seats, the venue and the runner of one match."""

    def __init__(self, order: Order, parts: Parts) -> None:
        self._order, self._parts = order, parts
        self._seats: dict[Side, Seat] = {}
        self._runner: Runner | None = None
        self._early: list[Event] = []
        self._recognizer: Recognizer | None = None
        self._loudspeaker: Loudspeaker | None = None

    async def lay(self) -> None:
        order = self._order
        if any(choice.kind == "prepared" for choice in order.seats.values()):
            lanes = order.settings.hearing.lanes if order.fast else 1
            self._recognizer = self._parts.recognizer(order.rehearsal.hints, lanes)
        for side, choice in order.seats.items():
            self._seats[side] = self._seat(side, choice)
        await asyncio.gather(*(seat.prepare() for seat in self._seats.values()))
        if order.loudspeaker:
            try:
                self._loudspeaker = Loudspeaker()
            except AudioError as error:
                self._parts.replaced.append(Replaced("loudspeaker", str(error), "the recordings only"))
        for line in self._parts.replaced:
            order.on_line(str(line))

    def _seat(self, side: Side, choice: SeatChoice) -> Seat:
        order = self._order
        if choice.kind == "audio" and choice.source:
            return AudioSeat(side, order.format, choice.source)
        if choice.kind == "text" and choice.source:
            return TextSeat(side, order.format, choice.source, self._parts.voice(side))
        if choice.kind == "mic":
            return MicrophoneSeat(side, Microphone(), order.yielded)
        assert self._recognizer is not None
        return make_debater(
            order.rehearsal,
            side,
            order.format,
            order.settings.model_copy(update={"seed": order.settings.seed or order.folder.name}),
            self._parts,
            self._recognizer,
            self._post,
            on_interim=partial(order.on_interim, side.other),
            streaming=not order.fast,
            reports=not any(isinstance(seat, Debater) for seat in self._seats.values()),
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
        for event in (*self._parts.news(Side.PRO), *self._early):
            self._runner.post(event)
        with order.controls(self._runner):
            return await self._runner.run(created(order, {side: self._info(side) for side in Side}))

    def _info(self, side: Side) -> SeatInfo:
        choice = self._order.seats[side]
        seat = self._seats[side]
        return SeatInfo(kind=choice.kind, name=str(choice.source or choice.kind), voice=getattr(seat, "voice", ""))

    async def clear(self) -> None:
        for seat in self._seats.values():
            await seat.close()
        if self._recognizer is not None:
            self._recognizer.close()
        await self._parts.close()
        if self._loudspeaker is not None:
            with contextlib.suppress(RostrumError):
                self._loudspeaker.close()


def make_debater(
    rehearsal: Rehearsal,
    side: Side,
    match_format: Format,
    settings: Settings,
    parts: Parts,
    recognizer: Recognizer,
    post: Post,
    *,
    on_interim: Callable[[str], None],
    streaming: bool = True,
    reports: bool = True,
) -> Debater:
    """The AI debater of one side, with its parts; `settings.seed` chooses among equal phrasings.

    Args:
        reports: whether it reports what becomes of the parts of this process; one seat does.
    """
    embedder = parts.embedder()

    def mind() -> Mind:
        return Mind(rehearsal, side, match_format, embedder, settings.seed, use_flow=settings.thinking.flow)

    return Debater(
        side,
        match_format,
        mind,
        recognizer,
        WebRtcDetector(settings.hearing.vad_aggressiveness),
        parts.voice(side),
        post,
        on_interim=on_interim,
        streaming=streaming,
        lead_seconds=settings.speaking.lead_seconds,
        controller=settings.speaking.controller,
        make_thinker=_thinkers(settings.thinking, parts),
        news=parts.news if reports else lambda _: (),
        estimator=parts.estimator(),
    )


def _thinkers(limits: Thinking, parts: Parts) -> MakeThinker | None:
    """How a mind gets a model to think with; None without one."""
    model = parts.model(Role.EXTRACTOR, Role.WRITER)
    if model is None:
        return None
    audience = None
    if limits.audience and model.has(Role.AUDIENCE):
        corpus = parts.corpus()

        async def nearest(flows: str) -> Example | None:
            return await compute(partial(corpus.nearest, flows)) if corpus is not None else None

        audience = Audience(model, nearest)

    def make(mind: Mind, on_trouble: Callable[[Trouble], None]) -> Thinker:
        return Thinker(mind, model, limits, audience=audience, on_trouble=on_trouble)

    return make


def created(order: Order, seats: dict[Side, SeatInfo]) -> MatchCreated:
    return MatchCreated(
        match_id=order.folder.name,
        motion_id=order.rehearsal.id,
        motion=order.rehearsal.motion,
        format=order.format,
        seats=seats,
    )
