"""Teams by the metrics of the plan. Pure. What each metric is, is told in docs/tournaments.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import pstdev

from agent.tournament.core.records import TournamentRecord
from agent.tournament.standings.ranking import Metric, Ranked, ranked
from agent.tournament.standings.tally import Counts, TeamTally, everything, mean, tallies
from config.errors import UnknownName


@dataclass(frozen=True)
class Field:
    """All teams, and which rank each of them has so far (for the strength of a draw by ranks)."""

    all: Mapping[str, TeamTally]

    def opposition(self, one: TeamTally, what: str) -> float:
        """The sum over whom it has met."""
        return float(sum(getattr(self.all[name], what) for name in one.met))

    def opposing_speaks(self, one: TeamTally) -> float:
        return float(sum(sum(self.all[name].scores) for name in one.met))


def _head_to_head(one: TeamTally, group: Sequence[TeamTally]) -> float | None:
    """Wins against those who are equal so far."""
    names = {other.name for other in group if other is not one}
    return float(sum(name in names for name in one.beat)) if len(group) > 1 else None


def _who_beat_whom(one: TeamTally, group: Sequence[TeamTally]) -> float | None:
    """As head to head, between exactly two."""
    return _head_to_head(one, group) if len(group) == 2 else None


def _spread(values: Sequence[float]) -> float | None:
    return pstdev(values) if values else None


def metrics(field: Field, points: str = "wins") -> dict[str, Metric[TeamTally]]:
    """All of them by name. `points`: what the strength of a draw counts."""
    return {
        "points": Metric("points", lambda one, _: one.points),
        "wins": Metric("wins", lambda one, _: one.wins),
        "speaks_sum": Metric("speaker score, sum", lambda one, _: sum(one.scores)),
        "speaks_avg": Metric("speaker score, average of debates", lambda one, _: mean(one.scores)),
        "speaks_ind_avg": Metric("speaker score, average of speeches", lambda one, _: mean(one.speaks)),
        "speaks_stddev": Metric("speaker score, standard deviation", lambda one, _: _spread(one.scores), low=True),
        "margin_sum": Metric("margin, sum", lambda one, _: sum(one.margins)),
        "margin_avg": Metric("margin, average", lambda one, _: mean(one.margins)),
        "ballots": Metric("ballots, panels counted as three", lambda one, _: one.ballots),
        "draw_strength": Metric("draw strength", lambda one, _: field.opposition(one, points)),
        "draw_strength_speaks": Metric("draw strength by scores", lambda one, _: field.opposing_speaks(one)),
        "head_to_head": Metric("head to head", _head_to_head),
        "who_beat_whom": Metric("who beat whom", _who_beat_whom),
        "firsts": Metric("firsts", partial(_places, place=1)),
        "seconds": Metric("seconds", partial(_places, place=2)),
        "thirds": Metric("thirds", partial(_places, place=3)),
        "pull_ups": Metric("times pulled up", lambda one, _: float(one.pulled)),
        "pull_up_debates": Metric("debates with a pull-up", lambda one, _: float(one.pull_up_debates)),
        "iron": Metric("ironman speeches", lambda one, _: float(one.iron), low=True),
    }


def _places(one: TeamTally, _: Sequence[TeamTally], place: int) -> float:
    return float(one.places.count(place))


def team_standings(
    record: TournamentRecord, counts: Counts = everything, order: Sequence[str] = ()
) -> list[Ranked[TeamTally]]:
    """Teams of the field; swing teams are no part of it.

    Args:
        counts: which rounds count.
        order: metrics; else those of the plan.

    Raises:
        UnknownName: there is no such metric.
    """
    found = tallies(record, counts)
    known = metrics(Field(found), "points" if record.rules.style.size > 2 else "wins")
    wanted = list(order or record.rules.team_metrics)
    for name in wanted:
        if name not in known:
            raise UnknownName("metric", name, known)
    field = [tally for name, tally in found.items() if not record.teams[name].swing]
    return ranked(field, known, wanted)
