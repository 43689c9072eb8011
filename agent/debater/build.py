"""An AI debater put together from settings and components."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agent.components import Parts
from agent.debater.debater import Debater, Equipment, Troubles
from agent.debater.recalling import recall
from agent.match.state import Match
from agent.running.ports import Post
from agent.running.setup import MatchSetup
from config.errors import UnknownName
from config.format import Side
from config.settings import Role, Thinking
from planning.audience.simulated import Audience, Example
from planning.llm.client import LanguageModel
from planning.methods.method import Method, OnTrouble
from planning.methods.treedebater.embedded import NAME as TREEDEBATER
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from speech.hearing.vad import WebRtcDetector
from speech.offload import compute
from speech.ports import Recognizer


async def open_debater(
    setup: MatchSetup,
    side: Side,
    parts: Parts,
    recognizer: Recognizer,
    post: Post,
    *,
    on_interim: Callable[[str], None],
    streaming: bool = True,
    reports: bool = True,
    past: Match | None = None,
) -> Debater:
    """The AI debater of one side, with its parts, ready to speak.

    Args:
        reports: whether it reports what becomes of the parts of this process; one seat does.
        past: the match so far, where it goes on from its log.

    Raises:
        UnknownName: there is no such method. ProviderError: a part that nothing stands in for cannot be had.
    """
    speaking = setup.settings.speaking
    equipment = Equipment(
        recognizer,
        WebRtcDetector(setup.settings.hearing.vad_aggressiveness),
        parts.voice(side),
        on_interim=on_interim,
        streaming=streaming,
        lead_seconds=speaking.lead_seconds,
        controller=speaking.controller,
        estimator=parts.estimator(),
    )
    troubles = Troubles(post)
    method = await compute(partial(make_method, setup, side, parts, troubles.tell))
    recalled = recall(past, side) if past is not None else None
    if recalled is not None:
        method.recall(recalled.past)
    news = parts.news if reports else lambda _: ()
    debater = Debater(
        side, setup.format, method, equipment, post, on_trouble=troubles.tell, news=news, recalled=recalled
    )
    return await debater.open()


def make_method(setup: MatchSetup, side: Side, parts: Parts, on_trouble: OnTrouble) -> Method:
    """What the seat of that side thinks with. Blocking: a library may have to be encoded.

    Raises:
        UnknownName: there is no such method.
    """
    name = setup.seats[side].method
    if name not in METHODS:
        raise UnknownName("method", name, METHODS)
    return METHODS[name](setup, side, parts, on_trouble)


def _treedebater(setup: MatchSetup, side: Side, parts: Parts, on_trouble: OnTrouble) -> Method:
    limits = setup.settings.thinking
    strategy = Strategy(setup.rehearsal, side, setup.format, parts.embedder(), setup.seed, use_flow=limits.flow)
    embedded = TreeDebater(strategy, compute)
    model = parts.model(Role.EXTRACTOR, Role.WRITER)
    if model is None:
        return embedded
    audience = _audience(model, limits, parts)
    return TreeDebaterWithModel(embedded, model, limits, audience=audience, on_trouble=on_trouble)


def _audience(model: LanguageModel, limits: Thinking, parts: Parts) -> Audience | None:
    """Who reads a draft before it is spoken; None where nobody does."""
    if not limits.audience or not model.has(Role.AUDIENCE):
        return None
    corpus = parts.corpus()

    async def nearest(flows: str) -> Example | None:
        return await compute(partial(corpus.nearest, flows)) if corpus is not None else None

    return Audience(model, nearest)


METHODS: dict[str, Callable[[MatchSetup, Side, Parts, OnTrouble], Method]] = {TREEDEBATER: _treedebater}
