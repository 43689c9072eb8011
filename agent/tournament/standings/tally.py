"""What each team has come to in preliminary rounds, added up once. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from agent.tournament.core.ballots import DebateOutcome, ScoredSpeech
from agent.tournament.core.records import DebateRecord, RoundRecord, TournamentRecord

PANEL = 3  # that votes are scaled to, where panels are of different sizes


@dataclass
class TeamTally:
    """Of one team. `scores`: of its debates; `ballots`: votes, each panel scaled to three; `held`: (round, debate)
    from which all of it comes. `beat` and `met`: opponents, once for each time."""

    name: str
    wins: float = 0.0
    points: float = 0.0
    scores: list[float] = field(default_factory=list)
    speeches: list[tuple[ScoredSpeech, ...]] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    ballots: float = 0.0
    pulled: int = 0
    pull_up_debates: int = 0
    byes: int = 0
    sides: list[int] = field(default_factory=list)
    met: list[str] = field(default_factory=list)
    beat: list[str] = field(default_factory=list)
    held: list[tuple[int, str]] = field(default_factory=list)

    @property
    def speaks(self) -> list[float]:
        """Of all its speeches, replies left out."""
        return [speech.score for some in self.speeches for speech in some if not speech.reply]

    @property
    def iron(self) -> int:
        """Debates in which somebody spoke in another's place."""
        return sum(any(speech.iron for speech in some) for some in self.speeches)


Counts = Callable[[RoundRecord], bool]


def everything(_: RoundRecord) -> bool:
    return True


def published(one: RoundRecord) -> bool:
    return one.published


def tallies(record: TournamentRecord, counts: Counts = everything) -> dict[str, TeamTally]:
    """Of all teams, by name; debates without a result bring whom they met, and their sides.

    Args:
        counts: which rounds count; knockouts never do.
    """
    found = {name: TeamTally(name) for name in record.teams}
    for one in record.rounds:
        if one.plan.elimination or not counts(one):
            continue
        for debate in one.debates.values():
            _add(found, one, debate, len(record.rules.style.sides))
        for name in one.byes:
            found[name].byes += 1
            if record.rules.draw.bye_counts != "nothing" and one.phase.value != "drawn":
                found[name].wins += one.plan.weight
                found[name].points += one.plan.weight
    if record.rules.draw.bye_counts == "average":
        for tally in found.values():
            tally.scores += [average] * tally.byes if (average := mean(tally.scores)) is not None else []
    return found


def _add(found: dict[str, TeamTally], one: RoundRecord, debate: DebateRecord, sides: int) -> None:
    teams, pulled, result = debate.teams, debate.drawn.pulled, debate.result
    for side, name in enumerate(teams):
        tally = found[name]
        tally.sides = tally.sides or [0] * sides
        tally.sides[side] += 1
        tally.met.extend(other for other in teams if other != name)
        if pulled:
            tally.pull_up_debates += 1
            tally.pulled += name in pulled
        if result is not None:
            _add_result(tally, result, side, one.plan.weight)
            tally.held.append((one.number, debate.id))


def _add_result(tally: TeamTally, result: DebateOutcome, side: int, weight: float) -> None:
    won, place = result.wins[side], result.places[side]
    tally.wins += won * weight
    tally.points += result.points[side] * weight
    if tally.name not in result.absent:
        tally.places.append(place)
    tally.beat.extend(team for team, other in zip(result.teams, result.places, strict=True) if other > place)
    tally.ballots += result.votes[side] * PANEL / result.voters if result.voters else PANEL * won
    if (total := result.totals[side]) is not None:
        tally.scores.append(total)
    if (margin := result.margins[side]) is not None:
        tally.margins.append(margin)
    if result.speeches:
        tally.speeches.append(result.speeches[side])


def mean(values: Iterable[float]) -> float | None:
    some = list(values)
    return sum(some) / len(some) if some else None
