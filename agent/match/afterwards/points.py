"""The points of a match as the report shows them: in their words, how they stand, and what answered them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from agent.match.state import Match
from config.format import Side
from planning.debate import acting
from planning.debate.argument import ActionKind
from planning.debate.points import Point
from planning.debate.standing import Standing, Status, speeches, standings


@dataclass(frozen=True)
class PointView:
    """A point; `meets`: the claims it is about, `by`: the points that answered or conceded it.

    `standing` is None for a concession, which asks for nothing.
    """

    point: Point
    kind: ActionKind
    meets: Sequence[str]
    standing: Standing | None
    by: Sequence[Point]


@dataclass(frozen=True)
class TurnOfPoints:
    """The points of one turn; `number` counts from 1."""

    number: int
    name: str
    side: Side
    points: Sequence[PointView]


@dataclass(frozen=True)
class PointsView:
    """What one debater understood of both sides."""

    observer: Side
    told: str
    turns: Sequence[TurnOfPoints]


def standings_in(match: Match, observer: Side) -> Mapping[str, Standing]:
    """How every point that a debater understood stands by now."""
    over = speeches(match.format.turns, (turn.index for turn in match.turns if turn.ended is not None))
    return standings(match.flows[observer], over)


def points_views(match: Match) -> list[PointsView]:
    """A view for each debater whose log holds points."""
    return [_view(match, observer) for observer in match.flows if any(acting.points(match.flows[observer]))]


def _view(match: Match, observer: Side) -> PointsView:
    turns = [
        TurnOfPoints(index + 1, match.format.turns[index].name, match.format.turns[index].side, some)
        for index, some in ((index, list(group)) for index, group in groupby(_points(match, observer), _turn))
    ]
    return PointsView(observer, _told([view for turn in turns for view in turn.points]), turns)


def _turn(view: PointView) -> int:
    return view.point.turn


def _points(match: Match, observer: Side) -> list[PointView]:
    trees, how = match.flows[observer], standings_in(match, observer)
    said = list(acting.said(trees))
    known = {point.id: point for _, _, point in said}
    claims = {node.id: node.claim for tree in trees.values() for node in tree.nodes.values()}
    return [
        PointView(
            point,
            action.kind,
            [claims[node] for node in point.meets if node in claims],
            standing := how.get(point.id),
            [known[one] for one in standing.by] if standing else (),
        )
        for _, action, point in said
    ]


def _told(points: Sequence[PointView]) -> str:
    """7 points, 2 open, 5 answered (1 not taken up again). Of pro: 3 points, 3 answered. Of con: ..."""
    sides = [f"Of {side}: {_counted([one for one in points if one.point.side is side])}" for side in Side]
    return " ".join((_counted(points), *sides))


def _counted(points: Sequence[PointView]) -> str:
    stand = [view.standing for view in points if view.standing]
    counted, silent = Counter(one.status for one in stand), sum(one.let_stand is not None for one in stand)
    again = {Status.ANSWERED: f" ({silent} not taken up again)"} if silent else {}
    how = [f"{counted[status]} {status.value}{again.get(status, '')}" for status in Status if counted[status]]
    return ", ".join(["1 point" if len(stand) == 1 else f"{len(stand)} points", *how]) + "."
