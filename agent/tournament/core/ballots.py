"""What a panellist writes down of a debate, what is refused of it, and what ballots come to together. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import Field

from agent.tournament.core.people import Name, Short, TournamentPart
from agent.tournament.core.plan import BallotRules, Style
from config.errors import RuleError

POINTS = (3.0, 2.0, 1.0, 0.0)  # of British Parliamentary, by place


class ScoredSpeech(TournamentPart):
    """A speech's score. `iron`: held by a speaker in another's place, so that it counts for the team alone."""

    speaker: Name
    score: float
    reply: bool = False
    iron: bool = False


class TeamSheet(TournamentPart):
    """What one team gets. `total`: as somebody summed it up on paper; checked. `rank`: of four teams, from 1.

    `win`: where it is not told by the totals. `margin`: of a debate without scores, by how much; on the winner's sheet.
    """

    team: Name
    speeches: tuple[ScoredSpeech, ...] = ()
    total: float | None = None
    rank: int | None = Field(default=None, ge=1, le=4)
    win: bool | None = None
    margin: float | None = Field(default=None, ge=0)

    @property
    def sum(self) -> float | None:
        return round(sum(one.score for one in self.speeches), 6) if self.speeches else self.total


class Ballot(TournamentPart):
    """One vote. `adjudicator`: empty for a panel that fills in one ballot. `sheets`: in the order of sides.

    `tie`: it ended undecided, where that is allowed. `note`: why, in words.
    """

    adjudicator: Short = ""
    sheets: tuple[TeamSheet, ...]
    tie: bool = False
    note: str = Field(default="", max_length=2000)


@dataclass(frozen=True)
class DebateOutcome:
    """What a debate came to, in the order of sides.

    `places`: from 1; `wins`: 1, 0, or ½ in a tie; `points`: of four teams. `totals`: of speeches, averaged over those
    who count; None without scores. `votes`: for each, of `voters`. `told`: in words.
    """

    teams: tuple[str, ...]
    places: tuple[int, ...]
    wins: tuple[float, ...]
    points: tuple[float, ...]
    totals: tuple[float | None, ...]
    margins: tuple[float | None, ...]
    votes: tuple[float, ...]
    voters: int
    speeches: tuple[tuple[ScoredSpeech, ...], ...] = ()
    told: str = ""
    absent: frozenset[str] = field(default_factory=frozenset)


# -- what is refused ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contest:
    """What a ballot is about: the teams in the order of sides, of whom some may be `absent`; `chair`: who presides.
    `final`: of a knockout, whether one wins it all."""

    teams: tuple[str, ...]
    style: Style
    elimination: bool = False
    absent: frozenset[str] = frozenset()
    chair: str = ""
    final: bool = False

    @property
    def through(self) -> int:
        """How many go on from a knockout."""
        return 1 if self.final or self.style is Style.TWO else 2


def check(ballot: Ballot, contest: Contest, rules: BallotRules) -> None:
    """Raises RuleError: it is not a ballot of this debate, or what it says cannot be."""
    if fault := next(_faults(ballot, contest, rules), ""):
        raise RuleError(fault)


def _faults(ballot: Ballot, contest: Contest, rules: BallotRules) -> Iterator[str]:
    teams = contest.teams
    named = [one.team for one in ballot.sheets]
    if named != list(teams):
        yield f"the sheets are of {', '.join(named)}; this debate has {', '.join(teams)}, in this order"
        return
    for sheet in ballot.sheets:
        if sheet.team not in contest.absent:
            yield from _sheet_faults(sheet, rules, scored=rules.knockouts_scored or not contest.elimination)
        elif sheet.speeches or sheet.rank != len(teams):
            yield f"{sheet.team} was not there: it has no scores, and the last place"
    if ballot.tie:
        if contest.elimination:
            yield "a knockout has no tie: one team goes on"
        elif not rules.ties:
            yield "the rules of this tournament know no tie"
        return
    two = contest.style is Style.TWO
    yield from _order_faults(ballot, rules) if two else _rank_faults(ballot, contest)


def _sheet_faults(sheet: TeamSheet, rules: BallotRules, *, scored: bool) -> Iterator[str]:
    speeches = [one for one in sheet.speeches if not one.reply]
    replies = [one for one in sheet.speeches if one.reply]
    if sheet.speeches and rules.speeches and len(speeches) != rules.speeches:
        yield f"{sheet.team}: {len(speeches)} speeches are scored where {rules.speeches} are held"
    if sheet.speeches and len(replies) != int(rules.replies):
        yield f"{sheet.team}: {len(replies)} replies are scored where there is {'one' if rules.replies else 'none'}"
    if not sheet.speeches and rules.speeches and scored:
        yield f"{sheet.team}: no speech is scored"
    for one in sheet.speeches:
        low, high = (rules.reply_lowest, rules.reply_highest) if one.reply else (rules.lowest, rules.highest)
        if not low <= one.score <= high:
            yield f"{sheet.team}: {one.speaker} has {one.score:g}, and scores go from {low:g} to {high:g}"
        step = rules.step / 2 if one.reply else rules.step
        if abs(one.score / step - round(one.score / step)) > 1e-6:
            yield f"{sheet.team}: {one.speaker} has {one.score:g}, and scores are given in steps of {step:g}"
    own = [one.speaker for one in speeches if not one.iron]
    if twice := next((name for name in own if own.count(name) > 1), ""):
        yield f"{sheet.team}: {twice} has two speeches; mark the one held for somebody else as `iron`"
    if sheet.total is not None and sheet.speeches and abs(sheet.total - (sheet.sum or 0)) > 1e-6:
        yield f"{sheet.team}: the sum is {sheet.sum:g}, not {sheet.total:g}"


def _order_faults(ballot: Ballot, rules: BallotRules) -> Iterator[str]:
    one, other = ballot.sheets
    said = [sheet.team for sheet in ballot.sheets if sheet.win]
    if len(said) == 2 or (one.win is False and other.win is False):
        yield f"one team wins: the ballot says so of {'both' if said else 'neither'}"
        return
    by_sum = _ahead(one, other)
    if not said and by_sum is None:
        yield "the teams are equal, and the ballot says of neither that it has won"
    elif said and by_sum is not None and by_sum != said[0] and not rules.low_points:
        yield f"{said[0]} is said to have won with fewer points than {by_sum}; this tournament allows no such win"
    elif said and by_sum is None and one.sum is not None and not rules.low_points:
        yield f"{said[0]} is said to have won with as many points; a score must tell them apart"


def _rank_faults(ballot: Ballot, contest: Contest) -> Iterator[str]:
    sums, ranks = [one.sum for one in ballot.sheets], [one.rank for one in ballot.sheets]
    if contest.elimination and None in ranks:
        if sum(bool(one.win) for one in ballot.sheets) != contest.through:
            yield "in a knockout of four the ballot says which two go on, or in the final which one wins"
        return
    if None not in ranks and sorted(ranks, key=str) != [1, 2, 3, 4]:
        yield f"the ranks are {', '.join(map(str, ranks))}: each of 1 to 4 is given once"
        return
    told = [value for value in sums if value is not None]
    if len(told) < len(sums) and None in ranks:
        yield "neither ranks nor scores are given for all teams"
        return
    if len(told) == len(sums):
        if len({*told}) < len(told):
            yield "two teams have the same total: four places need four totals"
        elif None not in ranks and _places(told) != tuple(ranks):
            yield "the ranks are not the order of the totals"


def _ahead(one: TeamSheet, other: TeamSheet) -> str | None:
    """The team with more points; None where they are equal or unknown."""
    if one.sum is None or other.sum is None or one.sum == other.sum:
        return None
    return one.team if one.sum > other.sum else other.team


def _places(values: Sequence[float]) -> tuple[int, ...]:
    return tuple(1 + sum(other > value for other in values) for value in values)


# -- what they come to -------------------------------------------------------------------------------------------------


def winner(ballot: Ballot) -> str:
    """Of a checked ballot of two teams; empty in a tie."""
    if ballot.tie:
        return ""
    one, other = ballot.sheets
    said = next((sheet.team for sheet in ballot.sheets if sheet.win), None)
    return said or _ahead(one, other) or ""


def ranks(ballot: Ballot) -> tuple[int, ...]:
    """Of a checked ballot of four teams: places from 1; in a knockout those who are said to go on share the first."""
    given = [one.rank for one in ballot.sheets if one.rank is not None]
    if len(given) == len(ballot.sheets):
        return tuple(given)
    if any(one.win is not None for one in ballot.sheets):
        return tuple(1 if one.win else 3 for one in ballot.sheets)
    return _places([one.sum or 0.0 for one in ballot.sheets])


def decided(ballots: Sequence[Ballot], contest: Contest, rules: BallotRules) -> DebateOutcome | None:
    """What checked ballots come to; None where votes are split evenly and the chair's does not break it.

    Two teams: the majority of votes; an even split goes as the chair's ballot says. The scores are averages over the
    majority, or over all where dissenters count. Four: the order of mean places; equal ones as the chair has them. In a
    knockout of four the best two go on, in its final one.
    """
    if contest.style is Style.BP:
        return _of_four(ballots, contest)
    teams = contest.teams
    votes = dict.fromkeys(teams, 0.0)
    for ballot in ballots:
        won = winner(ballot)
        for team in teams:
            votes[team] += 0.5 if not won else float(team == won)
    best = _majority(votes, ballots, contest.chair)
    if not best and (contest.elimination or not rules.ties):
        return None
    counted = [one for one in ballots if rules.dissenters or not best or winner(one) in (best, "")]
    return _scored(counted, teams, best, votes, len(ballots))


def _majority(votes: Mapping[str, float], ballots: Sequence[Ballot], chair: str) -> str:
    one, other = votes
    if votes[one] != votes[other]:
        return max(votes, key=lambda team: votes[team])
    return next((winner(ballot) for ballot in ballots if ballot.adjudicator == chair), "")


def _scored(
    ballots: Sequence[Ballot], teams: Sequence[str], best: str, votes: Mapping[str, float], voters: int
) -> DebateOutcome:
    totals = tuple(_mean([one.sheets[side].sum for one in ballots]) for side in range(len(teams)))
    margins = _margins(ballots, teams, best, totals)
    wins = tuple(float(team == best) if best else 0.5 for team in teams)
    margin = next((one for one, won in zip(margins, wins, strict=True) if won == 1.0), None)
    apart = "" if margin is None else f" (margin {margin:g})"
    split = "" if not best or votes[best] == voters else f", by {votes[best]:g} of {voters} votes"
    return DebateOutcome(
        teams=tuple(teams),
        places=tuple(1 if won >= 0.5 else 2 for won in wins),
        wins=wins,
        points=wins,
        totals=totals,
        margins=margins,
        votes=tuple(votes[team] for team in teams),
        voters=voters,
        speeches=tuple(_speeches([one.sheets[side] for one in ballots]) for side in range(len(teams))),
        told=f"{best} won{split}{apart}" if best else "a tie",
    )


def _margins(
    ballots: Sequence[Ballot], teams: Sequence[str], best: str, totals: Sequence[float | None]
) -> tuple[float | None, ...]:
    one, other = totals
    if one is not None and other is not None:
        return round(one - other, 6), round(other - one, 6)
    told = _mean([sheet.margin for ballot in ballots for sheet in ballot.sheets if sheet.margin is not None])
    if told is None:
        return None, None
    return tuple(told if team == best else -told for team in teams) if best else (0.0, 0.0)


def _of_four(ballots: Sequence[Ballot], contest: Contest) -> DebateOutcome | None:
    teams = contest.teams
    each = [ranks(ballot) for ballot in ballots]
    chairs = next((ranks(one) for one in ballots if one.adjudicator == contest.chair), each[0])
    means = [(sum(one[side] for one in each) / len(each), chairs[side]) for side in range(len(teams))]
    places = tuple(1 + sum(other < mean for other in means) for mean in means)
    if contest.elimination:
        last = sorted(places)[contest.through - 1]
        places = tuple(1 if place <= last else max(place, contest.through + 1) for place in places)
        if places.count(1) != contest.through:
            return None
    tops = [team for team, place in zip(teams, places, strict=True) if place == 1]
    order = ", ".join(f"{place}. {team}" for place, team in sorted(zip(places, teams, strict=True)))
    here = [team not in contest.absent for team in teams]
    return DebateOutcome(
        teams=teams,
        places=places,
        wins=tuple(float(place == 1) for place in places),
        points=tuple(POINTS[place - 1] if there else 0.0 for place, there in zip(places, here, strict=True)),
        totals=tuple(_mean([one.sheets[side].sum for one in ballots]) for side in range(len(teams))),
        margins=(None,) * len(teams),
        votes=tuple(float(sum(one[side] == 1 for one in each)) for side in range(len(teams))),
        voters=len(ballots),
        speeches=tuple(_speeches([one.sheets[side] for one in ballots]) for side in range(len(teams))),
        told=f"{' and '.join(tops)} {'won' if contest.final else 'went on'}" if contest.elimination else order,
        absent=contest.absent,
    )


def _speeches(sheets: Sequence[TeamSheet]) -> tuple[ScoredSpeech, ...]:
    """A team's, each with the mean of its scores; sheets name the same speakers in the same order."""
    first = sheets[0].speeches
    same = [one.speeches for one in sheets if [s.speaker for s in one.speeches] == [s.speaker for s in first]]
    return tuple(
        speech.model_copy(update={"score": _mean([one[place].score for one in same])})
        for place, speech in enumerate(first)
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 6) if known else None


def walk_over(teams: Sequence[str], absent: Sequence[str], style: Style, why: str) -> DebateOutcome:
    """Who is there wins, without scores; of four, those who are away come last and get nothing."""
    here = [team for team in teams if team not in absent]
    if style is Style.TWO:
        wins = tuple(float(len(here) == 1 and team in here) for team in teams)
        places = tuple(1 if won else 2 for won in wins)
    else:
        places = tuple(1 if team in here else len(teams) for team in teams)
        wins = (0.0,) * len(teams)
    none: tuple[float | None, ...] = (None,) * len(teams)
    told = f"a walk-over for {here[0]}: {why}" if len(here) == 1 else f"not held: {why}"
    return DebateOutcome(
        teams=tuple(teams), places=places, wins=wins, points=wins, totals=none, margins=none,
        votes=(0.0,) * len(teams), voters=0, told=told, absent=frozenset(absent),
    )  # fmt: skip
