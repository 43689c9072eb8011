"""How long until a process that died is started again: at once, but for one that dies again and again."""

from __future__ import annotations

AGAIN_SECONDS = (0.1, 1.0, 2.0, 5.0, 15.0, 30.0)  # the first time, the second in a row, ...
WELL_SECONDS = 15.0  # what ran for so long begins with the first of them: a fault of its own ends it at once, or seldom


class Restarting:
    """Of one process."""

    def __init__(self) -> None:
        self._again = 0

    def wait(self, lived: float) -> float:
        """Seconds until it is started again, now that it has died after so many seconds."""
        if lived > WELL_SECONDS:
            self._again = 0
        wait = AGAIN_SECONDS[min(self._again, len(AGAIN_SECONDS) - 1)]
        self._again += 1
        return wait
