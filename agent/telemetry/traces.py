"""Traces of matches, for OpenTelemetry: each turn is one, from the opponent's first word to the turn's own last.

A match is a trace of one span, which the traces of its turns link to. They go to the OTLP address (over HTTP) that
OTEL_EXPORTER_OTLP_ENDPOINT names, and nowhere without it. What was said is in them only with `telemetry.content`.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import unquote

from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanContext, Status, StatusCode, set_span_in_context
from opentelemetry.trace import Span as OpenSpan

from agent.match.events import Event, MatchCreated, MatchEnded
from agent.match.state import Match
from agent.running.observers import Observer
from agent.telemetry.spans import Story, TraceSpan, spans
from agent.telemetry.turn_story import Stories
from config.secrets import SECRETS
from config.settings import Telemetry

ADDRESSES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
HEADERS = ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")
FLUSH_MILLISECONDS = 5_000
log = logging.getLogger("rostrum.traces")


class Traces:
    """Makes the traces of all matches of a process.

    `content`: with motions, names and words; `now`: the time on the wall, in nanoseconds.
    """

    def __init__(
        self, provider: TracerProvider, *, content: bool = False, now: Callable[[], int] = time.time_ns
    ) -> None:
        self.provider, self.content, self.now = provider, content, now
        self.tracer = provider.get_tracer("rostrum")

    def watching(self) -> MatchTraces:
        """Who watches one match for its traces; a new one for each."""
        return MatchTraces(self)

    def close(self) -> None:
        """Send what has not been sent, and no more after that."""
        if not self.provider.force_flush(FLUSH_MILLISECONDS):
            log.warning("some traces were not sent within %d s", FLUSH_MILLISECONDS // 1000)
        self.provider.shutdown()


class MatchTraces(Observer):
    """Watches one match. Of one that goes on from its log, the turn that was on is told as a whole."""

    def __init__(self, traces: Traces) -> None:
        self._traces = traces
        self._stories = Stories()
        self._zero = 0  # on the wall, in nanoseconds
        self._match: Match | None = None
        self._span: OpenSpan | None = None

    def on_past(self, events: Sequence[Event], match: Match) -> None:
        past = Match()
        for event in events:
            past.apply(event)
            self._stories.push(event, past)
        self._begin(match, resumed=True)

    def on_event(self, event: Event, match: Match) -> None:
        if isinstance(event, MatchCreated):
            self._begin(match, resumed=False)
        self._match = match
        for story in self._stories.push(event, match):
            self._tell(story)
        if isinstance(event, MatchEnded):
            self._end(event.reason)

    def on_over(self) -> None:
        if self._match is not None and self._span is not None:
            for story in self._stories.rest(self._match):
                self._tell(story)
            self._end("")

    # -- the match -------------------------------------------------------------------------------

    def _begin(self, match: Match, *, resumed: bool) -> None:
        self._match = match
        self._zero = self._traces.now() - _nanoseconds(match.at)
        created = match.created
        assert created is not None  # it is the first event
        about: dict[str, str | bool] = {
            "rostrum.match": created.match_id,
            "rostrum.format": created.format.name,
            "rostrum.resumed": resumed,
        }
        for side, seat in created.seats.items():
            about |= {f"rostrum.{side}.seat": seat.occupant.value, f"rostrum.{side}.method": seat.method}
            if self._traces.content:
                about[f"rostrum.{side}.name"] = seat.name
        if self._traces.content:
            about["rostrum.motion"] = created.motion
        began = self._wall(match.at if resumed else 0.0)
        self._span = self._traces.tracer.start_span("match", Context(), attributes=about, start_time=began)

    def _end(self, reason: str) -> None:
        span, self._span = self._span, None
        match = self._match
        if span is None or match is None:
            return
        span.set_attribute("rostrum.turns", len(match.turns))
        span.set_attribute("rostrum.finished", match.ended is not None and len(match.turns) == len(match.format.turns))
        if self._traces.content and reason:
            span.set_attribute("rostrum.ended", reason)
        span.set_attribute("rostrum.match.ended", match.ended is not None)
        if match.failed:
            span.set_status(Status(StatusCode.ERROR))
        span.end(self._wall(match.at))

    # -- its turns -------------------------------------------------------------------------------

    def _tell(self, story: Story) -> None:
        assert self._match is not None  # the match has begun
        assert self._match.created is not None
        assert self._span is not None
        created = self._match.created
        seat = created.seats[story.side]
        about = {"rostrum.match": created.match_id, "rostrum.seat": seat.occupant.value, "rostrum.method": seat.method}
        whole, *parts = spans(story)
        whole.attributes |= about
        root = self._start(whole, Context(), self._span.get_span_context())
        inside = set_span_in_context(root, Context())
        for part in parts:
            self._start(part, inside).end(self._wall(part.end))
        root.end(self._wall(whole.end))

    def _start(self, span: TraceSpan, parent: Context, link: SpanContext | None = None) -> OpenSpan:
        content = {name: words for name, words in span.content.items() if words} if self._traces.content else {}
        started = self._traces.tracer.start_span(
            span.name,
            parent,
            attributes={**span.attributes, **content},
            links=[Link(link)] if link else [],
            start_time=self._wall(span.start),
        )
        for mark in span.marks:
            started.add_event(mark.name, mark.attributes, self._wall(mark.at))
        return started

    def _wall(self, at: float) -> int:
        return self._zero + _nanoseconds(at)


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1e9)


# -- where they go -----------------------------------------------------------------------------------


@contextmanager
def tracing(settings: Telemetry) -> Iterator[list[Traces]]:
    """Inside, traces go where the environment says: a list of one, or of none where it does not say."""
    if not any(os.environ.get(name) for name in ADDRESSES):
        yield []
        return
    traces = Traces(exporting_provider(), content=settings.content)
    try:
        yield [traces]
    finally:
        traces.close()


def exporting_provider() -> TracerProvider:
    """Sends spans as the variables of OpenTelemetry say, over HTTP; what its headers hold is in no log."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    for name in HEADERS:
        pairs = (pair.partition("=")[2] for pair in os.environ.get(name, "").split(","))
        SECRETS.hide(*(secret for pair in pairs for secret in (pair, unquote(pair))))
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "rostrum"}
    provider = TracerProvider(resource=Resource.create(named), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
