"""Voices whose model came in a Python package: where its file lies, and that it is whole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from config.errors import ProviderError

CHUNK_BYTES = 1 << 20
INSTALL = "run `make setup`"


@dataclass(frozen=True)
class PackagedFile:
    """A file of an installed package.

    `package` is what is imported, `path` lies inside it, `sha256` is that of the release we know.
    """

    package: str
    path: str
    sha256: str

    def find(self, part: str) -> Path:
        """Where it lies; its content is checked.

        Raises:
            ProviderError: of `part`: the package is not installed, or the file is missing, cut short or altered.
        """
        spec = find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise ProviderError(part, f"its package {self.package} is not installed; {INSTALL}")
        path = Path(next(iter(spec.submodule_search_locations))) / self.path
        try:
            found = sha256_of(path)
        except OSError as error:
            told = f"its file {path.name} cannot be read ({error.strerror})"
            raise ProviderError(part, f"{told}; install {self.package} again") from error
        if found != self.sha256:
            told = f"its file {path.name} is cut short or altered"
            raise ProviderError(part, f"{told}; install {self.package} again")
        return path


def sha256_of(path: Path) -> str:
    """In hexadecimal; some 60 ms for a voice of 63 MB. Raises OSError."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(CHUNK_BYTES):
            digest.update(piece)
    return digest.hexdigest()
