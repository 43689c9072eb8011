"""Waits in tests of the page: what it does is seen later than what makes it do it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

PATIENCE_MS = 10_000  # a busy machine
EVERY_MS = 50


def until(page: Page, true: Callable[[], object]) -> None:
    """Until something is so; the page's policy lets no test wait inside it."""
    for _ in range(PATIENCE_MS // EVERY_MS):
        if true():
            return
        page.wait_for_timeout(EVERY_MS)
    raise AssertionError("it has not come about")


def between_speeches(page: Page) -> None:
    """Until all is drawn that was told up to the end of a speech."""
    expect(page.get_by_text("Between speeches")).to_be_attached()
