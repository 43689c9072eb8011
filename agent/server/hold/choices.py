"""What an AI debater can be made of here: what the settings name, and what is always there instead."""

from __future__ import annotations

from collections.abc import Iterator

from agent.server.contracts.choices import ChoicesView, ModelsView, PartView
from config.settings import Models, Settings
from planning.methods import registry

NO_MODEL = "none: it speaks from its rehearsal trees"


def choices(settings: Settings, methods: tuple[str, ...]) -> ChoicesView:
    """By the settings alone: nothing is loaded, and nobody is asked."""
    sets = {"": settings.models, **settings.serving.models}
    return ChoicesView(
        methods=methods,
        any_motion=tuple(name for name in methods if registry.debates_any(name, settings)),
        method_of_pro=settings.seats.pro.method,
        method_of_con=settings.seats.con.method,
        models=tuple(ModelsView(name=name, model=_model(one)) for name, one in sets.items()),
        parts=tuple(_parts(settings)),
    )


def _model(models: Models) -> str:
    """That of most roles; empty where there is none."""
    return models.default.model or next((one.model for one in models.roles.values() if one.model), "")


def _parts(settings: Settings) -> Iterator[PartView]:
    model, hearing, encoder = _model(settings.models), settings.hearing, settings.embedding
    yield PartView(part="language model", name=model or NO_MODEL, configured=bool(model))
    elsewhere = hearing.elsewhere is not None
    yield PartView(part="recogniser", name=hearing.model if elsewhere else "embedded", configured=elsewhere)
    remote = encoder.engine != "minilm"
    yield PartView(part="encoder", name=(encoder.model or encoder.engine) if remote else "embedded", configured=remote)
    sources = [name for name in ("folder", "tavily") if getattr(settings.evidence, name) is not None]
    told = {"folder": "documents", "tavily": "the web"}
    evidence = " and ".join(told[name] for name in sources) or "that of the rehearsal trees"
    yield PartView(part="evidence", name=evidence, configured=bool(sources))
