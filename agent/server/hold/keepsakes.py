"""What can be taken away of a match that is over: what lies in its folder, and what is made of its log when asked for.

Everything is made from the log alone, and holds no more of it than is public.
"""

from __future__ import annotations

import io
import logging
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO

from agent.match.afterwards.captions import Cue, cues, srt, vtt
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.match.afterwards.recording_layout import lay_out
from agent.match.afterwards.timeline import Timeline
from agent.match.events import Event, encode
from agent.match.rights import public
from agent.running.files.folder import lies_there, opened_there
from agent.server.contracts.matches import MatchView
from agent.server.contracts.results import ResultFile, ResultKind
from agent.show.flow_sheet import sheet_csv, sheet_svg
from agent.show.transcript import transcript_text

# -- many files as one, made while it is sent: in little memory, however much there is -------------

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

    `folder`: in which all of it is; `made`: of those entries that are no files.
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


def _opened(entry: Entry) -> BinaryIO:
    if isinstance(entry.content, str):
        return io.BytesIO(entry.content.encode())
    return opened_there(entry.content)


RECORDED = re.compile(r"turn-([0-9]{1,3})-[a-z0-9-]{1,60}\.(wav|opus)|match\.(opus|sound\.json)")
WRITTEN = {"report.html": ResultKind.REPORT, "match.vtt": ResultKind.CAPTIONS, "match.srt": ResultKind.CAPTIONS}
LOG, WHOLE = "match.json", "match.zip"
BYTE_ORDER_MARK = "\ufeff"  # by which spreadsheets know that a table is UTF-8


@dataclass(frozen=True)
class FileOnDemand:
    """A file that is made when it is asked for."""

    name: str
    what: ResultKind
    make: Callable[[], str]


class Keepsakes:
    """Of one match. `events`: all of its log; `view`: as everybody may know it."""

    def __init__(self, folder: Path, events: Sequence[Event], view: MatchView) -> None:
        self.folder, self._view = folder, view
        self._events = public(events, broadcast=view.broadcast)
        self._all = events

    @cached_property
    def _match(self) -> FinishedMatch:
        return finished(self._all)

    def files(self) -> list[ResultFile]:
        """All there is, what is made on request without its size."""
        lying = [*self._written(), *self._recorded()]
        names = {one.name for one in lying}
        made = [ResultFile(name=one.name, what=one.what) for one in self.made() if one.name not in names]
        return [ResultFile(name=WHOLE, what=ResultKind.WHOLE), *made, *lying]

    def entries(self) -> list[Entry]:
        """All of it, for one file that holds everything; what is made comes before what takes long to read."""
        making = {one.name: one.make for one in self.made()}
        return [
            Entry(one.name, self.folder / one.name if one.bytes is not None else making[one.name]())
            for one in self.files()
            if one.what is not ResultKind.WHOLE
        ]

    def text(self, name: str) -> str | None:
        """A file that is made; None where that name means none."""
        return next((one.make() for one in self.made() if one.name == name), None)

    def made(self) -> list[FileOnDemand]:
        """What is made of the log. Nothing of a match in which nothing happened."""
        if not self._all:
            return []
        return [
            FileOnDemand(LOG, ResultKind.LOG, lambda: "".join(self.log())),
            FileOnDemand("match.vtt", ResultKind.CAPTIONS, lambda: vtt(self._cues())),
            FileOnDemand("match.srt", ResultKind.CAPTIONS, lambda: srt(self._cues())),
            FileOnDemand("transcript.txt", ResultKind.TRANSCRIPT, lambda: transcript_text(self._match)),
            FileOnDemand("flow.csv", ResultKind.FLOW, lambda: BYTE_ORDER_MARK + sheet_csv(self._match)),
            *(
                FileOnDemand(f"flow-{seen.observer}.svg", ResultKind.FLOW, partial(sheet_svg, self._match, seen))
                for seen in self._match.points
            ),
        ]

    def log(self) -> Iterator[str]:
        """What everybody may know of the match, and its events, as one JSON object."""
        yield f'{{"match":{self._view.model_dump_json()},"events":['
        for number, event in enumerate(self._events):
            yield ("\n" if number == 0 else ",\n") + encode(event)
        yield "\n]}\n"

    def _cues(self) -> list[Cue]:
        """On the time of the match: there is no recording whose time they could have."""
        return cues(self._match.speeches, self._match.seats, lay_out(Timeline.of(self._all), {}))

    def _recorded(self) -> Iterator[ResultFile]:
        for path in sorted(self.folder.glob("*.*")):
            found = RECORDED.fullmatch(path.name)
            if found and lies_there(path):
                turn = int(found[1]) - 1 if found[1] else None
                yield ResultFile(name=path.name, what=_sound(found), bytes=path.stat().st_size, turn=turn)

    def _written(self) -> Iterator[ResultFile]:
        for name, what in WRITTEN.items():
            path = self.folder / name
            if lies_there(path):
                yield ResultFile(name=name, what=what, bytes=path.stat().st_size)


def _sound(found: re.Match[str]) -> ResultKind:
    if found[3] == "sound.json":
        return ResultKind.SOUND_TABLE
    return ResultKind.TURN if found[1] else ResultKind.SOUND
