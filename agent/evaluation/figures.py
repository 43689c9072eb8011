"""Figures 2 and 3 of the paper in our numbers: how contestants act in rebuttals, and what of it had been prepared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from agent.components import Components
from agent.evaluation.tallies import Acts, Hits
from agent.evaluation.work import Debate
from agent.match.events import Event
from agent.show.analysis.figures import figures
from config.errors import LibraryError, UnknownName
from config.format import Stage
from planning.debate.motion import Motion
from planning.methods.treedebater.trees.rehearsal import Rehearsal


def acts(
    debates: Sequence[Debate],
    logs: Mapping[str, Sequence[Event]],
    motions: Mapping[str, Motion],
    components: Components,
) -> dict[str, Acts]:
    """By contestant. Every debate is counted by what its own debaters made of it."""
    found: dict[str, Acts] = defaultdict(Acts)
    for debate in debates:
        if debate.id not in logs:
            continue
        counted = figures(debate.id, logs[debate.id], _trees(components, motions[debate.motion]), components.embedder())
        for argument in counted.arguments:
            if argument.stage is Stage.REBUTTAL:
                ways = found[debate.sides[argument.side]].rebuttals
                ways[argument.acts] = ways.get(argument.acts, 0) + 1
        for hit in counted.hits or ():
            row = found[debate.sides[hit.side]].hits.setdefault(hit.kind, Hits())
            row.taken += 1
            row.own += hit.ours
            row.theirs += hit.theirs
            row.either += hit.together
    return found


def _trees(components: Components, motion: Motion) -> Rehearsal | None:
    try:
        return components.library().get(motion.id)
    except (UnknownName, LibraryError):
        return None
