"""Comparisons and whole debates for people: what a study is made of, without a word of who wrote what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.evaluation.listeners import hidden
from agent.evaluation.prepare import PreparedPlan
from agent.evaluation.run import speeches_before
from agent.evaluation.validity import WrittenSpeech
from agent.evaluation.work import Comparison, WholeDebate
from agent.evaluation.writing import kept
from agent.match.state import Match
from agent.running.files.log import read_log
from config.errors import UsageError

SCHEMA = "rostrum.study"
SILENCE = "(Nothing is said.)"


def study_of(prepared: PreparedPlan, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The study as JSON, and what is left out of it, a line each.

    Raises:
        UsageError: there is nothing to compare yet.
    """
    found = {one.id: kept(folder / "speeches" / f"{one.id}.json") for one in prepared.work.versions}
    items, left_out = [], []
    for one in prepared.work.comparisons:
        versions = {key: found[one.version(key).id] for key in "AB"}
        if fault := next(_faults(one, versions), ""):
            left_out.append(fault)
        else:
            items.append(_item(prepared, folder, one, {key: v.text for key, v in versions.items() if v is not None}))
    held = [one for one in prepared.work.debates if (folder / "debates" / f"{one.id}.json").is_file()]
    items += [_whole(prepared, folder, one) for one in held]
    if not items:
        raise UsageError(f"{folder}: nothing can be heard yet; run the evaluation first, and name the same settings")
    return {"schema": SCHEMA, "version": 1, "items": items}, left_out


def _faults(item: Comparison, versions: dict[str, WrittenSpeech | None]) -> Iterator[str]:
    for key, written in versions.items():
        if written is None:
            yield f"{item.place.told}: {item.version(key).contestant} has not written it"
        elif not written.valid_format:
            yield f"{item.place.told}: {item.version(key).contestant}: {', '.join(written.invalid)}"


def _item(prepared: PreparedPlan, folder: Path, item: Comparison, texts: dict[str, str]) -> dict[str, Any]:
    place = item.place
    events = prepared.recorded.get(place.motion) or (read_log(folder / "debates" / place.context) if place.turn else ())
    return {
        "id": item.id,
        "motion": prepared.motions[place.motion].text,
        "stage": place.stage.value,
        "side": place.side.value,
        "context": _context(Match.replay(events) if place.turn else None, place.turn),
        "versions": [{"key": key, "text": hidden(text)} for key, text in texts.items()],
    }


def _whole(prepared: PreparedPlan, folder: Path, debate: WholeDebate) -> dict[str, Any]:
    """A whole debate, in which every speech is rated."""
    match = Match.replay(read_log(folder / "debates" / debate.id))
    motion = prepared.motions[debate.motion].text
    return {"id": debate.id, "motion": motion, "context": _context(match, len(match.turns)), "versions": []}


def _context(match: Match | None, turn: int) -> list[dict[str, str]]:
    return [
        {"side": one.side.value, "stage": one.stage.value, "text": hidden(one.text) or SILENCE}
        for one in speeches_before(match, turn)
    ]


def write_study(path: Path, study: dict[str, Any]) -> None:
    """Raises UsageError: it cannot be written."""
    try:
        path.write_text(json.dumps(study, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
