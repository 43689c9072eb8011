"""What is known of a passage beside each claim that it might make: the features of the pair model. Pure.

The conditional logit of `fitted.py` says which claim is the likeliest; whether any is made at all shows in more: in
how far it stands out among the claims of its side, whether the claims of the other side are nearer still (then it
reports or answers them), and in what was likely just before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from config.format import Stage
from planning.language.cues.cues import QUOTING, REPORTED, content_words
from planning.methods.treedebater.reading.fitted import OF_NODE, OF_PAIR, Floats
from planning.methods.treedebater.reading.prepared_claims import Recognition

PLACES = 10  # passages from which a speech is under way
MEMORY = 6  # passages that are remembered
FADING = 0.7  # how much less what was likely counts with every passage

RISING = frozenset(
    """claim claims all own recent recent_claim pair_claim z_claim z_all z_recent gap_all gap_recent
    over_other over_other_all logit probability gap_logit words recent_words""".split()
)  # features of which more never makes a claim less likely
FALLING = frozenset(("rank_all", "nothing"))
_ADDRESSED = re.compile(
    r"\b(opponents?|other side|they (say|said|tell|told)|you (say|said|heard|were told)|we (are|were|have been) told"
    r"|somebody will say|people say|some say|i hear)\b"
)


@dataclass(frozen=True, eq=False)
class HeardPassage:
    """A passage as the reader knows it. Cosines have shape (wordings,), and are about the mean of the wordings.

    `alone`, `two`, `three`: of the passage, of it with the one before, with the two before. `table`: what the reader
    knows of the nodes of the side; `logits`: of those, and of none, from it. `afresh`: it announces a new point.
    """

    text: str
    alone: Floats
    two: Floats
    three: Floats
    table: Floats
    logits: Floats
    motion: float
    place: int
    stage: Stage
    afresh: bool = False


class PairFeatures:
    """The features of all nodes of a side beside one passage after another of a speech."""

    def __init__(self, recognition: Recognition, asked: NDArray[np.intp]) -> None:
        self._of, self._asked = recognition, asked
        self._others = np.setdiff1d(np.arange(len(recognition.nodes)), asked)
        self._tree = np.unique(recognition.tree[asked], return_inverse=True)[1]
        same = self._tree[:, None] == self._tree[None, :]
        np.fill_diagonal(same, val=False)
        self._siblings = same
        self._before: list[Floats] = []  # posteriors of the passages before, the last one first

    def of(self, heard: HeardPassage) -> Floats:
        """Shape (nodes of the side, features), in the order of `OF_PAIR`; each call takes the next passage."""
        probabilities = posterior(heard.logits)
        if heard.afresh:  # what led up to the last point says nothing of the next
            self._before = []
        columns: dict[str, Floats | float] = {
            **self._likeness(heard),
            **self._posterior(heard, probabilities),
            **_of_passage(heard),
        }
        columns["nothing"] = float(probabilities[-1])
        columns["best_all"] = float(np.asarray(columns["all"]).max())
        self._before = [probabilities[:-1], *self._before][:MEMORY]
        count = len(self._asked)
        found = np.stack(
            [np.broadcast_to(np.asarray(columns[name], dtype=np.float32), count) for name in OF_PAIR], axis=1
        )
        return found.astype(np.float32)

    def _likeness(self, heard: HeardPassage) -> Mapping[str, Floats]:
        of, asked = self._of, self._asked
        every_claim, every = of.claims(heard.alone), of.typical(heard.alone)
        claim, all_ = every_claim[asked], every[asked]
        recent = of.typical(heard.three)[asked]
        in_tree = np.full(int(self._tree.max()) + 1, -1.0, dtype=np.float32)
        np.maximum.at(in_tree, self._tree, recent)
        siblings = np.where(self._siblings, claim[None, :], np.float32(-1.0)).max(axis=1)
        others = (every_claim[self._others].max(), every[self._others].max()) if len(self._others) else (0.0, 0.0)
        return {
            "claim": claim,
            "claims": of.typical_claims(heard.alone)[asked],
            "all": all_,
            "own": of.own(heard.alone)[asked],
            "recent": recent,
            "recent_claim": of.claims(heard.three)[asked],
            "pair_claim": of.claims(heard.two)[asked],
            "z_claim": _standing(claim),
            "z_all": _standing(all_),
            "z_recent": _standing(recent),
            "gap_all": _gap(all_),
            "gap_recent": _gap(recent),
            "rank_all": np.log1p(np.argsort(np.argsort(-all_, kind="stable"), kind="stable")).astype(np.float32),
            "over_other": claim - others[0],
            "over_other_all": all_ - others[1],
            "tree": in_tree[self._tree],
            "over_sibling": claim - np.maximum(siblings, 0.0),
        }

    def _posterior(self, heard: HeardPassage, probabilities: Floats) -> Mapping[str, Floats]:
        logit = heard.logits[:-1] - heard.logits[-1]
        in_tree = np.zeros(int(self._tree.max()) + 1, dtype=np.float32)
        np.add.at(in_tree, self._tree, probabilities[:-1])
        before = np.zeros(len(self._asked), dtype=np.float32)
        for age, earlier in enumerate(self._before, 1):
            before += earlier * np.float32(FADING**age)
        return {
            "logit": logit,
            "probability": probabilities[:-1],
            "gap_logit": _gap(logit),
            "tree_probability": in_tree[self._tree],
            "before": before,
            "level": self._of.level[self._asked].astype(np.float32),
            **{name: heard.table[:, OF_NODE.index(name)] for name in ("answers", "quoted", "words", "recent_words")},
        }


def _of_passage(heard: HeardPassage) -> dict[str, float]:
    text = heard.text.lower()
    return {
        "length": len(text.split()),
        "content": len(content_words(text)),
        "reported": float(bool(REPORTED.search(text))),
        "quoting": float(bool(QUOTING.search(text))),
        "addressed": float(bool(_ADDRESSED.search(text))),
        "motion": heard.motion,
        "place": min(heard.place, PLACES),
        "stage": float(list(Stage).index(heard.stage)),
    }


def posterior(logits: Floats) -> Floats:
    """How probable each is: the softmax of the logits."""
    found = np.exp(logits - logits.max())
    shares: Floats = (found / found.sum()).astype(np.float32)
    return shares


def _standing(values: Floats) -> Floats:
    """How many standard deviations each lies over the mean."""
    found: Floats = (values - values.mean()) / (values.std() + np.float32(1e-6))
    return found


def _gap(values: Floats) -> Floats:
    """How far the best lies over the next, and all others under the best."""
    if len(values) < 2:
        return np.zeros_like(values)
    second, best = np.partition(values, -2)[-2:]
    found: Floats = np.where(values >= best, values - second, values - best)
    return found
