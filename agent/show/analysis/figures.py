"""One match, counted: its arguments, what of it was anticipated, where its time went. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.match.events import Event
from agent.show.analysis.arguments import Argument, read_actions
from agent.show.analysis.times import FieldTime, field_times
from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.methods.treedebater.choosing import retrieve
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

# -- which actions the rehearsal trees had anticipated, and in whose trees (TreeDebater 4.3, Figure 3)
#
# What a hit is says `planning.methods.treedebater.choosing.retrieve`.


@dataclass(frozen=True)
class Hit:
    """Where one action was anticipated: in the trees of its side's claims, of the opponent's, in either."""

    side: Side
    kind: ActionKind
    ours: bool
    theirs: bool

    @property
    def together(self) -> bool:
        return self.ours or self.theirs


def hit(action: Action, target: FlowNode | None, index: Index) -> Hit:
    """Whether the trees of a motion had anticipated this action on that flow node."""
    owners = retrieve.hit(retrieve.aimed(action, target), action.actor, index)
    return Hit(action.actor, action.kind, ours=action.actor in owners, theirs=action.actor.other in owners)


@dataclass(frozen=True)
class MatchFigures:
    """One match, counted; `hits` is None where there are no rehearsal trees for its motion, `topics` are theirs."""

    name: str
    motion_id: str
    arguments: tuple[Argument, ...]
    hits: tuple[Hit, ...] | None
    times: tuple[FieldTime, ...]
    topics: frozenset[str]


def figures(name: str, events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder) -> MatchFigures:
    """Count one match.

    Args:
        name: how it is told apart from others.
        events: its log; the first one creates it.

    Raises:
        RuleError: the events do not follow from each other.
    """
    match, arguments, actions = read_actions(events, rehearsal, embedder)
    index = Index(rehearsal, embedder) if rehearsal else None
    return MatchFigures(
        name=name,
        motion_id=match.created.motion_id if match.created else "",
        arguments=tuple(arguments),
        hits=tuple(hit(action, target, index) for action, target in actions) if index else None,
        times=tuple(time for record in match.turns for time in field_times(match, record)),
        topics=frozenset(node.topic for node in rehearsal.nodes.values()) if rehearsal else frozenset(),
    )
