"""How each point of a debate stands: open, answered, conceded or dropped, since which turn, and by what. Pure.

This is the one place where it is told, from the flow trees alone, and so it is the same for a live match, a replay and
a report. Alg. 2 knows a claim as proposed or attacked; debaters who keep a flow know more, and what they know is this:

- *open*: nobody has met it. Silence does not close a point: what its own side need not repeat still stands, and a
  judge counts it against whoever left it. So a point of ours that they never mention is open as well: uncontested.
- *answered*: in a later turn, or later in one in which both are heard, the other side said something against it that
  was heard. A point that names the points it answers answers those; one that names none, all that was said before on
  the nodes it meets. For our own speech that is a sentence that was really heard, which says by its ids what it
  answers.
- *conceded*: in a later turn the other side granted it. That is not undone by an answer, before or after: who grants a
  point and says why it weighs less has conceded it, and outweighs it by another point.
- *dropped*: it was answered, and in its next speech, and in all after that, its own side did not come back to it,
  neither by more for the same claim nor by something against the answer. The answer stands, and nothing more is owed.
  If its side comes back to it after all, it is answered again, and what it came back with is a point of its own.

A concession itself asks for nothing and has no standing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from config.format import Side
from planning.debate.acting import Trees, points
from planning.debate.flow import FlowNode
from planning.debate.points import Point, PointForm


class Status(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    DROPPED = "dropped"
    CONCEDED = "conceded"


@dataclass(frozen=True)
class Standing:
    """How a point stands since `turn` (from 0); `by`: the ids of the points that answered or conceded it, in order."""

    status: Status
    turn: int
    by: tuple[str, ...] = ()


Said = tuple[FlowNode | None, Point]


def standings(trees: Trees, speeches: Sequence[tuple[int, Side]]) -> Mapping[str, Standing]:
    """How every point but concessions stands, by its id, in the order in which they were said.

    Args:
        speeches: the turns that are over, with their sides; those in which a side does not know what the other has
            said are left out.
    """
    said = list(points(trees))
    asking = [(node, point) for node, point in said if point.form is not PointForm.CONCESSION]
    return {point.id: _standing(node, point, said, speeches) for node, point in asking}


def _standing(
    node: FlowNode | None, point: Point, said: Sequence[Said], speeches: Sequence[tuple[int, Side]]
) -> Standing:
    later = [one for one in said if one[1].side is not point.side and _later(one[1], point)]
    if granted := [one for one in later if _concedes(one[1], point, node)]:
        return Standing(Status.CONCEDED, granted[0][1].turn, _ids(granted))
    answers = [one for one in later if _answers(one[1], point, node)]
    if not answers:
        return Standing(Status.OPEN, point.turn)
    by, first = _ids(answers), answers[0][1].turn
    silent = [turn for turn, side in speeches if side is point.side and turn > first]
    if silent and not any(_comes_back(one, point, node, answers) for one in said if one[1].turn > first):
        return Standing(Status.DROPPED, silent[0], by)
    return Standing(Status.ANSWERED, first, by)


def _later(other: Point, point: Point) -> bool:
    """Whether it was said in a later turn, or after it in one in which both sides were heard."""
    if other.turn != point.turn or other.start is None or point.start is None:
        return other.turn > point.turn
    return other.start > point.start


def _concedes(other: Point, point: Point, node: FlowNode | None) -> bool:
    if other.concedes:
        return point.id in other.concedes
    return other.form is PointForm.CONCESSION and node is not None and node.id in other.meets


def _answers(other: Point, point: Point, node: FlowNode | None) -> bool:
    if other.answers:
        return point.id in other.answers
    granted = other.concedes or other.form is PointForm.CONCESSION
    return not granted and node is not None and node.id in other.meets


def _comes_back(one: Said, point: Point, node: FlowNode | None, answers: Sequence[Said]) -> bool:
    """Whether the point's own side says more for it, or something against an answer to it."""
    where, other = one
    if other.side is not point.side:
        return False
    nodes = {answered.id for answered, _ in answers if answered is not None} - {node.id if node else ""}
    named = {answer.id for _, answer in answers}
    return (where is not None and where is node) or bool(named & {*other.answers} or nodes & {*other.meets})


def _ids(some: Sequence[Said]) -> tuple[str, ...]:
    return tuple(point.id for _, point in some)
