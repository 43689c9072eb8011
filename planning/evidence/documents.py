"""Files as text with the places it stands at: pdf, docx, html, Markdown and plain text.

pypdf reads PDF without any native part; lxml reads HTML as browsers do, however broken; python-docx, which stands on
lxml, reads Word files; markdown-it-py is there through rich. They come with the extra `evidence`, and each is loaded
with the first file of its kind.
"""

from __future__ import annotations

import io
import logging
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Any

from planning.evidence.document import Document, Unreadable, decoded, sections
from planning.evidence.marked_up import html_document, markdown_document
from planning.language.text import clean, date_in

LARGEST_BYTES = 50_000_000
LONGEST_TEXT = 5_000_000  # characters
MOST_PAGES = 2_000
LONGEST_SECONDS = 60.0  # for one PDF
UNPACKED_BYTES = 200_000_000  # of a Word file
INSTALL = "pip install 'rostrum[evidence]'"


def read(data: bytes, kind: str) -> Document:
    """The text of a file of one of the `KINDS`.

    Raises:
        Unreadable: with the reason, to be said after the file's name.
    """
    if not data.strip():
        raise Unreadable("is empty")
    if len(data) > LARGEST_BYTES:
        raise Unreadable(f"is larger than {LARGEST_BYTES // 1_000_000} MB")
    try:
        document = KINDS[kind](data)
    except (Unreadable, MemoryError):
        raise
    except ImportError as error:
        raise Unreadable(f"needs {error.name}; {INSTALL}", lasting=False) from error
    except Exception as error:  # what the libraries raise over damaged files has no end
        raise Unreadable(f"is damaged ({type(error).__name__})") from error
    if not any(text.strip() for _, text in document.sections):
        raise Unreadable("holds no text (scanned pages?)" if kind == ".pdf" else "holds no text")
    if sum(len(text) for _, text in document.sections) > LONGEST_TEXT:
        raise Unreadable(f"holds more than {LONGEST_TEXT // 1_000_000} million characters")
    return document


def kind_of(name: str) -> str | None:
    """The suffix that says how a file is read; None for a kind that is not read."""
    suffix = PurePath(name).suffix.lower()
    return suffix if suffix in KINDS else None


# -- the kinds -----------------------------------------------------------------------------------


def _pdf(data: bytes) -> Document:
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it complains line by line of what it can repair
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not _opens(reader):
        raise Unreadable("is encrypted")
    if len(reader.pages) > MOST_PAGES:
        raise Unreadable(f"has more than {MOST_PAGES} pages")
    until = time.monotonic() + LONGEST_SECONDS
    pages = []
    for number, page in enumerate(reader.pages, 1):
        if time.monotonic() > until:
            raise Unreadable(f"takes longer than {LONGEST_SECONDS:g} s to read")
        pages.append((f"page {number}", re.sub(r"(\w)-\n(?=[a-z])", r"\1", page.extract_text())))
    about: Any = reader.metadata or {}
    return Document(
        tuple(pages),
        title=clean(str(about.get("/Title") or "")),
        author=clean(str(about.get("/Author") or "")),
        made=date_in(str(about.get("/CreationDate") or "").removeprefix("D:")[:8]),
    )


def _opens(reader: Any) -> bool:
    """Whether it is only protected against changes."""
    try:
        return bool(reader.decrypt(""))
    except Exception:  # a cipher that is not there, or a damaged dictionary
        return False


def _docx(data: bytes) -> Document:
    import docx

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(part.file_size for part in packed.infolist()) > UNPACKED_BYTES:
            raise Unreadable("is far larger unpacked than packed")
    document = docx.Document(io.BytesIO(data))
    about = document.core_properties

    def blocks() -> Iterator[tuple[bool, str]]:
        for paragraph in document.paragraphs:
            style = paragraph.style.name if paragraph.style is not None else ""
            yield str(style or "").startswith(("Heading", "Title")), paragraph.text
        for table in document.tables:
            for row in table.rows:
                yield False, " ".join(dict.fromkeys(cell.text for cell in row.cells))

    return Document(
        tuple(sections(blocks())),
        title=clean(about.title or ""),
        author=clean(about.author or ""),
        made=about.created.date().isoformat() if about.created else None,
    )


def _plain(data: bytes) -> Document:
    return Document((("", decoded(data)),))


KINDS: dict[str, Callable[[bytes], Document]] = {
    ".pdf": _pdf,
    ".docx": _docx,
    ".html": html_document,
    ".htm": html_document,
    ".xhtml": html_document,
    ".md": markdown_document,
    ".markdown": markdown_document,
    ".txt": _plain,
}
