"""The room is lost in a turn, because its server died: the person is back in it, live, without a click."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from config.format import Side
from tests.page.host import INVITATION, Host, recorded
from tests.page.room import Room

AWAY_SECONDS = float(os.environ.get("ROSTRUM_TEST_AWAY", "2"))  # with 60, LiveKit's own tries are used up
BACK_MS = 45_000

pytestmark = pytest.mark.room


@pytest.fixture
def host(room: Room, built: Path) -> Iterator[Host]:
    room.open("lost")
    with Host(recorded(), room.url, built) as host:
        host.token = room.seat(Side.CON)
        yield host


def test_a_server_that_died_in_the_middle_of_a_turn_is_found_again(page: Page, host: Host, room: Room) -> None:
    host.tell_until("turn_started", 1)
    page.goto(f"{host.address}/join#{INVITATION}")
    page.get_by_role("button", name="Enter the room").click()
    room.until_muted(Side.CON, muted=False)
    expect(page.locator(".side.con")).to_contain_text("has the floor")  # all is there that was told
    said = page.locator(".speech .line").count()

    room.restart(AWAY_SECONDS)

    expect(page.locator(".microphone strong")).to_have_text("You are live", timeout=BACK_MS)
    expect(page.get_by_text("Reconnecting")).to_have_count(0, timeout=BACK_MS)
    room.until_muted(Side.CON, muted=False)
    expect(page.locator(".speech .line")).to_have_count(said)  # nothing is told twice
    expect(page.locator(".side.con")).to_contain_text("has the floor")
