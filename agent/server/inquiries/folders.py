"""The folder of an inquiry.

inquiries/<id>/order.json      what was asked for
               documents/N.md  a file that was sent: nothing of its name but the ending, which is one of ours
               journal.jsonl   every answer of a model, so that nothing is asked twice
               document.json   what came of it so far: rostrum.verification or rostrum.comparison
               progress.json   what all its runs have come to
               outcome.json    how it ended; without it, it is to go on
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.running.files.folder import write_whole
from agent.server.contracts.inquiries import InquiryKind, InquiryProgress, InquiryState, SteerOrder
from agent.server.hold.folders import log
from config.errors import LogError, first_fault
from config.plain_text import harmless

FOLDER = "inquiries"
ORDER, OUTCOME, PROGRESS = "order.json", "outcome.json", "progress.json"
DOCUMENT, JOURNAL, DOCUMENTS = "document.json", "journal.jsonl", "documents"
NAME_CHARACTERS = 80
Kept = TypeVar("Kept", bound=BaseModel)


class OrderedInquiry(BaseModel):
    """The content of order.json: `calls` and `cost` are its budget, `cost` None where there is none. `claim`: the
    motion, of one that is prepared, and `meaning` what it is agreed to mean."""

    model_config = ConfigDict(frozen=True)

    created: datetime
    kind: InquiryKind
    claim: str = ""
    meaning: str = ""
    depth: int = 2
    focus: str = ""
    documents: tuple[str, ...] = ()
    steering: tuple[SteerOrder, ...] = ()
    calls: int
    cost: float | None = None


class InquiryOutcome(BaseModel):
    """The content of outcome.json."""

    model_config = ConfigDict(frozen=True)

    state: InquiryState
    reason: str = ""


@dataclass(frozen=True)
class InquiryFolder:
    """Where an inquiry lies."""

    path: Path

    @property
    def id(self) -> str:
        return self.path.name

    def order(self) -> OrderedInquiry:
        """Raises LogError: it cannot be read."""
        found = _read(self.path / ORDER, OrderedInquiry)
        if found is None:
            raise LogError(f"{self.path / ORDER}: is not there")
        return found

    def outcome(self) -> InquiryOutcome | None:
        return _read(self.path / OUTCOME, InquiryOutcome)

    def progress(self) -> InquiryProgress:
        return _read(self.path / PROGRESS, InquiryProgress) or InquiryProgress()

    def files(self) -> list[Path]:
        """The documents, in the order they were sent in."""
        return sorted((self.path / DOCUMENTS).glob("*.*"), key=lambda path: int(path.stem))

    def write(self, name: str, value: BaseModel) -> None:
        """Raises LogError."""
        write_whole(self.path / name, value.model_dump_json())

    def go_on(self) -> None:
        """It is to go on, whatever became of it."""
        (self.path / OUTCOME).unlink(missing_ok=True)

    def remove(self) -> None:
        """Raises LogError: something of it is still there."""
        try:
            shutil.rmtree(self.path)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise LogError(f"the inquiry cannot be deleted whole: {error.strerror}") from error


def inquiries_in(root: Path) -> Iterator[tuple[InquiryFolder, OrderedInquiry]]:
    """Those in a folder; one whose order is damaged is named in the log."""
    for path in sorted(root.glob(f"*/{ORDER}")):
        folder = InquiryFolder(path.parent)
        try:
            yield folder, folder.order()
        except LogError as error:
            log.warning("%s", error)


def told_name(sent: str, number: int) -> str:
    """What a document that was sent is called where it is shown: its own name, without folders."""
    last = PurePosixPath(harmless(sent).replace("\\", "/")).name
    last = last or f"document {number}"
    return last if len(last) <= NAME_CHARACTERS else f"{last[: NAME_CHARACTERS // 2]}…{last[-NAME_CHARACTERS // 2 :]}"


def _read(path: Path, model: type[Kept]) -> Kept | None:
    """None where it is not there. Raises LogError: it cannot be read."""
    try:
        return model.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise LogError(f"{path}: {first_fault(error)}") from error
