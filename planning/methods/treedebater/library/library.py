"""Library files of rehearsal trees: read whole, or refused with the path, the place in the file and the reason."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from pydantic import ValidationError

import config
from config.errors import LibraryError, UnknownName, first_fault
from planning.methods.treedebater.trees.rehearsal import SCHEMA, VERSION, MotionFile, Rehearsal, fault

log = logging.getLogger("rostrum.library")
SHIPPED = Path(config.__file__).parent / "rehearsals"
KEPT = 64  # files, each of which is some 200 kB in memory
HINT = (
    '`rostrum motions` lists them; with a model in the settings any other is prepared (`rostrum debate "..."`, or '
    "`rostrum rehearse` before), and a seat `plain` debates any at once"
)


def load(path: Path) -> Rehearsal:
    """Read one library file; what has been read is not read again until the file is another.
    Raises LibraryError: with the path, the place in the file and the reason."""
    try:
        found = path.stat()
    except OSError as error:
        raise LibraryError(path, "", f"cannot be read: {error.strerror}") from error
    return _read(path, found.st_mtime_ns, found.st_size, found.st_ino)


@lru_cache(maxsize=KEPT)
def _read(path: Path, *version: int) -> Rehearsal:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LibraryError(path, "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(path, f"byte {error.start}", "not UTF-8") from error
    except json.JSONDecodeError as error:
        raise LibraryError(path, f"line {error.lineno} column {error.colno}", error.msg) from error
    except RecursionError as error:
        raise LibraryError(path, "", "brackets are nested too deep to be a rehearsal file") from error
    if not isinstance(raw, dict) or raw.get("schema") != SCHEMA:
        raise LibraryError(path, "schema", f"not a rehearsal file: the schema must be {SCHEMA!r}")
    if type(raw.get("version")) is not int or raw["version"] != VERSION:
        raise LibraryError(
            path, "version", f"version {raw.get('version')!r} is not known; this Rostrum reads {VERSION}"
        )
    try:
        file = MotionFile.model_validate(raw)
    except ValidationError as error:
        place, _, reason = first_fault(error).partition(": ")
        raise LibraryError(path, place, reason) from error
    if found := fault(file):
        raise LibraryError(path, *found)
    return Rehearsal(file)


class Growing:
    """A library file that may grow while a debater speaks from it. `left`: what that debater uses of it."""

    def __init__(self, path: Path, left: Callable[[Rehearsal], Rehearsal] = lambda whole: whole) -> None:
        self._path, self._left = path, left
        self._seen = self._version()
        self._nodes = len(load(path).nodes)

    def changed(self) -> bool:
        """Whether it is another file than when this was asked before; a look at the folder, no more."""
        before, self._seen = self._seen, self._version()
        return self._seen not in (before, None)

    def grown(self) -> Rehearsal | None:
        """What it has now, if that is more than before; what cannot be read changes nothing. Blocking."""
        try:
            found = load(self._path)
        except LibraryError as error:
            log.warning("%s; the debater goes on with what it knows", error)
            return None
        if len(found.nodes) <= self._nodes:
            return None
        self._nodes = len(found.nodes)
        return self._left(found)

    def _version(self) -> tuple[int, ...] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


class Library:
    """All motions in one or more folders, the shipped ones if left out; the later folder wins where ids meet."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders or (SHIPPED,)

    @cached_property
    def _paths(self) -> dict[str, Path]:
        for folder in self.folders:
            if not folder.is_dir():
                raise LibraryError(folder, "", "not a folder of rehearsal files")
        return {path.stem: path for folder in self.folders for path in sorted(folder.glob("*.json"))}

    def all(self) -> list[Rehearsal]:
        return [load(path) for path in self._paths.values()]

    def path(self, id: str) -> Path | None:
        """Where the motion with that id is kept."""
        return self._paths.get(id)

    def get(self, name: str) -> Rehearsal:
        """The motion with that id, or whose text is that (case and final stop do not matter).
        Raises UnknownName: with the nearest motions. LibraryError: its file is damaged."""
        if name in self._paths:
            return load(self._paths[name])
        everything = self.all()
        for rehearsal in everything:
            if _plain(rehearsal.motion) == _plain(name):
                return rehearsal
        known = [r.id for r in everything] + [r.motion for r in everything]
        raise UnknownName("motion", name, known, HINT)


def _plain(text: str) -> str:
    return " ".join(text.lower().strip(" .!").split())
