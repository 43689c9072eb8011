"""Motions that are like another: somebody may have debated this already. Pure, but for the encoder that is handed in.

From the encoder's `related` on two motions are close. For the embedded one (0.5), 8 of the 3,081 pairs of the 79
shipped motions are; of twenty motions reworded, turned round or moved to a neighbouring subject by hand, all twenty
(0.51 to 0.84). Nothing finer can be told from a cosine: a motion and its opposite are as near as two wordings of one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from planning.debate.points import Frozen
from planning.ports import Embedder

MOST = 3


class Like(Frozen):
    """A motion that is like another, by its key. `cosine`: how like."""

    key: str
    motion: str
    cosine: float


def alike(motion: str, others: Mapping[str, str], embedder: Embedder, most: int = MOST) -> tuple[Like, ...]:
    """Those that are close, the closest first, one of each wording. `others`: motions by key. Waits for the encoder."""
    once: dict[str, tuple[str, str]] = {}
    for key, text in others.items():
        once.setdefault(" ".join(text.lower().strip(" .!").split()), (key, text))
    if not once:
        return ()
    vectors = embedder.embed([motion, *(text for _, text in once.values())])
    cosines = np.asarray(vectors[1:] @ vectors[0]).tolist()
    found = [
        Like(key=key, motion=text, cosine=round(float(cosine), 3))
        for (key, text), cosine in zip(once.values(), cosines, strict=True)
        if cosine >= embedder.related
    ]
    return tuple(sorted(found, key=lambda one: -one.cosine)[:most])
