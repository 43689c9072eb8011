"""Traces: each turn from the opponent's first word to its own last, sent over HTTP, without words unless asked."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from agent.match.events import (
    ActionExtracted,
    Degraded,
    EndReason,
    Failed,
    MatchEnded,
    PlanUpdated,
    StatementDrafted,
)
from agent.match.seats import Occupant, SeatInfo
from agent.telemetry.traces import Traces, tracing
from config.format import Side
from config.secrets import SECRETS
from config.settings import Telemetry
from planning.debate.argument import Action, ActionKind
from tests.chair import Chair, heard, spoken
from tests.loopback import LoopbackRequest, LoopbackServer
from tests.telemetry.asked import asked
from tests.telemetry.watched import row, used, watch

AI = SeatInfo(occupant=Occupant.DEBATER, method="treedebater", keeps_flow=True)
ADA = SeatInfo(occupant=Occupant.PERSON, name="SECRET-ADA")
WALL = 1_700_000_000 * 10**9  # when the match began


def debated() -> Chair:
    """Ada opens; the AI hears her from 1.5 s on, and answers from 12.25 s to 21 s; then she speaks again."""
    chair = Chair(motion="SECRET-MOTION")
    chair.create({Side.PRO: ADA, Side.CON: AI})
    chair.tell(PlanUpdated(turn=1, side=Side.CON, k=3, hit_rate=0.5, battlefields=()), at=0)
    chair.begin(0, at=0)
    chair.tell(heard(0, Side.PRO, "SECRET uniforms reduce bullying", 1.5, 4.0), at=6)
    action = Action(kind=ActionKind.PROPOSE, actor=Side.PRO, claim="SECRET-CLAIM")
    chair.tell(
        ActionExtracted(
            turn=0, observer=Side.CON, action=action, owner=Side.PRO, node="pro1", quote="SECRET", start=1.5, end=4.0
        ),
        at=7,
    )
    chair.tell(PlanUpdated(turn=1, side=Side.CON, k=3, hit_rate=0.5, battlefields=()), at=8)
    chair.bell(at=10)
    chair.tell(heard(0, Side.PRO, "SECRET so it is", 8.0, 9.5), at=11)
    chair.tell(used(Side.CON, row(calls=4, seconds=6.0)), at=11)
    chair.begin(1, at=12)
    chair.tell(StatementDrafted(turn=1, side=Side.CON, sentences=()), at=12)
    chair.tell(spoken(1, Side.CON, "SECRET Bullies find other marks.", 0.25, 4.0), at=16)
    chair.tell(spoken(1, Side.CON, "SECRET And who pays?", 5.0, 9.0), at=21)
    chair.end(EndReason.YIELDED, at=21.5)
    chair.tell(used(Side.CON, row(calls=5, seconds=7.0)), at=21.75)
    chair.begin(2, at=23)
    return chair


def told(chair: Chair, *, content: bool = False, past: int = 0, over: bool = True) -> tuple[ReadableSpan, ...]:
    """The spans of a match, at most all of its turns."""
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(kept))
    now = WALL + round((chair.events[past - 1].at if past else 0.0) * 1e9)
    watching = Traces(provider, content=content, now=lambda: now).watching()
    watch(watching, chair.events, past=past)
    if over:
        watching.on_over()
    return kept.get_finished_spans()


def seconds(span: ReadableSpan) -> tuple[float, float]:
    """From and to, since the match began."""
    assert span.start_time is not None
    assert span.end_time is not None
    return (span.start_time - WALL) / 1e9, (span.end_time - WALL) / 1e9


def turn(spans: tuple[ReadableSpan, ...], number: int) -> ReadableSpan:
    return next(one for one in spans if one.name == "turn" and (one.attributes or {})["rostrum.turn"] == number)


def inside(spans: tuple[ReadableSpan, ...], whole: ReadableSpan, name: str) -> list[ReadableSpan]:
    assert whole.context is not None
    return [one for one in spans if one.parent and one.parent.span_id == whole.context.span_id and one.name == name]


# -- what a trace is -------------------------------------------------------------------------------


def test_a_turn_is_one_trace_from_the_opponents_first_word_to_our_last() -> None:
    spans = told(debated())
    whole = turn(spans, 2)
    assert whole.parent is None
    assert seconds(whole) == (1.5, 21.0)
    assert {
        name: [seconds(one) for one in inside(spans, whole, name)]
        for name in ("heard", "read", "drafted", "first audio", "sentence")
    } == {
        "heard": [(1.5, 11.0)],
        "read": [(4.0, 7.0)],
        "drafted": [(1.5, 12.0)],
        "first audio": [(12.0, 12.25)],
        "sentence": [(12.25, 16.0), (17.0, 21.0)],
    }


def test_calls_to_models_are_told_in_sums_over_the_time_they_were_made_in() -> None:
    spans = told(debated())
    calls = inside(spans, turn(spans, 2), "model calls")
    assert [seconds(one) for one in calls] == [(1.5, 11.0), (11.0, 21.75)]
    assert [(one.attributes or {})["rostrum.model.calls"] for one in calls] == [4, 1]
    assert [(one.attributes or {})["rostrum.model.seconds"] for one in calls] == [6.0, 1.0]


def test_every_trace_is_another_and_the_turns_link_to_the_match() -> None:
    spans = told(debated())
    match = next(one for one in spans if one.name == "match")
    turns = [one for one in spans if one.name == "turn"]
    assert len({one.context.trace_id for one in (match, *turns) if one.context}) == 1 + len(turns)
    assert all(one.links[0].context == match.context for one in turns)
    for whole in turns:
        parts = [one for one in spans if one.parent and whole.context and one.parent.span_id == whole.context.span_id]
        assert all(part.context and part.context.trace_id == whole.context.trace_id for part in parts if whole.context)


def test_a_turn_before_which_nobody_spoke() -> None:
    whole = turn(told(debated()), 1)
    assert seconds(whole) == (0.0, 9.5), "to the last word that was heard of her"


def test_a_pause_and_what_was_replaced_are_marked() -> None:
    chair = Chair()
    chair.create({Side.PRO: AI, Side.CON: ADA})
    chair.begin(0, at=0)
    chair.pause(at=2)
    chair.tell(Degraded(part="recogniser", reason="SECRET", instead="tiny.en"), at=3)
    chair.resume(at=5)
    chair.tell(spoken(0, Side.PRO, "SECRET", 3, 4), at=7)
    chair.tell(MatchEnded(reason="stopped by SECRET"), at=8)
    whole = turn(told(chair), 1)
    assert [event.name for event in whole.events] == ["clock_paused", "degraded", "clock_resumed"]
    assert seconds(whole) == (0.0, 7.0)


def test_what_is_asked_inside_a_turn_is_told_with_its_reply() -> None:
    spans = told(asked())
    speech = turn(spans, 1)
    points = inside(spans, speech, "point of information")
    assert [seconds(span) for span in points] == [(12, 24), (40, 44), (70, 71)]
    assert [span.attributes["rostrum.point.became"] for span in points] == ["lapsed", "asked", "turn over"]
    (reply,) = inside(spans, speech, "reply")
    assert seconds(reply) == (44, 45.5)


def test_an_examination_is_told_with_what_the_other_side_says() -> None:
    spans = told(asked())
    examination = turn(spans, 2)
    assert examination.attributes["rostrum.examined"] is True
    assert [seconds(span) for span in inside(spans, examination, "reply")] == [(90, 91)]
    assert len(inside(spans, examination, "sentence beside")) == 2
    (prepared,) = inside(spans, examination, "preparation")
    assert seconds(prepared) == (72, 84)


def test_why_the_clock_stood_is_marked() -> None:
    spans = told(asked())
    (why,) = [mark.attributes["rostrum.why"] for mark in turn(spans, 2).events if mark.name == "clock_paused"]
    assert why == "replaced"


def test_words_are_told_only_where_they_are_asked_for() -> None:
    assert "SECRET" not in "".join(span.to_json() for span in told(debated()))
    asked = "".join(span.to_json() for span in told(debated(), content=True))
    for secret in ("SECRET-MOTION", "SECRET-ADA", "SECRET And who pays?", "SECRET uniforms reduce"):
        assert secret in asked


def test_a_match_that_broke_is_an_error() -> None:
    chair = debated()
    chair.tell(Failed(part="room", reason="lost"), at=24)
    match = next(one for one in told(chair) if one.name == "match")
    assert match.status.status_code is StatusCode.ERROR
    assert seconds(match) == (0.0, 24.0)


@pytest.mark.parametrize("past", [3, 8, 12, 16])
def test_the_turn_in_which_a_process_died_is_told_whole_by_the_next(past: int) -> None:
    chair = debated()
    spans = told(chair, past=past)
    whole = turn(spans, 2)
    assert seconds(whole) == pytest.approx((1.5, 21.0))
    assert len(inside(spans, whole, "sentence")) == 2


def test_what_is_over_is_not_told_again() -> None:
    chair = debated()
    assert [one.name for one in told(chair, past=len(chair.events)) if one.name == "turn"] == ["turn"]


# -- where they go -----------------------------------------------------------------------------------


class Collector(LoopbackRequest):
    """Takes what an OTLP collector takes."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        assert isinstance(self.server, CollectorServer)
        self.server.got.append((self.path, self.headers.get("api-key", ""), body))
        self.begin("application/x-protobuf")


class CollectorServer(LoopbackServer):
    def __init__(self) -> None:
        super().__init__(Collector)
        self.got: list[tuple[str, str, bytes]] = []


@contextmanager
def collector() -> Iterator[CollectorServer]:
    server = CollectorServer()
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_they_are_sent_over_http_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with collector() as server:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.url.removesuffix("/v1"))
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=collectors-own-secret")
        with tracing(Telemetry()) as (traces,):
            watch(watching := traces.watching(), debated().events)
            watching.on_over()
    (path, secret, _), *_ = server.got
    assert (path, secret) == ("/v1/traces", "collectors-own-secret")
    sent = [ExportTraceServiceRequest.FromString(body) for _, _, body in server.got]
    resources = [resource for request in sent for resource in request.resource_spans]
    named = {one.key: one.value.string_value for one in resources[0].resource.attributes}
    assert named["service.name"] == "rostrum"
    names = [span.name for one in resources for scope in one.scope_spans for span in scope.spans]
    assert names.count("turn") == 3
    assert "SECRET" not in str(sent)
    assert SECRETS.masked("collectors-own-secret") == "***"


def test_without_an_address_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", raising=False)
    with tracing(Telemetry()) as traces:
        assert traces == []
