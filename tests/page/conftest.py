"""A real Chromium with a fake microphone, the page as it is built, and a host that tells a recorded match."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.page.chromium import FLAGS, program
from tests.page.host import Host, recorded
from tests.page.room import Room
from tests.page.short_serve import PAGE
from tests.page.waiting import PATIENCE_MS
from tests.server.served import Serving, serving

WEB = Path(__file__).parents[2] / "agent/web"
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, made from its sources as they are now. Fails with what to install where it cannot be made."""
    assert shutil.which("npm"), "Node 20 or newer is needed: make page says how to get it"
    if not (WEB / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--silent"], cwd=WEB, check=True)
    run = tmp_path_factory.getbasetemp()
    shared = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run  # one folder of a run, for all its processes
    folder = shared / "page"
    with open(shared / "page.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            subprocess.run(
                ["node", "build.mjs", str(growing := shared / "page.new")],
                cwd=WEB,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            growing.rename(folder)
    return folder


@pytest.fixture(scope="session")
def served(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """`rostrum serve` as it is, with that page and a format of seconds."""
    program = (sys.executable, "-m", "tests.page.short_serve")
    with serving(tmp_path_factory.mktemp("serve"), program=program, **{PAGE: str(built)}) as served:
        yield served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """For one file: while it is there its event loop runs in this thread, in which others could run none."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with Room() as room:
        yield room


@pytest.fixture
def host(built: Path) -> Iterator[Host]:
    """It has a match of a person (con) with an AI; nothing has happened yet."""
    with Host(recorded(), page=built) as host:
        yield host


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A laptop. A script that breaks, or that the policy stops, fails the test."""
    troubles: list[str] = []
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda told: troubles.append(told.text) if "Content Security Policy" in told.text else None)
    yield page
    context.close()
    assert not troubles, troubles
