"""An AI debater put together from settings and components."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from agent.components import Components
from agent.debater.debater import Debater, Equipment
from agent.debater.recalling import recall
from agent.debater.troubles import Troubles
from agent.match.state import Match
from agent.running.ports import Post
from agent.running.setup import MatchSetup
from config.format import Side
from planning.debate.argument import Evidence, EvidenceSource
from planning.methods import registry
from planning.methods.contract import Method, OnTrouble
from planning.methods.door import Model, Parts, Position
from planning.ports import Offload
from speech.offload import compute
from speech.ports import Recognizer

MakeMethod = Callable[[MatchSetup, Side, Components, OnTrouble], Method]


async def open_debater(
    setup: MatchSetup,
    side: Side,
    components: Components,
    recognizer: Recognizer,
    post: Post,
    *,
    on_interim: Callable[[str], None],
    streaming: bool = True,
    past: Match | None = None,
    make: MakeMethod | None = None,
) -> Debater:
    """The AI debater of one side, with its components, ready to speak.

    `past`: the match so far, where it goes on from its log. `make`: what it thinks with, else `make_method`. Raises
    UnknownName: there is no such method. ProviderError: a part that nothing stands in for cannot be had.
    """
    settings = setup.settings_of(side)
    speaking = settings.speaking
    voice = await compute(partial(components.voice, side))  # seconds, in which this side would seem to be dead
    equipment = Equipment(
        recognizer,
        components.detector(),
        voice,
        on_interim=on_interim,
        streaming=streaming,
        lead_seconds=speaking.lead_seconds,
        controller=speaking.controller,
        estimator=components.estimator(),
        words_per_minute=speaking.words_per_minute,
    )
    troubles = Troubles(post, side)
    method = await compute(partial(make or make_method, setup, side, components, troubles.tell))
    recalled = recall(past, side) if past is not None else None
    if recalled is not None:
        method.recall(recalled.past)
    debater = Debater(
        side, setup.format, method, equipment, post, on_trouble=troubles.tell, news=components.news, recalled=recalled
    )
    await debater.open()
    for event in components.seat_ready(side):
        post(event)
    return debater


def make_method(
    setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble, parts: Parts | None = None
) -> Method:
    """What the seat of that side thinks with. Blocking: a library may have to be encoded.

    `parts`: what it is built from, instead of the components. Raises UnknownName: there is no such method, or nothing
    is prepared for the motion, which it needs.
    """
    seat = setup.seats[side]
    position = Position(setup.motion, setup.format, side, setup.seed, setup.settings_of(side), seat.without)
    return registry.door(seat.method).method(position, parts or SeatParts(setup, side, components, on_trouble))


class SeatParts:
    """What the method of one side is built from (see `Parts`)."""

    def __init__(self, setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble) -> None:
        self._setup, self._components, self._side, self.on_trouble = setup, components, side, on_trouble
        self.offload: Offload = compute
        self.embedder, self.corpus = components.embedder, components.examples

    def model(self, *roles: str) -> Model | None:
        return self._components.model(*roles, side=self._side)

    def evidence(self) -> EvidenceSource | None:
        return self._components.evidence()

    def library(self) -> Mapping[str, Evidence]:
        return registry.evidence(self._setup.motion, self._setup.settings_of(self._side))
