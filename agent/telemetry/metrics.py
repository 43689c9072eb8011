"""Metrics of all matches of a process, for Prometheus: made from events, without a word, a name or an id in them.

Each says what it is measured from. What a seat reports (when a sentence began, when a word was said) is in the seat's
own clock of the turn; how far behind the chair's clock such reports come in is a metric of its own, `report_lag`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
    make_asgi_app,
)

from agent.running.heartbeat import Heartbeat, heartbeat
from agent.telemetry.labels import Bounded

SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30)
UNUSED = (0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300)
LOOP = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)


class Metrics:
    """The metrics of one process, in a registry of their own.

    `seat` is who sits there (debater, person, recording, text, microphone), `method` how a debater thinks, `provider`
    the host of a model's server, `part` what was replaced or broke; of each no more than so many different ones are
    told apart (`agent.telemetry.match_metrics`).
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._counter, self._gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self._histogram = partial(Histogram, registry=registry)
        self.bounded = Bounded()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.running = self._gauge("rostrum_matches_running", "Matches that are being held")
        self.begun = self._counter("rostrum_matches_begun", "Matches that began in this process")
        self.resumed = self._counter("rostrum_matches_resumed", "Matches that went on from their log")
        self.ended = self._counter(
            "rostrum_matches_ended",
            "Matches that this process holds no longer, by how: completed, stopped, room_lost, left, other; "
            "moved: to go on in another process; broken: without an end",
            ["how"],
        )
        self._turns()
        self._exchanges()
        self._models()
        self._troubles()
        self.loop_lag = self._histogram(
            "rostrum_event_loop_lag_seconds",
            "How much later than asked the event loop came back to who waits 10 ms, again and again",
            buckets=LOOP,
        )
        self._longest = 0.0
        self.loop_longest = self._gauge(
            "rostrum_event_loop_longest_lag_seconds", "The longest of those since the process began to watch"
        )

    def _turns(self) -> None:
        who = ["seat", "method"]
        self.first_audio = self._histogram(
            "rostrum_first_audio_seconds",
            "From the start of a turn to its first sound, by the speaker's own clock of the turn: "
            "sentence_spoken.start of its first sentence; where nobody reports what was spoken, "
            "transcript_segment.start of the first words that were heard. Turns without a word do not count",
            who,
            buckets=SECONDS,
        )
        self.report_lag = self._histogram(
            "rostrum_report_lag_seconds",
            "From the end of a sentence by the speaker's clock of the turn to its report at the chair by the chair's",
            who,
            buckets=SECONDS,
        )
        self.commit_lag = self._histogram(
            "rostrum_commit_lag_seconds",
            "From the end of the last word of a transcript_segment, as the recogniser timed it, to its arrival at the "
            "chair, by the chair's clock, pauses left out",
            ["recognizer"],
            buckets=SECONDS,
        )
        self.unused = self._histogram(
            "rostrum_turn_unused_seconds",
            "Of a turn's seconds those after its last word; of words that were only heard, the recogniser's time",
            [*who, "ended"],
            buckets=UNUSED,
        )
        self.overrun = self._counter(
            "rostrum_turn_overrun_seconds", "Seconds in which words were heard after the bell", who
        )
        self.turns = self._counter("rostrum_turns", "Turns that are over", [*who, "ended"])

    def _exchanges(self) -> None:
        who = ["seat", "method"]
        self.points = self._counter(
            "rostrum_points_of_information",
            "Points of information that were offered, by who offered them and what became of them: put (asked, time, "
            "cut) or not (refused, lapsed, withdrawn), or the turn was over first",
            [*who, "became"],
        )
        self.reply = self._histogram(
            "rostrum_reply_seconds",
            "From the end of what the other side asked inside a turn (a point of information; its last words in a "
            "cross-examination) to the first sentence after it, by who replied and tells of it",
            [*who, "to"],
            buckets=SECONDS,
        )
        self.preparation = self._histogram(
            "rostrum_preparation_seconds",
            "What a side took of its own time between two turns",
            [*who, "over"],
            buckets=UNUSED,
        )
        self.replaced = self._counter("rostrum_agents_replaced", "Agents that did not answer and were called anew", who)
        self.paused = self._histogram(
            "rostrum_paused_seconds",
            "How long the clock stood, by why: asked, away, replaced, moved, interrupted",
            ["why"],
            buckets=SECONDS,
        )

    def _models(self) -> None:
        labels = ["role", "provider", "method", "preparation"]
        told = {
            "calls": "Calls to language models, those that failed included",
            "failed": "Calls whose answer could not be used or never came",
            "seconds": "Seconds that the calls took",
            "prompt_tokens": "Tokens that were sent, guessed where a server does not count",
            "cached_tokens": "Tokens of those that were sent which the server had read before",
            "completion_tokens": "Tokens that came back, guessed where a server does not count",
            "cost": "What calls with a known price cost, in the money that prices are set in",
        }
        self.models = {
            what: self._counter(f"rostrum_model_{what}", f"{text}; told by each side after every turn", labels)
            for what, text in told.items()
        }

    def _troubles(self) -> None:
        self.degraded = self._counter(
            "rostrum_degraded",
            "Parts that were missing, slow or broken, and were replaced; `methods`: of the match",
            ["part", "methods"],
        )
        self.failed = self._counter(
            "rostrum_failed", "Parts that broke, with nothing to replace them", ["part", "methods"]
        )
        self.left = self._counter("rostrum_participants_left", "Who left a match", ["seat"])
        self.pauses = self._counter("rostrum_pauses", "Times that the clock was stopped")
        self.refused = self._counter("rostrum_refused", "Events that the rules did not allow", ["type"])
        self.events = self._counter("rostrum_events", "Events that were accepted", ["type"])

    @asynccontextmanager
    async def watching_the_loop(self) -> AsyncIterator[Heartbeat]:
        """Inside, the lag of the running event loop is measured."""
        async with heartbeat(self._beat) as seen:
            yield seen

    def _beat(self, late: float) -> None:
        late = max(0.0, late)
        self.loop_lag.observe(late)
        self._longest = max(self._longest, late)
        self.loop_longest.set(self._longest)

    def render(self) -> tuple[bytes, str]:
        """What `GET /metrics` answers: the body, and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def asgi(self) -> Callable[..., Any]:
        """An ASGI application that answers so."""
        return make_asgi_app(self.registry)
