"""How the points of the example matches stand, as the match itself tells it: the page's own telling is held against it.

`python -m tests.page.standings` writes it anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from agent.match.events import Event
from agent.match.state import Match
from agent.running.files.log import read_log
from planning.debate.standing import standings

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "tests/page/logs").glob("*/events.jsonl"))
FOLDER = ROOT / "agent/web/test/standings"


def told(events: list[Event]) -> dict[str, dict[str, list[object]]]:
    """By observer, by point: how it stands, since which turn, by what; after each turn and at the end."""
    found: dict[str, dict[str, list[object]]] = {}
    for name, match in {"half": _half(events), "end": Match.replay(events)}.items():
        over = [(turn.index, turn.side) for turn in match.turns if turn.ended is not None]
        for observer, trees in match.flows.items():
            found[f"{name} {observer}"] = {
                id: [one.status.value, one.turn, list(one.by)] for id, one in standings(trees, over).items()
            }
    return found


def _half(events: list[Event]) -> Match:
    """In the middle of a match, while somebody speaks."""
    return Match.replay(events[: len(events) // 2])


def text(path: Path) -> str:
    return json.dumps(told(read_log(path.parent)), indent=0) + "\n"


if __name__ == "__main__":
    for path in EXAMPLES:
        (FOLDER / f"{path.parent.name}.json").write_text(text(path), encoding="utf-8")
