"""Ratings counted: how often each contestant was better, by how much, and how sure that is. Pure.

Comparisons with a version that is no valid statement are counted, and weigh nothing in scores, wins and tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean, stdev

from agent.evaluation.ratings import TIE, Kind, Rating
from agent.evaluation.statistics import Interval, bootstrap, sign_flip
from agent.evaluation.validity import STANCE, WrittenSpeech
from agent.evaluation.work import Comparison, WholeDebate
from agent.judging.agreement import Annotation, Level, agreement
from config.format import Side, Stage

KINDS: tuple[Kind, ...] = ("person", "model")
PEOPLE = {"person": "people", "model": "models"}  # as tables call them


@dataclass(frozen=True)
class EvaluationResults:
    """All that was written and said. `contestants`: ours first; `stages`: those of the format, in order."""

    contestants: Sequence[str]
    motions: Sequence[str]
    stages: Sequence[Stage]
    comparisons: Sequence[Comparison]
    debates: Sequence[WholeDebate]
    versions: Mapping[str, WrittenSpeech]
    held: Mapping[str, Sequence[WrittenSpeech]]
    ratings: Sequence[Rating]

    @cached_property
    def by_item(self) -> Mapping[str, Sequence[Rating]]:
        """Of those who passed their checks."""
        found: dict[str, list[Rating]] = defaultdict(list)
        for one in self.ratings:
            if one.passed_checks:
                found[one.item].append(one)
        return found

    @property
    def kinds(self) -> list[Kind]:
        """Who listened."""
        return [kind for kind in KINDS if any(one.kind == kind for one in self.ratings)]

    def rated(self, item: str, kind: Kind) -> list[Rating]:
        return [one for one in self.by_item.get(item, ()) if one.kind == kind]

    @cached_property
    def invalid(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with each version (by id) that is not valid, by its form or to most of its listeners."""
        found: dict[str, set[str]] = {id: {*one.invalid} for id, one in self.versions.items() if one.invalid}
        for comparison in self.comparisons:
            ratings = self.by_item.get(comparison.id, ())
            for key in "AB":
                heard = [one.argues for one in ratings if one.version == key and one.argues]
                other = "against" if comparison.place.side is Side.PRO else "for"
                if sum(one == other for one in heard) * 2 > len(heard) > 0:
                    found.setdefault(comparison.version(key).id, set()).add(STANCE)
        return {id: tuple(sorted(faults)) for id, faults in found.items()}


@dataclass(frozen=True)
class Cell:
    """Ours against another contestant, to people or to models, in a stage and on a side (None: in all of them).

    Scores from 1 to 5 with the spread over judgements. `won`, `tied`, `lost`: motions, each by the majority of its
    listeners; `lead`: by how much ours is preferred (1 by everybody, -1 by nobody), over motions. `chance`: of such a
    lead without a difference. `invalid`: comparisons left out of all that; `unheard`: those that nobody judged.
    """

    other: str
    kind: Kind
    stage: Stage | None
    side: Side | None
    motions: int
    judgements: int
    ours: float | None
    ours_spread: float | None
    theirs: float | None
    theirs_spread: float | None
    won: int
    tied: int
    lost: int
    lead: Interval | None
    chance: float | None
    difference: Interval | None
    agreement: float | None
    invalid: int
    unheard: int


def cells(results: EvaluationResults) -> Iterator[Cell]:
    """Stage by stage and side by side; the whole comes last."""
    places = list(dict.fromkeys((one.place.stage, one.place.side) for one in results.comparisons))
    for other in results.contestants[1:]:
        for kind in results.kinds:
            against = [one for one in results.comparisons if one.theirs.contestant == other]
            for stage, side in places:
                yield _cell(
                    results,
                    other,
                    kind,
                    stage,
                    side,
                    [c for c in against if (c.place.stage, c.place.side) == (stage, side)],
                )
            yield _cell(results, other, kind, None, None, against)


@dataclass(frozen=True)
class _Pair:
    """What one listener said of a comparison."""

    item: Comparison
    listener: str
    ours: int | None
    theirs: int | None
    preferred: float | None


def _pairs(results: EvaluationResults, item: Comparison, kind: Kind) -> Iterator[_Pair]:
    by: dict[str, dict[str, Rating]] = {}
    for one in results.rated(item.id, kind):
        by.setdefault(one.listener, {})[one.version] = one
    theirs_is = "AB"[item.ours_is == "A"]
    for listener, said in by.items():
        ours, theirs = said.get(item.ours_is), said.get(theirs_is)
        better = next((one.better for one in (ours, theirs) if one and one.better), "")
        preferred = {"": None, TIE: 0.0, item.ours_is: 1.0, theirs_is: -1.0}[better]
        yield _Pair(item, listener, ours.rating if ours else None, theirs.rating if theirs else None, preferred)


def _cell(
    results: EvaluationResults, other: str, kind: Kind, stage: Stage | None, side: Side | None, of: Sequence[Comparison]
) -> Cell:
    valid = [one for one in of if one.ours.id not in results.invalid and one.theirs.id not in results.invalid]
    pairs = [pair for one in valid for pair in _pairs(results, one, kind)]
    leads = _by_motion(pairs, lambda one: one.preferred)
    items: dict[str, float] = defaultdict(float)
    for one in pairs:
        if one.preferred is not None:
            items[one.item.id] += one.preferred
    return Cell(
        other,
        kind,
        stage,
        side,
        len(leads),
        sum(map(len, leads.values())),
        *_spread(one.ours for one in pairs),
        *_spread(one.theirs for one in pairs),
        sum(lead > 0 for lead in items.values()),
        sum(lead == 0 for lead in items.values()),
        sum(lead < 0 for lead in items.values()),
        bootstrap(leads),
        sign_flip([fmean(some) for some in leads.values()]),
        bootstrap(_by_motion(pairs, _apart)),
        alike(((one.listener, one.item.id, one.preferred) for one in pairs), "nominal"),
        len(of) - len(valid),
        len(valid) - len(items),
    )


def _apart(one: _Pair) -> float | None:
    return None if one.ours is None or one.theirs is None else float(one.ours - one.theirs)


def _by_motion(pairs: Iterable[_Pair], said: Callable[[_Pair], float | None]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for one in pairs:
        if (value := said(one)) is not None:
            found.setdefault(one.item.place.motion, []).append(value)
    return found


def _spread(values: Iterable[float | None]) -> tuple[float | None, float | None]:
    """Mean and standard deviation of those that are known."""
    known = [one for one in values if one is not None]
    return (fmean(known) if known else None), (stdev(known) if len(known) > 1 else None)


def alike(said: Iterable[tuple[str, str, float | None]], level: Level = "interval") -> float | None:
    """Krippendorff's alpha of who (first) said what (last) of which thing."""
    last = {(listener, thing): value for listener, thing, value in said if value is not None}
    return agreement((Annotation(thing, listener, value) for (listener, thing), value in last.items()), level).alpha


def rated_alike(results: EvaluationResults, kind: Kind, items: Iterable[str]) -> float | None:
    """How far scores of these items agree."""
    every = (one for item in items for one in results.rated(item, kind))
    return alike((one.listener, f"{one.item} {one.version}", one.rating) for one in every)


# -- whole debates ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """One contestant in its debates with the other, both stances of a motion taken together before motions are.

    `scores`: mean and spread over motions by stage. `shifted`: share of votes that moved towards it at all; `turned`:
    that came over to its side from another opinion; ties are among all votes.
    """

    other: str
    kind: Kind
    contestant: str
    motions: int
    votes: int
    scores: Mapping[Stage, tuple[float | None, float | None]]
    shifted: Interval | None
    turned: Interval | None
    chance: float | None
    agreement: float | None


def wholes(results: EvaluationResults) -> Iterator[Whole]:
    """For each other contestant ours and then it."""
    for other in results.contestants[1:]:
        for kind in results.kinds:
            for own in (other, results.contestants[0]):
                between = [one for one in results.debates if other in (one.pro, one.con)]
                yield _whole(results, other, kind, own, between)


def _whole(results: EvaluationResults, other: str, kind: Kind, own: str, debates: Sequence[WholeDebate]) -> Whole:
    legs: dict[str, list[WholeDebate]] = defaultdict(list)
    for debate in debates:
        if any(one.vote_after is not None for one in results.rated(debate.id, kind)):
            legs[debate.motion].append(debate)
    both = {motion: some for motion, some in legs.items() if len(some) == 2}
    scores: dict[Stage, tuple[float | None, float | None]] = {}
    for stage in results.stages:
        means = [list(_stage_means(results, one, kind, own, stage)) for one in both.values()]
        scores[stage] = _spread(fmean(some) for some in means if some)
    shares = {motion: [_share(results, one, kind, own, _moved) for one in some] for motion, some in both.items()}
    turned = {motion: [_share(results, one, kind, own, _turned) for one in some] for motion, some in both.items()}
    theirs = [_net(results, some, kind, own) for some in both.values()]
    votes = sum(len(_votes(results, one, kind)) for some in both.values() for one in some)
    ids = [one.id for some in both.values() for one in some]
    return Whole(
        other, kind, own, len(both), votes, scores, bootstrap(shares), bootstrap(turned), sign_flip(theirs),
        rated_alike(results, kind, ids),
    )  # fmt: skip


def _stage_means(
    results: EvaluationResults, debates: Iterable[WholeDebate], kind: Kind, own: str, stage: Stage
) -> Iterator[float]:
    """Of each debate in which it spoke in that stage and was rated."""
    for debate in debates:
        held = enumerate(results.held.get(debate.id, ()), 1)
        own_places = {str(place) for place, one in held if one.contestant == own and one.stage is stage}
        rated = [one.rating for one in results.rated(debate.id, kind) if one.version in own_places and one.rating]
        if rated:
            yield fmean(rated)


Vote = tuple[int, int]


def _votes(results: EvaluationResults, debate: WholeDebate, kind: Kind) -> list[Vote]:
    """Before and after, one a listener."""
    rows = sorted(results.rated(debate.id, kind), key=lambda one: int(one.version) if one.version.isdigit() else 0)
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    for one in rows:  # of people, each has the votes around its own speech
        if one.vote_before is not None:
            before.setdefault(one.listener, one.vote_before)
        if one.vote_after is not None:
            after[one.listener] = one.vote_after
    return [(first, after[listener]) for listener, first in before.items() if listener in after]


def _share(
    results: EvaluationResults, debate: WholeDebate, kind: Kind, own: str, counts: Callable[[Vote, int], bool]
) -> float:
    sign = 1 if debate.side_of(own) is Side.PRO else -1
    votes = _votes(results, debate, kind)
    return sum(counts(vote, sign) for vote in votes) / len(votes) if votes else 0.0


def _moved(vote: Vote, sign: int) -> bool:
    return (vote[1] - vote[0]) * sign > 0


def _turned(vote: Vote, sign: int) -> bool:
    return vote[1] * sign > 0 >= vote[0] * sign


def _net(results: EvaluationResults, debates: Iterable[WholeDebate], kind: Kind, own: str) -> float:
    """By how much more votes moved towards it than away from it, over the debates of a motion."""
    return fmean(
        _share(results, one, kind, own, _moved)
        - _share(results, one, kind, own, lambda vote, sign: _moved(vote, -sign))
        for one in debates
    )


@dataclass(frozen=True)
class Leaning:
    """A motion in whole debates: where votes moved, towards Pro (1) or Con (-1), and how many debates each stance won.

    `always`: the stance that won all of them, whoever argued it; empty if none did.
    """

    motion: str
    kind: Kind
    debates: int
    before: float
    spread_before: float | None
    shift: float
    won_by_pro: int
    won_by_con: int
    always: str
    agreement: float | None


def leanings(results: EvaluationResults) -> Iterator[Leaning]:
    """Motions on which one stance wins whatever the method hide what a method is worth."""
    for kind in results.kinds:
        for motion in results.motions:
            votes = {
                one.id: some for one in results.debates if one.motion == motion and (some := _votes(results, one, kind))
            }
            if not votes:
                continue
            moved = [fmean((after > before) - (after < before) for before, after in some) for some in votes.values()]
            pro, con = sum(one > 0 for one in moved), sum(one < 0 for one in moved)
            before = [float(first) for some in votes.values() for first, _ in some]
            always = "pro" if pro == len(moved) > 1 else "con" if con == len(moved) > 1 else ""
            spread = stdev(before) if len(before) > 1 else None
            said = (one for id in votes for one in results.rated(id, kind))
            agreed = alike((one.listener, one.item, _shift(one)) for one in said)
            yield Leaning(motion, kind, len(moved), fmean(before), spread, fmean(moved), pro, con, always, agreed)


def _shift(one: Rating) -> float | None:
    return None if one.vote_before is None or one.vote_after is None else float(one.vote_after - one.vote_before)


# -- actions ---------------------------------------------------------------------------------------------------------


@dataclass
class Hits:
    """Actions of a kind, and those prepared in the trees of one's own claims, of the other side's, in either."""

    count: int = 0
    own: int = 0
    theirs: int = 0
    either: int = 0


@dataclass
class Acts:
    """Of one contestant over all its debates: arguments in rebuttals by how they act, hits by `attack, taken`."""

    rebuttals: dict[str, int] = field(default_factory=dict)
    hits: dict[str, Hits] = field(default_factory=dict)

    @property
    def arguments(self) -> int:
        return sum(self.rebuttals.values())

    @property
    def ways(self) -> list[tuple[str, int]]:
        """The most frequent first."""
        return sorted(self.rebuttals.items(), key=lambda one: (-one[1], one[0]))
