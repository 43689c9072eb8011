"""The page of an arena: sorted, filtered, and every number opens the matches behind it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from agent.arena.standings import standings
from agent.arena.table import write_tables
from tests.unit.arena.test_standings import MATCHES


def test_numbers_are_sorted_and_filtered_and_open_their_matches(page: Page, tmp_path: Path) -> None:
    motions = {"v0": ("Silence is golden", "Some monks keep it. Others sing.")}
    page.goto(write_tables(standings(["a", "b"], MATCHES, samples=20), tmp_path, motions).as_uri())

    def rows() -> list[list[str]]:
        return [line.split("\t") for line in page.inner_text("#table tbody").splitlines()]

    assert [(row[1], row[5:9]) for row in rows()] == [("a", ["11", "8", "1", "2"]), ("b", ["11", "2", "1", "8"])]
    page.click("th:has-text('lost') button")
    assert [row[1] for row in rows()] == ["b", "a"]
    page.select_option("#kind", "value")
    assert {row[1]: row[5:9] for row in rows()} == {"a": ["3", "0", "1", "2"], "b": ["3", "2", "1", "0"]}
    page.select_option("#side", "pro")
    page.select_option("#judge", "ben")
    assert {row[1]: row[5:9] for row in rows()} == {"a": ["2", "0", "1", "1"], "b": ["2", "0", "2", "0"]}
    page.click("#table tbody tr:has-text('a') td:nth-child(8) button")
    (link,) = page.locator("#matches tbody a").all()
    assert link.get_attribute("href") == "matches/v0.a-b/report.html"
    page.select_option("#judge", "")
    page.select_option("#side", "")
    page.click("#table tbody tr:has-text('b') td:nth-child(12) button")
    assert page.inner_text("#of") == "b: invalid" and "working notes" in page.inner_text("#matches")
