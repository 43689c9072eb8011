"""How far a part that may fail is still asked. Pure; time comes in as a value."""

from __future__ import annotations

FAILURES_IN_A_ROW = 3
REST_SECONDS = 20.0
REST_MOST_SECONDS = 160.0


class CircuitBreaker:
    """After some failures in a row a part is left alone for a while; then one try shows whether it works again.

    Each failed try doubles the rest. Times are seconds on any clock that does not go back.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._rest = REST_SECONDS
        self._until = 0.0
        self._trying = False

    @property
    def lost(self) -> bool:
        """Whether it is being left alone, but for the tries."""
        return self._failures >= FAILURES_IN_A_ROW

    def ask(self, now: float) -> bool:
        """Whether it may be asked now; where that is a try, nobody else may until it is decided."""
        if not self.lost:
            return True
        if now < self._until:
            return False
        self._until = now + self._rest
        self._trying = True
        return True

    def worked(self) -> None:
        self._failures, self._rest, self._trying = 0, REST_SECONDS, False

    def failed(self, now: float) -> None:
        """Of what was asked before it was lost, more may fail; that tells nothing new."""
        if self.lost and not self._trying:
            return
        if self._trying:
            self._rest = min(2 * self._rest, REST_MOST_SECONDS)
        self._failures, self._trying = self._failures + 1, False
        self._until = now + self._rest
