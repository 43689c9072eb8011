"""How much of something may come: a bucket of tokens that fills again with time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Bucket:
    """Holds up to `size` tokens, and gets `rate` of them a second; times are the caller's."""

    size: float
    rate: float
    tokens: float
    at: float

    @classmethod
    def full(cls, size: float, rate: float, now: float) -> Bucket:
        return cls(size, rate, size, now)

    def take(self, now: float, many: float = 1.0) -> float:
        """Take so many; 0.0, or how many seconds until there are as many."""
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens >= many:
            self.tokens -= many
            return 0.0
        return (many - self.tokens) / self.rate
