"""Confidences that mean something: fitted on labelled claims, by the depth of the tree, for products shrink with it.

With few claims a temperature (Guo et al. 2017) and a shift are fitted, as Platt (1999) has it, for a temperature alone
would drive products under a half further down; with many the isotonic curve (Zadrozny and Elkan 2002). A depth has a
curve of its own where there are enough claims for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field, ValidationError

from config.errors import ConfigError, first_fault
from planning.debate.points import Frozen
from planning.verify.record import Verification

FILE = "verify-calibration.json"
LEAST = 20  # labelled claims, under which nothing is fitted
LEAST_OF_A_DEPTH, ISOTONIC_FROM = 30, 150
FOLDS = 5
HELD_BACK = 0.5  # towards no change, as if by so many claims: few of them may be all right by chance
EDGE = 0.001  # no confidence is a certainty
Floats = NDArray[np.float64]
Method = Literal["temperature", "isotonic"]


class Outcome(NamedTuple):
    """A verdict whose truth is known. `depth`: of its tree."""

    confidence: float
    right: bool
    depth: int


class Curve(Frozen):
    """From a confidence to the share of right verdicts: between `points`, or by log odds over a temperature."""

    method: Method
    temperature: float = 1.0
    shift: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    claims: int

    def __call__(self, confidence: float) -> float:
        if self.method == "temperature":
            return float(_expit(_logit(np.array([confidence])) / self.temperature + self.shift)[0])
        xs, ys = zip(*self.points, strict=True)
        return float(np.interp(confidence, xs, ys))


class Calibration(Frozen):
    """Curves for the models and the policy they were fitted with. Brier scores are of claims left out of the fit."""

    model_config = ConfigDict(populate_by_name=True)

    schema_name: Literal["rostrum.verify-calibration"] = Field(default="rostrum.verify-calibration", alias="schema")
    version: Literal[1] = 1
    fitted_for: str
    whole: Curve
    by_depth: dict[int, Curve] = Field(default={})
    brier_before: float
    brier_after: float

    def __call__(self, confidence: float, depth: int) -> float:
        return self.by_depth.get(depth, self.whole)(confidence)

    @property
    def told(self) -> str:
        return f"{self.whole.method} on {self.whole.claims} claims"

    def applied(self, found: Verification) -> Verification:
        """The verification with a calibrated confidence; as it is where the curves are for something else."""
        if self.fitted_for != fitted_for(found):
            return found
        confidence = self(found.raw_confidence, depth_of(found))
        return found.model_copy(update={"confidence": confidence, "calibrated": True, "calibration": self.told})


def depth_of(found: Verification) -> int:
    return max(node.depth for node in found.nodes)


def fitted_for(found: Verification) -> str:
    """What a curve depends on: who answers and judges, and how. Rounds and limits are part of that."""
    models = ", ".join(sorted(set(found.models.values())))
    return f"{models}; {found.policy.model_dump_json()}"


def fit(outcomes: Sequence[Outcome], whose: str) -> Calibration:
    """Raises ConfigError: there are too few, or all came out the same."""
    if len(outcomes) < LEAST or len({one.right for one in outcomes}) < 2:
        told = f"{len(outcomes)} labelled verdicts, {sum(one.right for one in outcomes)} of them right"
        raise ConfigError(f"{told}: calibration needs {LEAST} at least, right ones and wrong ones")
    whole, by_depth = _curves(outcomes)
    held_out = _held_out(outcomes)
    right = np.array([one.right for one in outcomes], dtype=np.float64)
    return Calibration(
        fitted_for=whose,
        whole=whole,
        by_depth=by_depth,
        brier_before=_brier(np.array([one.confidence for one in outcomes]), right),
        brier_after=_brier(held_out, right),
    )


def load(path: Path) -> Calibration | None:
    """None where there is no such file. Raises ConfigError: it is something else."""
    try:
        return Calibration.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}; delete it or calibrate again") from error
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _curves(outcomes: Sequence[Outcome]) -> tuple[Curve, dict[int, Curve]]:
    by_depth = {}
    for depth in {one.depth for one in outcomes}:
        own = [one for one in outcomes if one.depth == depth]
        if len(own) >= LEAST_OF_A_DEPTH and len({one.right for one in own}) == 2:
            by_depth[depth] = _curve(own)
    return _curve(outcomes), by_depth


def _curve(outcomes: Sequence[Outcome]) -> Curve:
    from scipy.optimize import isotonic_regression, minimize

    ordered = sorted(outcomes)
    said = np.array([one.confidence for one in ordered], dtype=np.float64)
    right = np.array([one.right for one in ordered], dtype=np.float64)
    if len(ordered) < ISOTONIC_FROM:
        logits = _logit(said)

        def loss(fitted: Floats) -> float:
            chance = np.clip(_expit(logits / np.exp(fitted[0]) + fitted[1]), 1e-9, 1 - 1e-9)
            missed = -np.mean(right * np.log(chance) + (1 - right) * np.log(1 - chance))
            return float(missed + HELD_BACK / len(ordered) * (fitted[0] ** 2 + fitted[1] ** 2))

        best = minimize(loss, np.zeros(2), bounds=((-3.0, 3.0), (-5.0, 5.0))).x
        temperature, shift = float(np.exp(best[0])), float(best[1])
        return Curve(method="temperature", temperature=temperature, shift=shift, claims=len(ordered))
    levels, counts = np.unique(said, return_counts=True)
    means = np.array([right[said == level].mean() for level in levels])
    fitted = np.clip(isotonic_regression(means, weights=counts.astype(np.float64)).x, EDGE, 1 - EDGE)
    points = tuple((float(x), float(y)) for x, y in zip(levels, fitted, strict=True))
    return Curve(method="isotonic", points=points, claims=len(ordered))


def _held_out(outcomes: Sequence[Outcome]) -> Floats:
    """Each confidence by curves that have not seen it; as it is where the rest is not enough to fit."""
    found = np.array([one.confidence for one in outcomes], dtype=np.float64)
    for fold in range(FOLDS):
        rest = [one for place, one in enumerate(outcomes) if place % FOLDS != fold]
        if len({one.right for one in rest}) < 2:
            continue
        whole, by_depth = _curves(rest)
        for place in range(fold, len(outcomes), FOLDS):
            one = outcomes[place]
            found[place] = by_depth.get(one.depth, whole)(one.confidence)
    return found


def _brier(said: Floats, right: Floats) -> float:
    return float(np.mean((said - right) ** 2))


def _logit(chance: Floats) -> Floats:
    kept = np.clip(chance, EDGE, 1 - EDGE)
    found: Floats = np.log(kept / (1 - kept))
    return found


def _expit(number: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-number))
    return found
