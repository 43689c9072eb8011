"""Impact scores by two trained reward models, one for each relation (TreeDebater 3.2)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from config.errors import ProviderError
from planning.loop_thread import off_loop
from planning.methods.treedebater.rehearsing.impact import Impact
from rostrum_lab.reward.classifier import BATCH, Classifier, Device
from rostrum_lab.reward.labelled import Relation, passage

Result = TypeVar("Result")


class RewardScorer:
    """An `ImpactScorer` over two trained models, one for each relation.

    A text that is too long loses its beginning. What has been scored is kept for as long as this object lives.

    Args:
        attack, support: a model's folder, or a hub name that is on this machine already.
        batch: texts read at once.

    Raises:
        ProviderError: a package is missing, or a model cannot be used; says in one line what to do.
    """

    def __init__(self, attack: str, support: str, *, device: Device = "auto", batch: int = BATCH) -> None:
        self.name = f"reward models {attack}, {support}"
        self._models: dict[Relation, Classifier] = {
            "attack": Classifier.load(attack, "attack", device=device),
            "support": Classifier.load(support, "support", device=device),
        }
        self._batch = batch
        self._known: dict[Impact, float] = {}

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order.

        Raises:
            ProviderError: not all could be scored in time, or the model failed; what was scored is kept. ValueError: a
            question that is none, see `impact.target`.
        """
        texts = {one: passage(one) for one in questions if one not in self._known}
        until = asyncio.get_running_loop().time() + deadline
        for relation, model in self._models.items():
            asked = sorted((one for one in texts if one.relation == relation), key=lambda one: len(texts[one]))
            for start in range(0, len(asked), self._batch):  # alike lengths side by side: less padding
                batch = asked[start : start + self._batch]
                scores = await self._in_time(partial(model.scores, [texts[one] for one in batch]), until)
                self._known.update(zip(batch, scores, strict=True))
        return [self._known[one] for one in questions]

    async def _in_time(self, work: Callable[[], Result], until: float) -> Result:
        """What the work gives, done in a thread; work that takes too long is left behind there."""
        if (left := until - asyncio.get_running_loop().time()) > 0:
            working = asyncio.ensure_future(off_loop(work))
            await asyncio.wait({working}, timeout=left)
            if working.done():
                return working.result()
            working.cancel()
        raise ProviderError(self.name, "not all arguments could be scored in time", retryable=True)
