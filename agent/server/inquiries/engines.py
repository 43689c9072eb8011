"""What an inquiry is done by: Tree-Structured Debate of a claim, Tree-of-Debate of documents, rehearsal of a motion."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from agent.components import Components
from agent.server.contracts.inquiries import InquiryKind, InquiryProgress, SteerOrder
from agent.server.inquiries.folders import JOURNAL, InquiryFolder, OrderedInquiry
from agent.server.inquiries.telling import Telling, unless_stopped
from agent.server.inquiries.trees import prepare
from config.errors import ConfigError, LogError, UsageError
from config.settings import Settings
from planning.asking.client import LanguageModel
from planning.compare.asking import TEMPERATURES as COMPARED_AT
from planning.compare.documents.reading import Read, read_all
from planning.compare.records import Comparison, Steer
from planning.compare.run import Job, compare
from planning.compare.steering import steered
from planning.evidence.combined import READ_SECONDS
from planning.evidence.documents import KINDS, kind_of
from planning.evidence.shelf import Shelf
from planning.growth.calls import Calls, drawn_at
from planning.growth.ending import graceful
from planning.language.text import date_in
from planning.verify.calibration import Calibration, load
from planning.verify.policy import Policy
from planning.verify.roles import TEMPERATURES
from planning.verify.verifying import Assignment, Verifying

SHELF = "reading"  # what was read of its documents
NO_MODEL = (
    "this needs a language model, and the server has none: name one in its settings file "
    "(models: {default: {base_url: ..., model: ...}}) and start it with `rostrum --config FILE serve`"
)
log = logging.getLogger("rostrum.inquiry")


def checked(settings: Settings) -> None:
    """Raises UsageError: no model is set that could be asked."""
    models = settings.models
    if not (models.default.model or any(one.model for one in models.roles.values())):
        raise UsageError(NO_MODEL)


def within(settings: Settings, order: OrderedInquiry, before: InquiryProgress) -> Settings:
    """The settings with what is left of its budget. Raises ConfigError: a cost without prices."""
    cost = None if order.cost is None else max(0.0, order.cost - before.cost)
    models = settings.models.limited(max(0, order.calls - before.calls), cost)
    return settings.model_copy(update={"models": models})


async def inquire(
    folder: InquiryFolder,
    order: OrderedInquiry,
    settings: Settings,
    telling: Telling,
    calibration: Path | None = None,
) -> str:
    """Do it, as far as its budget goes; why it stopped before its end, nothing if it did not.

    Raises RostrumError: it cannot be done.
    """
    checked(settings)
    limited = within(settings, order, telling.before)
    if order.kind is InquiryKind.MOTION:
        return await prepare(folder, order, limited, telling)
    seconds = settings.serving.inquiries.minutes * 60
    models = drawn_at(limited.models, TEMPERATURES | COMPARED_AT)
    components = Components(limited.model_copy(update={"models": models}))
    try:
        if order.kind is InquiryKind.VERIFY:
            fitted = load(calibration) if calibration is not None else None
            return await _verify(folder, order, components, telling, seconds, fitted)
        return await _compare(folder, order, components, telling, seconds)
    finally:
        await components.close()


async def _verify(
    folder: InquiryFolder,
    order: OrderedInquiry,
    components: Components,
    telling: Telling,
    seconds: float,
    fitted: Calibration | None,
) -> str:
    llm, facts = _model(components), components.evidence(log.info)
    try:
        if facts is not None:
            await facts.ready(READ_SECONDS)
        with Calls(
            folder.path / JOURNAL, llm, components.settings.models, seconds=seconds, on_progress=telling.progressed
        ) as calls:
            verifying = Verifying(
                calls,
                Assignment.of(order.claim),
                Policy(depth=order.depth),
                source=calls.source(facts),
                models={role: llm.name(role).partition(" at ")[0] for role in TEMPERATURES},
                on_change=lambda: telling.changed(verifying.record),
            )
            await unless_stopped(graceful(verifying.run(), calls.stop), telling)
            telling.changed(lambda: fitted.applied(verifying.record()) if fitted else verifying.record())
            return calls.stopped
    finally:
        if facts is not None:
            facts.close()


async def _compare(
    folder: InquiryFolder, order: OrderedInquiry, components: Components, telling: Telling, seconds: float
) -> str:
    shelf = Shelf(folder.path / SHELF)
    documents = await asyncio.to_thread(_read, folder.files(), order.documents, shelf)
    ended: list[Comparison] = []

    def save(comparison: Comparison) -> None:
        ended.append(comparison)
        telling.changed(lambda: comparison)

    job = Job(
        documents,
        order.focus,
        steering=tuple(map(_steer, order.steering)),
    )
    work = compare(
        job,
        _model(components),
        components.settings.models,
        components.embedder(),
        journal=folder.path / JOURNAL,
        shelf=shelf,
        seconds=seconds,
        on_progress=telling.progressed,
        on_change=telling.changed,
        save=save,
    )
    await unless_stopped(work, telling)
    return ended[-1].stopped if ended else ""


def _read(paths: Sequence[Path], names: Sequence[str], shelf: Shelf) -> tuple[Read, ...]:
    """The documents, told by the names they were sent under. Raises UsageError: one cannot be read, or two are the
    same."""
    try:
        found = read_all(paths, shelf)
    except UsageError as error:
        said = str(error)
        for path, name in zip(paths, names, strict=True):
            said = said.replace(str(path), name)
        raise UsageError(said) from None
    return tuple(_named(one, path, name) for one, path, name in zip(found, paths, names, strict=True))


def _named(one: Read, path: Path, name: str) -> Read:
    title = one.source.title if one.source.title != path.stem else Path(name).stem.replace("_", " ")
    date = one.source.date or date_in(name)
    return replace(one, source=one.source.model_copy(update={"file": name, "title": title, "date": date}))


def _model(components: Components) -> LanguageModel:
    """Raises ConfigError: there is none that could be asked."""
    model = components.model()
    if model is None:
        told = "; ".join(one.reason for one in components.replaced if one.part == "language model")
        raise ConfigError(told or NO_MODEL)
    return model


ENDINGS = tuple(KINDS)


def checked_steering(document: Path, order: SteerOrder) -> None:
    """Whether a comparison can be changed so. Raises UsageError: why not; LogError: it cannot be read."""
    try:
        found = Comparison.model_validate_json(document.read_bytes())
    except (OSError, ValidationError) as error:
        raise LogError(f"{document}: cannot be read: {error}") from error
    steered(found, [_steer(order)])


def _steer(order: SteerOrder) -> Steer:
    return Steer.model_validate(order.model_dump())


def ending_of(name: str) -> str:
    """The ending of a document's name, which says how it is read. Raises UsageError: it is of no kind that is read."""
    kind = kind_of(name)
    if kind is None:
        raise UsageError(f"{name} is none of {', '.join(ENDINGS)}")
    return kind


def checked_document(path: Path, name: str) -> None:
    """A quick look at a file that was sent under that name, before it is read whole elsewhere.

    Raises UsageError: it is not what its name says.
    """
    with path.open("rb") as file:
        head = file.read(8192)
    if not head.strip():
        raise UsageError(f"{name} is empty")
    wanted = {".pdf": b"%PDF", ".docx": b"PK\x03\x04"}.get(path.suffix)
    if wanted is not None and wanted not in head[:1024]:
        raise UsageError(f"{name} is no {path.suffix[1:]}, whatever it is called")
    if wanted is None and b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{name} is no text but binary data")
