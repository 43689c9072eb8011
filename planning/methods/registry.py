"""The methods there are, by name. A package is imported when somebody asks for it, for some take a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import cast

from config.errors import UnknownName, UsageError
from config.format import Format
from config.settings import Settings
from planning.debate.argument import Evidence
from planning.debate.motion import Motion
from planning.methods import agent4debate, plain, treedebater
from planning.methods.door import Door, HasEvidence, HasMotions

DEFAULT = treedebater.NAME
_PACKAGES = {  # each has its door as `DOOR`
    DEFAULT: "planning.methods.treedebater.front_door",
    plain.NAME: "planning.methods.plain.method",
    agent4debate.NAME: "planning.methods.agent4debate.front_door",
}
_ADDED: dict[str, Door] = {}


def names() -> tuple[str, ...]:
    """The default one first."""
    return (*_PACKAGES, *_ADDED)


def door(name: str) -> Door:
    """Raises UnknownName: there is no such method."""
    if name in _ADDED:
        return _ADDED[name]
    if name not in _PACKAGES:
        raise UnknownName("method", name, names())
    return cast(Door, import_module(_PACKAGES[name]).DOOR)


def check_parts(name: str, without: Iterable[str]) -> None:
    """Raises UnknownName: there is no such method. UsageError: it has no such part that a seat may do without."""
    known = door(name).parts
    if missing := [one for one in without if one not in known]:
        raise UsageError(f"{name} cannot do without {missing[0]!r}, only without {', '.join(known) or 'nothing'}")


@contextmanager
def added(one: Door) -> Iterator[None]:
    """A method beside ours, as long as this lasts."""
    _ADDED[one.name] = one
    try:
        yield
    finally:
        del _ADDED[one.name]


def debates_any(name: str, settings: Settings) -> bool:
    """Whether that method debates motions for which nothing is prepared, with a model."""
    try:
        door(name).admit(Motion.of("This is a motion that nobody has prepared"), settings, writes=True)
    except UsageError:
        return False
    return True


def declines(name: str, match_format: Format) -> str:
    """What to tell of a method that asks and answers nothing, where the format has points of information or
    cross-examinations; empty where there is nothing to tell. Raises UnknownName: there is no such method."""
    asks = any(turn.points_of_information or turn.cross_examination for turn in match_format.turns)
    if not asks or door(name).exchanges:
        return ""
    return f"{name} declines points of information, and puts off what it is asked in a cross-examination"


def known(wanted: str, settings: Settings) -> Motion | None:
    """The motion of that id or text, as far as any method has prepared something for it."""
    return next((found for name in names() if (found := door(name).motion(wanted, settings)) is not None), None)


def prepared(settings: Settings) -> list[Motion]:
    """All motions that some method has prepared something for; reads files."""
    return [one for name in names() if isinstance(found := door(name), HasMotions) for one in found.motions(settings)]


def evidence(subject: Motion, settings: Settings) -> dict[str, Evidence]:
    """What is known about that motion, in all that any method has prepared."""
    doors = [one for name in names() if isinstance(one := door(name), HasEvidence)]
    return {key: item for one in doors for key, item in one.evidence(subject, settings).items()}


def motion(wanted: str, methods: Iterable[str], settings: Settings, *, writes: bool) -> Motion:
    """The motion of that id or text, which all of these methods can debate. `writes`: whether there is a language model
    that writes. Raises UnknownName, UsageError: one of them cannot, and why."""
    found = known(wanted, settings) or Motion.of(wanted)
    for name in methods:
        door(name).admit(found, settings, writes=writes)
    return found
