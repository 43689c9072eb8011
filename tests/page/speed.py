"""How fast the page is, in a real Chromium: `make page-speed`; exit 1 when a bar is not met.

First view on loopback, script, how late a caption is on the screen, frames and memory while a long match runs: two
hours of words and 500 claims on the flow sheet before it, and then words, segments and points as a match has them.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, Page, sync_playwright

from tests.page.chromium import FLAGS, program
from tests.page.conftest import WEB
from tests.page.host import MATCH, Host, Json, recorded

VIEWS = ("/", f"/watch/{MATCH}", f"/match/{MATCH}", f"/broadcast/{MATCH}")
READY = ("form, .matches", "[role=timer]", ".message, .match-over", "[role=timer]")
LOADS = 7  # of each view, each in a browser that has kept nothing
CAPTIONS = 100
TURN_SECONDS, TURNS, CLAIMS = 240.0, 30, 500
TRACED_SECONDS = 15.0
READ_MINUTES = 5
SENTENCE = "The committee has weighed what this would cost against what it would bring, and number {} is the answer."
LOADED = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
WATCHED = """() => {
  window.frames_ = []; window.long_ = []; window.seen_ = {};
  let before = performance.now();
  const frame = (now) => { window.frames_.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => list.getEntries().forEach((one) => window.long_.push(one.duration)))
    .observe({type: 'longtask'});
  new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((node) => {
    const found = /caption (\\d+)\\./.exec(node.textContent ?? '');
    if (found && !(found[1] in window.seen_)) {
      window.seen_[found[1]] = null;  // on the screen when the frame it is drawn in is over
      requestAnimationFrame(() => setTimeout(() => { window.seen_[found[1]] = Date.now(); }));
    }
  }))).observe(document.body, {childList: true, subtree: true});
}"""


@dataclass(frozen=True)
class Bar:
    name: str
    value: float
    limit: float
    unit: str

    @property
    def ok(self) -> bool:
        return self.value <= self.limit


@click.command()
@click.option("--minutes", type=click.FloatRange(0.2, 120), default=2.0, help="So long a match runs; 60 for the hour.")
@click.option("--memory-minutes", type=click.FloatRange(0.2, 120), help="Only memory, of a match that runs so long.")
def main(minutes: float, memory_minutes: float | None) -> None:
    """Measure the page."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # pages that are closed while they are told something
    cores = os.cpu_count() or 1
    click.echo(f"{cores} cores, of which others want {os.getloadavg()[0]:.1f} at the beginning")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        built = Path(folder) / "dist"
        subprocess.run(["node", "build.mjs", str(built)], cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        if memory_minutes is not None:
            bars = list(memory(browser, built, memory_minutes))
        else:
            bars = [
                script(built),
                *first_views(browser, built),
                captions(browser, built),
                *running(browser, built, minutes),
            ]
        browser.close()
    for bar in bars:
        click.echo(f"{'ok  ' if bar.ok else 'FAIL'}  {bar.name}: {bar.value:.1f} {bar.unit} (limit {bar.limit:g})")
    if not all(bar.ok for bar in bars):
        raise SystemExit(1)


def script(built: Path) -> Bar:
    size = sum(len(gzip.compress(path.read_bytes())) for path in built.glob("*.js"))
    return Bar("all scripts, gzipped", size / 1000, 330, "kB")


def first_views(browser: Browser, built: Path) -> Iterator[Bar]:
    with Host(recorded(), page=built) as host:
        host.tell_until("turn_ended", 1)
        for view, ready in zip(VIEWS, READY, strict=True):
            name = view.split("/")[1] or "lobby"
            loads = list(_loads(browser, host, view, ready))
            yield Bar(f"first view of {name}", max(took for took, _ in loads), 1000, "ms")
            yield Bar(f"loaded for the first view of {name}", max(size for _, size in loads), 300, "kB")


def _loads(browser: Browser, host: Host, view: str, ready: str) -> Iterator[tuple[float, float]]:
    """Milliseconds, and kilobytes that came over the wire meanwhile: script, styles, typefaces and answers."""
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        page = context.new_page()
        began = time.perf_counter()
        page.goto(host.address + view, wait_until="commit")
        page.locator(ready).first.wait_for()
        took = (time.perf_counter() - began) * 1000
        yield took, page.evaluate(LOADED) / 1000
        context.close()


def captions(browser: Browser, built: Path) -> Bar:
    """From the event until the frame in which its words are drawn is over."""
    with Host(recorded(), page=built) as host:
        host.tell_until("turn_started")
        page = _watching(browser, host)
        sent: dict[str, float] = {}
        for number in range(CAPTIONS):
            sent[str(number)] = time.time() * 1000
            host.add(_spoken(0, "pro", number, f"This is caption {number}."))
            page.wait_for_timeout(60 + number % 7)
        page.wait_for_timeout(500)
        seen: dict[str, float] = page.evaluate("window.seen_")
        page.context.close()
    late = [seen[number] - at for number, at in sent.items()]
    return Bar("a caption after its event, p95", statistics.quantiles(late, n=20)[-1], 150, "ms")


def running(browser: Browser, built: Path, minutes: float) -> Iterator[Bar]:
    events = list(long_match())
    with Host(events, page=built) as host:
        host.tell_all()
        page = _watching(browser, host)
        page.locator(".cell").nth(CLAIMS - 1).wait_for(state="attached")
        page.wait_for_timeout(3000)
        _run(host, page, 10)  # what is made once is made
        page.evaluate("() => { window.frames_ = []; window.long_ = []; }")
        before = kept(page).heap
        page.evaluate("() => { window.frames_ = []; window.long_ = []; }")  # collecting all garbage takes its time
        _run(host, page, minutes * 60)
        frames: list[float] = page.evaluate("window.frames_")
        tasks: list[float] = page.evaluate("window.long_")
        grown = kept(page).heap - before
        worked = _longest_work(browser, host, page)
        page.context.close()
    yield Bar("work of the longest task, in time of the processor", worked, 50, "ms")
    yield Bar("longest task of the page while a match runs", max(tasks, default=0.0), 50, "ms")
    yield Bar("frames over 50 ms while a match runs", sum(one > 50.5 for one in frames), 0, f"of {len(frames)}")
    yield Bar("longest frame while a match runs", max(frames), 50.5, "ms")
    yield Bar(f"memory that {minutes:g} minutes took", grown, max(2.0, minutes / 6), "MB")


def _watching(browser: Browser, host: Host) -> Page:
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.goto(f"{host.address}/watch/{MATCH}")
    page.locator(".speech").last.wait_for()
    page.evaluate(WATCHED)
    return page


def memory(browser: Browser, built: Path, minutes: float) -> Iterator[Bar]:
    """What a match holds on to while it runs on, turn by turn: told every few minutes, and held against its words."""
    ahead = int(minutes * 60 / TURN_SECONDS) + 2
    with Host(list(long_match(ahead)), page=built) as host:
        host.tell_all()
        page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()  # nothing of ours in it
        page.goto(f"{host.address}/watch/{MATCH}")
        page.locator(".cell").nth(CLAIMS - 1).wait_for(state="attached")
        _run(host, page, 10)
        first, words = kept(page), len(json.dumps(host.events))
        click.echo(f"minute  0: {first}")
        began, turn, last = time.monotonic(), TURNS, first
        for minute in _minutes(minutes):
            while (left := began + minute * 60 - time.monotonic()) > 0:
                host.add(_began(turn))
                _run(host, page, min(left, TURN_SECONDS), turn)
                host.add(_ended(turn))
                turn += 1
            last = kept(page)
            told = (len(json.dumps(host.events)) - words) / 1e6
            click.echo(f"minute {minute:2g}: {last}; {told:.2f} MB of events were told since minute 0")
        page.context.close()
    yield Bar(f"memory that {minutes:g} minutes took", last.heap - first.heap, max(2.0, minutes / 6), "MB")


def _minutes(last: float) -> Iterator[float]:
    """When memory is looked at: every five minutes, and at the end."""
    for minute in range(READ_MINUTES, int(last) + 1, READ_MINUTES):
        yield float(minute)
    if last % READ_MINUTES:
        yield last


@dataclass(frozen=True)
class Kept:
    """What is still needed after all garbage was collected; `heap` in MB."""

    heap: float
    nodes: int
    listeners: int

    def __str__(self) -> str:
        return f"{self.heap:6.2f} MB of script, {self.nodes} nodes, {self.listeners} listeners"


def kept(page: Page) -> Kept:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return Kept(float(told["JSHeapUsedSize"]) / 1e6, int(told["Nodes"]), int(told["JSEventListeners"]))


def _longest_work(browser: Browser, host: Host, page: Page) -> float:
    """Milliseconds that the page's thread worked at a stretch: what else this machine does meanwhile does not count."""
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    _run(host, page, TRACED_SECONDS)
    told = json.loads(browser.stop_tracing())["traceEvents"]
    threads = [one for one in told if one.get("name") == "thread_name" and one["args"]["name"] == "CrRendererMain"]
    ours = {(one["pid"], one["tid"]) for one in threads}
    return float(max(one.get("tdur", 0) for one in told if (one["pid"], one["tid"]) in ours) / 1000)


def _run(host: Host, page: Page, seconds: float, turn: int = TURNS - 1) -> None:
    """Two segments a second, a sentence every three, a point every five."""
    end, tick = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number = len(host.events)
        host.add(_heard(turn, number, "three more words"))
        if tick % 6 == 0:
            host.add(_spoken(turn, "con", number, SENTENCE.format(number)))
        if tick % 10 == 0:
            host.add(_claimed(number, turn, "con", None))
        tick += 1
        page.wait_for_timeout(500)


# -- two hours that nobody spoke -----------------------------------------------------------------


def long_match(ahead: int = 0) -> Iterator[Json]:
    """Its events, up to the middle of its 30th turn; `ahead`: the turns that are still to come."""
    created = recorded()[0]
    turns = [{"side": _side(turn), "stage": "rebuttal", "seconds": TURN_SECONDS} for turn in range(TURNS + ahead)]
    created = created | {"format": created["format"] | {"turns": turns}}
    yield created
    seq, sentences, claims = 1, 34, CLAIMS // TURNS + 1
    for turn in range(TURNS):
        side, at = _side(turn), turn * (TURN_SECONDS + 2)
        told: list[Json] = [_began(turn)]
        for number in range(sentences if turn < TURNS - 1 else sentences // 2):
            told.append(_spoken(turn, side, number, SENTENCE.format(number), number * 7.0))
            if number < claims:
                told.append(_claimed(number, turn, side, number if turn else None))
        if turn < TURNS - 1:
            told.append(_ended(turn))
        for place, event in enumerate(told):
            yield {**event, "seq": seq, "at": at + (TURN_SECONDS if event["type"] == "turn_ended" else place * 4.0)}
            seq += 1


def _side(turn: int) -> str:
    return ("pro", "con")[turn % 2]


def _began(turn: int) -> Json:
    return {"type": "turn_started", "turn": turn, "side": _side(turn), "stage": "rebuttal", "seconds": TURN_SECONDS}


def _ended(turn: int) -> Json:
    return {"type": "turn_ended", "turn": turn, "side": _side(turn), "reason": "bell"}


def _spoken(turn: int, side: str, number: int, text: str, start: float = 0.0) -> Json:
    told = {"type": "sentence_spoken", "turn": turn, "side": side, "id": f"s{number}", "text": text}
    return told | {"start": start, "end": start + 6.5, "voice": "", "cut": False}


def _heard(turn: int, number: int, text: str) -> Json:
    told = {"type": "transcript_segment", "turn": turn, "side": "con", "listener": "pro", "text": text}
    return told | {"start": number * 0.5, "end": number * 0.5 + 0.5, "recognizer": "a test"}


def _claimed(number: int, turn: int, side: str, answers: int | None) -> Json:
    """A claim of its own; `answers`: which claim of the turn before."""
    other = "con" if side == "pro" else "pro"
    claim = f"Claim {number} of speech {turn + 1}: what it costs is known, and what it brings is not."
    meets = [] if answers is None else [f"{other}{turn}.{answers + 1}"]
    point: dict[str, Any] = {"id": f"{side}{turn + 1}.{number + 1}", "words": claim, "start": 1.0, "end": 2.0}
    point |= {"claim": claim, "support": [], "objection": "other", "form": "statement", "meets": [], "answers": meets}
    point |= {"concedes": [], "makes": [], "corrects": []}
    action = {"kind": "propose", "actor": side, "claim": claim, "argument": claim, "target": "", "source": ""}
    told: Json = {"type": "action_extracted", "turn": turn, "observer": "pro", "owner": side, "target": None}
    told |= {"node": f"{side}-{turn}-{number}", "quote": claim, "start": 1.0, "end": 2.0, "certainty": 1.0}
    return told | {"action": action | {"confidence": 1.0, "point": point}}


if __name__ == "__main__":
    main()
