"""Many files as one, made while it is sent: in little memory, however much there is."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

BLOCK = 256 * 1024  # bytes
STORED = frozenset({".opus", ".wav"})  # little or nothing is gained by packing sound
log = logging.getLogger("rostrum.server")


@dataclass(frozen=True)
class Entry:
    """One file, from a path or as text."""

    name: str
    content: Path | str


class _Outgoing(io.RawIOBase):
    """Takes what is written until it is fetched; it cannot seek."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        block = bytes(data)  # type: ignore[call-overload]  # any buffer
        self._waiting.append(block)
        return len(block)

    def fetch(self) -> bytes:
        fetched, self._waiting = b"".join(self._waiting), []
        return fetched


def zipped(folder: str, entries: Iterable[Entry], made: datetime) -> Iterator[bytes]:
    """A zip file, block by block. What cannot be read (any more) is left out, and named in the log.

    Args:
        folder: in which all of it is.
        made: of those entries that are no files.
    """
    out = _Outgoing()
    with zipfile.ZipFile(out, "w") as archive:
        for entry in entries:
            try:
                yield from _added(archive, out, f"{folder}/{entry.name}", entry, made)
            except OSError as error:
                log.warning("%s: left out of a zip file: %s", entry.name, error.strerror)
    yield out.fetch()


def _added(archive: zipfile.ZipFile, out: _Outgoing, name: str, entry: Entry, made: datetime) -> Iterator[bytes]:
    with _opened(entry) as source:
        when = made if isinstance(entry.content, str) else datetime.fromtimestamp(entry.content.stat().st_mtime)
        info = zipfile.ZipInfo(name, when.timetuple()[:6])
        info.compress_type = zipfile.ZIP_STORED if Path(name).suffix in STORED else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        with archive.open(info, "w", force_zip64=True) as file:
            while block := source.read(BLOCK):
                file.write(block)
                yield out.fetch()
    yield out.fetch()


def _opened(entry: Entry) -> io.BufferedIOBase:
    if isinstance(entry.content, str):
        return io.BytesIO(entry.content.encode())
    return entry.content.open("rb")
