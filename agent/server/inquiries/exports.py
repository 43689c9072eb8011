"""An inquiry to take away: as a page of its own, a picture of its tree, Markdown."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from agent.server.contracts.inquiries import InquiryKind
from agent.show.inquiries.comparison import comparison_html, comparison_svg
from agent.show.inquiries.verification import verification_html, verification_svg
from agent.show.inquiries.verification_text import markdown as verification_markdown
from config.errors import LogError, first_fault
from planning.compare.records import Comparison
from planning.compare.telling import markdown as comparison_markdown
from planning.verify.record import Verification


def exported(path: Path, kind: InquiryKind, ending: str, tree: str | None = None) -> str:
    """Its document, made into html, svg or md. `tree`: of a comparison with several, the only one to draw.

    Raises LogError: the document cannot be read. UsageError: there is no such tree, or nothing in it to draw yet.
    """
    try:
        if kind is InquiryKind.VERIFY:
            return _verification(Verification.model_validate_json(path.read_bytes()), ending)
        return _comparison(Comparison.model_validate_json(path.read_bytes()), ending, tree)
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise LogError(f"{path}: {first_fault(error)}") from error


def _verification(found: Verification, ending: str) -> str:
    if ending == "html":
        return verification_html(found)
    return verification_svg(found) if ending == "svg" else verification_markdown(found)


def _comparison(found: Comparison, ending: str, tree: str | None) -> str:
    if ending == "html":
        return comparison_html(found)
    if ending == "md":
        return comparison_markdown(found)
    return comparison_svg(found, tree)
