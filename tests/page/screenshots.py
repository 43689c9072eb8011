"""Pictures of every view at three sizes, light and dark: `make screenshots`, into build/screenshots."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from agent.web.page import BUILT
from config.format import Side
from tests.page.chromium import FLAGS, program
from tests.page.desk import NO_VOTES
from tests.page.finished import Finished, write_tone
from tests.page.host import INVITATION, MATCH, SECRET, Host, Json, recorded
from tests.page.room import Room
from tests.page.test_exchanges import with_exchanges
from tests.page.tournament_pictures import pictures

FOLDER = Path("build/screenshots")
SIZES = {"phone": (390, 844), "laptop": (1366, 768), "projector": (1920, 1080)}
SCHEMES = ("light", "dark")
MARKS = {"judges": 1, "content": 4.0, "answers": 3.5, "structure": 4.5, "delivery": 3.0}
VOTED = NO_VOTES | {
    "before": {"votes": 15, "steps": [2, 3, 5, 4, 1], "mean": -0.07},
    "after": {"votes": 15, "steps": [1, 2, 2, 6, 4], "mean": 0.67},
    "shift": 0.73,
    "moved": {"pro": 7, "con": 2, "stayed": 6},
    "speeches": [MARKS | {"turn": turn} for turn in range(6)],
    "verdicts": 2,
}
VERDICTS = {
    "people": [
        {
            "side": "pro",
            "reasons": "Pro met every claim. Con had the better examples, and left two points.",
        }
    ],
    "model": {
        "by": "large",
        "verdict": {
            "side": None,
            "reasons": "Both answered well; neither weighed its gains against the other's.",
        },
        "speeches": [
            {"turn": 0, "reasons": "Clear, and well ordered."},
            {"turn": 1, "reasons": "Vivid; one claim unsupported"},
        ],
    },
}
NAMED = {
    "pro": {"kind": "ai", "name": "", "method": "treedebater"},
    "con": {"kind": "person", "name": "Maya Lind", "method": ""},
}
AIS = {"seats": dict.fromkeys(("pro", "con"), NAMED["pro"])}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, Room() as room:
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        for (size, (width, height)), scheme in itertools.product(SIZES.items(), SCHEMES):
            viewport: Any = {"width": width, "height": height}
            taken = _Views(browser, room, f"{size}-{scheme}", viewport, scheme)
            taken.lobby()
            taken.debate()
            taken.exchange()
            taken.votes()
            taken.over()
            taken.broadcast()
            taken.close()
        browser.close()
    pictures(FOLDER, BUILT, SIZES, SCHEMES)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")  # noqa: T201  (it is what is asked for)


def _named(events: list[Json]) -> list[Json]:
    """A recorded match in which a person with a name debates the AI."""
    events[0]["seats"]["con"]["name"] = NAMED["con"]["name"]
    return events


def _host(events: list[Json], livekit_url: str = "ws://127.0.0.1:1") -> Host:
    host = Host(_named(events), livekit_url)
    host.view = {"seats": NAMED}
    return host


def _finished() -> Finished:
    folder, events = FOLDER / "match", _named(recorded())
    folder.mkdir(exist_ok=True)
    write_tone(folder / "match.opus", events[-1]["at"])
    host = Finished(folder, events)
    host.view = {"seats": NAMED, "votes": VOTED}
    host.desk.verdicts = VERDICTS
    return host


class _Views:
    """All views, as one size and scheme shows them."""

    def __init__(self, browser: Browser, room: Room, name: str, viewport: Any, scheme: Any) -> None:
        self._context = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
        self._page: Page = self._context.new_page()
        self._room, self._name = room, name

    def lobby(self) -> None:
        page = self._page
        with _host(recorded()) as host:
            page.goto(host.address)
            page.get_by_label("Labor unions").check()
            page.get_by_role("button", name="Create the match").click()
            page.locator(".made").wait_for()
            self._take("lobby", whole=True)
            host.tell_until("turn_ended", 2)
            host.view |= {"turns": 3}
            page.goto(f"{host.address}/watch/{MATCH}")
            page.locator(".speech .line").last.wait_for()
            self._take("watch")
            page.goto(f"{host.address}/join#no-invitation")
            page.get_by_role("heading").wait_for()
            self._take("not-invited")

    def debate(self) -> None:
        page, room = self._page, self._room
        room.open(self._name)
        with _host(recorded("digital-dollar"), room.url) as host:
            host.token = room.seat(Side.CON)
            host.view |= {"coach": True}
            page.goto(f"{host.address}/join#{INVITATION}")
            page.get_by_role("button", name="Check the microphone").click()
            page.locator(".verdict.good").wait_for()
            page.get_by_role("button", name="Ask the coach").click()
            page.locator(".advice").wait_for()
            self._take("green-room", whole=True)
            page.get_by_role("button", name="Enter the room").click()
            room.until_muted(Side.CON, muted=True)
            self._take("waiting")
            host.tell_until("turn_started", 3)
            host.tell(host.told + 70)
            page.locator(".microphone.live").wait_for()
            page.wait_for_timeout(500)
            self._take("live")
            for _ in range(3):
                host.tell_until("clock_signal", 3)
            page.locator(".clock.last").wait_for()
            self._take("last-seconds", whole=True)
            self._flow()
            host.add({"type": "match_ended", "reason": "all turns were held"})
            page.locator(".after a").wait_for()
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(500)  # what was out of sight is drawn
            self._take("over")

    def exchange(self) -> None:
        page = self._page
        with _host(with_exchanges()) as host:
            host.tell_until("clock_signal", 0)
            for step in ("offered", "accepted"):
                host.add({"type": f"poi_{step}", "turn": 0, "side": "con"})
            page.goto(f"{host.address}/watch/{MATCH}")
            page.locator(".exchange").get_by_text("is making a point of information").wait_for()
            page.locator(".speech .line").last.wait_for()
            self._take("exchange")

    def votes(self) -> None:
        page = self._page
        with _host(recorded()) as host:
            host.desk.votes = NO_VOTES | {"open": "before"}
            page.goto(f"{host.address}/watch/{MATCH}")
            page.get_by_role("button", name="Undecided").click()
            page.get_by_text("Your vote is counted").wait_for()
            self._take("vote")
            place = json.dumps({"secret": SECRET, "role": "judge"})
            page.evaluate("([name, place]) => localStorage.setItem(name, place)", [f"rostrum.place.{MATCH}", place])
            host.tell_until("turn_ended", 1)
            host.desk.votes = NO_VOTES
            page.reload()
            page.get_by_text("Your marks").wait_for()
            self._take("marks", whole=True)
            host.tell_all()
            page.get_by_role("heading", name="Your verdict").scroll_into_view_if_needed()
            self._take("verdict")

    def over(self) -> None:
        page = self._page
        with _finished() as host:
            page.goto(f"{host.address}/match/{MATCH}")
            page.locator(".downloads").wait_for()
            page.locator(".sentence").nth(3).click()
            page.locator(".sentence.heard").wait_for()
            page.locator(".player .play").click()
            page.evaluate("scrollTo(0, 0)")
            self._take("report")
            page.locator(".votes").evaluate("one => one.scrollIntoView()")
            self._take("votes")
            page.locator(".downloads").scroll_into_view_if_needed()
            self._take("to-keep")
            page.locator(".plans").scroll_into_view_if_needed()
            self._take("plans")
            page.get_by_role("button", name="Tree").click()
            page.locator(".growth .cell").first.wait_for()
            page.locator(".growth").scroll_into_view_if_needed()
            self._take("tree")
            page.get_by_role("button", name="Sheet").click()
            page.goto(f"{host.address}/match/{MATCH}?at=820")
            page.locator(".replayed .line").first.wait_for()
            self._take("replay")
            if page.get_by_role("button", name="Flow").count():
                page.get_by_role("button", name="Flow").click()
            page.locator(".plan .battlefield").first.scroll_into_view_if_needed()
            self._take("replay-plans")

    def broadcast(self) -> None:
        page = self._page
        with Host(recorded("digital-dollar")) as host:
            host.view = AIS
            page.goto(f"{host.address}/broadcast/{MATCH}")
            page.get_by_text("Waiting for").wait_for()
            self._take("broadcast-waiting")
            host.tell_until("turn_started", 3)
            host.tell(host.told + 70)
            page.locator(".subtitles p").first.wait_for()
            for name, more in (("broadcast", ""), ("hall", "?hall=1")):
                page.goto(f"{host.address}/broadcast/{MATCH}{more}")
                page.locator(".stand.con.speaks").wait_for()
                page.wait_for_timeout(500)  # what was said so far is told and drawn
                self._take(name)
            host.tell_all()
            page.get_by_text("The debate is over").wait_for()
            host.view = AIS | {"votes": VOTED}
            page.goto(f"{host.address}/broadcast/{MATCH}")
            page.locator(".result").wait_for()
            self._take("result")

    def close(self) -> None:
        self._context.close()

    def _flow(self) -> None:
        page = self._page
        if page.get_by_role("button", name="Flow").count():
            page.get_by_role("button", name="Flow").click()
            self._take("flow")
        page.locator(".cell.answered.con").first.click()
        page.get_by_role("dialog").wait_for()
        self._take("point")
        page.keyboard.press("Escape")

    def _take(self, view: str, *, whole: bool = False) -> None:
        self._page.screenshot(path=FOLDER / f"{view}-{self._name}.png", full_page=whole)


if __name__ == "__main__":
    main()
