"""An AI debater put together from settings and components."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agent.components import Components
from agent.debater.debater import Debater, Equipment
from agent.debater.recalling import recall
from agent.debater.troubles import Troubles
from agent.match.state import Match
from agent.running.ports import Post
from agent.running.setup import MatchSetup
from config.errors import UnknownName
from config.format import Side
from config.settings import Role, Thinking
from planning.asking.client import LanguageModel
from planning.methods.contract import Method, OnTrouble, Trouble
from planning.methods.treedebater.audience.independent_check import IndependentCheck
from planning.methods.treedebater.audience.simulated import Audience, Example
from planning.methods.treedebater.embedded import NAME as TREEDEBATER
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.searching import Searching
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from speech.hearing.vad import WebRtcDetector
from speech.offload import compute
from speech.ports import Recognizer


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
) -> Debater:
    """The AI debater of one side, with its components, ready to speak.

    Args:
        past: the match so far, where it goes on from its log.

    Raises:
        UnknownName: there is no such method. ProviderError: a part that nothing stands in for cannot be had.
    """
    settings = setup.settings_of(side)
    speaking = settings.speaking
    voice = await compute(partial(components.voice, side))  # seconds, in which this side would seem to be dead
    equipment = Equipment(
        recognizer,
        WebRtcDetector(settings.hearing.vad_aggressiveness),
        voice,
        on_interim=on_interim,
        streaming=streaming,
        lead_seconds=speaking.lead_seconds,
        controller=speaking.controller,
        estimator=components.estimator(),
    )
    troubles = Troubles(post)
    method = await compute(partial(make_method, setup, side, components, troubles.tell))
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


def make_method(setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble) -> Method:
    """What the seat of that side thinks with. Blocking: a library may have to be encoded.

    Raises:
        UnknownName: there is no such method.
    """
    name = setup.seats[side].method
    if name not in METHODS:
        raise UnknownName("method", name, METHODS)
    return METHODS[name](setup, side, components, on_trouble)


def _treedebater(setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble) -> Method:
    settings = setup.settings_of(side)
    limits = settings.thinking
    strategy = Strategy(
        setup.rehearsal,
        side,
        setup.format,
        components.embedder(),
        setup.seed,
        use_flow=limits.flow,
        words_per_minute=settings.speaking.words_per_minute,
    )
    embedded = TreeDebater(strategy, compute)
    model = components.model(Role.EXTRACTOR, Role.WRITER, side=side)
    if model is None:
        return embedded
    check = IndependentCheck(model) if limits.check and model.has(Role.JUDGE) else None
    return TreeDebaterWithModel(
        embedded,
        model,
        limits,
        audience=_audience(model, limits, components),
        check=check,
        searching=_searching(components, on_trouble),
        on_trouble=on_trouble,
    )


def _searching(components: Components, on_trouble: OnTrouble) -> Searching | None:
    """Who looks for evidence while the other side speaks; None where no source is set."""
    source = components.evidence()
    if source is None:
        return None
    instead = "the answer without it"
    return Searching(source, compute, lambda reason: on_trouble(Trouble("search for evidence", reason, instead)))


def _audience(model: LanguageModel, limits: Thinking, components: Components) -> Audience | None:
    """Who reads a draft before it is spoken; None where nobody does."""
    if not limits.audience or not model.has(Role.AUDIENCE):
        return None
    examples = components.examples()

    async def nearest(flows: str) -> Example | None:
        return await compute(partial(examples.nearest, flows)) if examples is not None else None

    return Audience(model, nearest)


METHODS: dict[str, Callable[[MatchSetup, Side, Components, OnTrouble], Method]] = {TREEDEBATER: _treedebater}
