"""How well the embedded reader recognises what people say: on speeches whose points readers have labelled.

The reader's weights come from these speeches. To judge them, the motions are read in groups, each with weights fitted
on the others; what is written at the end is fitted on all.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.bench import Bar, Outcome
from agent.bench.silent import OPPONENTS, counted, spoken_words
from config.errors import ConfigError
from config.format import Side, Stage
from planning.passages import Passages
from planning.ports import Embedder
from planning.recognise import ABOUT, MADE, OF_NODE, Floats, Recognition, SpeechReader, Weights
from planning.rehearsal import Library, Rehearsal

LABELS = "points.tsv"
COLUMNS = ["speech", "line", "point", "kind", "claims"]
KINDS = ("claim", "new", "quote", "none")
MOST_OF_IT, SOME_WORDS = 0.3, 6  # of a passage that belong to a sentence, for the passage to say what it says
GROUPS = 5  # of motions, each read with weights fitted on the others
DECAY, STEPS, STEP = 0.003, 300, 0.05
RIGHT, PRECISE = 0.5, 0.4

Say = Callable[[str], None]


@dataclass(frozen=True)
class Sentence:
    """What a reader found in a sentence. `claims`: ids of the prepared claims it makes; `point` 0 for none."""

    speech: Stage
    line: int
    point: int
    kind: str
    claims: frozenset[str]


@dataclass
class Passage:
    """A passage as the ear commits it, with what readers found in it."""

    motion: str
    points: frozenset[tuple[str, Stage, int]]
    claims: frozenset[str]
    nodes: tuple[str, ...]  # ids of all that its speaker might make, as the rows of `features`
    features: Floats
    nothing: Floats

    @property
    def right(self) -> NDArray[np.bool_]:
        return np.asarray([node in self.claims for node in self.nodes], dtype=bool)


@dataclass
class Score:
    """Passages read, and points: of all, of those with a prepared claim, recognised at all, recognised rightly."""

    accepted: int = 0
    right: int = 0
    in_tree: int = 0
    points: set[tuple[str, Stage, int]] = field(default_factory=set)
    prepared: set[tuple[str, Stage, int]] = field(default_factory=set)
    found: set[tuple[str, Stage, int]] = field(default_factory=set)
    found_right: set[tuple[str, Stage, int]] = field(default_factory=set)

    def add(self, passage: Passage, best: int, probability: float, least: float) -> None:
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
    opponents: Path = OPPONENTS,
    motions: Sequence[str] = (),
    *,
    fit: Path | None = None,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Outcome:
    """Read labelled speeches.

    Args:
        opponents: a folder with `<motion>-<side>/points.tsv` and the speeches.
        motions: ids; all with labels if left out.
        fit: where to write weights fitted on all of them; the motions are then read with weights fitted on the others.

    Raises:
        ConfigError: no labels in the folder, or they do not fit the speeches or the trees.
    """
    cached, _ = counted(embedder)
    library = Library()
    passages: list[Passage] = []
    for rehearsal in [library.get(name) for name in motions] or library.all():
        folders = [(side, opponents / f"{rehearsal.id}-{side}") for side in Side]
        if labelled := [(side, folder) for side, folder in folders if (folder / LABELS).is_file()]:
            say(rehearsal.id)
            recognition = Recognition(rehearsal, cached)
            for side, folder in labelled:
                passages += _labelled(rehearsal, recognition, side, folder)
    if not passages:
        raise ConfigError(f"{opponents}: no {LABELS} in it for any of these motions")
    return _outcome(passages, opponents, cached.name, fit, say)


def _outcome(passages: list[Passage], opponents: Path, encoder: str, fit: Path | None, say: Say) -> Outcome:
    ids = list(dict.fromkeys(passage.motion for passage in passages))
    weights = dict.fromkeys(ids, Weights.read()) if fit is None else _judged(passages, ids, say)
    made, about = Score(), Score()
    lines = []
    for one in ids:
        own = Score()
        for passage in (p for p in passages if p.motion == one):
            best, probability, _ = weights[one].chosen(passage.features, passage.nothing)
            for score, least in ((made, MADE), (about, ABOUT), (own, ABOUT)):
                score.add(passage, best, probability, least)
        lines.append({"motion": one, **own.numbers()})
    results = [
        *lines,
        {"motion": f"all, from {MADE}", **made.numbers()},
        {"motion": f"all, from {ABOUT}", **about.numbers()},
    ]
    if fit is not None:
        _write(fit, fitted(passages), encoder, about, made, len(passages))
    numbers = about.numbers()
    return Outcome(
        "reading",
        {
            "opponents": str(opponents),
            "embedder": encoder,
            "weights": "fitted on the other motions" if fit else "shipped",
        },
        results,
        [
            Bar("share of points recognised", numbers["points_recognised"], 0.8, above=True),
            Bar("share of prepared points recognised rightly", numbers["points_right"], RIGHT, above=True),
            Bar("share of recognised passages that are right", numbers["precision"], PRECISE, above=True),
        ],
    )


def _judged(passages: Sequence[Passage], ids: Sequence[str], say: Say) -> dict[str, Weights]:
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


def _write(path: Path, weights: Weights, encoder: str, about: Score, made: Score, read: int) -> None:
    told = {"encoder": encoder, "passages": read, "on motions it was not fitted on": {
        f"from {ABOUT}": about.numbers(), f"from {MADE}": made.numbers()}}  # fmt: skip
    path.write_text(json.dumps({"fitted": told, **weights.as_json()}, indent=1) + "\n", encoding="utf-8")


# -- what was said -------------------------------------------------------------------------------------


def labels(folder: Path, rehearsal: Rehearsal, side: Side) -> dict[tuple[Stage, int], Sentence]:
    """What readers found in each line of an opponent's speeches.

    Raises:
        ConfigError: with the line, where it says something else.
    """
    path = folder / LABELS
    found: dict[tuple[Stage, int], Sentence] = {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        if next(rows, None) != COLUMNS:
            raise ConfigError(f"{path}: its columns must be {', '.join(COLUMNS)}")
        for number, row in enumerate(rows, 2):
            try:
                speech, line, point, kind, claims = row
                sentence = Sentence(Stage(speech), int(line), int(point), kind, frozenset(claims.split(",")) - {""})
            except ValueError as error:
                raise ConfigError(f"{path} line {number}: {error}") from error
            if kind not in KINDS:
                raise ConfigError(f"{path} line {number}: {kind!r} is none of {', '.join(KINDS)}")
            voice = side.other if kind == "quote" else side
            for claim in sorted(sentence.claims):
                if claim not in rehearsal.nodes or rehearsal.nodes[claim].side is not voice:
                    raise ConfigError(f"{path} line {number}: {claim!r} is no claim of {voice}")
            found[sentence.speech, sentence.line] = sentence
    return found


def _labelled(rehearsal: Rehearsal, recognition: Recognition, side: Side, folder: Path) -> Iterator[Passage]:
    found = labels(folder, rehearsal, side)
    for stage in Stage:
        reader = SpeechReader(recognition, side, stage)
        path = folder / f"{stage}.txt"
        if not path.is_file():
            raise ConfigError(f"{path}: there is no such file")
        lines = path.read_text(encoding="utf-8").splitlines()
        for text, shares in cut_lines(lines):
            told = [found[stage, line] for line in shares if (stage, line) in found]
            features, nothing, _ = reader.features(text)
            yield Passage(
                rehearsal.id,
                frozenset((f"{rehearsal.id}-{side}", stage, s.point) for s in told if s.kind in KINDS[:2] and s.point),
                frozenset(claim for s in told if s.kind == "claim" for claim in s.claims),
                _nodes(recognition, side),
                features,
                nothing,
            )


def _nodes(recognition: Recognition, side: Side) -> tuple[str, ...]:
    return tuple(node.id for node in recognition.nodes if node.side is side)


def cut_lines(lines: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """A speech as the ear commits it, each passage with the numbers of the lines that most of it comes from."""
    collected = Passages()
    line_of: dict[int, int] = {}

    def told(words: Sequence[Any]) -> tuple[str, list[int]]:
        counts = Counter(line_of[id(word)] for word in words)
        main = [n for n, count in counts.items() if count >= min(SOME_WORDS, MOST_OF_IT * len(words))]
        return " ".join(word.text for word in words), main

    words = list(spoken_words(lines))
    for number, word in words:
        line_of[id(word)] = number
        yield from map(told, collected.push(word))
    yield from map(told, collected.end())


# -- reading and fitting -------------------------------------------------------------------------------


def fitted(passages: Sequence[Passage]) -> Weights:
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
