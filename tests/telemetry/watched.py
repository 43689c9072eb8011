"""A match that somebody watches: told event by event, from its beginning or from where it went on."""

from __future__ import annotations

from collections.abc import Sequence

from agent.match.events import Event, ModelUsed, RoleUse
from agent.match.state import Match
from agent.running.observers import Observer
from config.format import Side


def watch(observer: Observer, events: Sequence[Event], *, past: int = 0) -> Match:
    """Tells the observer of all events; the first `past` of them were before its time."""
    match = Match.replay(events[:past])
    if past:
        observer.on_past(events[:past], Match.replay(events[:past]))
    for event in events[past:]:
        match.apply(event)
        observer.on_event(event, match)
    return match


def row(role: str = "writer", **more: object) -> RoleUse:
    told: dict[str, object] = {
        "role": role, "model": "m", "host": "localhost:8000", "calls": 2, "failed": 1, "prompt_tokens": 100,
        "completion_tokens": 10, "estimated": False, "cost": 0.5, "seconds": 3.0,
    }  # fmt: skip
    return RoleUse.model_validate(told | more)


def used(side: Side, *rows: RoleUse) -> ModelUsed:
    return ModelUsed(side=side, rows=rows)
