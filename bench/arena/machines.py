"""A Ray cluster of several machines, each some processes on this one."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any

TRIES = 4


class Machines:
    """A head that holds no matches, and so many machines of one core each, for as long as it is used as a context."""

    def __init__(self, count: int) -> None:
        from ray.cluster_utils import Cluster

        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        self._cluster = Cluster()
        self._add(num_cpus=0, include_dashboard=False)
        self._machines = [self._add(num_cpus=1) for _ in range(count)]
        self._cluster.wait_for_nodes()

    @property
    def address(self) -> str:
        """On loopback."""
        return f"127.0.0.1:{str(self._cluster.address).rpartition(':')[2]}"

    def _add(self, **how: Any) -> Any:
        """On a busy machine Ray gives up on one of its own processes after 15 s; then once more."""
        for tries in range(TRIES, 0, -1):
            try:
                return self._cluster.add_node(**how)
            except Exception:
                if tries == 1:
                    raise
        raise AssertionError

    def kill_one(self) -> None:
        """As if its plug were pulled: it, and all processes on it."""
        self._cluster.remove_node(self._machines.pop(), allow_graceful=False)

    def __enter__(self) -> Machines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.shutdown()
