"""What a file says, with the places it stands at, and why a file says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planning.language.text import clean


class Unreadable(Exception):
    """Why a file gives no text. `lasting`: it will not change unless the file does."""

    def __init__(self, reason: str, *, lasting: bool = True) -> None:
        self.lasting = lasting
        super().__init__(reason)


@dataclass(frozen=True)
class Document:
    """What a file says. `sections` are (place, text); `date` is the document's own, `made` that of the file in it."""

    sections: tuple[tuple[str, str], ...]
    title: str = ""
    author: str = ""
    date: str | None = None
    made: str | None = None


def sections(blocks: Iterator[tuple[bool, str]]) -> Iterator[tuple[str, str]]:
    """Blocks under the heading they follow; a block is a sentence of its own at least."""
    place, held = "", list[str]()
    for heading, text in blocks:
        if not (text := clean(text)):
            continue
        if heading:
            yield place, " ".join(held)
            place, held = text[:120], []
        else:
            held.append(text if text[-1] in ".!?:;" else f"{text}.")
    yield place, " ".join(held)


def decoded(data: bytes) -> str:
    """Plain text from a file. Raises Unreadable: it is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    if b"\0" in data[:8192]:
        raise Unreadable("is no text but binary data")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace").replace("\r\n", "\n")
