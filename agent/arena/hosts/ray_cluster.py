"""A Ray cluster to hold matches on: one that runs, or one of this machine's own for as long as it is needed."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from config.errors import RostrumError, UsageError

HERE, ON_RAY = "here", "ray"
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
    try:
        _connect(address)
    except Exception as error:  # of many kinds, some of grpc's own
        raise RostrumError(f"{address}: no Ray cluster could be used there: {' '.join(str(error).split())}") from error
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)  # Ray has set its own
    try:
        yield
    finally:
        ray.shutdown()


def _connect(address: str) -> None:
    import ray

    if address != ON_RAY:
        ray.init(address=address, **QUIET)
        return
    try:
        ray.init(address="auto", **QUIET)
    except ConnectionError:
        if os.environ.get("RAY_ADDRESS"):
            raise
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster of ours tells nobody that it runs
        ray.init(address="local", include_dashboard=False, **QUIET)


def cores() -> float:
    """Of all machines of the cluster."""
    import ray

    return float(ray.cluster_resources().get("CPU", 0.0))
