"""The team's work on one speech: what there is of it, and what is told of it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from config.format import Side
from config.statement import Priority, Sentence, marked
from planning.debate.planned import Decision, Importance
from planning.methods.agent4debate.shapes import Outline, Part, Review, Script
from planning.methods.agent4debate.table import Progress
from planning.methods.common.research import Search
from planning.methods.contract import Ends, PlanDetail, PlannedPassage
from planning.methods.contract import Outline as PlanOutline

SHORT = 0.1  # of a speech's words, from which a script that lacks them is too short
WEIGHT = {Importance.HIGH: 3.0, Importance.MEDIUM: 2.0, Importance.LOW: 1.0}


class TeamWork(PlanDetail):
    """What the team did for a speech, a line each: its outline, the searches, the rounds of review, and what was still
    asked for when there was no round left."""

    stage: int
    definitions: str = ""
    criterion: str = ""
    differences: tuple[str, ...] = ()
    values: str = ""
    searches: tuple[str, ...] = ()
    reviews: tuple[str, ...] = ()
    still_open: tuple[str, ...] = ()


@dataclass
class Sheet:
    """What there is for the speech of one turn.

    `noted`: how many points had been heard when the outline was made, which was done so often: `outlines`. `heard`: all
    that the other side had said when the script was written. `ends`: how the speech begins and ends, written apart.
    """

    turn: int
    stage: int
    progress: Progress = field(default_factory=Progress)
    outline: Outline | None = None
    noted: int = 0
    outlines: int = 0
    heard: str = ""
    ends: Ends = field(default_factory=Ends)
    script: Script | None = None
    sentences: tuple[Sentence, ...] = ()
    orders: tuple[str, ...] = ()
    reviews: list[Review] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)
    still_open: tuple[str, ...] = ()
    words: int = 0  # that the draft had when it was reviewed
    asked_words: int = 0  # for the script

    def longer(self, more: Sequence[Sentence]) -> None:
        """The script goes on with these, before it closes."""
        body, ending = self.sentences[:-1], self.sentences[-1:]
        spare = [one.model_copy(update={"priority": Priority.RESERVE}) for one in more]
        further = marked(
            [s for s, one in zip(spare, more, strict=True) if one.priority is not Priority.CLOSING], f"more{len(body)}-"
        )
        self.sentences = (*body, *further, *ending)

    @property
    def lacks(self) -> int:
        """Words that a script has too few of, where that is worth a question."""
        missing = self.words - sum(len(one.text.split()) for one in self.sentences)
        return missing if missing > SHORT * self.words else 0

    @property
    def changes(self) -> str:
        """What the Reviewer has asked for last; empty where it has not."""
        return self.reviews[-1].told if self.reviews and not self.reviews[-1].accepted else ""

    def told(self, side: Side, seconds: float, points: Collection[str]) -> PlanOutline:
        """The plan of the speech, as everybody sees it."""
        outline = self.outline
        detail = TeamWork(
            stage=self.stage,
            definitions=outline.definitions if outline else "",
            criterion=outline.criterion if outline else "",
            differences=tuple(outline.differences) if outline else (),
            values=outline.values if outline else "",
            searches=tuple(one.told for one in self.searches),
            reviews=tuple(_review(number, one) for number, one in enumerate(self.reviews, 1)),
            still_open=self.still_open,
        )
        return PlanOutline(tuple(self._passages(side, seconds, points)), detail)

    def _passages(self, side: Side, seconds: float, points: Collection[str]) -> Iterator[PlannedPassage]:
        if self.outline is not None:
            whole = sum(WEIGHT[one.importance] for one in self.outline.arguments)
            for one in self.outline.arguments:
                met = tuple(p for name in one.points if (p := name.strip().strip("[]")) in points)
                yield PlannedPassage(
                    topic=one.about,
                    owner=side,
                    reason=one.technique or one.says,
                    seconds=seconds * WEIGHT[one.importance] / whole,
                    importance=one.importance,
                    points=met,
                    decision=Decision.ANSWER if met else Decision.OWN,
                )
        elif self.script is not None:
            size = sum(map(_words, self.script.passages)) or 1
            for part in self.script.passages:
                met = tuple(p for name in part.answers if (p := name.strip().strip("[]")) in points)
                yield PlannedPassage(
                    topic=part.about,
                    owner=side,
                    reason="as the Writer has it",
                    seconds=seconds * _words(part) / size,
                    points=met,
                    decision=Decision.ANSWER if met else Decision.OWN,
                )


def _words(part: Part) -> int:
    return sum(len(text.split()) for text in part.sentences)


def _review(number: int, review: Review) -> str:
    if review.accepted:
        told = "accepted"
    else:
        plural = "" if len(review.changes) == 1 else "s"
        told = f"{len(review.changes)} change{plural} asked for: " + "; ".join(one.issue for one in review.changes)
    return f"round {number}: {told}" + (f" (depth: {review.depth})" if review.depth else "")
