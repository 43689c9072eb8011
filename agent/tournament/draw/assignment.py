"""Rows to columns at the least cost in all: scipy's, loaded with the first draw, for that takes most of a second."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt


def assigned(cost: npt.NDArray[Any]) -> tuple[Any, Any]:
    """The rows, and the column of each: two arrays of min(n, m) indices.

    Args:
        cost: (n, m).
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(cost)
    return rows, columns
