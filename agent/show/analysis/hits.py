"""Which actions the rehearsal trees had anticipated, and in whose trees (TreeDebater 4.3, Figure 3). Pure.

What a hit is says `planning.methods.treedebater.choosing.hits`.
"""

from __future__ import annotations

from dataclasses import dataclass

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.methods.treedebater.choosing import hits
from planning.methods.treedebater.trees.index import Index


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
    owners = hits.hit(hits.aimed(action, target), action.actor, index)
    return Hit(action.actor, action.kind, ours=action.actor in owners, theirs=action.actor.other in owners)
