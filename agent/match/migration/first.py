"""A log of an older version in the words of this one. Pure: values in, values out.

Version 1 differs from 2 in this:

    match_created      no schema version; a seat's kind (prepared, audio, text, mic, person) and name, which was a path
                       or the kind again, are now its occupant, its method, whether it keeps a flow, and a file's name
    plan_updated       a battlefield's rationale and its options were prose
    fit_step           a step was prose
    action_extracted   an action did not carry the words it was read in
    model_used         rows counted everything that the process of a seat had used, both sides' in a local match; whose
                       it was, and when, cannot be told any more, so they stay as they are
    state_digest       there was none, and none is added: what the live match was cannot be known any more
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from agent.match.events import SCHEMA_VERSION
from agent.match.migration.prose import option, rationale, step
from agent.match.migration.words import Heard
from agent.match.seats import Occupant
from agent.match.versions import FIRST
from config.errors import LogError

OCCUPANTS = {
    "prepared": Occupant.DEBATER,
    "audio": Occupant.RECORDING,
    "text": Occupant.TEXT,
    "mic": Occupant.MICROPHONE,
    "person": Occupant.PERSON,
}
METHOD = "treedebater"  # the only one there was


def from_first(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The events of a log of version 1 as those of this version, to be validated.

    Raises:
        LogError: a line is not an event of version 1, with its number.
    """
    log = _FirstVersion()
    for number, line in enumerate(lines, 1):
        try:
            yield log.event(json.loads(line))
        except LogError as error:
            raise LogError(f"line {number}: {error}") from error
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise LogError(f"line {number}: it is not an event of version {FIRST}") from error


class _FirstVersion:
    """One log of version 1 on its way; what was said before tells what an action was read in."""

    def __init__(self) -> None:
        self._format: dict[str, Any] = {}
        self._heard = Heard()

    def event(self, old: dict[str, Any]) -> dict[str, Any]:
        match old["type"]:
            case "match_created":
                self._format = old["format"]
                seats = {side: _seat(seat) for side, seat in old["seats"].items()}
                return old | {"schema_version": SCHEMA_VERSION, "seats": seats}
            case "plan_updated":
                return old | {"battlefields": [_field(field) for field in old["battlefields"]]}
            case "fit_step":
                return step(old, self._format)
            case "action_extracted":
                return old | self._heard.words_of(old)
            case "sentence_spoken" | "transcript_segment":
                self._heard.add(old)
        return old


def _seat(old: dict[str, Any]) -> dict[str, Any]:
    kind, name = old["kind"], old.get("name", "")
    prepared = kind == "prepared"
    return {
        "occupant": OCCUPANTS[kind],
        "name": "" if name == kind else name.replace("\\", "/").rstrip("/").rpartition("/")[2],
        "method": METHOD if prepared else "",
        "voice": old.get("voice", ""),
        "keeps_flow": prepared,
    }


def _field(old: dict[str, Any]) -> dict[str, Any]:
    options = [option(text) for text in old["options"]]
    return old | {"rationale": rationale(old["rationale"]), "options": options}
