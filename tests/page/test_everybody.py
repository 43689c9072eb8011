"""The page for everybody: by keyboard, on a phone, for a screen reader, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.page.conftest import WEB
from tests.page.host import INVITATION, MATCH, Host
from tests.page.waiting import between_speeches

AXE = Path(WEB) / "node_modules/axe-core/axe.min.js"
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
LOOKS = [  # each size and each scheme; the other pairs where there is time
    pytest.param(PHONE, "dark", id="phone dark"),
    pytest.param(LAPTOP, "light", id="laptop light"),
    pytest.param(PHONE, "light", id="phone light", marks=pytest.mark.long),
    pytest.param(LAPTOP, "dark", id="laptop dark", marks=pytest.mark.long),
]


def faults(page: Page) -> list[str]:
    """What axe finds that is serious."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_serious(chromium: Browser, host: Host, scheme: Any, size: Any) -> None:
    context = chromium.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator(".matches").first).to_be_visible()
    assert faults(page) == []
    page.goto(f"{host.address}/join#{INVITATION}")
    expect(page.get_by_text("20 min in total")).to_be_visible()
    assert faults(page) == []
    host.tell_until("clock_signal", 3)
    page.goto(f"{host.address}/watch/{MATCH}")
    expect(page.locator(".clock.soon")).to_be_visible()  # all is drawn: nothing moves away under the mouse
    expect(page.locator(".speech .line").last).to_be_visible()
    assert faults(page) == []
    if size == PHONE:
        page.get_by_role("button", name="Flow").click()
    page.locator(".cell").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page) == []
    context.close()


def test_on_a_phone_nothing_sticks_out(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    host.tell_until("turn_ended", 3)
    for address, there in (("/", ".matches"), (f"/join#{INVITATION}", ".rules"), (f"/watch/{MATCH}", ".speech")):
        page.goto(host.address + address)
        expect(page.locator(there).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
    between_speeches(page)
    page.get_by_role("button", name="Flow").click()
    expect(page.locator(".clash-list .cell").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "flow"
    context.close()


def test_a_match_is_created_by_keyboard_alone(page: Page, host: Host) -> None:
    page.goto(host.address)
    expect(page.locator(".motion-list .option")).to_have_count(4)
    expect(page.locator(".showcase").get_by_role("link")).to_be_visible()
    past_the_links = ("Tab",) * 6  # three of the head, three of the debate to watch
    form = ("Tab", *"dig", "Tab", "Tab", "Tab", "Space", "Tab", "ArrowDown", "Tab", "Tab", "Tab", "Enter")
    for key in (*past_the_links, *form):
        page.keyboard.press(key)
    expect(page.get_by_role("link", name="Enter as Con")).to_be_visible()
    seats = {"pro": {"kind": "person"}, "con": {"kind": "person"}}
    assert host.orders == [{"motion": "m1", "format": "sprint", "seats": seats, "spectators": True}]


def test_points_are_opened_and_closed_by_keyboard(page: Page, host: Host) -> None:
    host.tell_until("turn_ended", 0)
    page.goto(f"{host.address}/watch/{MATCH}")
    page.locator(".cell").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")  # the button that closes it has the focus
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_first_view_loads_little(page: Page, host: Host) -> None:
    scripts: list[Response] = []
    page.on("response", lambda answer: scripts.append(answer) if answer.url.endswith(".js") else None)
    page.goto(f"{host.address}/watch/{MATCH}")
    expect(page.get_by_text("Waiting for con")).to_be_visible()
    assert 0 < sum(len(one.body()) for one in scripts) < 150_000, "the room's client is for those who enter a room"
