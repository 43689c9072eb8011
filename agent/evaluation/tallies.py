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
from agent.evaluation.statistics import Interval, Level, alpha, bootstrap, sign_flip
from agent.evaluation.validity import STANCE, Written
from agent.evaluation.work import Comparison, Debate
from config.format import Side, Stage
from planning.debate.argument import ActionKind

KINDS: tuple[Kind, ...] = ("person", "model")
PEOPLE = {"person": "people", "model": "models"}  # as tables call them


@dataclass(frozen=True)
class Results:
    """All that was written and said. `contestants`: ours first; `stages`: those of the format, in order."""

    contestants: Sequence[str]
    motions: Sequence[str]
    stages: Sequence[Stage]
    comparisons: Sequence[Comparison]
    debates: Sequence[Debate]
    versions: Mapping[str, Written]
    held: Mapping[str, Sequence[Written]]
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


def cells(results: Results) -> Iterator[Cell]:
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


def _cell(
    results: Results, other: str, kind: Kind, stage: Stage | None, side: Side | None, of: Sequence[Comparison]
) -> Cell:
    valid = [one for one in of if one.ours.id not in results.invalid and one.theirs.id not in results.invalid]
    ours, theirs = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    leads, apart = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    items: list[float] = []
    unheard = 0
    for one in valid:
        own, their = (_by_listener(results, one, kind, version) for version in (one.ours.id, one.theirs.id))
        preferred = [_preferred(rating, one.ours_is) for rating in own.values() if rating.better]
        unheard += not preferred
        motion = one.place.motion
        ours[motion] += [rating.rating for rating in own.values() if rating.rating]
        theirs[motion] += [rating.rating for rating in their.values() if rating.rating]
        leads[motion] += preferred
        both = [(own[name].rating, their[name].rating) for name in own if name in their]
        apart[motion] += [a - b for a, b in both if a is not None and b is not None]
        items += [sum(preferred)] if preferred else []
    means = [fmean(values) for values in leads.values() if values]
    return Cell(
        other,
        kind,
        stage,
        side,
        len(means),
        sum(map(len, leads.values())),
        *_spread(ours),
        *_spread(theirs),
        sum(one > 0 for one in items),
        sum(one == 0 for one in items),
        sum(one < 0 for one in items),
        bootstrap(leads),
        sign_flip(means),
        bootstrap(apart),
        agreement(results, kind, [one.id for one in valid], lambda rating: _better(rating, valid), "nominal"),
        len(of) - len(valid),
        unheard,
    )


def _by_listener(results: Results, item: Comparison, kind: Kind, version: str) -> dict[str, Rating]:
    key = "A" if item.version("A").id == version else "B"
    return {one.listener: one for one in results.rated(item.id, kind) if one.version == key}


def _preferred(rating: Rating, ours: str) -> float:
    return 0.0 if rating.better == TIE else 1.0 if rating.better == ours else -1.0


def _better(rating: Rating, items: Sequence[Comparison]) -> float | None:
    ours = next(one.ours_is for one in items if one.id == rating.item)
    return _preferred(rating, ours) if rating.version == ours and rating.better else None


def _spread(values: Mapping[str, Sequence[float]]) -> tuple[float | None, float | None]:
    """Mean and standard deviation over all judgements."""
    every = [one for some in values.values() for one in some]
    return (fmean(every) if every else None), (stdev(every) if len(every) > 1 else None)


def agreement(
    results: Results,
    kind: Kind,
    items: Iterable[str],
    said: Callable[[Rating], float | None],
    level: Level = "interval",
) -> float | None:
    """Of listeners of a kind over these items; `said`: the number that a rating says, if it says one."""
    columns: dict[tuple[str, str], dict[str, float]] = {}
    for item in items:
        for one in results.rated(item, kind):
            if (value := said(one)) is not None:
                columns.setdefault((item, one.version), {})[one.listener] = value
    names = sorted({name for column in columns.values() for name in column})
    return alpha([[column.get(name) for column in columns.values()] for name in names], level) if names else None


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


def wholes(results: Results) -> Iterator[Whole]:
    """For each other contestant ours and then it."""
    for other in results.contestants[1:]:
        for kind in results.kinds:
            for own in (other, results.contestants[0]):
                between = [one for one in results.debates if other in (one.pro, one.con)]
                yield _whole(results, other, kind, own, between)


def _whole(results: Results, other: str, kind: Kind, own: str, debates: Sequence[Debate]) -> Whole:
    legs: dict[str, list[Debate]] = defaultdict(list)
    for debate in debates:
        if any(one.vote_after is not None for one in results.rated(debate.id, kind)):
            legs[debate.motion].append(debate)
    both = {motion: some for motion, some in legs.items() if len(some) == 2}
    scores: dict[Stage, tuple[float | None, float | None]] = {}
    for stage in results.stages:
        means = [fmean(some) for one in both.values() if (some := list(_stage_means(results, one, kind, own, stage)))]
        scores[stage] = (fmean(means) if means else None), (stdev(means) if len(means) > 1 else None)
    shares = {motion: [_share(results, one, kind, own, _moved) for one in some] for motion, some in both.items()}
    turned = {motion: [_share(results, one, kind, own, _turned) for one in some] for motion, some in both.items()}
    theirs = [_net(results, some, kind, own) for some in both.values()]
    votes = sum(len(_votes(results, one, kind)) for some in both.values() for one in some)
    ids = [one.id for some in both.values() for one in some]
    return Whole(
        other, kind, own, len(both), votes, scores, bootstrap(shares), bootstrap(turned), sign_flip(theirs),
        agreement(results, kind, ids, lambda one: one.rating),
    )  # fmt: skip


def _stage_means(results: Results, debates: Iterable[Debate], kind: Kind, own: str, stage: Stage) -> Iterator[float]:
    """Of each debate in which it spoke in that stage and was rated."""
    for debate in debates:
        turns = {
            str(one.turn + 1) for one in results.held.get(debate.id, ()) if one.contestant == own and one.stage is stage
        }
        rated = [one.rating for one in results.rated(debate.id, kind) if one.version in turns and one.rating]
        if rated:
            yield fmean(rated)


Vote = tuple[int, int]


def _votes(results: Results, debate: Debate, kind: Kind) -> list[Vote]:
    """Before and after, one a listener."""
    found = {
        one.listener: (one.vote_before, one.vote_after)
        for one in results.rated(debate.id, kind)
        if one.vote_before is not None and one.vote_after is not None
    }
    return [(before, after) for before, after in found.values() if before is not None and after is not None]


def _share(results: Results, debate: Debate, kind: Kind, own: str, counts: Callable[[Vote, int], bool]) -> float:
    sign = 1 if debate.side_of(own) is Side.PRO else -1
    votes = _votes(results, debate, kind)
    return sum(counts(vote, sign) for vote in votes) / len(votes) if votes else 0.0


def _moved(vote: Vote, sign: int) -> bool:
    return (vote[1] - vote[0]) * sign > 0


def _turned(vote: Vote, sign: int) -> bool:
    return vote[1] * sign > 0 >= vote[0] * sign


def _net(results: Results, debates: Iterable[Debate], kind: Kind, own: str) -> float:
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


def leanings(results: Results) -> Iterator[Leaning]:
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
            alike = agreement(results, kind, votes, _shift)
            yield Leaning(motion, kind, len(moved), fmean(before), spread, fmean(moved), pro, con, always, alike)


def _shift(one: Rating) -> float | None:
    return None if one.vote_before is None or one.vote_after is None else float(one.vote_after - one.vote_before)


# -- actions ---------------------------------------------------------------------------------------------------------


@dataclass
class Hits:
    """Actions of a kind, and those prepared in the trees of one's own claims, of the other side's, in either."""

    taken: int = 0
    own: int = 0
    theirs: int = 0
    either: int = 0


@dataclass
class Acts:
    """Of one contestant over all its debates: arguments in rebuttals by how they act, and hits by kind of action."""

    rebuttals: dict[str, int] = field(default_factory=dict)
    hits: dict[ActionKind, Hits] = field(default_factory=dict)

    @property
    def arguments(self) -> int:
        return sum(self.rebuttals.values())

    @property
    def ways(self) -> list[tuple[str, int]]:
        """The most frequent first."""
        return sorted(self.rebuttals.items(), key=lambda one: (-one[1], one[0]))
