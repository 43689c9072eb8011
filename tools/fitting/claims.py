"""Fits which prepared claim a passage most probably makes, and judges it, on speeches whose points people labelled.

The reader's weights come from these speeches. To judge them, the motions are read in groups, each with weights fitted
on the others; what is written at the end is fitted on all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import Measurement, Target
from bench.matches.silent import counted
from bench.reading.labels import KINDS, LABELS, Cut, cut_lines, heard, heard_lines, labels
from config.errors import ConfigError
from config.format import Side, Stage
from planning.debate.encoding import Encoded
from planning.methods.treedebater import shipped
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.reading.fitted import OF_NODE, OF_NOTHING, Floats, Weights
from planning.methods.treedebater.reading.prepared_claims import Recognition
from planning.methods.treedebater.reading.recognise import SpeechReader
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

GROUPS = 5  # of motions, each read with weights fitted on the others
DECAY, STEPS, STEP = 0.003, 300, 0.05
RIGHT, PRECISE = 0.5, 0.4
ABOUT, MADE = 0.2, 0.35  # posterior from which a passage is about a claim, and makes it

Say = Callable[[str], None]


@dataclass
class FittedPassage:
    """A passage as the ear commits it, with what readers found in it."""

    motion: str
    points: frozenset[tuple[str, Stage, int]]
    claims: frozenset[str]
    nodes: tuple[str, ...]  # ids of all that its speaker might make, as the rows of `features`
    features: Floats
    nothing: Floats
    heard: bool = False  # through a recogniser, with its errors

    @property
    def right(self) -> NDArray[np.bool_]:
        return np.asarray([node in self.claims for node in self.nodes], dtype=bool)


@dataclass
class ClaimScore:
    """Passages read, and points: of all, of those with a prepared claim, recognised at all, recognised rightly."""

    accepted: int = 0
    right: int = 0
    in_tree: int = 0
    points: set[tuple[str, Stage, int]] = field(default_factory=set)
    prepared: set[tuple[str, Stage, int]] = field(default_factory=set)
    found: set[tuple[str, Stage, int]] = field(default_factory=set)
    found_right: set[tuple[str, Stage, int]] = field(default_factory=set)

    def add(self, passage: FittedPassage, best: int, probability: float, least: float) -> None:
        self.points |= passage.points
        if passage.claims:
            self.prepared |= passage.points
        if probability < least:
            return
        node = passage.nodes[best]
        self.accepted += 1
        self.found |= passage.points
        self.in_tree += node.split(".")[0] in {claim.split(".")[0] for claim in passage.claims}
        if node in passage.claims:
            self.right += 1
            self.found_right |= passage.points

    def numbers(self) -> dict[str, float]:
        return {
            "points": len(self.points),
            "points_in_trees": _share(len(self.prepared), len(self.points)),
            "points_recognised": _share(len(self.found), len(self.points)),
            "points_right": _share(len(self.found_right), len(self.prepared)),
            "passages_accepted": self.accepted,
            "precision": _share(self.right, self.accepted),
            "tree_precision": _share(self.in_tree, self.accepted),
        }


def _share(part: float, whole: float) -> float:
    return round(part / whole, 3) if whole else 0.0


def run(
    opponents: Path,
    motions: Sequence[str] = (),
    *,
    matches: Path | None = None,
    fit: Path | None = None,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Measurement:
    """Read labelled speeches.

    Args:
        opponents: a folder with `<motion>-<side>/points.tsv` and the speeches.
        motions: ids; all with labels if left out.
        matches: a folder of `<motion>-<side>` matches in which that side was heard; what a recogniser made of the
            speeches is then read too.
        fit: where to write weights fitted on all of them; the motions are then read with weights fitted on the others.

    Raises:
        ConfigError: no labels in the folder, or they do not fit the speeches or the trees.
        LogError: a match that was heard is missing or damaged.
    """
    cached, _ = counted(embedder)
    library = Library()
    passages: list[FittedPassage] = []
    for rehearsal in [library.get(name) for name in motions] or library.all():
        folders = [(side, opponents / f"{rehearsal.id}-{side}") for side in Side]
        if labelled := [(side, folder) for side, folder in folders if (folder / LABELS).is_file()]:
            say(rehearsal.id)
            recognition = shipped.recognition(rehearsal, cached)
            for side, folder in labelled:
                passages += _labelled(rehearsal, recognition, side, folder, matches, cached)
    if not passages:
        raise ConfigError(f"{opponents}: no {LABELS} in it for any of these motions")
    return _outcome(passages, opponents, cached.name, fit, say)


def _outcome(passages: list[FittedPassage], opponents: Path, encoder: str, fit: Path | None, say: Say) -> Measurement:
    ids = list(dict.fromkeys(passage.motion for passage in passages))
    weights = dict.fromkeys(ids, shipped.weights()) if fit is None else _judged(passages, ids, say)
    totals: dict[tuple[str, float], ClaimScore] = {}
    of_motion: dict[tuple[str, str], ClaimScore] = {}
    for passage in passages:
        how = "heard" if passage.heard else "read"
        best, probability = chosen(weights[passage.motion], passage)
        for least in (MADE, ABOUT):
            totals.setdefault((how, least), ClaimScore()).add(passage, best, probability, least)
        of_motion.setdefault((passage.motion, how), ClaimScore()).add(passage, best, probability, ABOUT)
    results = [{"motion": motion, "how": how, **score.numbers()} for (motion, how), score in of_motion.items()]
    results += [{"motion": f"all, from {least}", "how": how, **s.numbers()} for (how, least), s in totals.items()]
    if fit is not None:
        _write(fit, fitted(passages), encoder, len(passages), totals)
    return Measurement(
        "claims",
        {
            "opponents": str(opponents),
            "embedder": encoder,
            "weights": "fitted on the other motions" if fit else "shipped",
        },
        results,
        [*_bars(totals["read", ABOUT].numbers())],
    )


def chosen(weights: Weights, passage: FittedPassage) -> tuple[int, float]:
    """The row of the most probable claim of a passage, and its probability."""
    scores = weights.logits(passage.features, passage.nothing)
    shares = np.exp(scores - scores.max())
    best = int(shares[:-1].argmax())
    return best, float(shares[best] / shares.sum())


def as_json(weights: Weights) -> dict[str, dict[str, float]]:
    """As `shipped.weights` reads it."""
    return {
        part: {name: round(float(value), 4) for name, value in zip(names, values, strict=True)}
        for part, names, values in (("node", OF_NODE, weights.node), ("nothing", OF_NOTHING, weights.nothing))
    }


def _bars(numbers: Mapping[str, float]) -> Iterator[Target]:
    yield Target("share of points recognised", numbers["points_recognised"], 0.8, above=True)
    yield Target("share of prepared points recognised rightly", numbers["points_right"], RIGHT, above=True)
    yield Target("share of recognised passages that are right", numbers["precision"], PRECISE, above=True)


def _judged(passages: Sequence[FittedPassage], ids: Sequence[str], say: Say) -> dict[str, Weights]:
    """For each motion weights fitted on motions of other groups."""
    if len(ids) < 2:
        raise ConfigError("weights are judged on motions they were not fitted on: two motions are needed")
    found: dict[str, Weights] = {}
    for number in range(min(GROUPS, len(ids))):
        group = ids[number::GROUPS]
        say(f"fitting without {', '.join(group)}")
        weights = fitted([passage for passage in passages if passage.motion not in group])
        found |= dict.fromkeys(group, weights)
    return found


def _write(
    path: Path, weights: Weights, encoder: str, read: int, totals: Mapping[tuple[str, float], ClaimScore]
) -> None:
    worth = {f"{how}, from {least}": score.numbers() for (how, least), score in sorted(totals.items(), reverse=True)}
    told = {"encoder": encoder, "passages": read, "on motions it was not fitted on": worth}
    path.write_text(json.dumps({"fitted": told, **as_json(weights)}, indent=1) + "\n", encoding="utf-8")


# -- what was said -------------------------------------------------------------------------------------


def _labelled(
    rehearsal: Rehearsal, recognition: Recognition, side: Side, folder: Path, matches: Path | None, embedder: Embedder
) -> Iterator[FittedPassage]:
    found = labels(folder, rehearsal, side)
    misheard = None if matches is None else heard(matches / folder.name, side)
    nodes = tuple(node.id for node in recognition.nodes if node.side is side)

    def passages(stage: Stage, cuts: Iterable[Cut], *, by_ear: bool) -> Iterator[FittedPassage]:
        reader = SpeechReader(recognition, side, stage)
        for text, lines in cuts:
            told = [found[stage, line] for line in lines if (stage, line) in found]
            points = ((f"{rehearsal.id}-{side}", stage, s.point) for s in told if s.kind in KINDS[:2] and s.point)
            claims = (claim for s in told if s.kind == "claim" for claim in s.claims)
            features, nothing, _ = reader.features(Encoded(text, embedder))
            yield FittedPassage(rehearsal.id, frozenset(points), frozenset(claims), nodes, features, nothing, by_ear)

    for stage in Stage:
        path = folder / f"{stage}.txt"
        if not path.is_file():
            raise ConfigError(f"{path}: there is no such file")
        lines = path.read_text(encoding="utf-8").splitlines()
        yield from passages(stage, cut_lines(lines), by_ear=False)
        if misheard is not None:
            yield from passages(stage, heard_lines(misheard[stage], lines), by_ear=True)


# -- reading and fitting -------------------------------------------------------------------------------


def fitted(passages: Sequence[FittedPassage]) -> Weights:
    """Weights under which what readers found is most probable: Adam (Kingma & Ba 2015) with weight decay."""
    rows, starts = np.concatenate([p.features for p in passages]), np.cumsum([0, *(len(p.nodes) for p in passages)])
    nothing = np.stack([p.nothing for p in passages])
    scales = rows.std(axis=0) + 1e-6, nothing.std(axis=0) + 1e-6
    scales[1][0] = 1.0  # the constant
    rows, nothing = rows / scales[0], nothing / scales[1]
    right = np.concatenate([p.right for p in passages]).astype(np.float64)
    none = np.asarray([not p.claims for p in passages], dtype=np.float64)
    owner = np.repeat(np.arange(len(passages)), [b - a for a, b in pairwise(starts)])
    weights = np.zeros(rows.shape[1] + nothing.shape[1])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores, other = rows @ weights[: rows.shape[1]], nothing @ weights[rows.shape[1] :]
        top = np.maximum(np.maximum.reduceat(scores, starts[:-1]), other)
        shares, left = np.exp(scores - top[owner]), np.exp(other - top)
        whole = np.add.reduceat(shares, starts[:-1]) + left
        wanted = np.add.reduceat(shares * right, starts[:-1]) + left * none
        of_rows = shares / whole[owner] - shares * right / np.maximum(wanted, 1e-12)[owner]
        of_none = left / whole - left * none / np.maximum(wanted, 1e-12)
        slope = np.append(rows.T @ of_rows, nothing.T @ of_none) / len(passages) + DECAY * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights -= STEP * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return Weights(
        (weights[: len(OF_NODE)] / scales[0]).astype(np.float32),
        (weights[len(OF_NODE) :] / scales[1]).astype(np.float32),
    )
