"""How much of a match the rehearsal trees had anticipated (TreeDebater 4.3, Figure 3). Pure.

What a hit is says `planning.methods.treedebater.choosing.retrieve`. It is counted twice, and named apart: over the
**candidate** actions, those that a side could have taken at each of its turns but a closing, by the last plan of the
turn, as in the paper's sentence; and over the actions **taken** (`agent.match.afterwards.actions`), looked up in the
same trees. A side that had no trees, because there are none or it went without, has neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.match.events import Event
from agent.match.state import Match
from agent.show.analysis.arguments import read_actions
from config.format import Side, Stage
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.debate.planned import Anticipated
from planning.methods.treedebater.ablations import Part
from planning.methods.treedebater.choosing.retrieve import aimed, anticipated, hit
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder


@dataclass(frozen=True)
class MatchHits:
    """Of one match, or of several added up: a row a kind of action, by side. `hit_rate` of rows is the share."""

    candidate: Mapping[Side, tuple[Anticipated, ...]]
    taken: Mapping[Side, tuple[Anticipated, ...]]


def hits(match: Match, actions: Sequence[tuple[Action, FlowNode | None]], index: Index | None) -> MatchHits:
    """`actions`: those taken, each with the flow node it acted on (`analysis.arguments.read_actions`). `index`: of the
    trees of the motion, None where there are none."""
    with_trees = [side for side in Side if _had_trees(match, side)]
    return MatchHits(
        {side: rows for side in with_trees if (rows := _candidates(match, side))},
        {side: _taken(actions, side, index) for side in with_trees} if index is not None else {},
    )


def hits_of(events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder) -> MatchHits:
    """Of a log. Raises RuleError: the events do not follow from each other."""
    match, _, actions = read_actions(events, rehearsal, embedder)
    return hits(match, actions, Index(rehearsal, embedder) if rehearsal else None)


def _had_trees(match: Match, side: Side) -> bool:
    return match.created is not None and Part.REHEARSAL not in match.created.seats[side].without


def added(rows: Iterable[Anticipated]) -> tuple[Anticipated, ...]:
    """One row a kind."""
    sums: dict[ActionKind, Anticipated] = {}
    for row in rows:
        so_far = sums.get(row.kind, Anticipated(kind=row.kind, count=0, own=0, theirs=0, either=0))
        more = {name: getattr(so_far, name) + getattr(row, name) for name in ("count", "own", "theirs", "either")}
        sums[row.kind] = so_far.model_copy(update=more)
    return tuple(sums[kind] for kind in ActionKind if kind in sums)


def _candidates(match: Match, side: Side) -> tuple[Anticipated, ...]:
    plans = [plan for turn, plan in match.plans.items() if match.format.turns[turn].stage is not Stage.CLOSING]
    return added(row for plan in plans if plan.side is side for row in plan.anticipated)


def _taken(actions: Sequence[tuple[Action, FlowNode | None]], side: Side, index: Index) -> tuple[Anticipated, ...]:
    own = [(action, node) for action, node in actions if action.actor is side]
    return anticipated(((action.kind, hit(aimed(action, node), side, index)) for action, node in own), side)
