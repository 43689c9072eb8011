"""What models answer in, in a comparison. Pure."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from planning.asking.answers import Shape
from planning.compare.records import Finding, Relation, Stance, Strength

NONE = "none"
TITLE, PARAGRAPH, IDS = 300, 4000, 24


class FocusAnswer(Shape):
    """The topic, where nobody named one."""

    topic: str = Field(max_length=TITLE)
    description: str = Field(max_length=PARAGRAPH)


class ClaimAnswer(Shape):
    """One claim of a document."""

    title: str = Field(max_length=TITLE)
    description: str = Field(max_length=PARAGRAPH)
    segments: list[str] = Field(max_length=IDS)


class ClaimsAnswer(Shape):
    """A document's claims for a topic."""

    claims: list[ClaimAnswer] = Field(max_length=12)


class LabelAnswer(Shape):
    """What a segment has to do with a claim: the paper's four questions."""

    segment: str = Field(max_length=20)
    supports: bool
    refutes: bool
    clarifies: bool
    irrelevant: bool


class LabelsAnswer(Shape):
    """The labels of all the segments that were shown."""

    labels: list[LabelAnswer] = Field(max_length=100)


class SubtopicAnswer(Shape):
    """A topic for the next level."""

    title: str = Field(max_length=TITLE)
    description: str = Field(max_length=PARAGRAPH)
    claims: list[str] = Field(max_length=IDS)


class SubtopicsAnswer(Shape):
    """The topics for the next level."""

    subtopics: list[SubtopicAnswer] = Field(max_length=12)


class TurnAnswer(Shape):
    """A turn of a debate."""

    argument: str = Field(max_length=PARAGRAPH)
    segments: list[str] = Field(max_length=IDS)
    concedes: bool


class ExpansionAnswer(Shape):
    """Whether a topic deserves another level."""

    explanation: str = Field(max_length=PARAGRAPH)
    progressed: bool
    open_questions: bool
    clear_winner: bool
    winner: str = Field(max_length=20)


class SentenceAnswer(Shape):
    """A sentence of a synthesis."""

    text: str = Field(max_length=1200)
    relation: Relation
    segments: list[str] = Field(max_length=IDS)
    does_not_address: str = Field(max_length=20)


class SynthesisAnswer(Shape):
    """A synthesis, sentence by sentence."""

    sentences: list[SentenceAnswer] = Field(max_length=60)


class MendedAnswer(SentenceAnswer):
    """A sentence written again; `number` says which."""

    number: int = Field(ge=1, le=100)


class MendedAnswers(Shape):
    """Sentences written again."""

    sentences: list[MendedAnswer] = Field(max_length=60)


class PartAnswer(Shape):
    """A part of a sentence, held against the passages above that sentence."""

    sentence: int = Field(ge=1, le=100)
    says: str = Field(max_length=1200)
    finding: Finding
    segments: list[str] = Field(max_length=IDS)
    why: str = Field(max_length=600)


class PartsAnswer(Shape):
    """The parts of all the sentences that were shown."""

    parts: list[PartAnswer] = Field(max_length=200)


class StanceCheck(Shape):
    """Whether a document's passages affirm, deny or qualify a claim; `none` where they do none of it."""

    document: str = Field(max_length=20)
    stance: Stance | Literal["none"]
    why: str = Field(max_length=600)


class PositionsAnswer(Shape):
    """What became of the positions of a contradiction, and of what is said to explain it."""

    stances: list[StanceCheck] = Field(max_length=8)
    parts: list[PartAnswer] = Field(max_length=100)


class ExclusionAnswer(Shape):
    """Whether positions can all be true at once."""

    can_all_be_true: bool
    why: str = Field(max_length=600)


class SummarySentence(Shape):
    """A sentence of the summary of one document."""

    text: str = Field(max_length=1200)
    segments: list[str] = Field(max_length=IDS)


class SummaryAnswer(Shape):
    """The summary of one document."""

    sentences: list[SummarySentence] = Field(max_length=30)


class PositionAnswer(Shape):
    """Who says what."""

    document: str = Field(max_length=20)
    stance: Stance
    says: str = Field(max_length=1200)
    segments: list[str] = Field(max_length=IDS)


class ContradictionAnswer(Shape):
    """A contested statement."""

    claim: str = Field(max_length=600)
    strength: Strength
    why: str = Field(max_length=1200)
    positions: list[PositionAnswer] = Field(max_length=8)


class ContradictionsAnswer(Shape):
    """All that was found."""

    contradictions: list[ContradictionAnswer] = Field(max_length=40)


class DisagreementAnswer(Shape):
    """Whether two items of evidence disagree, by their ids."""

    disagree: bool
    one: str = Field(max_length=20)
    other: str = Field(max_length=20)
