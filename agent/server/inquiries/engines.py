"""What an inquiry is done by: Tree-Structured Debate of a claim, Tree-of-Debate of documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel

from agent.server.contracts.inquiries import InquiryKind, InquiryProgress
from agent.server.inquiries.folders import InquiryFolder, OrderedInquiry
from config.errors import ConfigError, UsageError
from config.settings import Settings
from planning.evidence.documents import KINDS, kind_of
from planning.growth.calls import Progress


class Telling(Protocol):
    """Who is told how an inquiry goes on. `before`: what its earlier runs came to."""

    @property
    def before(self) -> InquiryProgress: ...

    def changed(self, document: Callable[[], BaseModel]) -> None:
        """There is more of it; `document` makes what there is so far, whole."""

    def progressed(self, progress: Progress) -> None:
        """How far this run is."""

    def stops(self, stop: Callable[[str], None]) -> None:
        """By which no further call is made."""


NO_MODEL = (
    "this needs a language model, and the server has none: name one in its settings file "
    "(models: {default: {base_url: ..., model: ...}}) and start it with `rostrum --config FILE serve`"
)


def checked(settings: Settings) -> None:
    """Raises ConfigError: no model is set that could be asked."""
    models = settings.models
    if not (models.default.model or any(one.model for one in models.roles.values())):
        raise ConfigError(NO_MODEL)


def within(settings: Settings, order: OrderedInquiry, before: InquiryProgress) -> Settings:
    """The settings with what is left of its budget. Raises ConfigError: a cost without prices."""
    cost = None if order.cost is None else max(0.0, order.cost - before.cost)
    models = settings.models.limited(max(0, order.calls - before.calls), cost)
    return settings.model_copy(update={"models": models})


async def inquire(folder: InquiryFolder, order: OrderedInquiry, settings: Settings, telling: Telling) -> str:
    """Do it, as far as its budget goes; why it stopped before its end, nothing if it did not.

    Raises RostrumError: it cannot be done.
    """
    checked(settings)
    limited = within(settings, order, telling.before)
    if order.kind is InquiryKind.VERIFY:
        return await _verify(folder, order, limited, telling)
    return await _compare(folder, order, limited, telling)


async def _verify(folder: InquiryFolder, order: OrderedInquiry, settings: Settings, telling: Telling) -> str:
    raise NotImplementedError


async def _compare(folder: InquiryFolder, order: OrderedInquiry, settings: Settings, telling: Telling) -> str:
    raise NotImplementedError


ENDINGS = tuple(KINDS)


def checked_document(path: Path) -> None:
    """A quick look at a file that was sent, before it is read whole elsewhere.

    Raises UsageError: it is of no kind that is read, or not what its name says.
    """
    kind = kind_of(path.name)
    with path.open("rb") as file:
        head = file.read(8192)
    if kind is None:
        raise UsageError(f"{path.name} is none of {', '.join(ENDINGS)}")
    if not head.strip():
        raise UsageError(f"{path.name} is empty")
    wanted = {".pdf": b"%PDF", ".docx": b"PK\x03\x04"}.get(kind)
    if wanted is not None and wanted not in head[:1024]:
        raise UsageError(f"{path.name} is no {kind[1:]}, whatever it is called")
    if wanted is None and b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{path.name} is no text but binary data")
