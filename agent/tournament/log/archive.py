"""A whole tournament in one file: its entries, a line each, and the folders of its matches; and back from it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from agent.tournament.core.events import Event, decode, encode
from agent.tournament.core.state import Tournament
from agent.tournament.log.places import create_log, delete_log
from config.errors import LogError, RostrumError, UsageError

ENTRIES, MATCHES = "entries.jsonl", "matches"
INVITED = "invitations.jsonl"  # of a match of a server


def pack(folder: Path, record: Tournament, into: Path, elsewhere: Mapping[str, Path] | None = None) -> None:
    """Write a zip file, whole or not at all.

    Args:
        elsewhere: folders of matches that do not lie with the tournament, by their ids; who was invited is left out.

    Raises UsageError: it is there already. LogError: it cannot be written.
    """
    if into.exists():
        raise UsageError(f"{into} is there already")
    half = into.with_name(f".{into.name}.half")
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(ENTRIES, "".join(f"{encode(event)}\n" for event in record.log))
            for path, name in _files(folder, elsewhere or {}):
                archive.write(path, name)
        half.rename(into)
    except OSError as error:
        raise LogError(f"{into}: cannot be written: {error.strerror}") from error
    finally:
        half.unlink(missing_ok=True)


def _files(folder: Path, elsewhere: Mapping[str, Path]) -> Iterator[tuple[Path, str]]:
    """Those of all matches, each with its name in the archive."""
    places = [(folder / MATCHES, MATCHES), *((path, f"{MATCHES}/{id}") for id, path in elsewhere.items())]
    for place, name in places:
        for path in sorted(place.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.name != INVITED:
                yield path, f"{name}/{path.relative_to(place).as_posix()}"


def unpack(archive: Path, folder: Path) -> Tournament:
    """Make the tournament of an archive anew, in a folder that has none.

    Raises:
        UsageError: the folder has something in it, or it is no such archive. LogError: an entry is damaged.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder}: there is something already; name a new folder")
    try:
        with zipfile.ZipFile(archive) as packed:
            names = [name for name in packed.namelist() if not name.endswith("/")]
            if strange := [name for name in names if not _ours(name)]:
                raise UsageError(f"{archive}: {strange[0]} does not belong into a tournament")
            entries = [decode(line) for line in packed.read(ENTRIES).splitlines()]
            record = Tournament.replay(entries)
            _written(packed, names, entries, folder)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise UsageError(f"{archive}: this is no archive of a tournament") from error
    return record


def _ours(name: str) -> bool:
    """Whether it lies where a tournament's files lie, and nowhere else."""
    place = PurePosixPath(name)
    inside = not place.is_absolute() and ".." not in place.parts and "\\" not in name
    return inside and (name == ENTRIES or (place.parts[0] == MATCHES and len(place.parts) > 2))


def _written(packed: zipfile.ZipFile, names: list[str], entries: list[Event], folder: Path) -> None:
    made = not folder.exists()
    try:
        with create_log(folder) as log:
            log.restore(entries)
        for name in names:
            if name != ENTRIES:
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(name) as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
    except (OSError, RostrumError, zipfile.BadZipFile):
        delete_log(folder)
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
