"""Which actions the rehearsal trees had anticipated (TreeDebater 4.3, Figure 3). Pure.

**An action is hit** if a rehearsal tree has a node like the claim it is aimed at (a proposal: like its own claim), on
the side of whoever made that claim, from the encoder's `same` on; it is *answered* if Alg. 3 then finds something to
say, that is for attacks and rebuttals a child of that node. What an action was recognised as is left aside here: only
likeness counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.show.analysis.arguments import AIMED
from config.format import Side
from planning.argument import Action, ActionKind
from planning.choosing.retrieve import Candidate, retrieve
from planning.trees.encoding import Encoded
from planning.trees.index import Index


@dataclass(frozen=True)
class Hit:
    """Where one action was anticipated: in the trees of its side's claims, of the opponent's; and Alg. 3's answer."""

    side: Side
    kind: ActionKind
    ours: bool
    theirs: bool
    answered: bool

    @property
    def together(self) -> bool:
        return self.ours or self.theirs


def hit(action: Action, index: Index) -> Hit:
    """Whether the trees of a motion had anticipated this action."""
    about = action.claim if action.kind is ActionKind.PROPOSE else action.target
    maker = action.actor.other if action.kind in AIMED else action.actor
    near = index.similar(Encoded(about, index.embedder), maker, index.embedder.same) if about else []
    owners = {node.owner for node, _ in near}
    candidate = Candidate(action.kind, about, action.actor)
    return Hit(
        side=action.actor,
        kind=action.kind,
        ours=action.actor in owners,
        theirs=action.actor.other in owners,
        answered=bool(near and retrieve([candidate], index, action.actor, 0)[0].nodes),
    )
