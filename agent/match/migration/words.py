"""The words an action was read in, found in a log of version 1, which did not keep them. Pure.

The embedded reader of that version kept a passage whole as the action's argument: it is looked for in what was heard
before the action. Its times are those of the segments it begins and ends in. A debater's own action stands behind the
sentence that states it. What a model read, in words of its own, cannot be found.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

Segments = list[dict[str, Any]]


class Heard:
    """What was said and heard so far, by turn."""

    def __init__(self) -> None:
        self._spoken: dict[int, dict[str, Any]] = {}  # the last sentence
        self._segments: dict[tuple[int, str], Segments] = defaultdict(list)  # by turn and listener

    def add(self, event: dict[str, Any]) -> None:
        """The next sentence or segment."""
        if event["type"] == "sentence_spoken":
            self._spoken[event["turn"]] = event
        else:
            self._segments[event["turn"], event["listener"]].append(event)

    def words_of(self, event: dict[str, Any]) -> dict[str, Any]:
        """Quote, start, end and certainty of an action, as far as they can be told."""
        action = event["action"]
        if action["actor"] == event["observer"]:
            said = self._spoken.get(event["turn"])
            return {"certainty": 1.0} | (_quoted(said["text"], [said]) if said else {})
        found = self._read(event, action.get("argument", ""))
        return found | {"certainty": action.get("confidence") if found and action.get("source") else None}

    def _read(self, event: dict[str, Any], passage: str) -> dict[str, Any]:
        segments = self._segments[event["turn"], event["observer"]]
        wanted = passage.split()
        words = [(word, segment) for segment in segments for word in segment["text"].split()]
        for first in range(len(words) - len(wanted), -1, -1):  # the latest of several
            found = words[first : first + len(wanted)]
            if wanted and [word for word, _ in found] == wanted:
                return _quoted(passage, [segment for _, segment in found])
        return {}


def _quoted(words: str, events: Segments) -> dict[str, Any]:
    return {"quote": words, "start": events[0]["start"], "end": events[-1]["end"]}
