"""Everything that can go wrong, as one tree.

RostrumError                 one line for the user; `exit_code` for the shell
├── UsageError               the command was used wrongly (exit 2)
│   ├── ConfigError          a setting, format or file is not what it should be
│   └── UnknownName          no such motion, format or match; names the nearest
├── RuleError                the caller broke a rule of the debate (a bug or a forged event)
├── LibraryError             a rehearsal file is damaged: path, place in it, reason
├── AudioError               sound that cannot be read, or a device that is not there
├── LogError                 the match log cannot be written or read
├── RoomError                the LiveKit server or room failed
└── ProviderError            an outside part failed; `retryable` says whether to try again
    ├── ModelOutputError     a language model answered, but never in the shape that was asked for
    └── BudgetSpent          the calls or the money a run may spend are used up: no further call is made
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import ValidationError

SHOWN = 5  # names, where none is near


class RostrumError(Exception):
    """Base of all expected failures; `str()` is one line that says what to do."""

    exit_code = 1


class UsageError(RostrumError):
    """The command line or a setting asks for something that cannot be."""

    exit_code = 2


class ConfigError(UsageError):
    """A setting or configuration file is wrong."""


class UnknownName(UsageError):
    """A name that is not in a list; the message gives the nearest ones that are, or the shortest.

    Args:
        hint: what else could be done.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        names = {one.lower(): one for one in sorted(known)}
        near = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.5)
        chosen = [names[one] for one in near] or sorted(names.values(), key=len)[:SHOWN]
        told = f"no {kind} {name!r}; {'the nearest' if near else 'there are'}: {', '.join(chosen)}"
        super().__init__(told + (", ..." if not near and len(names) > SHOWN else "") + (f"; {hint}" if hint else ""))


class RuleError(RostrumError):
    """An event or call that the rules of the debate do not allow at this point."""


class LibraryError(RostrumError):
    """A rehearsal file that cannot be used.

    Args:
        path: the file.
        place: where in it, as a dotted path; empty for the whole file.
        reason: what is wrong there.
    """

    def __init__(self, path: Path, place: str, reason: str) -> None:
        self.path, self.place, self.reason = path, place, reason
        super().__init__(f"{path}: {place + ': ' if place else ''}{reason}")


class AudioError(RostrumError):
    """Sound that cannot be read or played."""


class LogError(RostrumError):
    """The match log cannot be written or read."""


class RoomError(RostrumError):
    """The LiveKit server cannot be started or reached, or the room was lost."""


class ProviderError(RostrumError):
    """A model endpoint, recogniser or voice failed."""

    def __init__(self, part: str, reason: str, *, retryable: bool = False) -> None:
        self.part, self.reason, self.retryable = part, reason, retryable
        super().__init__(f"{part}: {reason}")


class ModelOutputError(ProviderError):
    """A language model's answers could not be used: empty, cut off, refused, or of another shape."""


class BudgetSpent(ProviderError):
    """One more call would pass `max_calls` or `max_cost`; nothing was sent."""


def in_one_line(error: BaseException) -> str:
    """What went wrong, for a log or a screen: an expected failure speaks for itself, others with their kind."""
    said = " ".join(str(error).split())
    return said if isinstance(error, RostrumError) else f"{type(error).__name__}: {said}".rstrip(": ")


def first_fault(error: ValidationError) -> str:
    """The first fault pydantic found, as 'place: reason'."""
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"{place}: there is no such setting or field"
    return f"{place}: {fault['msg']}" if place else fault["msg"]
