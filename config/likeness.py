"""From which cosine two texts mean the same, for each sentence encoder: the one place for such figures. Pure.

Encoders spread their cosines differently, so a threshold belongs to the encoder's name. all-MiniLM-L6-v2, measured with
`rostrum calibrate` on 10,130 judged pairs of an argument and a key point (ArgKP-2021, its development part: 12 topics,
2,731 arguments, 20 % of the pairs match), precision / recall / F1; beside it how many of 660 passages of debate
speeches came so near to a prepared claim of their side, on their own motion and on each of two others:

    cosine   the pair matches      the nearest matches   own motion   another
    0.28     0.22 / 0.98 / 0.36    0.44 / 0.61 / 0.51    95 %         62 %
    0.40     0.24 / 0.91 / 0.37    0.45 / 0.59 / 0.51    69 %         11 %
    0.50     0.26 / 0.79 / 0.39    0.45 / 0.55 / 0.50    40 %         1.1 %
    0.60     0.30 / 0.59 / 0.40    0.48 / 0.46 / 0.47    18 %         0.1 %
    0.70     0.43 / 0.32 / 0.36    0.56 / 0.28 / 0.38
    0.80     0.72 / 0.08 / 0.14    0.74 / 0.08 / 0.14    0.2 %        0

F1 is greatest at 0.60 for pairs (0.38 on topics it was not chosen on) and at 0.28 for the nearest (0.51). Neither is
the one to use. `same` merges claims and says which claim an action is aimed at: what it joins wrongly nobody takes
apart again, what it misses is kept and reported, and F1 weighs the two alike; at 0.60 two of three joins are wrong, at
0.80 one of four. `related` is asked of the nearest claim of the side that speaks. There choosing the nearest does the
work (from 0.28 to 0.50 F1 falls by 0.02), but all those arguments are about their topic and a speech is not: 0.50 is
where a passage of another debate is taken for a prepared claim once in a hundred times.
"""

from __future__ import annotations

from dataclasses import dataclass

EMBEDDED = "all-MiniLM-L6-v2"


@dataclass(frozen=True)
class Thresholds:
    """See `planning.ports.Embedder`."""

    same: float
    related: float


CALIBRATED = {EMBEDDED: Thresholds(same=0.8, related=0.5)}


def thresholds(model: str) -> Thresholds | None:
    """What is known of an encoder by its name, or that of its folder or repository; None: it must be measured."""
    return CALIBRATED.get(model.rstrip("/").rpartition("/")[2])
