"""How well a reward model does on arguments that people have judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rostrum_lab.reward.classifier import BATCH, Classifier
from rostrum_lab.reward.labelled import CLASSES, LabelledSample, batches


@dataclass(frozen=True)
class RewardVerdict:
    """How a model did on samples: `confusion[label][answer]` counts them."""

    confusion: list[list[int]]
    mean_error: float  # of the expectation against the label, in classes

    @property
    def samples(self) -> int:
        return sum(map(sum, self.confusion))

    @property
    def accuracy(self) -> float:
        return sum(self.confusion[one][one] for one in range(CLASSES)) / self.samples

    @property
    def majority(self) -> float:
        """The accuracy of always giving the most frequent label."""
        return max(map(sum, self.confusion)) / self.samples

    def as_json(self) -> dict[str, Any]:
        rounded = {name: round(getattr(self, name), 4) for name in ("accuracy", "majority", "mean_error")}
        return {"samples": self.samples, **rounded, "confusion": self.confusion}


def judge(model: Classifier, found: Sequence[LabelledSample], batch: int = BATCH) -> RewardVerdict:
    """What a model makes of samples it should not have learnt from.

    Raises:
        ProviderError: it failed.
    """
    confusion = [[0] * CLASSES for _ in range(CLASSES)]
    distance = 0.0
    for some in batches(sorted(found, key=lambda one: len(one.text)), batch):
        chances = model.chances([one.text for one in some])
        for one, row in zip(some, chances, strict=True):
            confusion[one.label][int(row.argmax())] += 1
            distance += abs(sum(value * float(chance) for value, chance in enumerate(row)) - one.label)
    return RewardVerdict(confusion, distance / len(found))
