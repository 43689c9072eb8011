"""What all matches of an arena come to: ratings in all and by kind of motion and judge, agreement, and what was left
out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from agent.arena.ratings import Ratings, rate, stands_after
from agent.arena.results import KINDS, Held, scored
from agent.judging.agreement import Agreement, Annotation, agreement
from agent.judging.interval import wilson
from agent.match.afterwards.verdicts import Outcome
from config.errors import UsageError

ALL = "all"
SAMPLES = 1000


@dataclass(frozen=True)
class PointsTally:
    """Of one contestant: debates by what they came to, those that do not count last; points as pro and as con."""

    won: int
    tied: int
    lost: int
    undecided: int
    invalid: int
    pro: tuple[float, int]
    con: tuple[float, int]


@dataclass(frozen=True)
class SameVotes:
    """How often two judges gave the same vote, of the debates on which both decided."""

    one: str
    other: str
    same: int
    both: int

    @property
    def told(self) -> str:
        low, high = wilson(self.same, self.both)
        return f"{self.one} and {self.other}: {self.same} of {self.both} [{low:.2f}, {high:.2f}]"


@dataclass(frozen=True)
class Standings:
    """`ratings`: by kind of motion and judge (`all`, and the empty name for the panel); where there are none, a text
    that says why. `stands`: after how many debates a contestant's rating stands, by name. `agreement`: of all judges.
    """

    names: Sequence[str]
    judges: Sequence[str]
    held: Sequence[Held]
    ratings: Mapping[tuple[str, str], Ratings | str]
    tallies: Mapping[str, PointsTally]
    agreements: Sequence[SameVotes]
    agreement: Agreement
    stands: Mapping[str, int]

    @property
    def whole(self) -> Ratings | str:
        return self.ratings[ALL, ""]

    @property
    def order(self) -> list[str]:
        """The best first; those without a rating last."""
        rated = [one.name for one in self.whole.of] if isinstance(self.whole, Ratings) else []
        return [*rated, *(name for name in self.names if name not in rated)]

    @property
    def newcomer(self) -> float | None:
        """After how many debates a rating stands, in the middle of all contestants."""
        return median(self.stands.values()) if self.stands else None


def standings(names: Sequence[str], held: Sequence[Held], anchor: str = "", samples: int = SAMPLES) -> Standings:
    judges = sorted({vote.judge for one in held for vote in one.votes if vote.judge})
    kinds = [kind for kind in KINDS if any(one.kind == kind for one in held)]
    ratings = {
        (kind, judge): _rated([one for one in held if kind in (ALL, one.kind)], judge, anchor, samples)
        for kind in (ALL, *kinds)
        for judge in ("", *(judges if len(judges) > 1 else ()))
    }
    whole = ratings[ALL, ""]
    stands = stands_after(scored(held), whole) if isinstance(whole, Ratings) else {}
    votes = (
        Annotation(one.id, judge, score) for one in held for judge in judges if (score := one.score(judge)) is not None
    )
    agreements = [_agreement(held, *pair) for pair in combinations(judges, 2)]
    return Standings(
        names,
        judges,
        held,
        ratings,
        {name: tally(held, name) for name in names},
        [one for one in agreements if one.both],
        agreement(votes),
        stands,
    )


def _rated(held: Sequence[Held], judge: str, anchor: str, samples: int) -> Ratings | str:
    try:
        return rate(scored(held, judge), anchor, samples=samples)
    except UsageError as error:
        return str(error)


def tally(held: Sequence[Held], name: str) -> PointsTally:
    """By the panel's verdicts. An invalid match counts as such for whose speeches made it so."""
    came: Counter[str] = Counter()
    sides = {True: (0.0, 0), False: (0.0, 0)}
    for one in held:
        if (side := one.side_of(name)) is None:
            continue
        score = one.score()
        if score is None:
            came["invalid" if side in one.invalid else "other" if one.invalid else "undecided"] += 1
            continue
        own = score if name == one.pro else 1 - score
        came[{1.0: "won", 0.5: "tied", 0.0: "lost"}[own]] += 1
        points, count = sides[name == one.pro]
        sides[name == one.pro] = (points + own, count + 1)
    return PointsTally(
        came["won"],
        came["tied"],
        came["lost"],
        came["undecided"],
        came["invalid"],
        pro=sides[True],
        con=sides[False],
    )


def _agreement(held: Sequence[Held], one: str, other: str) -> SameVotes:
    both = [(held_.score(one), held_.score(other)) for held_ in held]
    decided = [pair for pair in both if None not in pair]
    return SameVotes(one, other, sum(a == b for a, b in decided), len(decided))


def withstood(held: Sequence[Held]) -> dict[str, tuple[int, int]]:
    """Of each change that judges were tried by: how many votes it left as they were, and how many there were."""
    found: dict[str, tuple[int, int]] = {}
    for one in held:
        for vote in one.votes:
            for name, stayed in vote.held.items():
                kept, tried = found.get(name, (0, 0))
                found[name] = (kept + stayed, tried + 1)
    return found


def left_out(held: Sequence[Held]) -> dict[str, int]:
    """Matches that do not count, by why."""
    found: Counter[str] = Counter()
    for one in held:
        panel = one.vote()
        for side, faults in one.invalid.items():
            found[f"invalid: {one.pro if side == 'pro' else one.con}: {', '.join(faults)}"] += 1
        if panel is not None and panel.result.outcome is Outcome.NONE:
            found[f"no verdict: {panel.result.why}"] += 1
    return dict(found.most_common())
