"""Hours of matches, one after the other in one process: memory, file handles, threads and tasks stay as they were."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it brings no types
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult

from agent.components import Components
from agent.local.virtual_time import run as run_loop
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.host import host_match
from bench.memory import give_back
from agent.running.setup import MatchSetup, SeatSetup
from agent.telemetry.match_metrics import MatchMetrics
from agent.telemetry.metrics import Metrics
from agent.telemetry.traces import Traces
from bench import Target, Measurement
from bench.matches.simulated import SimulatedRoom
from config.format import Format, Side
from config.shipped import load_format
from config.settings import Settings, cache_folder
from config.shipped import load_format
from planning.encoders.local import MiniLM

SETTLE_SECONDS = 1.0  # in which what was cancelled at the end of a match ends
MOST_MEBIBYTES = 16.0  # that memory may grow by, from when all is loaded
Say = Callable[[str], None]
WARM = 0.2  # share of the matches after which all is loaded
MEBIBYTE = 2**20


@dataclass(frozen=True)
class ProcessSample:
    """What the process held after so many hours of match time."""

    hours: float
    mebibytes: float
    handles: int
    threads: int
    tasks: int


class Sink(SpanExporter):
    """Counts spans and forgets them."""

    def __init__(self) -> None:
        self.count = 0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        self.count += len(spans)
        return SpanExportResult.SUCCESS


def run(
    hours: float = 24.0,
    motion: str = "ai-tutor",
    format: str = "oxford",
    say: Say = lambda line: None,
) -> Measurement:
    """Hold matches of two simulated debaters in virtual time until `hours` of their own time are over.

    Args:
        say: told in a line how things stand, after each match.
    """
    began = time.perf_counter()
    sink = Sink()
    samples, troubles, overrun = run_loop(_held(hours, motion, load_format(format), sink, say), fast=True)
    wall = time.perf_counter() - began
    told = {"hours": hours, "motion": motion, "format": format, "matches": len(samples), "spans": sink.count}
    told |= {"wall_seconds": round(wall)}
    return Measurement("soak", told, [asdict(one) for one in _few(samples)], _bars(hours, samples, troubles, overrun))


async def _held(
    hours: float, motion: str, match_format: Format, sink: Sink, say: Say
) -> tuple[list[ProcessSample], int, float]:
    settings = Settings()
    rehearsal = Components(settings).library().get(motion)
    room = SimulatedRoom(await asyncio.to_thread(MiniLM, cache_folder()))
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(sink))
    metrics, traces = Metrics(), Traces(provider)
    samples: list[ProcessSample] = []
    held, troubles, overrun = 0.0, 0, 0.0
    with tempfile.TemporaryDirectory() as root:
        while held < hours:
            seats = {side: SeatSetup(Occupant.DEBATER) for side in Side}
            setup = MatchSetup(
                rehearsal.subject, match_format, seats, settings, Path(root) / f"match-{len(samples) + 1}"
            )
            match = await host_match(room, setup, [MatchMetrics(metrics), traces.watching()])
            held += match.at / 3600
            troubles += len(match.failed) + len(match.degraded) + _unfinished(match)
            overrun = max(overrun, *(record.overrun for record in match.turns))
            shutil.rmtree(setup.folder)
            del match, setup
            await asyncio.sleep(SETTLE_SECONDS)
            samples.append(_sample(held))
            say(f"{held:6.2f} h: {samples[-1].mebibytes:.1f} MiB, {samples[-1].handles} handles")
    return samples, troubles, overrun


def _unfinished(match: Match) -> bool:
    return len(match.turns) < len(match.format.turns) or not all(
        record.spoken and record.heard for record in match.turns
    )


def _sample(hours: float) -> ProcessSample:
    give_back()  # pieces of threads that have ended are no growth
    process = psutil.Process()
    return ProcessSample(
        round(hours, 3),
        round(process.memory_info().rss / MEBIBYTE, 1),
        process.num_fds(),
        process.num_threads(),
        len(asyncio.all_tasks()) - 1,
    )


def _bars(hours: float, samples: Sequence[ProcessSample], troubles: int, overrun: float) -> list[Target]:
    warm = samples[min(len(samples) - 1, round(WARM * len(samples))) :]
    part = max(1, len(warm) // 4)

    def grown(of: Callable[[ProcessSample], float]) -> float:
        """From the first quarter after all was loaded to the last."""
        first, last = (statistics.median(map(of, quarter)) for quarter in (warm[:part], warm[-part:]))
        return round(last - first, 1)

    return [
        Target("hours of match time", samples[-1].hours, hours, above=True),
        Target("growth of memory, MiB", grown(lambda one: one.mebibytes), MOST_MEBIBYTES),
        Target("growth of open file handles", grown(lambda one: one.handles), 0),
        Target("growth of threads", grown(lambda one: one.threads), 0),
        Target("tasks left behind by a match", max(one.tasks for one in samples), 0),
        Target("failures, replaced parts and turns in which nothing was said or heard", troubles, 0),
        Target("longest overrun, seconds", round(overrun, 3), 0.0),
    ]


def _few(samples: Sequence[ProcessSample]) -> list[ProcessSample]:
    """At most two dozen of them, the last one included."""
    step = -(-len(samples) // 24)
    return [*samples[:-1:step], samples[-1]]
