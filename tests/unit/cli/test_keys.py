"""What the person who runs a match can do at a terminal, on a real pseudo-terminal and with real signals."""

from __future__ import annotations

import asyncio
import os
import signal
import termios
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agent.cli.debating.keys import Keyboard
from agent.running.requests import Wish


@dataclass
class Clock:
    """Counts how often it was stopped or let go, and by whom."""

    told: list[str] = field(default_factory=list)

    def pause_or_resume(self, reason: str) -> None:
        self.told.append(reason)


@dataclass
class Terminal:
    hands: int  # what the person types comes in here
    stdin: int

    def types(self, keys: bytes) -> None:
        os.write(self.hands, keys)

    @property
    def modes(self) -> list[object]:
        return termios.tcgetattr(self.stdin)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    hands, stdin = os.openpty()
    yield Terminal(hands, stdin)
    os.close(stdin)
    os.close(hands)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0)


def test_p_and_space_stop_the_clock_and_let_it_run_and_no_other_key_does(terminal: Terminal) -> None:
    async def run() -> list[str]:
        clock = Clock()
        with Keyboard(terminal.stdin) as keyboard, keyboard.controls(clock):
            terminal.types(b"xp")
            await until(lambda: clock.told)
            terminal.types(b"q \x1b[A")
            await until(lambda: len(clock.told) == 2)
            return clock.told

    assert asyncio.run(run()) == ["by the user", "by the user"]


def test_a_letter_asks_for_something_and_an_arrow_or_function_key_that_has_it_in_its_code_does_not(
    terminal: Terminal,
) -> None:
    async def run() -> None:
        clock, wishes = Clock(), list[Wish]()
        with Keyboard(terminal.stdin, wishes.append) as keyboard, keyboard.controls(clock):
            terminal.types(b"\x1b[A\x1bOA\x1bOR\x1b[1;2R\x1bOP\x1be\x1b[E")  # up, up, F3, shift F3, F1, alt e, 5
            terminal.types(b"oAt")
            await until(lambda: Wish.PREPARE in wishes)
            assert wishes == [Wish.OFFER, Wish.ACCEPT, Wish.PREPARE]
            assert not clock.told

    asyncio.run(run())


def test_enter_is_told_once_and_does_not_touch_the_clock(terminal: Terminal) -> None:
    async def run() -> None:
        clock = Clock()
        with Keyboard(terminal.stdin) as keyboard, keyboard.controls(clock):
            assert not keyboard.enter_pressed()
            terminal.types(b"\rp")
            await until(lambda: clock.told)
            assert keyboard.enter_pressed()
            assert not keyboard.enter_pressed()
            assert len(clock.told) == 1

    asyncio.run(run())


def test_the_terminal_is_afterwards_as_it_was_also_when_the_match_breaks(terminal: Terminal) -> None:
    async def run() -> None:
        with Keyboard(terminal.stdin) as keyboard, keyboard.controls(Clock()):
            assert terminal.modes != before
            raise KeyboardInterrupt

    before = terminal.modes
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(run())
    assert terminal.modes == before


def test_a_terminal_that_goes_away_is_no_longer_read(terminal: Terminal) -> None:
    async def run() -> None:
        hands, stdin = os.openpty()
        clock = Clock()
        with Keyboard(stdin) as keyboard, keyboard.controls(clock):
            os.close(hands)
            await asyncio.sleep(0)
            os.kill(os.getpid(), signal.SIGUSR1)
            await until(lambda: clock.told)
        os.close(stdin)

    asyncio.run(run())


def test_without_a_terminal_no_key_is_read_and_the_signal_does_it(tmp_path: Path) -> None:
    async def run(descriptor: int) -> list[str]:
        clock = Clock()
        with Keyboard(descriptor) as keyboard, keyboard.controls(clock):
            assert not keyboard.listens
            os.kill(os.getpid(), signal.SIGUSR1)
            await until(lambda: clock.told)
            os.kill(os.getpid(), signal.SIGUSR1)
            await until(lambda: len(clock.told) == 2)
            return clock.told

    path = tmp_path / "input"
    path.write_text("ppp")
    with path.open() as file:
        assert asyncio.run(run(file.fileno())) == ["by SIGUSR1", "by SIGUSR1"]


def test_a_signal_before_or_after_the_match_ends_nothing(terminal: Terminal) -> None:
    async def run(keyboard: Keyboard) -> None:
        with keyboard.controls(Clock()):
            pass

    before = signal.getsignal(signal.SIGUSR1)
    with Keyboard(terminal.stdin) as keyboard:
        os.kill(os.getpid(), signal.SIGUSR1)
        asyncio.run(run(keyboard))
        os.kill(os.getpid(), signal.SIGUSR1)
    assert signal.getsignal(signal.SIGUSR1) == before
