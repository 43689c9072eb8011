"""What a coach tells one side after a match, as it is shown, sent and kept. Pure.

Nothing is told without words that were said, and the seconds in which they were: times are of the turn's own clock,
turns count from 0. `by` says who tells something: `rules` counted it, `trees` had it prepared, or a model's name.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from config.format import Side
from planning.debate.points import Frozen

RULES, TREES = "rules", "trees"
DRILL_SECONDS = 60


class Quote(Frozen):
    """Words of one side, letter by letter as the transcript has them, and when they were heard."""

    side: Side
    turn: int
    start: float
    end: float
    text: str


class Became(StrEnum):
    """What became of a point. `touched`: the flow heard no answer, but words near it were said later."""

    ANSWERED = "answered"
    CONCEDED = "conceded"
    DROPPED = "dropped"
    TOUCHED = "touched"
    OPEN = "open"


class YourPoint(Frozen):
    """A point of the coached side; `told`: what became of it, in words; `answers`: what the other side said to it."""

    quote: Quote
    became: Became
    told: str
    answers: tuple[Quote, ...] = ()


class Answer(Frozen):
    """What could have been said; `by`: who has it."""

    text: str
    by: str


class TheirPoint(Frozen):
    """A point of the other side that was left without an answer.

    `speech`: the first of one's own, from 0, in which it could have been met. `near`: one's own words that came near
    it, for they may have been meant as an answer.
    """

    id: str
    quote: Quote
    question: bool
    speech: int
    became: Became
    near: Quote | None = None
    answer: Answer | None = None


class Remark(Frozen):
    """Something done well, or to work on; `kind` is by what it is followed over matches. `theirs`: what it bears on."""

    kind: str
    title: str
    advice: str
    quote: Quote
    theirs: Quote | None = None
    by: str = RULES


class Filler(Frozen):
    words: str
    count: int


class Silence(Frozen):
    """`after`: what was said before it."""

    seconds: float
    after: Quote


class SpeechFigures(Frozen):
    """One speech. `seconds`: in which words were heard; `spoken`: until the last of them, of the `allotted` ones.

    `points`: those read in it that were recognised; `seconds_a_point`: none where there is none.
    """

    turn: int
    name: str
    allotted: float
    spoken: float
    seconds: float
    words: int
    words_per_minute: int
    fillers: tuple[Filler, ...]
    silences: tuple[Silence, ...]
    points: int
    seconds_a_point: float | None


class Drill(Frozen):
    """Sixty seconds on the weakest moment. `parts`: of the point, each to be met; `earlier`: what was said then."""

    id: str
    task: str
    why: str
    point: Quote
    parts: tuple[str, ...]
    earlier: Quote | None
    answer: Answer | None
    seconds: int = DRILL_SECONDS


class Coaching(Frozen):
    """All that is told one side of one match. `heard_by`: whose flow it is read from; `unread`: sentences of one's own
    in which no point was recognised. `dropped`: what matters most first. `struck`: what a model said that
    does not hold.

    `notes`: what the reader should know of how sure this is.
    """

    motion: str
    side: Side
    name: str
    heard_by: Side | None
    yours: tuple[YourPoint, ...]
    unread: int
    dropped: tuple[TheirPoint, ...]
    met: int
    well: tuple[Remark, ...]
    improve: tuple[Remark, ...]
    figures: tuple[SpeechFigures, ...]
    drill: Drill | None
    notes: tuple[str, ...]
    by: str = RULES
    struck: int = 0


# -- a drill that was done -------------------------------------------------------------------------------------------


class PartMet(Frozen):
    """A part of the point; `by`: the words of the attempt that take it up, empty where none do."""

    text: str
    by: str


class Attempt(Frozen):
    """An answer, measured: what of the point it takes up, whether it reasons and names something, how it was said."""

    text: str
    seconds: float
    words: int
    words_per_minute: int
    fillers: int
    parts: tuple[PartMet, ...]
    reason: str
    example: str

    @property
    def met(self) -> int:
        return sum(bool(one.by) for one in self.parts)


class DrillJudged(Frozen):
    """The attempt beside what was said in the match. `better`: whether a model holds it the better answer, none where
    none was asked. `told`: in words, a line each; `quotes`: what of the attempt a model's lines rest on."""

    now: Attempt
    then: Attempt | None
    better: bool | None
    told: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    by: str = RULES


class Progress(Frozen):
    """What is followed of a match: small, and without the words of anybody but the learner.

    `work_on`, `well`: kinds of remarks.
    """

    match: str = Field(pattern=r"^[a-z0-9-]{1,64}$")
    at: str = Field(max_length=40)
    motion: str = Field(max_length=500)
    side: Side
    yours: int = Field(ge=0)
    dropped: int = Field(ge=0)
    words_per_minute: int = Field(ge=0)
    fillers_a_minute: float = Field(ge=0)
    work_on: tuple[str, ...]
    well: tuple[str, ...]
