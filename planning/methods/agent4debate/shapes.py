"""What each of the team answers in. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from planning.asking.answers import Shape
from planning.debate.planned import Importance
from planning.methods.common.believed import Read
from planning.methods.common.speeches import Speech, SpeechPassage


class Note(Read):
    """A point of the other side's, and how it can be rebutted."""

    technique: str = Field(default="", max_length=600)


class Notes(Shape):
    """What the Analyzer makes of a piece of a speech; often nothing."""

    notes: list[Note] = Field(max_length=40)


class Argument(Shape):
    """One argument of an outline, or one clash: what is said, with which evidence, about which points of theirs.
    `technique`: how those are rebutted."""

    about: str = Field(max_length=80)
    says: str = Field(max_length=900)
    evidence: list[str] = Field(default_factory=list, max_length=12)
    points: list[str] = Field(default_factory=list, max_length=20)
    technique: str = Field(default="", max_length=600)
    importance: Importance = Importance.MEDIUM


class Outline(Shape):
    """What the Analyzer wants the speech to do. `differences`: where the sides part; `values`: what is at stake."""

    definitions: str = Field(default="", max_length=900)
    criterion: str = Field(default="", max_length=600)
    differences: list[str] = Field(default_factory=list, max_length=12)
    arguments: list[Argument] = Field(min_length=1, max_length=12)
    values: str = Field(default="", max_length=900)

    @property
    def told(self) -> str:
        """As the team reads it."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        named = {"Definitions": self.definitions, "Criterion": self.criterion, "At stake": self.values}
        yield from (f"{name}: {text}" for name, text in named.items() if text)
        yield from (f"Difference: {one}" for one in self.differences)
        for one in self.arguments:
            notes = [one.importance.value, *(f"answers {p}" for p in one.points), *(f"with {e}" for e in one.evidence)]
            how = f" Technique: {one.technique}" if one.technique else ""
            yield f"- {one.about} ({'; '.join(notes)}): {one.says}{how}"


class Part(SpeechPassage):
    """A passage of a script. `answers`: ids of points of the other side; `cites`: ids of evidence that carries it;
    `claim`: whether it brings an argument of ours."""

    cites: list[str] = Field(default_factory=list, max_length=8)
    claim: bool = False


class Script(Speech):
    """What the Writer writes, and what it is missing for it: questions to the Searcher."""

    passages: list[Part] = Field(min_length=1, max_length=40)
    missing: list[str] = Field(default_factory=list, max_length=6)


class WantedChange(Shape):
    """What the Reviewer finds: on which count, what is wrong, where, and the smallest change that mends it."""

    dimension: Literal["completeness", "evidence", "technique", "fluency", "consistency", "depth"]
    issue: str = Field(min_length=1, max_length=600)
    effect: str = Field(default="", max_length=600)
    revision: str = Field(min_length=1, max_length=600)


class Review(Shape):
    """Whether the script may be spoken, and if not, the changes. `depth`: how deep it goes, and why, in the end."""

    accepted: bool
    changes: list[WantedChange] = Field(default_factory=list, max_length=12)
    depth: str = Field(default="", max_length=900)

    @property
    def told(self) -> str:
        lines = [f"- {one.dimension}: {one.issue} {one.revision}" for one in self.changes]
        asked = "\n".join(lines) if lines else "Accepted." if self.accepted else "Not accepted, without a change."
        return f"{asked}\nDepth: {self.depth}" if self.depth else asked


class OpeningAndEnd(Shape):
    """How a speech begins and ends, as the Writer gives it when the other side has yielded."""

    side: Literal["pro", "con"]
    answers: list[str] = Field(default_factory=list, max_length=8)
    answer: list[str] = Field(min_length=1, max_length=6)
    closing: list[str] = Field(min_length=1, max_length=6)
