"""The interval of a share. Pure."""

from __future__ import annotations

import math


def wilson(hits: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927); 0 to 1 where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share, spread = hits / of, z * z / of
    middle = share + spread / 2
    reach = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))
