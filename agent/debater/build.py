"""An AI debater put together from settings and components."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agent.components import Components
from agent.debater.debater import Debater, MakeThinker
from agent.running.ports import Post
from config.format import Format, Side
from config.settings import Role, Settings, Thinking
from planning.audience.simulated import Audience, Example
from planning.methods.treedebater.strategy import Mind
from planning.methods.treedebater.with_model import Thinker, Trouble
from planning.trees.rehearsal import Rehearsal
from speech.hearing.vad import WebRtcDetector
from speech.offload import compute
from speech.ports import Recognizer


def make_debater(
    rehearsal: Rehearsal,
    side: Side,
    match_format: Format,
    settings: Settings,
    components: Components,
    recognizer: Recognizer,
    post: Post,
    *,
    on_interim: Callable[[str], None],
    streaming: bool = True,
) -> Debater:
    """The AI debater of one side, with its parts; `settings.seed` chooses among equal phrasings."""
    embedder = components.embedder()

    def mind() -> Mind:
        return Mind(rehearsal, side, match_format, embedder, settings.seed, use_flow=settings.thinking.flow)

    return Debater(
        side,
        match_format,
        mind,
        recognizer,
        WebRtcDetector(settings.hearing.vad_aggressiveness),
        components.voice(side),
        post,
        on_interim=on_interim,
        streaming=streaming,
        lead_seconds=settings.speaking.lead_seconds,
        controller=settings.speaking.controller,
        make_thinker=_thinkers(settings.thinking, components, side),
        news=components.news,
        estimator=components.estimator(),
    )


def _thinkers(limits: Thinking, components: Components, side: Side) -> MakeThinker | None:
    """How a mind gets a model to think with; None without one."""
    model = components.model(Role.EXTRACTOR, Role.WRITER, side=side)
    if model is None:
        return None
    audience = None
    if limits.audience and model.has(Role.AUDIENCE):
        corpus = components.corpus()

        async def nearest(flows: str) -> Example | None:
            return await compute(partial(corpus.nearest, flows)) if corpus is not None else None

        audience = Audience(model, nearest)

    def make(mind: Mind, on_trouble: Callable[[Trouble], None]) -> Thinker:
        return Thinker(mind, model, limits, audience=audience, on_trouble=on_trouble)

    return make
