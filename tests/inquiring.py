"""Inquiries as a server's data folder keeps them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from agent.server.contracts.inquiries import InquiryKind, InquiryProgress, InquiryState
from agent.server.inquiries.folders import (
    DOCUMENT,
    FOLDER,
    ORDER,
    OUTCOME,
    PROGRESS,
    InquiryFolder,
    InquiryOutcome,
    OrderedInquiry,
)
from planning.compare.records import Comparison
from planning.verify.record import Verification


def kept(
    root: Path,
    found: Verification | Comparison,
    number: int = 1,
    reason: str = "",
    state: InquiryState = InquiryState.STOPPED,
) -> str:
    """Its id, as if the server of that data folder had done it; stopped, where there is a reason, or as `state` says:
    what has failed has no document."""
    folder = InquiryFolder(root / FOLDER / f"{number:032x}")
    folder.path.mkdir(parents=True)
    claim = found.question if isinstance(found, Verification) else ""
    files = () if isinstance(found, Verification) else tuple(one.file for one in found.sources)
    kind = InquiryKind.VERIFY if claim else InquiryKind.COMPARE
    made = datetime(2026, 11, 26, 12, number, tzinfo=UTC)
    focus = "" if isinstance(found, Verification) else found.focus
    folder.write(
        ORDER, OrderedInquiry(created=made, kind=kind, claim=claim, focus=focus, documents=files, calls=300, cost=None)
    )
    folder.write(PROGRESS, InquiryProgress(answered=41, expected=41, calls=41, tokens=52_300, seconds=93))
    folder.write(OUTCOME, InquiryOutcome(state=state if reason else InquiryState.DONE, reason=reason))
    if reason and state is InquiryState.FAILED:
        return folder.id
    (folder.path / DOCUMENT).write_text(found.model_dump_json(by_alias=True), encoding="utf-8")
    return folder.id
