"""The prose of logs of version 1, in fields: options, rationales, steps of the controller. Pure.

Nothing but the migration reads these sentences: today they are written from the fields.
"""

from __future__ import annotations

import re
from typing import Any

from agent.match.events import Means
from config.errors import LogError
from speech.timing.fit import Window
from speech.timing.steps import Remedy, Verdict

_OPTION = re.compile(
    r"(?P<kind>\w+) “(?P<target>.*)” with"
    r" (?:(?P<node>\S+) \(strength (?P<strength>-?\d+\.\d+)\)|reasoning, nothing prepared)",
    re.DOTALL,
)
_RATIONALE = re.compile(
    r"(?:nothing of theirs is open here|(?P<unanswered>\d+) points? of theirs unanswered)"
    r"; best prepared reply has strength (?P<strength>-?\d+\.\d+)"
)
_VERDICTS = {
    "lands": Verdict.LANDS,
    "too short": Verdict.TOO_SHORT,
    "too little": Verdict.TOO_SHORT,
    "too long": Verdict.TOO_LONG,
    "no selection lands": Verdict.NO_SELECTION,
    "nothing lands": Verdict.NO_SELECTION,
    "the closing line alone is too long": Verdict.CLOSING_TOO_LONG,
    "measure": Verdict.UNMEASURED,
}
_VERDICT = re.compile("|".join(_VERDICTS))
_PAUSE = re.compile(r"pauses of (\d\.\d\d) s")
_DRAFTS = re.compile(r"stays so after (\d+) drafts")
_MUSTS = re.compile(r"(\d+) of (\d+) such passages may be left out")
_REMEDIES = (
    (Remedy.MEASURE, re.compile(r"measure (\d+) (?:sentences|more)")),
    (Remedy.EXTEND, re.compile(r"ask for (\d+) words more")),
    (Remedy.DOUBLE, re.compile(r"double the step: ask for (\d+) words")),
    (Remedy.HALVE, re.compile(r"halve the interval: ask for (\d+) words")),
    (Remedy.RELAX, _MUSTS),
)


def option(text: str) -> dict[str, Any]:
    """'attack “a claim” with p1.2 (strength 0.91)' in fields. Raises LogError."""
    found = _OPTION.fullmatch(text)
    if found is None:
        raise LogError(f"the option {text!r} cannot be read")
    node, strength = found["node"], found["strength"]
    return {
        "kind": found["kind"],
        "target": found["target"],
        "means": Means.PREPARED if node else Means.REASONING,
        "node": node,
        "strength": float(strength) if strength else None,
    }


def rationale(text: str) -> dict[str, Any]:
    """'1 point of theirs unanswered; best prepared reply has strength 0.91' in fields. Raises LogError."""
    found = _RATIONALE.fullmatch(text)
    if found is None:
        raise LogError(f"the rationale {text!r} cannot be read")
    return {"unanswered": int(found["unanswered"] or 0), "strength": float(found["strength"])}


def step(old: dict[str, Any], match_format: dict[str, Any]) -> dict[str, Any]:
    """A whole event of a step, its decision in fields. Raises LogError."""
    new = {name: value for name, value in old.items() if name != "decision"}
    decision = old["decision"]
    if decision == "ready":  # as the very first logs put it, wherever it ended
        return new | {"verdict": _held_against(_window(old, match_format), old["seconds"])}
    found = _VERDICT.match(decision)
    if found is None:
        raise LogError(f"the decision {decision!r} cannot be read")
    pause, drafts = _PAUSE.search(decision), _DRAFTS.search(decision)
    return new | {
        "verdict": _VERDICTS[found[0]],
        **_remedy(decision),
        "pause": float(pause[1]) if pause else None,
        "drafts": int(drafts[1]) if drafts else None,
    }


def _remedy(decision: str) -> dict[str, Any]:
    for remedy, pattern in _REMEDIES:
        if found := pattern.search(decision):
            musts = int(found[2]) if remedy is Remedy.RELAX else None
            return {"remedy": remedy, "count": int(found[1]), "musts": musts}
    return {}


def _window(old: dict[str, Any], match_format: dict[str, Any]) -> Window:
    return Window.of(match_format["turns"][old["turn"]]["seconds"], match_format["minimum_used"])


def _held_against(window: Window, seconds: float) -> Verdict:
    if seconds > window.hi:
        return Verdict.TOO_LONG
    return Verdict.LANDS if seconds >= window.lo else Verdict.TOO_SHORT
