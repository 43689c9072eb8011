"""A Ray cluster to hold matches on: one that runs, or one of this machine's own for as long as it is needed."""

from __future__ import annotations

import logging
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from config.errors import RostrumError, UsageError

HERE, ON_RAY = "here", "ray"
CONNECT_SECONDS = 10.0
QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR, "namespace": "rostrum"}
log = logging.getLogger("rostrum.arena")


def check(address: str) -> None:
    """Raises UsageError: it is no place for matches, or the extra for it is not installed."""
    if address != ON_RAY and not address.removeprefix("ray://").rpartition(":")[2].isdecimal():
        told = "here, ray (the cluster this machine belongs to, else one of its own), HOST:PORT or ray://HOST:PORT"
        raise UsageError(f"--on {address}: matches are held {told}")
    if find_spec("ray") is None:
        raise UsageError(f"--on {address} needs Ray, which is not installed: pip install 'rostrum[ray]'")


@contextmanager
def cluster(address: str) -> Iterator[None]:
    """Connected to it meanwhile.

    Args:
        address: `ray` for the cluster that this machine belongs to (or RAY_ADDRESS names), and where there is none for
            one of this machine's cores; `ray://host:10001` from outside of a cluster; `host:6379` on a machine of it.

    Raises:
        RostrumError: it cannot be reached, or its versions are others.
    """
    import ray

    before = signal.getsignal(signal.SIGTERM)
    with ExitStack() as stack:
        try:
            stack.enter_context(_connected(address))
        except Exception as error:  # of many kinds, some of grpc's own
            told = " ".join(str(error).split())
            raise RostrumError(f"--on {address}: no Ray cluster could be used there: {told}") from error
        finally:
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, before)  # Ray has set its own
        stack.callback(ray.shutdown)
        yield


@contextmanager
def _connected(address: str) -> Iterator[None]:
    import ray

    found = _known() if address == ON_RAY else address
    if found:
        _listens(found)
        ray.init(address=found, **QUIET)
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster of ours tells nobody that it runs
    with tempfile.TemporaryDirectory(prefix="rostrum-ray-", ignore_cleanup_errors=True) as place:
        ray.init(address="local", include_dashboard=False, _temp_dir=place, **QUIET)
        yield


def _known() -> str:
    """The cluster that this machine belongs to; empty where there is none."""
    if named := os.environ.get("RAY_ADDRESS", ""):
        return named
    try:
        found = Path(tempfile.gettempdir(), "ray", "ray_current_cluster").read_text(encoding="utf-8").strip()
        _listens(found)
    except OSError:  # there never was one, or it has ended
        return ""
    return found


def _listens(address: str) -> None:
    """Raises OSError: nobody does; Ray itself would wait for minutes, and end this program then."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS):
        pass


def cores() -> float:
    """Of all machines of the cluster."""
    import ray

    return float(ray.cluster_resources().get("CPU", 0.0))
