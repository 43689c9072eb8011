"""What the embedded reader calls an opponent's: how much of it is so, and how much of what was said it understands.

A point is understood where one of its passages is attributed a claim that a reader found in the point; a claim that is
attributed to a passage and was found nowhere in its point is falsely attributed. Each claim counts once a speech, as it
is attributed once. A near duplicate, a parent or a child of the right claim is not the right claim here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench import Measurement, Target
from bench.matches.silent import counted
from bench.reading import kinds
from bench.reading.labelled_passages import Key, LabelledPassage, LabelledSpeech, Say, points, speeches
from config.format import Stage
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import Floats, PairModel, Weights, known_of
from planning.ports import Embedder

FALSE, UNDERSTOOD, MILLISECONDS = 0.05, 0.5, 150.0
SHARES = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6)  # of what is attributed that is right, for the curve


@dataclass(frozen=True)
class Chosen:
    """The likeliest claim of a passage, and how probable it is that the passage makes it; 0 where it must make none."""

    told: LabelledPassage
    node: str
    probability: float


@dataclass
class Score:
    """Points that the trees hold, those understood, and what was attributed."""

    holds: int
    understood: int
    attributed: int
    right: int

    def numbers(self) -> dict[str, float]:
        return {
            "points_in_trees": self.holds,
            "understood": round(self.understood / self.holds, 3) if self.holds else 0.0,
            "attributed": self.attributed,
            "false": round(1 - self.right / self.attributed, 3) if self.attributed else 0.0,
        }


def made(told: Iterable[LabelledPassage]) -> dict[Key, set[str]]:
    """The claims that each point makes, in any of its passages."""
    found: dict[Key, set[str]] = defaultdict(set)
    for one in told:
        for point in one.points:
            found[point] |= one.claims
    return found


def score(chosen: Sequence[Chosen], named: float) -> Score:
    """What calling a claim the speaker's from this probability comes to."""
    of_point = made([one.told for one in chosen])
    seen: set[tuple[bool, str, Stage, str]] = set()
    understood: set[Key] = set()
    right = 0
    for one in chosen:
        if one.probability < named or one.probability <= 0:
            continue
        told = one.told
        here = {point for point in told.points if one.node in of_point[point]}
        understood |= here
        key = (told.people, told.folder, told.stage, one.node)
        if key not in seen:
            seen.add(key)
            right += bool(here) or one.node in told.claims
    return Score(sum(map(bool, of_point.values())), len(understood), len(seen), right)


def curve(chosen: Sequence[Chosen]) -> Iterator[tuple[float, float, Score]]:
    """For each share that shall be right: the probability that gives it and understands most, if there is one."""
    levels = sorted({round(one.probability, 3) for one in chosen if one.probability > 0.2})
    scores = [(level, score(chosen, level)) for level in levels]
    for share in SHARES:
        enough = [
            (level, found) for level, found in scores if found.attributed and found.right >= share * found.attributed
        ]
        if enough:
            level, found = max(enough, key=lambda pair: (pair[1].understood, pair[0]))
            yield share, level, found


def choose(model: PairModel, told: Iterable[LabelledPassage]) -> list[Chosen]:
    """The likeliest claim of each passage."""
    found = []
    for one in told:
        best, known = likeliest(model, one)
        probability = 0.0 if one.silenced else 1.0 if one.repeated >= 0 else model.acceptance.probability(known)
        found.append(Chosen(one, one.nodes[best], probability))
    return found


def likeliest(model: PairModel, one: LabelledPassage) -> tuple[int, Floats]:
    """The place of the likeliest claim of a passage, and what is known of it beside the others."""
    shares = model.probabilities(one.features)
    best = int(shares.argmax()) if one.repeated < 0 else one.repeated
    return best, known_of(best, shares, one.features, one.trees)


# -- judging -------------------------------------------------------------------------------------------


def run(
    folders: Sequence[Path],
    motions: Sequence[str] = (),
    *,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Measurement:
    """Read labelled speeches, and say what would be called their speakers'.

    Args:
        folders: each with `<motion>-<side>/points.tsv`, the speeches, and `objections.tsv` where there is one.
        motions: ids; all with labels if left out.

    Raises:
        ConfigError: no labels in the folders, or they do not fit the speeches or the trees.
    """
    cached, _ = counted(embedder)
    found = speeches(folders, motions, cached, say)
    model = shipped.pairs()
    chosen = weighed(model, shipped.weights(), found)
    rest = [one for one in chosen if not one.told.held_out]
    seconds = [one.seconds for speech in found for one in speech.told]
    told, kind_bars = kinds.measured(points(folders, motions), cached)
    milliseconds = {"what": "milliseconds a passage", "median": _ms(seconds, 0.5), "95 %": _ms(seconds, 0.95)}
    results = [*read_with(chosen, model.named, "shipped weights"), *told, milliseconds]
    bars = [*attributed(rest or chosen, model.named), *kind_bars]
    bars.append(Target("milliseconds a passage, 95 %", _ms(seconds, 0.95), MILLISECONDS))
    settings = {
        "opponents": ", ".join(map(str, folders)),
        "embedder": cached.name,
        "named from": round(model.named, 3),
    }
    return Measurement("reading", settings, results, bars)


def attributed(chosen: Sequence[Chosen], named: float) -> Iterator[Target]:
    """What calling a claim the speaker's from this probability is held to."""
    overall = score(chosen, named).numbers()
    yield Target("share of what is attributed that is false", overall["false"], FALSE)
    yield Target("share of points in the trees understood", overall["understood"], UNDERSTOOD, above=True)


def weighed(model: PairModel, weights: Weights, found: Iterable[LabelledSpeech]) -> list[Chosen]:
    """The likeliest claim of each passage of these speeches, as the model and these weights see it."""
    chosen: list[Chosen] = []
    for speech in found:
        speech.weigh(weights)
        chosen += choose(model, speech.told)
    return chosen


def read_with(chosen: Sequence[Chosen], named: float, how: str) -> Iterator[dict[str, object]]:
    """What came of it, motion by motion and in all; `how` says with which weights."""
    for motion in dict.fromkeys(one.told.motion for one in chosen):
        part = [one for one in chosen if one.told.motion == motion and not one.told.held_out]
        if part:
            yield {"what": motion, "how": how, **score(part, named).numbers()}
    groups: dict[str, Callable[[LabelledPassage], bool]] = {
        "all not held out": lambda told: not told.held_out,
        "opponents": lambda told: not told.people,
        "people": lambda told: told.people and not told.held_out,
        "held out": lambda told: told.held_out,
    }
    for name, belongs in groups.items():
        if not (part := [one for one in chosen if belongs(one.told)]):
            continue
        abstained = sum(one.probability < named for one in part) / len(part)
        yield {"what": name, "how": how, **score(part, named).numbers(), "passages_abstained": round(abstained, 3)}
        for share, level, found in curve(part):
            yield {"what": f"{name}, {share:.0%} right", "from": level, **found.numbers()}


def _ms(seconds: Sequence[float], share: float) -> float:
    return round(float(np.quantile(seconds, share)) * 1000, 1)
