"""What the embedded reader calls an opponent's: how much of it is so, and how much of what was said it understands.

A point is understood where one of its passages is attributed a claim that a reader found in the point; a claim that is
attributed to a passage and was found nowhere in its point is falsely attributed. Each claim counts once a speech, as it
is attributed once. A near duplicate, a parent or a child of the right claim is not the right claim here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import Bar, Outcome
from bench.matches.silent import counted
from bench.reading import kinds, pairs
from bench.reading.labelled_passages import Key, Say, Speech, Told, points, speeches
from bench.reading.likeliest import Passage
from bench.reading.likeliest import fitted as fitted_weights
from config.errors import ConfigError
from config.format import Stage
from planning.methods.treedebater.reading.acceptance import Acceptance, known_of
from planning.methods.treedebater.reading.pair_model import PairModel, shipped_pairs
from planning.methods.treedebater.reading.weights import Floats, Weights, shipped_weights
from planning.ports import Embedder

GROUPS = 5  # of motions, each read with what was fitted on the others
FALSE, UNDERSTOOD, MILLISECONDS = 0.05, 0.5, 150.0
SHARES = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6)  # of what is attributed that is right, for the curve


@dataclass(frozen=True)
class Chosen:
    """The likeliest claim of a passage, and how probable it is that the passage makes it; 0 where it must make none."""

    told: Told
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


def made(told: Iterable[Told]) -> dict[Key, set[str]]:
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


def choose(model: PairModel, told: Iterable[Told]) -> list[Chosen]:
    """The likeliest claim of each passage."""
    found = []
    for one in told:
        best, known = _likeliest(model, one)
        probability = 0.0 if one.silenced else 1.0 if one.repeated >= 0 else model.acceptance.probability(known)
        found.append(Chosen(one, one.nodes[best], probability))
    return found


def _likeliest(model: PairModel, one: Told) -> tuple[int, Floats]:
    """The place of the likeliest claim of a passage, and what is known of it beside the others."""
    shares = model.probabilities(one.features)
    best = int(shares.argmax()) if one.repeated < 0 else one.repeated
    return best, known_of(best, shares, one.features, one.trees)


# -- judging -------------------------------------------------------------------------------------------


def run(
    folders: Sequence[Path],
    motions: Sequence[str] = (),
    *,
    left_out: bool = False,
    fit: Path | None = None,
    fit_kinds: Path | None = None,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Outcome:
    """Read labelled speeches, and say what would be called their speakers'.

    Args:
        folders: each with `<motion>-<side>/points.tsv`, the speeches, and `objections.tsv` where there is one.
        motions: ids; all with labels if left out.
        left_out: read each motion with weights fitted on the others, instead of with the shipped ones. What is held
            out is no part of any fit, and is read with the weights fitted on all the rest.
        fit, fit_kinds: where to write a pair model, and weights of kinds, fitted on all that is not held out.

    Raises:
        ConfigError: no labels in the folders, or they do not fit the speeches or the trees.
    """
    cached, _ = counted(embedder)
    found = speeches(folders, motions, cached, say)
    left_out = left_out or fit is not None
    chosen, model = _judged(found, say) if left_out else (_with(shipped_pairs(), shipped_weights(), found), None)
    rest = [one for one in chosen if not one.told.held_out]
    named = (
        shipped_pairs().named
        if fit is None
        else next((level for share, level, _ in curve(rest) if share == 1 - FALSE), 1.0)
    )
    if fit is not None and model is not None:
        told = {"passages": len(rest), "motions left out": _curve_json(rest)}
        pairs.write(fit, replace(model, named=round(named, 3)), told)
    results = list(_results(chosen, named, left_out=left_out))
    seconds = [one.seconds for speech in found for one in speech.told]
    results += kinds.measured(points(folders, motions), cached, fit_kinds, left_out=left_out or fit_kinds is not None)
    results.append({"what": "milliseconds a passage", "median": _ms(seconds, 0.5), "95 %": _ms(seconds, 0.95)})
    overall = score(rest or chosen, named).numbers()
    settings = {
        "opponents": ", ".join(map(str, folders)),
        "embedder": cached.name,
        "named from": round(named, 3),
        "weights": "fitted on the other motions" if left_out else "shipped",
    }
    bars = [
        Bar("share of what is attributed that is false", overall["false"], FALSE),
        Bar("share of points in the trees understood", overall["understood"], UNDERSTOOD, above=True),
        Bar("milliseconds a passage, 95 %", _ms(seconds, 0.95), MILLISECONDS),
    ]
    return Outcome("reading", settings, results, bars)


def _with(model: PairModel, weights: Weights, found: Iterable[Speech]) -> list[Chosen]:
    chosen: list[Chosen] = []
    for speech in found:
        speech.weigh(weights)
        chosen += choose(model, speech.told)
    return chosen


def _judged(found: Sequence[Speech], say: Say) -> tuple[list[Chosen], PairModel]:
    """Each motion read with what was fitted on other motions, and the held-out with what was fitted on all."""
    open_ = [speech for speech in found if not speech.told[0].held_out]
    closed = [speech for speech in found if speech.told[0].held_out]
    ids = list(dict.fromkeys(speech.told[0].motion for speech in open_))
    if len(ids) < 2:
        raise ConfigError("what is fitted is judged on motions that it was not fitted on: two motions are needed")
    unseen: list[tuple[list[str], PairModel, Weights]] = []
    for number in range(min(GROUPS, len(ids))):
        group = ids[number::GROUPS]
        say(f"fitting without {', '.join(group)}")
        rest = [speech for speech in open_ if speech.told[0].motion not in group]
        weights = fitted_weights([_for_weights(one) for speech in rest for one in speech.told])
        unseen.append((group, _fitted(rest, weights), weights))
    known = {tuple(group): _known(model, weights, _of(open_, group)) for group, model, weights in unseen}
    chosen: list[Chosen] = []
    for group, model, weights in unseen:
        own = replace(model, acceptance=_accepting([part for other, part in known.items() if other != tuple(group)]))
        chosen += _with(own, weights, _of(open_, group))
    say("fitting on all")
    whole = replace(_fitted(open_, shipped_weights()), acceptance=_accepting([*known.values()]))
    return [*chosen, *_with(whole, shipped_weights(), closed)], whole


def _of(found: Iterable[Speech], motions: Sequence[str]) -> list[Speech]:
    return [speech for speech in found if speech.told[0].motion in motions]


def _known(model: PairModel, weights: Weights, found: Sequence[Speech]) -> tuple[Floats, NDArray[np.bool_]]:
    """What is known of the likeliest claim of each passage, and whether its point makes it."""
    for speech in found:
        speech.weigh(weights)
    told = [one for speech in found for one in speech.told]
    of_point = made(told)
    rows = [(one, *_likeliest(model, one)) for one in told]
    right = [one.nodes[best] in one.claims.union(*(of_point[point] for point in one.points)) for one, best, _ in rows]
    return np.stack([known for _, _, known in rows]), np.asarray(right, dtype=bool)


def _accepting(parts: Sequence[tuple[Floats, NDArray[np.bool_]]]) -> Acceptance:
    return pairs.accepting(np.concatenate([known for known, _ in parts]), np.concatenate([right for _, right in parts]))


def _fitted(found: Sequence[Speech], weights: Weights) -> PairModel:
    for speech in found:
        speech.weigh(weights)
    told = [one for speech in found for one in speech.told]
    return pairs.fitted(np.concatenate([one.features for one in told]), np.concatenate([one.right for one in told]))


def _for_weights(one: Told) -> Passage:
    return Passage(one.motion, one.points, one.claims, one.nodes, one.table, one.nothing)


def _curve_json(chosen: Sequence[Chosen]) -> dict[str, dict[str, float]]:
    return {f"{share:.0%} right, from {level}": found.numbers() for share, level, found in curve(chosen)}


def _results(chosen: Sequence[Chosen], named: float, *, left_out: bool) -> Iterator[dict[str, object]]:
    how = "motion left out" if left_out else "shipped weights"
    for motion in dict.fromkeys(one.told.motion for one in chosen):
        part = [one for one in chosen if one.told.motion == motion and not one.told.held_out]
        if part:
            yield {"what": motion, "how": how, **score(part, named).numbers()}
    groups: dict[str, Callable[[Told], bool]] = {
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
