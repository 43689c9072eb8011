"""People's own motions on disk: each in a folder of its own, with what it means and the trees that grow for it.

motions/<id>/motion.json   what it is, and what both sides agree that it means
             trees/        the library file, once a match may begin, and its journal
             order.json    and what else belongs to the growing (agent/server/inquiries/folders.py)
"""

from __future__ import annotations

import logging
import re
import secrets
import shutil
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from config.errors import LogError
from config.settings import Settings
from config.shipped import same_motion

FOLDER, FILE, TREES = "motions", "motion.json", "trees"
LONGEST_SLUG = 40
log = logging.getLogger("rostrum.server")


class OwnMotion(BaseModel):
    """The content of motion.json. `meaning`: what both sides agree that it means."""

    model_config = ConfigDict(frozen=True)

    id: str
    motion: str
    meaning: str
    created: datetime


class OwnShelf:
    """The motions that people have brought; their folders are read once, and are ours alone."""

    def __init__(self, root: Path) -> None:
        self._root = (root / FOLDER).absolute()  # debaters elsewhere on this machine are told
        self._motions: dict[str, OwnMotion] = {}

    def start(self) -> None:
        """Read which there are; one that is damaged is named in the log."""
        for path in sorted(self._root.glob(f"*/{FILE}")):
            try:
                found = OwnMotion.model_validate_json(path.read_bytes())
            except (OSError, ValidationError) as error:
                log.warning("%s: cannot be read: %s", path, error)
                continue
            self._motions[found.id] = found

    def all(self) -> list[OwnMotion]:
        """The newest first."""
        return sorted(self._motions.values(), key=lambda one: one.created, reverse=True)

    def find(self, wanted: str) -> OwnMotion | None:
        """The one of that id or of that text."""
        meant = same_motion(wanted)
        return self._motions.get(wanted) or next((one for one in self.all() if same_motion(one.motion) == meant), None)

    def keep(self, motion: OwnMotion) -> None:
        """A new one, or one that has changed. Raises LogError: it cannot be written."""
        folder = self._root / motion.id
        half = folder / f".{FILE}.half"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            half.write_text(motion.model_dump_json(), encoding="utf-8")
            half.replace(folder / FILE)
        except OSError as error:
            raise LogError(f"the motion cannot be kept: {error.strerror}") from error
        self._motions[motion.id] = motion

    def remove(self, id: str) -> None:
        """With all its files. Raises LogError: some are still there."""
        try:
            shutil.rmtree(self._root / id)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise LogError(f"the motion cannot be deleted whole: {error.strerror}") from error
        self._motions.pop(id, None)

    def trees(self, id: str) -> Path:
        """The folder of its library file."""
        return self._root / id / TREES

    def file(self, id: str) -> Path:
        """Its library file; there is one as soon as a match may begin."""
        return self.trees(id) / f"{id}.json"

    def begun(self, id: str) -> bool:
        """Whether its trees have been ordered, however far they are."""
        return (self._root / id / "order.json").is_file()

    def with_trees(self, settings: Settings, id: str) -> Settings:
        """The settings by which its trees are found, as far as there are any."""
        if not self.file(id).is_file():
            return settings
        return settings.model_copy(update={"library": (*settings.library, self.trees(id))})


def new_id(motion: str) -> str:
    """Its words, and a mark that makes it unlike any other."""
    words = "-".join(re.findall(r"[a-z0-9]+", motion.lower()))[:LONGEST_SLUG].strip("-")
    return "-".join(filter(None, [words, secrets.token_hex(4)]))
