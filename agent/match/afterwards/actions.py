"""The actions of a match, each once, though two debaters may have noted it. Pure.

An action taken is what was said, read as one of the four of TreeDebater 3.1: of a side that keeps flow trees as its own
mind noted it, else as the listener read it; what was corrected later only as it was corrected. `rostrum analyse`,
`rostrum debate --json` and the report count nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent.match.events import ActionExtracted
from agent.match.state import Match, TurnRecord
from config.format import Side
from planning.debate.argument import ActionKind


def taken(match: Match, turn: TurnRecord) -> Sequence[ActionExtracted]:
    """Those of a turn, in order."""
    accounts = _accounts(match)
    return [one for one in turn.actions if one.observer is accounts[one.action.actor]]


def kinds(match: Match, turn: TurnRecord) -> Counter[ActionKind]:
    """How many of each kind the side took whose turn it was."""
    return Counter(one.action.kind for one in taken(match, turn) if one.action.actor is turn.side)


def _accounts(match: Match) -> dict[Side, Side]:
    """Whose notes count for what each side did: its own if it made any, else the listener's."""
    own = {one.observer for turn in match.turns for one in turn.actions if one.observer is one.action.actor}
    return {side: side if side in own else side.other for side in Side}
