"""Where on this machine things are kept from one match to the next."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Where converted models are kept: $ROSTRUM_CACHE, else the user's cache folder."""
    if folder := os.environ.get("ROSTRUM_CACHE"):
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rostrum"


def library_folder() -> Path:
    """Where grown rehearsal trees are kept and looked for: $ROSTRUM_LIBRARY, else in the user's data folder."""
    if folder := os.environ.get("ROSTRUM_LIBRARY"):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rostrum" / "rehearsals"
