"""All that the team knows of a debate: what was said, points and techniques, evidence, and its own dialogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from config.format import Format
from config.statement import Sentence
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.evidence.tracing import debated
from planning.methods.agent4debate.dialogue import Dialogue
from planning.methods.agent4debate.shapes import Part, script_of
from planning.methods.agent4debate.work import Sheet
from planning.methods.common.drafts import lines, sourced
from planning.methods.common.keeping import FlowKeeper
from planning.methods.common.research import KnowledgeBase
from planning.methods.common.speeches import Record
from planning.methods.contract import Commission, Trouble

SHARE = 0.84  # of the words that would fit without the longer pauses between passages
FRESHEST, LAST = 6, 4  # passages and open points that the first words are written from


class Casebook:
    """Of one side. `whole`: of the dialogue everything is told, drafts that were replaced too."""

    def __init__(
        self,
        motion: str,
        match_format: Format,
        record: Record,
        keeper: FlowKeeper,
        knowledge: KnowledgeBase,
        *,
        whole: bool,
    ) -> None:
        self._motion, self._format, self._record, self._keeper = motion, match_format, record, keeper
        self.knowledge, self.dialogue = knowledge, Dialogue(match_format, whole=whole)
        self.techniques: dict[str, str] = {}  # how each point can be met, by its id

    def values(
        self, sheet: Sheet, wanted: Commission, *, words: int | None, reserve: bool, changes: str = ""
    ) -> dict[str, object]:
        """What all prompts are told for a speech. `words`: None where it has no limit."""
        begun = [*self._keeper.spoken.get(sheet.turn, ()), wanted.in_the_air]
        return {
            "words": words or "",
            "evidence": self.knowledge.told(),
            "record": self._record.told(sheet.turn, wanted.unread),
            "points": "\n".join(self._point_lines(sheet.turn)) or "(none)",
            "dialogue": self.dialogue.told(sheet.turn),
            "reserve": reserve,
            "so_far": "",
            "draft": lines(sheet.sentences),
            "changes": changes,
            "begun": "\n".join(filter(None, begun)),
        }

    def last_said(self, sheet: Sheet, wanted: Commission) -> dict[str, object]:
        """What the first and the last words of a speech are written from."""
        fresh = self._open(sheet.turn)[-LAST:]
        return {
            "outline": sheet.outline.told if sheet.outline else "(none)",
            "heard": "\n".join([*self._heard(sheet.turn), *wanted.unread][-FRESHEST:]),
            "points": "\n".join(f"{_told(one)} {self.techniques.get(one.id, '')}" for one in fresh) or "(none)",
        }

    def points(self, turn: int) -> Sequence[Point]:
        """What the other side has said, as far as that speech may know of it."""
        return () if self._format.turns[turn].blind else self._keeper.heard_points()

    def sourced(self, wanted: Commission, parts: Sequence[Part], closing: str) -> tuple[list[Sentence], list[Trouble]]:
        """The sentences of which nothing is made up, and what was left out for that."""
        heard = [*self._heard(wanted.turn), *wanted.unread]
        said = debated(self._motion, heard, self._record.of(self._keeper.side, wanted.turn))
        known, points = self.knowledge.evidence, {point.id for point in self.points(wanted.turn)}
        acts = self._format.turns[wanted.turn].carries_actions
        return sourced(script_of(parts, closing, points, known, acts=acts), known, said)

    def evidence(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        """What carries these sentences, by the ids they cite it by."""
        known = self.knowledge.evidence
        return {key: known[key] for one in sentences for key in one.cites if key in known}

    def _heard(self, turn: int) -> list[str]:
        return self._record.of(self._keeper.side.other, turn)

    def _open(self, turn: int) -> list[Point]:
        standings = self._keeper.standings(turn)
        return [one for one in self.points(turn) if one.id in standings and not standings[one.id].met]

    def _point_lines(self, turn: int) -> Iterator[str]:
        standings = self._keeper.standings(turn)
        for one in self.points(turn):
            stands = f" ({standings[one.id].told})" if one.id in standings else ""
            yield f"{_told(one)}{stands}"


def _told(point: Point) -> str:
    return f"{point.id}: “{point.words}”, which means: {point.claim}"
