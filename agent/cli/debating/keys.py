"""What the person who runs a match can do while it runs: keys at the terminal, or a signal where there is none.

p or space   stop the clock, and let it run again; SIGUSR1 does the same
Enter        give the floor back, at the microphone
o a r e t    at the microphone: points of information and preparation (see agent/running/requests.py)
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import termios
import tty
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self

from agent.running.requests import Wish

PAUSE_KEYS = frozenset(b"pP ")
ENTER_KEYS = frozenset(b"\r\n")
WISH_KEYS = {code: wish for wish in Wish for code in (wish.value + wish.value.upper()).encode()}
SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)  # what one arrow or function key sends
STDIN = 0


class Pausable(Protocol):
    """A match whose clock can be stopped (see agent/running/runner.py)."""

    def pause_or_resume(self, reason: str) -> None: ...


class Keyboard:
    """Keys of the terminal that `descriptor` is, if it is one and ours to read.

    Use it as a context manager around the whole run: a signal that comes too early or too late is ignored. `on_wish`:
    told what a person at the microphone asks for.
    """

    def __init__(self, descriptor: int = STDIN, on_wish: Callable[[Wish], None] = lambda wish: None) -> None:
        self._descriptor, self._on_wish = descriptor, on_wish
        self.listens = _ours(self._descriptor)
        self._entered = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        signal.signal(signal.SIGUSR1, self._before)

    def enter_pressed(self) -> bool:
        """Whether Enter has been pressed since this was last asked."""
        entered, self._entered = self._entered, False
        return entered

    @contextlib.contextmanager
    def controls(self, match: Pausable) -> Iterator[None]:
        """Obey keys and the signal in the running event loop; afterwards the terminal is as it was."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, match.pause_or_resume, "by SIGUSR1")
        try:
            with _key_by_key(self._descriptor) if self.listens else contextlib.nullcontext():
                if self.listens:
                    loop.add_reader(self._descriptor, self._read, match)
                yield
        finally:
            if self.listens:
                loop.remove_reader(self._descriptor)
            loop.remove_signal_handler(signal.SIGUSR1)
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)

    def _read(self, match: Pausable) -> None:
        try:
            keys = os.read(self._descriptor, 64)
        except OSError:
            keys = b""
        if not keys:  # the terminal has gone
            asyncio.get_running_loop().remove_reader(self._descriptor)
        for key in SEQUENCE.sub(b"", keys):
            if key in PAUSE_KEYS:
                match.pause_or_resume("by the user")
            elif key in ENTER_KEYS:
                self._entered = True
            elif (wish := WISH_KEYS.get(key)) is not None:
                self._on_wish(wish)


def _ours(descriptor: int) -> bool:
    """Whether it is a terminal that may be read without stopping a process in the background."""
    if not os.isatty(descriptor):
        return False
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:  # not the terminal that controls us, so it stops nobody
        return True


@contextlib.contextmanager
def _key_by_key(descriptor: int) -> Iterator[None]:
    """Each key comes at once and is not shown; Ctrl-C still interrupts."""
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):  # the terminal has gone
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
